import {type Static, Type} from "@sinclair/typebox";
import {mayReadStoredRows} from "../../content/run-as/stored-rows.ts";
import {mayKnowErrors, notFound} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {requireResumer} from "../../core/cadence/require-resumer.ts";
import {type Db, sql} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import {newestPage, type Page} from "../../core/paging.ts";
import {rowReaderOf, type Stored} from "../../core/validate.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import {Query} from "../../semantic/documents.ts";
import {lockContent} from "../../tenancy/content-kinds/content.ts";
import {levelSql} from "../../tenancy/content-rights/rights.ts";
import {createActionRuns, effectsEnded} from "./create-runs.ts";
import {requireAction} from "./find.ts";
import {requireStarter} from "./manual-runs.ts";
import {type ActionRunView, Cause, Checked, type EffectResult, EffectRun} from "./run-schemas.ts";
import type {Effect} from "./schemas.ts";

/** The statement for the rows of a run, as it was compiled for the run's principal during the run. */
const AskedStatement = Type.Object({
  query: Query,
  fingerprint: Type.String(),
  at: Type.String(),
  toDate: Type.Optional(Type.Boolean()),
});
export type AskedStatement = Static<typeof AskedStatement>;

const jsonColumns = Type.Object({
  cause: Cause,
  found: Type.Union([Checked, Type.Null()]),
  effects: Type.Array(EffectRun),
  statements: Type.Array(AskedStatement),
});

interface RunRow {
  id: string;
  action_id: string;
  /** The run that led to this run, and its action. */
  parent_action: string | null;
  parent_run: string | null;
  /** The ids named in the run whose content the reader can see. */
  seen: string[];
  status: ActionRunView["status"];
  dry_run: boolean;
  run_as: string;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  /** Whether the action's trigger has a query. */
  has_query: boolean;
  error: string | null;
  cause: Cause;
  found: Checked | null;
  effects: EffectRun[];
  statements: AskedStatement[];
}

type StoredRun = Stored<RunRow, keyof typeof jsonColumns.properties>;

const read = rowReaderOf(jsonColumns, "the run");

/** Columns of the row `r` of `action_runs`, as the actor may see them. */
function runColumns(actor: Actor) {
  return sql`r.id, r.action_id, r.status, r.dry_run, r.run_as, r.created_at, r.started_at, r.finished_at, r.error,
    coalesce(r.trigger ->> 'type' = 'threshold', false) as has_query,
    r.cause, r.found, r.effects, r.statements, r.chain -> -1 ->> 'actionId' as parent_action,
    r.chain -> -1 ->> 'runId' as parent_run,
    array(select c.id from content c
      where c.org_id = r.org_id and (c.id in (r.chain -> -1 ->> 'actionId', r.cause ->> 'resourceId')
          or c.id in (select e.value -> 'result' ->> 'datasetId' from json_array_elements(r.effects) e)
          or r.dry_run and c.id in (
            select coalesce(e.value -> 'effect' ->> 'scheduleId', e.value -> 'effect' ->> 'chartId')
            from json_array_elements(r.effects) e))
        and ${levelSql(actor)} > 0) as seen`;
}

/** Runs the action by hand, for callers who may edit the action and who could do each of its effects themselves. */
export async function startActionRun(
  deps: LayerDeps,
  actor: Actor,
  actionId: string,
  {dryRun = false}: {dryRun?: boolean},
): Promise<ActionRunView> {
  await requireStarter(deps.db, actor, actionId);
  const id = newId("run");
  return deps.db.transaction().execute(async tx => {
    // The lock prevents changes of the action until its run is created.
    await lockContent(tx, actor, "action", actionId);
    await requireStarter(tx, actor, actionId);
    requireResumer(actor, await requireAction(tx, actor, actionId, "edit"), "rights it has");
    await audit(tx, actor, "action.run", {type: "action", id: actionId}, {runId: id, dryRun});
    const cause: Cause = {type: "manual", by: actor.id};
    await createActionRuns(tx, [{id, orgId: actor.orgId, actionId, cause, dryRun}]);
    // With an Idempotency-Key, the transaction commits after this function returns. Until then, only the transaction
    // itself sees the run.
    return viewRun({...deps, db: tx}, actor, await requireRun(tx, actor, actionId, id));
  });
}

