import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {newId} from "../../shared/core/ids.ts";
import {isRollupStoreType, storageFaults, tableStorage} from "../../shared/modeling/rollups/storage.ts";
import type {BuiltColumn} from "../../shared/semantic/documents.ts";
import {buildStatement, periodColumn} from "../../shared/semantic/rollup-matching/index.ts";
import type {DeclaredColumn, StoreTable, TableRules, TableStore} from "../warehouses/table-store.ts";
import {TABLE_STORES} from "../warehouses/table-stores.ts";
import {type Warehouse, WarehouseError} from "../warehouses/warehouse.ts";
import type {Worker} from "../worker.ts";
import type {BuiltRows} from "./build-run.ts";
import {columnsOf} from "./build-slices.ts";
import type {Building} from "./build-types.ts";
import {dropTable} from "./collect-tables.ts";
import {rowsInPeriods} from "./file-period.ts";
import {openStore} from "./open-store.ts";
import {buildSlices, findMissing, type Missing} from "./partitions.ts";

/** The connection that reads the rows of a build, the store that writes them, and the table that it writes. */
export interface TableBuild {
  warehouse: Warehouse;
  store: TableStore;
  rules: TableRules;
  table: StoreTable;
  /** How messages to an admin name the users of both connections. */
  reader: string;
  writer: string;
}

/**
 * Builds a roll-up as a table of its own. The connection that people query reads the rows, and another connection
 * writes them: the statement that computes them contains expressions of a layer, so it never runs with write
 * privileges. A retry after a failure starts over with a new table.
 */
export async function buildTable(
  worker: Pick<Worker, "config" | "db" | "log" | "threads">,
  warehouse: Warehouse,
  building: Building,
  signal: AbortSignal,
): Promise<BuiltRows> {
  const {run, project, planned} = building;
  const {db} = worker;
  const storage = tableStorage(planned.plan.rollup);
  if (!storage || !isRollupStoreType(project.dialect))
    throw new Error(`the roll-up ${run.name} is kept as files`);
  const {connectionId, schema} = storage;
  const {orgId} = run;
  const own = {orgId, connectionId: project.source.id};
  const [fault] = await storageFaults(db, own, {rollups: [planned.plan.rollup]});
  if (fault) throw new ServiceError("invalid_request", fault.message);
  const store = await openStore(worker, orgId, connectionId);
  try {
    const table = {schema, name: newId("rlp")};
    // Recorded before the table exists, so that it is dropped even if this process dies.
    await sql`
      insert into rollup_tables (name, org_id, connection_id, schema, build_id)
      values (${table.name}, ${orgId}, ${connectionId}, ${schema}, ${run.id})`.execute(db);
    const [reader, writer] = await Promise.all([
      userOf(db, orgId, project.source.id),
      userOf(db, orgId, connectionId),
    ]);
    const build = {warehouse, store, rules: TABLE_STORES[project.dialect], table, reader, writer};
    try {
      return await makeTable(build, building, signal);
    } catch (error) {
      // If dropping fails too, `collectTables` drops the table later.
      await dropTable(db, store, {orgId, ...table}).catch(() => undefined);
      throw error;
    }
  } finally {
    await store.close();
  }
}

async function userOf(db: Db, orgId: string, connectionId: string): Promise<string> {
  const {rows} = await sql<{name: string}>`
    select name from connections where org_id = ${orgId} and id = ${connectionId}`.execute(db);
  return `<the user of the connection "${rows[0]?.name ?? connectionId}">`;
}

