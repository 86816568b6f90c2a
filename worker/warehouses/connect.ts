import {randomBytes} from "node:crypto";
import {lookup} from "node:dns/promises";
import {join} from "node:path";
import type {Config} from "../../shared/config.ts";
import {isAllowedHost, refusedAddress} from "../../shared/connections/addresses.ts";
import type {ServerConfig, WarehouseConfig} from "../../shared/connections/types.ts";
import {isVendorConfig, serviceAccountOf, type VendorConfig} from "../../shared/connections/vendors.ts";
import {sql} from "../../shared/db.ts";
import {ServiceError} from "../../shared/errors.ts";
import type {Worker} from "../worker.ts";
import {openBigquery} from "./bigquery.ts";
import {openClickhouse} from "./clickhouse.ts";
import {connectionFault} from "./connection-fault.ts";
import {openDatabricks} from "./databricks.ts";
import {openDuckDb} from "./duckdb.ts";
import {findDuckdbFile} from "./duckdb-file.ts";
import {guardedHttp, type Http} from "./http.ts";
import {openMysql} from "./mysql.ts";
import {openPostgres, openRedshift} from "./postgres.ts";
import {openSnowflake} from "./snowflake.ts";
import {openTrino} from "./trino.ts";
import {type Warehouse, WarehouseError, type WarehouseLimits} from "./warehouse.ts";

const CONNECT_TIMEOUT_MS = 5000;
/** For the first statements: longer than a connection may take to be made, which says so in its own words. */
const FIRST_ANSWER_MS = 8000;

type PostgresConfig = Exclude<ServerConfig, {type: "mysql"}>;

interface Context extends Pick<Worker, "config" | "db" | "log"> {
  orgId: string;
}

/**
 * Opens a warehouse and sees that it answers. Every guard of addresses and files is asked each time. Rejects with
 * `connection_failed`, which says why in a sentence.
 */
export async function openWarehouse(config: WarehouseConfig, context: Context): Promise<Warehouse> {
  const limits = limitsOf(context.config);
  try {
    if (isVendorConfig(config)) return await openVendor(context, config, limits);
    if (config.type !== "duckdb") return await openGuarded(context, config, limits);
    const file = await findDuckdbFile(context.config.warehouseDir, context.orgId, config.path);
    return await openDuckDb(file, limits);
  } catch (error) {
    throw connectionFault(error, config);
  }
}

/** What the configuration lets each open warehouse use. */
export function limitsOf(config: Config): WarehouseLimits {
  return {
    concurrency: config.connectionConcurrency,
    statementTimeoutMs: config.queryTimeoutMs,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    duckdbMemoryLimit: config.duckdbMemoryLimit,
    duckdbThreads: config.duckdbThreads,
    tempDir: join(config.dataDir, "tmp"),
  };
}

/** The first of the host's addresses that answers; the address that was checked is the one connected to. */
async function openGuarded(
  context: Context,
  config: ServerConfig,
  limits: WarehouseLimits,
): Promise<Warehouse> {
  const addresses = await allowedAddresses(context, config.host);
  if (config.type !== "mysql") await refuseOwnAddress(context, config, addresses);
  let unreachable: unknown;
  for (const address of addresses) {
    const target = {...config, host: address, serverName: config.host};
    const open = {postgres: openPostgres, redshift: openRedshift, mysql: openMysql}[config.type];
    const warehouse = open(target, limits, context.log);
    const patience = AbortSignal.timeout(FIRST_ANSWER_MS);
    try {
      await warehouse.rows({sql: "select 1", parameters: []}, patience);
      if (config.type !== "mysql") await refuseOwnDatabase(context, warehouse, patience);
      return warehouse;
    } catch (error) {
      await warehouse.close();
      if (!(error instanceof WarehouseError) || error.details.kind !== "unreachable") throw error;
      unreachable ??= error;
    }
  }
  throw unreachable;
}