/** The action's runs, newest first, and one more if the next page is not empty. */
export async function listActionRuns(
  deps: LayerDeps,
  actor: Actor,
  actionId: string,
  pageOf: () => Page,
): Promise<ActionRunView[]> {
  await requireAction(deps.db, actor, actionId, "view");
  const {rows} = await sql<StoredRun>`
    select ${runColumns(actor)} from action_runs r
    where r.org_id = ${actor.orgId} and r.action_id = ${actionId} ${newestPage(pageOf(), "r.id")}`.execute(
    deps.db,
  );
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

/** The run with this id, of any action; `undefined` if there is no such run that the caller can see. */
export async function findActionRun(
  deps: LayerDeps,
  actor: Actor,
  runId: string,
): Promise<ActionRunView | undefined> {
  const {rows} = await sql<StoredRun>`
    select ${runColumns(actor)} from action_runs r join content c on c.org_id = r.org_id and c.id = r.action_id
    where r.org_id = ${actor.orgId} and r.id = ${runId} and ${levelSql(actor)} > 0`.execute(deps.db);
  return rows[0] && viewRun(deps, actor, read(rows[0]));
}

/** Ends a run before its next effect. Rejects with `conflict` for a run that has ended. */
export async function cancelActionRun(
  deps: LayerDeps,
  actor: Actor,
  actionId: string,
  runId: string,
): Promise<void> {
  await requireStarter(deps.db, actor, actionId);
  await requireRun(deps.db, actor, actionId, runId);
  await deps.db.transaction().execute(async tx => {
    const {rows} = await sql`
      update action_runs r set status = 'cancelled', finished_at = now(), effects = ${effectsEnded}
      where r.org_id = ${actor.orgId} and r.id = ${runId} and r.status in ('queued', 'running')
      returning r.id`.execute(tx);
    if (rows.length === 0) throw new ServiceError("conflict", "The run has already ended.");
    await audit(tx, actor, "action.cancel", {type: "action", id: actionId}, {runId});
  });
}

async function requireRun(db: Db, actor: Actor, actionId: string, runId: string): Promise<RunRow> {
  const {rows} = await sql<StoredRun>`
    select ${runColumns(actor)} from action_runs r
    where r.org_id = ${actor.orgId} and r.action_id = ${actionId} and r.id = ${runId}`.execute(db);
  if (!rows[0]) throw notFound("run", runId);
  return read(rows[0]);
}

async function viewRun(deps: LayerDeps, actor: Actor, row: RunRow): Promise<ActionRunView> {
  const {found, parent_action: parentId, parent_run: parentRun} = row;
  const mayRead =
    found === null || (row.statements.length > 0 && (await mayReadStoredRows(deps, actor, row.statements)));
  const isOwn = actor.id === row.run_as;
  const {resourceId, ...cause} = row.cause;
  return {
    id: row.id,
    actionId: row.action_id,
    status: row.status,
    trigger: {
      ...cause,
      ...(resourceId !== undefined && (isOwn || row.seen.includes(resourceId)) ? {resourceId} : {}),
    },
    ...(parentId && parentRun && row.seen.includes(parentId)
      ? {cause: {actionId: parentId, runId: parentRun}}
      : {}),
    ...(row.dry_run ? {dryRun: true} : {}),
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    ...(found && mayRead ? viewFound(found) : {}),
    effects: row.effects.map(({effect, status, result, error}) => ({
      type: effect.type,
      status,
      ...(result === undefined
        ? {}
        : {
            result: resultFor(
              {seen: row.seen, mayRead, isOwn, isAdmin: actor.orgRole === "admin"},
              effect,
              result,
            ),
          }),
      ...(error === undefined ? {} : {error: mayKnowErrors(actor, row.run_as) ? error : HIDDEN_ERROR}),
    })),
    ...(mayRead ? {} : {redacted: true}),
    ...(row.error === null ? {} : {error: errorFor(actor, row)}),
  };
}

function viewFound({columns, rows, count, measured}: Checked): Partial<ActionRunView> {
  return {columns, rows, rowCount: count, ...(measured ? {measured} : {})};
}

/** The error for readers who may not know why a run or an effect failed. */
export const HIDDEN_ERROR =
  "Only the principal with whose rights it runs, and org-admins, can see why it failed.";

function errorFor(actor: Actor, {has_query, status, run_as, error}: RunRow): string {
  const isHidden = has_query && status === "failed" && !mayKnowErrors(actor, run_as);
  return isHidden ? HIDDEN_ERROR : (error ?? "");
}

interface Reader {
  /** The ids named in the run whose content the reader can see. */
  seen: readonly string[];
  /** Whether the reader may read the rows of the run. */
  mayRead: boolean;
  /** Whether the reader is the run's `runAs`. */
  isOwn: boolean;
  isAdmin: boolean;
}

/**
 * The result of an effect for a reader of the action. It leaves out values of rows that the reader would not get, and
 * names that `runAs` could see and the reader cannot see.
 */
function resultFor(
  {seen, mayRead, isOwn, isAdmin}: Reader,
  effect: Effect,
  {would, kept, ...made}: EffectResult,
): EffectResult {
  const named =
    effect.type === "run_delivery" ? effect.scheduleId : effect.type === "email" ? effect.chartId : undefined;
  // A dry run names the project and its repository, which readers of the action may not be allowed to see.
  const isKnown =
    effect.type === "sync_project" ? isOwn || isAdmin : named === undefined || seen.includes(named);
  const {datasetId} = made;
  const isHidden = datasetId !== undefined && !isOwn && !seen.includes(datasetId);
  return {
    ...(isHidden ? {datasetId} : made),
    ...(would !== undefined && mayRead && isKnown ? {would} : {}),
    ...(kept
      ? {
          kept: isOwn
            ? kept
            : kept.map(({id}) => ({id, because: "The dataset is in use, or must not be deleted."})),
        }
      : {}),
  };
}
