import {type Db, sql} from "../../shared/core/db.ts";
import {oneLine} from "../../shared/core/one-line.ts";
import {dropTable} from "../../worker/rollup-builds/collect-tables.ts";
import {openStore} from "../../worker/rollup-builds/open-store.ts";
import type {Worker} from "../../worker/worker.ts";

/** A table that holds a roll-up, in the organization's own warehouse. */
interface RollupTable {
  orgId: string;
  connectionId: string;
  schema: string;
  name: string;
}

/** The tables of roll-ups that the service has created in the organization's warehouses. */
export async function rollupTablesOf(db: Db, orgId: string): Promise<RollupTable[]> {
  const {rows} = await sql<RollupTable>`
    select org_id as "orgId", connection_id as "connectionId", schema, name from rollup_tables
    where org_id = ${orgId} order by connection_id, name`.execute(db);
  return rows;
}

/** Drops the tables of roll-ups. Returns those that could not be dropped, each with the reason. */
export async function dropRollupTables(
  deps: Pick<Worker, "config" | "db" | "log" | "threads">,
  orgId: string,
): Promise<string[]> {
  const left: string[] = [];
  const note = ({schema, name}: RollupTable, error: unknown) =>
    left.push(`${schema}.${name} (${oneLine(error instanceof Error ? error.message : String(error))})`);
  const byConnection = Map.groupBy(await rollupTablesOf(deps.db, orgId), table => table.connectionId);
  for (const [connectionId, tables] of byConnection) {
    const store = await openStore(deps, orgId, connectionId).catch((error: unknown) => {
      for (const table of tables) note(table, error);
    });
    if (!store) continue;
    for (const table of tables)
      await dropTable(deps.db, store, table).catch((error: unknown) => note(table, error));
    await store.close();
  }
  return left;
}