/** Creates the table, checks that the connection that people query can read it, and fills it. */
export async function makeTable(
  build: TableBuild,
  building: Building,
  signal: AbortSignal,
): Promise<BuiltRows> {
  const {warehouse, store, rules, table} = build;
  const {run, layer, planned, project} = building;
  const {columns, period} = tableColumns(building);
  const statement = buildStatement(layer, planned.plan, project, [], period?.grain);
  const built = await rules.columnsOf(warehouse, statement, columns, signal);
  await create(build, built, `Roll-up "${run.name}" of the project ${run.projectId}, build ${run.id}`);
  const visibleRows = await countVisibleRows(build, signal);
  if (visibleRows !== 0) throw notReadable(build);
  // The source columns may have changed their types since the current build.
  const hasSameTypes = JSON.stringify(run.current?.stored.columns) === JSON.stringify(built);
  const before = hasSameTypes ? run.current : undefined;
  // The current table may have been dropped by others; then there is nothing to copy from.
  const exists =
    period &&
    before?.table &&
    (await countVisibleRows({...build, table: before.table}, signal)) !== undefined;
  const current = exists ? before : undefined;
  const missing = await findMissing(warehouse, {...building, run: {...run, current}}, signal);
  let rowCount = 0;
  const from = current?.table;
  if (from && period && missing.since !== undefined) {
    const copied = {from, to: table, columns: built};
    rowCount += await store.copy(copied, {column: period.column, before: missing.since}, signal);
  }
  rowCount += await fillSlices(build, {building, missing, built}, signal);
  const sizeBytes = await store.finish(table);
  if ((await countVisibleRows(build, signal)) !== rowCount) throw notReadable(build);
  return {columns: built, files: [], rowCount, sizeBytes, table: table.name};
}

async function fillSlices(
  {warehouse, store, table}: TableBuild,
  {building, missing, built}: {building: Building; missing: Missing; built: readonly BuiltColumn[]},
  signal: AbortSignal,
): Promise<number> {
  const {layer, planned, project} = building;
  const period = built.findIndex(({name}) => name === periodColumn(planned.plan));
  let rowCount = 0;
  for (const {filters, grain, periods} of buildSlices(building, missing)) {
    const statement = buildStatement(layer, planned.plan, project, filters, grain);
    for await (const batch of warehouse.batches(statement, {limit: undefined, signal})) {
      const rows = rowsInPeriods(batch, period, periods);
      await store.insert(table, built, rows, signal);
      rowCount += rows.rowCount;
    }
  }
  return rowCount;
}

/** The columns of the statement, and the period column by which a later build can copy unchanged rows. */
function tableColumns({planned}: Pick<Building, "planned">): {
  columns: DeclaredColumn[];
  period?: {column: string; grain: "day" | "month" | "year"};
} {
  const {plan} = planned;
  const columns = columnsOf(planned);
  const grain = plan.rollup.time && plan.rollup.incremental?.partition;
  if (grain === undefined) return {columns};
  const column = periodColumn(plan);
  const isOwn = columns.some(({name}) => name === column);
  return {columns: isOwn ? columns : [{name: column, type: "date"}, ...columns], period: {column, grain}};
}

async function create(build: TableBuild, columns: readonly BuiltColumn[], comment: string): Promise<void> {
  const {store, table, rules, writer} = build;
  try {
    await store.create(table, columns, comment);
  } catch (error) {
    if (!(error instanceof WarehouseError) || error.details.kind === "unreachable") throw error;
    throw new ServiceError(
      "connection_failed",
      `The connection that stores the roll-up could not create a table in the schema "${table.schema}" (${error.details.errorClass}). The schema must exist, and the connection's user needs the right: ${rules.writeGrant(table.schema, writer)}`,
      {adminDetail: error.message, cause: error},
    );
  }
}

/** How many rows the connection that people query sees; `undefined` where it cannot read the table. */
export async function countVisibleRows(
  {warehouse, rules, table}: Pick<TableBuild, "warehouse" | "rules" | "table">,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    const [[count] = []] = await warehouse.rows({sql: rules.countSql(table), parameters: []}, signal);
    return Number(count);
  } catch (error) {
    if (error instanceof WarehouseError && ["refused", "denied"].includes(error.details.kind))
      return undefined;
    throw error;
  }
}

function notReadable({rules, table, reader, writer}: TableBuild): ServiceError {
  return new ServiceError(
    "connection_failed",
    `The connection for queries does not see the tables of the connection that writes. Both must lead to the same database, and not to a replica that lags behind. If they do, the connection for queries needs the right to read: ${rules.readGrant(table.schema, writer, reader)}`,
  );
}