/** Over requests, each of which goes to an address that was checked for it. */
async function openVendor(
  context: Context,
  config: VendorConfig,
  limits: WarehouseLimits,
): Promise<Warehouse> {
  const http = guardedHttp(host => allowedAddresses(context, host));
  const warehouse = openHttp(config, limits, http);
  try {
    await warehouse.rows({sql: "select 1", parameters: []}, AbortSignal.timeout(FIRST_ANSWER_MS));
    return warehouse;
  } catch (error) {
    await warehouse.close();
    throw error;
  }
}

function openHttp(config: VendorConfig, limits: WarehouseLimits, http: Http): Warehouse {
  switch (config.type) {
    case "clickhouse":
      return openClickhouse(config, limits, http);
    case "trino":
      return openTrino(config, limits, http);
    case "bigquery":
      return openBigquery({...serviceAccountOf(config.serviceAccount), ...config}, limits, http);
    case "databricks":
      return openDatabricks(config, limits, http);
    case "snowflake":
      return openSnowflake(config, limits, http);
  }
}

async function allowedAddresses(context: Context, host: string): Promise<string[]> {
  const found = await inTime(lookup(host, {all: true, verbatim: true})).catch(error => {
    throw new ServiceError("connection_failed", `The host name "${host}" cannot be resolved.`, {
      cause: error,
    });
  });
  const addresses = found.map(({address}) => address);
  for (const address of addresses) {
    const why = refusedAddress(address);
    if (why !== undefined) {
      throw new ServiceError("connection_failed", `No warehouse is opened at "${host}": it is ${why}.`);
    }
    if (!isAllowedHost(context.config.warehouseAllowedHosts, host, address)) {
      throw new ServiceError(
        "connection_failed",
        `The host "${host}" is not among those that this service may connect to (WAREHOUSE_ALLOWED_HOSTS).`,
      );
    }
  }
  return addresses;
}

/** A resolver that does not answer is not waited for. */
function inTime<T>(work: Promise<T>): Promise<T> {
  const {promise, reject} = Promise.withResolvers<never>();
  const timer = setTimeout(reject, CONNECT_TIMEOUT_MS, new Error("The resolver did not answer in time"));
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

const OWN = "This is the service's own database: no warehouse is opened there.";

/** By its address, before a password is sent there. */
async function refuseOwnAddress(
  {config: {databaseUrl}}: Context,
  {port, database}: PostgresConfig,
  addresses: readonly string[],
): Promise<void> {
  const own = URL.parse(databaseUrl);
  if (!own?.hostname) return;
  const ownDatabase = decodeURIComponent(own.pathname.slice(1));
  if (database !== ownDatabase || port !== Number(own.port || 5432)) return;
  const host = own.hostname.replace(/^\[(.*)\]$/, "$1");
  const ownAddresses = await lookup(host, {all: true}).catch(() => []);
  if (ownAddresses.some(({address}) => addresses.some(other => isSameMachine(address, other)))) {
    throw new ServiceError("connection_failed", OWN);
  }
}

function isSameMachine(a: string, b: string): boolean {
  const isLoopback = (address: string) => /^(::ffff:)?127\./.test(address) || address === "::1";
  return a === b || (isLoopback(a) && isLoopback(b));
}

const UNDEFINED_FUNCTION = "42883";

/**
 * By asking both: a lock that our own session holds can be taken in every other database, whichever name, proxy or
 * tunnel leads there, but not in our own.
 */
async function refuseOwnDatabase({db}: Context, warehouse: Warehouse, patience: AbortSignal): Promise<void> {
  const key = String(randomBytes(8).readBigInt64BE());
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(tx);
    const isFree = await takeLock(warehouse, key, patience);
    if (!isFree) throw new ServiceError("connection_failed", OWN);
  });
}

async function takeLock(warehouse: Warehouse, key: string, patience: AbortSignal): Promise<boolean> {
  try {
    const statement = {sql: "select pg_catalog.pg_try_advisory_xact_lock($1::bigint)", parameters: [key]};
    const [[taken] = []] = await warehouse.rows(statement, patience);
    return taken === "t";
  } catch (error) {
    // What only speaks Postgres' language has no such locks, and is not our database.
    if (error instanceof WarehouseError && error.details.errorClass === UNDEFINED_FUNCTION) return true;
    throw error;
  }
}
