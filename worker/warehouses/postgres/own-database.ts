import {randomBytes} from "node:crypto";
import {lookup} from "node:dns/promises";
import {sql} from "../../../shared/core/db.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import type {OpenContext} from "../adapter.ts";
import {type Warehouse, WarehouseError} from "../warehouse.ts";
import type {PostgresTarget} from "./warehouse.ts";

const OWN = "This is the service's own database, which cannot be used as a warehouse.";

/** Refuses the service's own database by its address, before a password is sent there. */
export async function refuseOwnAddress(
  {config: {databaseUrl}}: OpenContext,
  {port, database}: Pick<PostgresTarget, "port" | "database">,
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
 * Refuses the service's own database whichever name, proxy or tunnel leads to it: an advisory lock that the service's
 * session holds can be taken in every other database, but not in its own.
 */
export async function refuseOwnDatabase(
  {db}: OpenContext,
  warehouse: Warehouse,
  timeoutSignal: AbortSignal,
): Promise<void> {
  const key = String(randomBytes(8).readBigInt64BE());
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(tx);
    const isFree = await takeLock(warehouse, key, timeoutSignal);
    if (!isFree) throw new ServiceError("connection_failed", OWN);
  });
}

async function takeLock(warehouse: Warehouse, key: string, timeoutSignal: AbortSignal): Promise<boolean> {
  try {
    const statement = {sql: "select pg_catalog.pg_try_advisory_xact_lock($1::bigint)", parameters: [key]};
    const [[taken] = []] = await warehouse.rows(statement, timeoutSignal);
    return taken === "t";
  } catch (error) {
    // A server that only imitates Postgres has no advisory locks, so it is not the service's database.
    if (error instanceof WarehouseError && error.details.errorClass === UNDEFINED_FUNCTION) return true;
    throw error;
  }
}
