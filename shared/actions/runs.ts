import {type Static, Type} from "@sinclair/typebox";
import {notFound} from "../access.ts";
import type {Actor} from "../actor.ts";
import {audit} from "../audit.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {ServiceError} from "../errors.ts";
import {newId} from "../ids.ts";
import type {Page} from "../paging.ts";
import type {LayerDeps} from "../projects/layers.ts";
import {prepareQuery} from "../queries/prepare.ts";
import {Query} from "../semantic/query.ts";
import {rowReaderOf} from "../validate.ts";
import {requireAction} from "./find.ts";
import {type ActionRunView, Cause, EffectRun, Found} from "./schemas.ts";

const ATTEMPTS = 25;
const WAITING = "Another run of this action was waiting already.";

/** A run to be made of an action as it is now. */
export interface NewActionRun {
  id: string;
  orgId: string;
  actionId: string;
  cause: Cause;
  /** The slot of its cadence, which is made once. */
  slot?: Date;
  /** Why it is not run; it is recorded all the same. */
  skipped?: string;
  dryRun?: boolean;
}

/**
 * Writes a run and its job. One run of an action waits while another is under way; what comes meanwhile is recorded as
 * skipped. A slot that was made already is left as it is.
 */
export async function createActionRun(tx: Tx, run: NewActionRun): Promise<void> {
  if (run.skipped === undefined && (await insertRun(tx, run, undefined))) return;
  await insertRun(tx, run, run.skipped ?? WAITING);
}

async function insertRun(
  tx: Tx,
  {id, orgId, actionId, cause, slot, dryRun = false}: NewActionRun,
  skipped: string | undefined,
): Promise<boolean> {
  const isSkipped = skipped !== undefined;
  const {rows} = await sql<{id: string}>`
    with m as (
      insert into action_runs (id, org_id, action_id, status, cause, slot, dry_run, name, trigger, run_as, effects,
        finished_at, error)
      select ${id}, a.org_id, a.id, ${isSkipped ? "skipped" : "queued"}, ${JSON.stringify(cause)}::json,
        ${slot?.toISOString() ?? null}::timestamptz, ${dryRun}, c.name, a.trigger, a.run_as, (
          select json_agg(json_build_object('effect', e.value, 'status', ${isSkipped ? "skipped" : "queued"}::text)
            order by e.ordinality)
          from json_array_elements(a.effects) with ordinality e),
        case when ${isSkipped} then now() end, ${skipped ?? null}
      from actions a join content c on c.org_id = a.org_id and c.id = a.id
      where a.org_id = ${orgId} and a.id = ${actionId}
      on conflict do nothing
      returning id, org_id, action_id
    )
    select m.id, case when not ${isSkipped} then (graphile_worker.add_job('run_action',
      json_build_object('orgId', m.org_id, 'runId', m.id), job_key => m.id, max_attempts => ${sql.lit(ATTEMPTS)},
      queue_name => 'action ' || m.action_id)).id end as job from m`.execute(tx);
  return rows.length > 0;
}

/** The statement behind the rows of a run, as its principal had it at that moment. */
const AskedStatement = Type.Object({query: Query, fingerprint: Type.String(), at: Type.String()});
export type AskedStatement = Static<typeof AskedStatement>;

const asked = Type.Object({
  cause: Cause,
  found: Type.Union([Found, Type.Null()]),
  effects: Type.Array(EffectRun),
  statements: Type.Array(AskedStatement),
});

interface RunRow {
  id: string;
  action_id: string;
  status: ActionRunView["status"];
  dry_run: boolean;
  run_as: string;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  error: string | null;
  cause: Cause;
  found: Found | null;
  effects: EffectRun[];
  statements: AskedStatement[];
}

type StoredRun = Omit<RunRow, keyof typeof asked.properties> & Record<keyof typeof asked.properties, unknown>;

const read = rowReaderOf(asked, "the run");

const runColumns = sql.raw(
  "r.id, r.action_id, r.status, r.dry_run, r.run_as, r.created_at, r.started_at, r.finished_at, r.error, r.cause, r.found, r.effects, r.statements",
);

