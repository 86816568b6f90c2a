import {loadConnection, type OpenableConnection, openSealed} from "../shared/connections/open-config.ts";
import type {WarehouseConfig} from "../shared/connections/types.ts";
import {isVendor, VENDORS} from "../shared/connections/vendors.ts";
import {ServiceError} from "../shared/errors.ts";
import type {DialectName} from "../shared/semantic/compile.ts";
import {draw} from "./charts/draw.ts";
import {readDefaults, readTables} from "./introspect/catalog.ts";
import {checkAgainstWarehouse} from "./introspect/check-graph.ts";
import {introspect} from "./introspect/introspect.ts";
import {schemasOf} from "./introspect/tables.ts";
import {calculateSheet} from "./sheets/sheets.ts";
import {snapshotChunks, snapshotResult} from "./snapshots/freeze.ts";
import {openWarehouse} from "./warehouses/connect.ts";
import {statementFault} from "./warehouses/connection-fault.ts";
import type {Warehouse} from "./warehouses/warehouse.ts";
import type {CallHandlers, Worker} from "./worker.ts";

/** What the web process has a worker do beside queries. */
export const callHandlers: CallHandlers = {
  async test_connection(worker, request, signal) {
    const {orgId} = request;
    const config =
      "sealed" in request
        ? openSealed(worker.config.encryptionKeys, request.sealed)
        : (await requireConnection(worker, orgId, request.connectionId)).config;
    const startedAt = performance.now();
    const warehouse = await openWarehouse(config, {...worker, orgId});
    try {
      const version = await explained(config, () => versionOf(warehouse, signal));
      await explained(config, () => requireSchema(warehouse, config, signal));
      return {version, latencyMs: Math.round((performance.now() - startedAt) * 10) / 10};
    } finally {
      await warehouse.close();
    }
  },

  read_catalog: (worker, {orgId, connectionId, schema}, signal) =>
    withWarehouse(worker, orgId, connectionId, async warehouse => {
      const narrow = schema === undefined ? {} : {schemas: [schema]};
      return schemasOf(await readTables(warehouse, narrow, signal));
    }),

  introspect: (worker, {orgId, connectionId, schemas, tables, inferJoins}, signal) =>
    withWarehouse(worker, orgId, connectionId, async (warehouse, {config}) => {
      const defaults = await readDefaults(warehouse, signal);
      const home = homeSchema(config);
      // Names of tables with their schema before them may lie in any schema.
      const wanted = schemas ?? (tables || home === undefined ? undefined : [home]);
      const catalog = await readTables(warehouse, {schemas: wanted}, signal);
      const asked = {inferJoins, ...(schemas ? {schemas} : {}), ...(tables ? {tables} : {})};
      return introspect(warehouse, catalog, asked, defaults.schemas, schemas ? undefined : home, signal);
    }),

  calculate_sheet: (_worker, request, signal) => calculateSheet(request, signal),

  check_graph: (worker, request, signal) =>
    withWarehouse(worker, request.orgId, request.connectionId, warehouse =>
      checkAgainstWarehouse(worker, warehouse, request, signal),
    ),

  draw: ({log}, request, signal) => draw(log, request, signal),

  snapshot_csv: snapshotChunks,

  snapshot_query: (worker, {run, ...dataset}, signal) =>
    snapshotResult(worker, {...dataset, run: JSON.parse(run)}, signal),
};

async function withWarehouse<T>(
  worker: Worker,
  orgId: string,
  connectionId: string,
  work: (warehouse: Warehouse, connection: OpenableConnection) => Promise<T>,
): Promise<T> {
  const connection = await requireConnection(worker, orgId, connectionId);
  using lent = await worker.lendWarehouse(orgId, connectionId, connection.version);
  return await explained(connection.config, () => work(lent.warehouse, connection));
}

async function requireConnection(worker: Worker, orgId: string, id: string): Promise<OpenableConnection> {
  const connection = await loadConnection(worker.db, worker.config.encryptionKeys, orgId, id);
  if (!connection) throw new ServiceError("not_found", `There is no connection "${id}".`);
  return connection;
}

async function explained<T>(config: WarehouseConfig, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw statementFault(error, config);
  }
}

/** The schema that introspection reads unless told otherwise; on MySQL a database is one. */
function homeSchema(config: WarehouseConfig): string | undefined {
  if (config.type === "mysql" || config.type === "clickhouse") return config.database;
  return "schema" in config ? config.schema : config.type === "bigquery" ? config.dataset : undefined;
}

async function requireSchema(
  warehouse: Warehouse,
  config: WarehouseConfig,
  signal: AbortSignal,
): Promise<void> {
  if (config.type !== "postgres" || config.schema === undefined) return;
  const sql = "select 1 from pg_catalog.pg_namespace where nspname = $1";
  const found = await warehouse.rows({sql, parameters: [config.schema]}, signal);
  if (found.length > 0) return;
  const message = `There is no schema "${config.schema}" in the database "${config.database}".`;
  throw new ServiceError("connection_failed", message);
}

/** Where it is not `version()` that tells. */
const VERSIONS: Partial<Record<DialectName, string>> = {
  // It has none.
  bigquery: "select ''",
  snowflake: "select current_version()",
  redshift: "select 'Redshift ' || split_part(version(), 'Redshift ', 2)",
};

/** What the warehouse says it is. */
export async function versionOf(warehouse: Warehouse, signal: AbortSignal): Promise<string> {
  const sql = VERSIONS[warehouse.dialect] ?? "select version()";
  const [[version] = []] = await warehouse.rows({sql, parameters: []}, signal);
  const named = version?.split(" on ")[0] ?? "";
  if (warehouse.dialect === "duckdb") return `DuckDB ${named}`;
  const title = isVendor(warehouse.dialect) ? VENDORS[warehouse.dialect].title : undefined;
  if (title !== undefined) return named.startsWith(title) ? named : `${title} ${named}`.trim();
  if (warehouse.dialect !== "mysql") return named;
  const [number = "", ...rest] = named.split("-");
  return `${rest.join().includes("MariaDB") ? "MariaDB" : "MySQL"} ${number}`;
}
