import {type Db, sql} from "../../shared/db.ts";
import {ServiceError} from "../../shared/errors.ts";
import {newId} from "../../shared/ids.ts";
import {isStoringType, storageFaults, tableStorage} from "../../shared/rollups/storage.ts";
import {buildStatement} from "../../shared/semantic/rollups/answer.ts";
import {periodColumn} from "../../shared/semantic/rollups/build.ts";
import type {BuiltColumn} from "../../shared/semantic/rollups/built.ts";
import type {StoreTable, TableRules, TableStore, WantedColumn} from "../warehouses/table-store.ts";
import {TABLE_STORES} from "../warehouses/table-stores.ts";
import {type Warehouse, WarehouseError} from "../warehouses/warehouse.ts";
import type {Worker} from "../worker.ts";
import {columnsOf} from "./build.ts";
import type {BuiltRows} from "./build-run.ts";
import type {Building} from "./building.ts";
import {dropTable} from "./collect-tables.ts";
import {openStore} from "./open-store.ts";
import {findMissing, type Missing, stretchesOf} from "./partitions.ts";
import {keptRows} from "./staged-period.ts";

/** Who reads the rows of a build, who writes them, and where. */
export interface Filling {
  warehouse: Warehouse;
  store: TableStore;
  rules: TableRules;
  table: StoreTable;
  /** The users of both connections, as an admin is told of them. */
  reader: string;
  writer: string;
}

/**
 * Builds a roll-up as a table of its own. The connection that people query reads the rows, and another writes them: the
 * statement that computes them is made of what a layer says, so it never runs with rights to write. What breaks off is
 * begun again in another table.
 */
export async function buildTable(
  worker: Worker,
  warehouse: Warehouse,
  building: Building,
  signal: AbortSignal,
): Promise<BuiltRows> {
  const {run, project, planned} = building;
  const {db} = worker;
  const storage = tableStorage(planned.plan.rollup);
  if (!storage || !isStoringType(project.dialect))
    throw new Error(`the roll-up ${run.name} is kept as files`);
  const {connectionId, schema} = storage;
  const {orgId} = run;
  const own = {orgId, connectionId: project.source.id};
  const [fault] = await storageFaults(db, own, {rollups: [planned.plan.rollup]});
  if (fault) throw new ServiceError("invalid_request", fault.message);
  const store = await openStore(worker, orgId, connectionId);
  try {
    const table = {schema, name: newId("rlp")};
    // Known before it is there, so that it is dropped whatever becomes of this process.
    await sql`
      insert into rollup_tables (name, org_id, connection_id, schema, build_id)
      values (${table.name}, ${orgId}, ${connectionId}, ${schema}, ${run.id})`.execute(db);
    const [reader, writer] = await Promise.all([
      userOf(db, orgId, project.source.id),
      userOf(db, orgId, connectionId),
    ]);
    const filling = {warehouse, store, rules: TABLE_STORES[project.dialect], table, reader, writer};
    try {
      return await makeTable(filling, building, signal);
    } catch (error) {
      // Where that fails, too, it is collected later.
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

/** Makes the table, proves that people's connection reads it, and fills it. */
export async function makeTable(
  filling: Filling,
  building: Building,
  signal: AbortSignal,
): Promise<BuiltRows> {
  const {warehouse, store, rules, table} = filling;
  const {run, layer, planned, project} = building;
  const {columns, period} = wantedOf(building);
  const statement = buildStatement(layer, planned.plan, project, [], period?.grain);
  const built = await rules.columnsOf(warehouse, statement, columns, signal);
  await create(filling, built, `Roll-up "${run.name}" of the project ${run.projectId}, build ${run.id}`);
  const seen = await countSeen(filling, signal);
  if (seen !== 0) throw unread(filling);
  // What it was made of may have other types by now.
  const isLike = JSON.stringify(run.current?.stored.columns) === JSON.stringify(built);
  const before = isLike ? run.current : undefined;
  // What was dropped by others cannot be copied from.
  const isThere =
    period && before?.table && (await countSeen({...filling, table: before.table}, signal)) !== undefined;
  const current = isThere ? before : undefined;
  const missing = await findMissing(warehouse, {...building, run: {...run, current}}, signal);
  let rowCount = 0;
  const from = current?.table;
  if (from && period && missing.since !== undefined) {
    const copied = {from, to: table, columns: built};
    rowCount += await store.copy(copied, {column: period.column, before: missing.since}, signal);
  }
  rowCount += await fillStretches(filling, {building, missing, built}, signal);
  const sizeBytes = await store.finish(table);
  if ((await countSeen(filling, signal)) !== rowCount) throw unread(filling);
  return {columns: built, files: [], rowCount, sizeBytes, table: table.name};
}

async function fillStretches(
  {warehouse, store, table}: Filling,
  {building, missing, built}: {building: Building; missing: Missing; built: readonly BuiltColumn[]},
  signal: AbortSignal,
): Promise<number> {
  const {layer, planned, project} = building;
  const period = built.findIndex(({name}) => name === periodColumn(planned.plan));
  let rowCount = 0;
  for (const {filters, grain, periods} of stretchesOf(building, missing)) {
    const statement = buildStatement(layer, planned.plan, project, filters, grain);
    for await (const batch of warehouse.batches(statement, {limit: undefined, signal})) {
      const rows = keptRows(batch, period, periods);
      await store.insert(table, built, rows, signal);
      rowCount += rows.rowCount;
    }
  }
  return rowCount;
}

/** The columns of the statement, with the period that tells rows apart which a later build may keep. */
function wantedOf({planned}: Pick<Building, "planned">): {
  columns: WantedColumn[];
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

async function create(filling: Filling, columns: readonly BuiltColumn[], comment: string): Promise<void> {
  const {store, table, rules, writer} = filling;
  try {
    await store.create(table, columns, comment);
  } catch (error) {
    if (!(error instanceof WarehouseError) || error.details.kind === "unreachable") throw error;
    throw new ServiceError(
      "connection_failed",
      `The connection that keeps the roll-up could not make a table in the schema "${table.schema}" (${error.details.errorClass}). The schema has to be there, and its user needs the right: ${rules.writeGrant(table.schema, writer)}`,
      {adminDetail: error.message, cause: error},
    );
  }
}

/** How many rows people's connection sees; `undefined` where it does not see the table. */
export async function countSeen(
  {warehouse, rules, table}: Pick<Filling, "warehouse" | "rules" | "table">,
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

function unread({rules, table, reader, writer}: Filling): ServiceError {
  return new ServiceError(
    "connection_failed",
    `The connection that people query does not see what the other one writes. Both have to lead to the same database, and not to a copy that lags behind; if they do, it needs the right to read: ${rules.readGrant(table.schema, writer, reader)}`,
  );
}