/** Runs the action by hand, for those who may edit it. */
export async function startActionRun(
  deps: LayerDeps,
  actor: Actor,
  actionId: string,
  {dryRun = false}: {dryRun?: boolean},
): Promise<ActionRunView> {
  await requireAction(deps.db, actor, actionId, "edit");
  const id = newId("run");
  await deps.db.transaction().execute(async tx => {
    await audit(tx, actor, "action.run", {type: "action", id: actionId}, {runId: id, dryRun});
    const cause: Cause = {type: "manual", by: actor.id};
    await createActionRun(tx, {id, orgId: actor.orgId, actionId, cause, dryRun});
  });
  return getActionRun(deps, actor, actionId, id);
}

/** The action's runs, newest first; one more than the page holds, where there are more. */
export async function listActionRuns(
  deps: LayerDeps,
  actor: Actor,
  actionId: string,
  {before, limit}: Page,
): Promise<ActionRunView[]> {
  await requireAction(deps.db, actor, actionId, "view");
  const older = before === undefined ? sql`` : sql`and r.id < ${before}`;
  const {rows} = await sql<StoredRun>`
    select ${runColumns} from action_runs r
    where r.org_id = ${actor.orgId} and r.action_id = ${actionId} ${older}
    order by r.id desc limit ${limit + 1}`.execute(deps.db);
  const views: ActionRunView[] = [];
  for (const row of rows) views.push(await viewRun(deps, actor, read(row)));
  return views;
}

export async function getActionRun(
  deps: LayerDeps,
  actor: Actor,
  actionId: string,
  runId: string,
): Promise<ActionRunView> {
  await requireAction(deps.db, actor, actionId, "view");
  return viewRun(deps, actor, await requireRun(deps.db, actor, actionId, runId));
}

/** Ends a run before its next effect. `conflict` for one that has ended. */
export async function cancelActionRun(
  deps: LayerDeps,
  actor: Actor,
  actionId: string,
  runId: string,
): Promise<void> {
  await requireAction(deps.db, actor, actionId, "edit");
  await requireRun(deps.db, actor, actionId, runId);
  await deps.db.transaction().execute(async tx => {
    const {rows} = await sql`
      update action_runs set status = 'cancelled', finished_at = now()
      where org_id = ${actor.orgId} and id = ${runId} and status in ('queued', 'running')
      returning id`.execute(tx);
    if (rows.length === 0) throw new ServiceError("conflict", "The run has ended already.");
    await audit(tx, actor, "action.cancel", {type: "action", id: actionId}, {runId});
  });
}

async function requireRun(db: Db, actor: Actor, actionId: string, runId: string): Promise<RunRow> {
  const {rows} = await sql<StoredRun>`
    select ${runColumns} from action_runs r
    where r.org_id = ${actor.orgId} and r.action_id = ${actionId} and r.id = ${runId}`.execute(db);
  if (!rows[0]) throw notFound("run", runId);
  return read(rows[0]);
}

async function viewRun(deps: LayerDeps, actor: Actor, row: RunRow): Promise<ActionRunView> {
  const {found} = row;
  const mayRead = found === null || (await mayReadFound(deps, actor, row));
  return {
    id: row.id,
    actionId: row.action_id,
    status: row.status,
    trigger: row.cause,
    ...(row.dry_run ? {dryRun: true} : {}),
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    ...(found && mayRead ? {found} : {}),
    effects: row.effects.map(({effect, status, deliveryId, error}) => ({
      type: effect.type,
      status,
      ...(deliveryId === undefined ? {} : {result: {deliveryId}}),
      ...(error === undefined ? {} : {error}),
    })),
    ...(mayRead ? {} : {redacted: true}),
    ...(row.error === null ? {} : {error: row.error}),
  };
}

/** The principal that it ran as may, and who gets the same statement for that moment when it is prepared for them now. */
async function mayReadFound(
  deps: LayerDeps,
  actor: Actor,
  {run_as: runAs, statements}: Pick<RunRow, "run_as" | "statements">,
): Promise<boolean> {
  if (actor.id === runAs) return true;
  for (const {query, fingerprint, at} of statements) {
    try {
      if ((await prepareQuery(deps, actor, query, new Date(at))).fingerprint !== fingerprint) return false;
    } catch (error) {
      if (error instanceof ServiceError) return false;
      throw error;
    }
  }
  return statements.length > 0;
}
