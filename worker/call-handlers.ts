import {ServiceError} from "../shared/core/errors.ts";
import type {DialectName} from "../shared/semantic/index.ts";
import {
  loadConnection,
  type OpenableConnection,
  openSealed,
} from "../shared/tenancy/connections/open-config.ts";
import type {WarehouseConfig} from "../shared/tenancy/connections/types.ts";
import {draw} from "./charts/picture-children.ts";
import {PermitRequest, shareOf} from "./concurrency/fair-semaphore.ts";
import {readDeliveryFile} from "./delivery-runs/read-file.ts";
import {renderMail} from "./email/mails.ts";
import {checkAgainstWarehouse} from "./introspect/check-graph.ts";
import {introspect} from "./introspect/introspect.ts";
import {sqlTypeOf} from "./private-postgres/column-kinds.ts";
import {countRows} from "./rollup-builds/count-rows.ts";
import {calculateSheet} from "./sheets/sheets.ts";
import {snapshotChunks, snapshotResult} from "./snapshots/freeze.ts";
import {ADAPTERS} from "./warehouses/adapters.ts";
import {openWarehouse, readVersion, statementFault} from "./warehouses/connect.ts";
import {schemasOf, withoutRollups} from "./warehouses/tables.ts";
import {type Warehouse, WarehouseError} from "./warehouses/warehouse.ts";
import type {CallHandlers, Worker} from "./worker.ts";

/** The calls that the web process makes to a worker, apart from queries. */
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
      const version = await withStatementFaults(config, () => readVersion(warehouse, signal));
      await withStatementFaults(config, () => requireSchema(warehouse, config, signal));
      return {version, latencyMs: Math.round((performance.now() - startedAt) * 10) / 10};
    } finally {
      await warehouse.close();
    }
  },

  read_catalog: (worker, {orgId, connectionId, schema}, signal) =>
    withWarehouse(worker, orgId, connectionId, async warehouse => {
      const narrow = schema === undefined ? {} : {schemas: [schema]};
      return schemasOf(
        withoutRollups(await ADAPTERS[warehouse.dialect].readTables(warehouse, narrow, signal)),
      );
    }),

  introspect: (worker, {orgId, connectionId, schemas, tables, inferJoins}, signal) =>
    withWarehouse(worker, orgId, connectionId, async (warehouse, {config}) => {
      const {readDefaults, readTables} = ADAPTERS[warehouse.dialect];
      const defaults = await readDefaults(warehouse, signal);
      const home = homeSchema(config);
      // A table can be requested with its schema, so with `tables` the catalogue of all schemas is read.
      const readSchemas = schemas ?? (tables || home === undefined ? undefined : [home]);
      const catalog = withoutRollups(await readTables(warehouse, {schemas: readSchemas}, signal));
      const selection = {inferJoins, ...(schemas ? {schemas} : {}), ...(tables ? {tables} : {})};
      return introspect(warehouse, catalog, selection, defaults.schemas, schemas ? undefined : home, signal);
    }),

  calculate_sheet: calculateSheet,

  check_graph: (worker, request, signal) =>
    withWarehouse(worker, request.orgId, request.connectionId, warehouse =>
      checkAgainstWarehouse(worker.db, warehouse, request, signal),
    ),

  count_rows: (worker, {orgId, connectionId, statements}, signal) =>
    withWarehouse(worker, orgId, connectionId, warehouse => countRows(warehouse, statements, signal)),

  draw,

  render_mail: (worker, {orgId, report}, signal) => renderMail(worker, orgId, report, signal),

  snapshot_csv: snapshotChunks,

  snapshot_query: snapshotResult,

  read_delivery_file: readDeliveryFile,

  describe_sql: ({sql}, request, signal) => sql.describe(request, signal),

  async column_kinds(worker, {orgId, run}, signal) {
    const permitRequest = new PermitRequest(shareOf(run.record.principalId, "interactive"));
    using lease = await worker.leaseWarehouse(orgId, run.source, permitRequest);
    try {
      // With `limit 0` the engine computes nothing, however slow the table is.
      const statement = {...run, sql: `select * from (\n${run.sql}\n) as none limit 0`};
      for await (const {kinds} of lease.warehouse.batches(statement, {limit: 0, signal}))
        return run.columns.map(({type}, c) => sqlTypeOf(type, kinds[c] ?? "other"));
    } catch (error) {
      if (!(error instanceof WarehouseError)) throw error;
      throw new ServiceError(
        "warehouse_error",
        `The warehouse refused the statement (${error.details.errorClass}).`,
        {
          adminDetail: `The warehouse said: ${error.message}`,
          cause: error,
        },
      );
    }
    throw new Error("a result has no batch");
  },
};

async function withWarehouse<T>(
  worker: Pick<Worker, "config" | "db" | "leaseWarehouse">,
  orgId: string,
  connectionId: string,
  work: (warehouse: Warehouse, connection: OpenableConnection) => Promise<T>,
): Promise<T> {
  const connection = await requireConnection(worker, orgId, connectionId);
  // Metadata calls share one account, apart from those of the users who run queries.
  const permitRequest = new PermitRequest(shareOf("", "interactive"));
  const source = {kind: "connection", id: connectionId, version: connection.version} as const;
  using lease = await worker.leaseWarehouse(orgId, source, permitRequest);
  return await withStatementFaults(connection.config, () => work(lease.warehouse, connection));
}

async function requireConnection(
  worker: Pick<Worker, "config" | "db">,
  orgId: string,
  id: string,
): Promise<OpenableConnection> {
  const connection = await loadConnection(worker.db, worker.config.encryptionKeys, orgId, id);
  if (!connection) throw new ServiceError("not_found", `There is no connection "${id}".`);
  return connection;
}

async function withStatementFaults<T>(config: WarehouseConfig, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw statementFault(error, config);
  }
}

function homeSchema<T extends DialectName>(config: WarehouseConfig<T>): string | undefined {
  return ADAPTERS[config.type].homeSchema(config);
}

async function requireSchema<T extends DialectName>(
  warehouse: Warehouse,
  config: WarehouseConfig<T>,
  signal: AbortSignal,
): Promise<void> {
  await ADAPTERS[config.type].requireSchema?.(warehouse, config, signal);
}
