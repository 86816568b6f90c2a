import {Type} from "@sinclair/typebox";
import {EffectRun, Found, Link} from "../../shared/actions/run-schemas.ts";
import {ActionTrigger} from "../../shared/actions/schemas.ts";
import {type Db, sql, type Tx} from "../../shared/db.ts";
import type {EventName} from "../../shared/events/record.ts";
import {rowReaderOf} from "../../shared/validate.ts";

const CHANGED = "Its trigger was changed before it was judged.";

const asked = Type.Object({
  trigger: ActionTrigger,
  effects: Type.Array(EffectRun),
  found: Type.Union([Found, Type.Null()]),
  chain: Type.Array(Link),
});

/** A run as a worker has it in hand. */
export interface ActionRun {
  id: string;
  orgId: string;
  actionId: string;
  name: string;
  runAs: string;
  dryRun: boolean;
  /** Its slot, or when it was made. */
  now: Date;
  isJudged: boolean;
  event: EventName | null;
  resourceId: string | null;
  trigger: ActionTrigger;
  effects: EffectRun[];
  found: Found | null;
  chain: Link[];
}

export type StoredRun = Omit<ActionRun, keyof typeof asked.properties> &
  Record<keyof typeof asked.properties, unknown>;

export const readRun = rowReaderOf(asked, "the run");

/** Columns of the row `r` of `action_runs`. */
export const runColumns =
  sql.raw(`r.id, r.org_id as "orgId", r.action_id as "actionId", r.name, r.run_as as "runAs",
  r.dry_run as "dryRun", coalesce(r.slot, r.created_at) as now, r.judged_at is not null as "isJudged",
  r.cause ->> 'event' as event, r.cause ->> 'resourceId' as "resourceId", r.trigger, r.effects, r.found, r.chain`);

/** Marks it as running; `undefined` for one that has ended. */
export async function beginRun(db: Db, orgId: string, runId: string): Promise<ActionRun | undefined> {
  const {rows} = await sql<StoredRun>`
    update action_runs r set status = 'running', started_at = coalesce(r.started_at, now())
    where r.org_id = ${orgId} and r.id = ${runId} and r.status in ('queued', 'running')
    returning ${runColumns}`.execute(db);
  return rows[0] && readRun(rows[0]);
}

/** Keeps what was found; the effects are those of the run, carried out or not. */
export async function keepJudged(
  db: Db | Tx,
  {id, orgId, found, effects}: ActionRun,
  statements: readonly object[] = [],
): Promise<void> {
  await sql`
    update action_runs set judged_at = now(), found = ${found === null ? null : JSON.stringify(found)}::json,
      statements = ${JSON.stringify(statements)}::json, effects = ${JSON.stringify(effects)}::json
    where org_id = ${orgId} and id = ${id} and status = 'running'`.execute(db);
}

/**
 * Ends, of the runs that are not judged yet, those of a trigger that has been changed since: what they saw would be
 * taken for what the new one has seen. The actions are locked.
 */
export async function skipChanged(tx: Tx, orgId: string, runIds: readonly string[]): Promise<void> {
  await sql`
    update action_runs r set status = 'skipped', finished_at = clock_timestamp(), error = ${CHANGED},
      effects = (select json_agg(e.value::jsonb || '{"status": "skipped"}' order by e.ordinality)
        from json_array_elements(r.effects) with ordinality e)
    from actions a
    where r.org_id = ${orgId} and r.id = any (${[...runIds]}::text[]) and r.status in ('queued', 'running')
      and r.judged_at is null and r.trigger ->> 'type' = 'threshold'
      and a.org_id = r.org_id and a.id = r.action_id and a.trigger::jsonb <> r.trigger::jsonb`.execute(tx);
}

/** Locks a run that has not ended: false where it was cancelled or deleted meanwhile. */
export async function lockRunning(tx: Tx, {id, orgId}: ActionRun): Promise<boolean> {
  const {rows} = await sql`
    select from action_runs where org_id = ${orgId} and id = ${id} and status = 'running' for update`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function saveEffects(tx: Tx, {id, orgId, effects}: ActionRun): Promise<void> {
  await sql`
    update action_runs set effects = ${JSON.stringify(effects)}::json
    where org_id = ${orgId} and id = ${id}`.execute(tx);
}

export async function endRun(
  db: Db | Tx,
  {id, orgId}: Pick<ActionRun, "id" | "orgId">,
  status: "succeeded" | "failed",
  error?: string,
): Promise<void> {
  await sql`
    update action_runs set status = ${status}, finished_at = clock_timestamp(), error = ${error ?? null}
    where org_id = ${orgId} and id = ${id} and status in ('queued', 'running')`.execute(db);
}
