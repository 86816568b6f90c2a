import type {RecurringType} from "../content-types.ts";
import type {Db, Tx} from "../db.ts";
import {sql} from "../db.ts";
import {type Cadence, nextRun} from "./cron.ts";

/** The kinds of resources that have a cadence. */
export type CadenceKind = RecurringType | "rollup" | "evaluation";

export interface CadenceRow {
  cron: string;
  timezone: string;
  active: boolean;
  next_at: Date | null;
}

/** Columns of the row `k` of `cadences`. */
const cadenceColumns = sql.raw("k.cron, k.timezone, k.active, k.next_at");

interface CadenceKey {
  id: string;
  orgId: string;
  kind: CadenceKind;
}

/** Creates or replaces a cadence. Its next slot is the first one after the database's present time. */
export async function saveCadence(
  tx: Tx,
  {id, orgId, kind}: CadenceKey,
  cadence: Cadence & {active: boolean},
): Promise<CadenceRow> {
  const {cron, timezone, active} = cadence;
  const next = active ? nextRun(cadence, await presentTime(tx)) : null;
  const {rows} = await sql<CadenceRow>`
    insert into cadences as k (id, org_id, kind, cron, timezone, active, next_at)
    values (${id}, ${orgId}, ${kind}, ${cron}, ${timezone}, ${active}, ${next?.toISOString() ?? null}::timestamptz)
    on conflict (id) do update
      set cron = excluded.cron, timezone = excluded.timezone, active = excluded.active, next_at = excluded.next_at
      where k.org_id = ${orgId}
    returning ${cadenceColumns}`.execute(tx);
  return rows[0]!;
}

/**
 * Saves or, for null, deletes the cadence of a resource that need not have one. Returns the next slot, null without a
 * cadence.
 */
export async function replaceCadence(
  tx: Tx,
  key: CadenceKey,
  cadence: Cadence | null,
  active: boolean,
): Promise<Date | null> {
  if (cadence !== null) return (await saveCadence(tx, key, {...cadence, active})).next_at;
  await deleteCadence(tx, key.orgId, key.id);
  return null;
}

/** Pauses the cadence: it does not come due until it is resumed. */
export async function pauseCadence(tx: Tx, orgId: string, id: string): Promise<void> {
  await sql`
    update cadences set active = false, next_at = null where org_id = ${orgId} and id = ${id}`.execute(tx);
}

/** Deletes the cadence. Returns whether there was one. */
export async function deleteCadence(tx: Tx, orgId: string, id: string): Promise<boolean> {
  const {rows} = await sql`delete from cadences where org_id = ${orgId} and id = ${id} returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** The database's clock, which all processes share. */
export async function presentTime(db: Db | Tx): Promise<Date> {
  const {rows} = await sql<{now: Date}>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}
