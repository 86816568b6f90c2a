import {type Db, sql} from "../../shared/core/db.ts";
import {oneLine} from "../../shared/core/one-line.ts";
import type {TableStore} from "../warehouses/table-store.ts";
import type {Worker} from "../worker.ts";
import {openStore} from "./open-store.ts";

/** A replaced table stays for this long, because statements that read it may be running or about to be sent. */
const GRACE_MS = 5 * 60_000;
/** How long a drop that failed waits for its retry, so that an unreachable warehouse is not contacted at every run. */
const RETRY_MINUTES = 30;

interface Row {
  orgId: string;
  connectionId: string;
  schema: string;
  name: string;
}

/** Drops the table in the warehouse, then deletes its record. */
export async function dropTable(
  db: Db,
  store: TableStore,
  {orgId, schema, name}: Pick<Row, "orgId" | "schema" | "name">,
): Promise<void> {
  await store.drop({schema, name});
  await sql`delete from rollup_tables where org_id = ${orgId} and name = ${name}`.execute(db);
}

/**
 * Drops the tables that no query reads any more: those of replaced or failed builds and of deleted roll-ups.
 * Idempotent. A drop that fails is retried later.
 */
export async function collectTables(
  worker: Pick<Worker, "config" | "db" | "log" | "threads">,
  graceMs = GRACE_MS,
): Promise<void> {
  const {db, log} = worker;
  const byConnection = Map.groupBy(
    await unusedTables(db, graceMs),
    one => `${one.orgId} ${one.connectionId}`,
  );
  for (const tables of byConnection.values()) {
    const [first] = tables;
    if (!first) continue;
    try {
      const store = await openStore(worker, first.orgId, first.connectionId);
      try {
        for (const table of tables) await dropTable(db, store, table);
      } finally {
        await store.close();
      }
    } catch (error) {
      const {orgId, connectionId} = first;
      log.warn({err: error, orgId, connectionId}, "tables of roll-ups could not be dropped");
      const why = error instanceof Error ? error.message : String(error);
      await sql`
        update rollup_tables set error = ${oneLine(why)}, tried_at = now()
        where org_id = ${orgId} and name = any (${tables.map(({name}) => name)}::text[])`.execute(db);
    }
  }
}

/** The tables that neither a query reads nor a running build fills. */
async function unusedTables(db: Db, graceMs: number): Promise<Row[]> {
  const {rows} = await sql<Row>`
    select t.org_id as "orgId", t.connection_id as "connectionId", t.schema, t.name
    from rollup_tables t
      left join rollup_builds b on b.org_id = t.org_id and b.id = t.build_id
      left join rollups r on r.org_id = b.org_id and r.id = b.rollup_id
      left join rollup_builds c on c.org_id = r.org_id and c.id = r.build_id
    where c.table_name is distinct from t.name
      and (b.id is null or b.status not in ('queued', 'running')
        or exists (select from rollup_tables o where o.org_id = t.org_id and o.build_id = t.build_id and o.name > t.name))
      and (c.finished_at is null or c.finished_at < now() - ${graceMs} * interval '1 millisecond')
      and (t.tried_at is null or t.tried_at < now() - ${RETRY_MINUTES} * interval '1 minute')
    order by t.name`.execute(db);
  return rows;
}
