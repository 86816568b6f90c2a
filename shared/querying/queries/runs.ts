import {type Static, Type} from "@sinclair/typebox";
import {notFound} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {publish} from "../../core/change-notices.ts";
import {prepared} from "../../core/database/prepared.ts";
import {flush, unflushed} from "../../core/database/unflushed.ts";
import {type Db, sql} from "../../core/db.ts";
import {isId} from "../../core/ids.ts";
import {enqueue, type JobPayload, jobSql} from "../../core/jobs.ts";
import {foreignCursor, type Page} from "../../core/paging.ts";
import {readerOf} from "../../core/validate.ts";
import {CONTENT_TYPES, type RunRequest} from "../../core/wire/run-request.ts";
import {readWireError} from "../../core/wire-error.ts";
import {makeRunDays, runIdAt, timeOfRun, withRunDays} from "./run-days.ts";
import type {RunView} from "./schemas.ts";

/** The most attempts of a job. A worker that dies, or loses the database, uses up one. */
const JOB_ATTEMPTS = 5;
const DAY_MS = 24 * 60 * 60_000;
/** An upper bound of ids of runs: the first character of a TypeID is at most 7. */
const ABOVE_ALL = "run_8";
/** How many days back runs are searched for, in steps, until the page is full. */
const LOOKBACK_DAYS = [2, 40, Number.POSITIVE_INFINITY];

interface RunRow {
  id: string;
  project_id: string;
  model: string;
  trigger: string;
  status: string;
  cache: string | null;
  times: number;
  row_count: number | null;
  size_bytes: number | null;
  duration_ms: number | null;
  error: unknown;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  /** The shape of the query, if known. */
  asked?: unknown;
}

const columns = sql.raw(
  "id, project_id, model, trigger, status, cache, times, row_count, size_bytes, duration_ms, error, created_at, started_at, finished_at",
);

/** The query's shape for a list of runs: `q` is the run. */
const askedColumn = sql`(select s.query from query_shapes s
    where s.org_id = q.org_id and s.project_id = q.project_id and s.id = q.shape) as asked`;

const NamedColumn = Type.Union([
  Type.String(),
  Type.Object({of: Type.String()}),
  Type.Object({name: Type.String()}),
  Type.Object({field: Type.String()}),
]);
const readAsked = readerOf(
  Type.Object({
    dimensions: Type.Optional(Type.Array(NamedColumn)),
    measures: Type.Optional(Type.Array(NamedColumn)),
  }),
  "what a query asks",
);

function viewRun(row: RunRow): RunView {
  return {
    id: row.id,
    projectId: row.project_id,
    model: row.model,
    asked: row.asked === null || row.asked === undefined ? null : namesOf(row.asked),
    trigger: row.trigger,
    status: row.status,
    cache: row.cache,
    times: row.times,
    rowCount: row.row_count,
    sizeBytes: row.size_bytes,
    durationMs: row.duration_ms,
    error: row.error === null ? null : publicError(row.error),
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

function namesOf(asked: unknown): {dimensions: string[]; measures: string[]} {
  const {dimensions = [], measures = []} = readAsked(asked);
  const nameOf = (column: Static<typeof NamedColumn>) =>
    typeof column === "string"
      ? column
      : "of" in column
        ? column.of
        : "name" in column
          ? column.name
          : column.field;
  return {dimensions: dimensions.map(nameOf), measures: measures.map(nameOf)};
}

function publicError(stored: unknown): {code: string; message: string} {
  const {code, message} = readWireError(stored);
  return {code, message};
}

/**
 * Queues a compiled query. One statement writes its record and its job, and its commit does not wait for the disk, so
 * that a worker can already begin. Resolves once both are on the disk; with `isAwaited` already before that, because the id
 * of the run is not public, and the process that waits for the run notices if the database has lost it.
 */
export async function enqueueRun(db: Db, request: RunRequest, {isAwaited = false} = {}): Promise<RunView> {
  const {rows} = await withRunDays(db, [request.record.runId], () => queueing(request, true).execute(db));
  if (!isAwaited) await flush(db);
  return viewRun(rows[0]!);
}

/** Like `enqueueRun`, in a transaction that may be part of another. */
export async function enqueueRunOnce(db: Db, request: RunRequest): Promise<RunView> {
  // A statement that fails because a partition is missing would abort the outer transaction.
  await makeRunDays(db, [timeOfRun(request.record.runId)]);
  const {rows} = await db.transaction().execute(tx => queueing(request, false).execute(tx));
  return viewRun(rows[0]!);
}

/** Queues the job of a run again, for a worker that has no slot for the run's organization. */
export async function putBackRun(db: Db, payload: JobPayload<"run_query">): Promise<void> {
  await enqueue(db, "run_query", payload, jobOptions(payload));
}

/** The flag keeps the job in the queue while its organization occupies as many of a worker's slots as it may. */
function jobOptions({orgId, runId}: JobPayload<"run_query">) {
  return {key: runId, maxAttempts: JOB_ATTEMPTS, flags: [orgId]};
}

function queueing(request: RunRequest, isUnflushed: boolean) {
  const {record} = request;
  const payload = {orgId: request.orgId, runId: record.runId};
  const job = jobSql("run_query", payload, {...jobOptions(payload), isNewKey: true});
  const commit = isUnflushed ? sql`, (select ${unflushed}) as c` : sql``;
  return sql<RunRow>`${prepared}
    with run as (
      insert into query_runs (id, org_id, principal_id, project_id, connection_id, model, trigger, status, fingerprint,
        request, content_type, request_id)
      values (${record.runId}, ${request.orgId}, ${record.principalId}, ${record.projectId}, ${request.source.id},
        ${record.model}, ${record.trigger}, 'queued', ${request.fingerprint}, ${JSON.stringify(request)}::jsonb,
        ${CONTENT_TYPES[request.format]}, ${record.requestId})
      returning ${columns})
    select run.* from run, (select ${job}) as job${commit}`;
}

/**
 * The caller's own runs, newest first: one row more than the page. Most pages lie within a few days, so older days are
 * only searched if those do not fill the page.
 */
export async function listRuns(db: Db, actor: Actor, page: Page): Promise<RunView[]> {
  const {before} = page;
  if (before !== undefined && !isId("run", before)) throw foreignCursor();
  const newestMs = before === undefined ? Date.now() : timeOfRun(before);
  const found: RunRow[] = [];
  let older = before ?? ABOVE_ALL;
  for (const days of LOOKBACK_DAYS) {
    const oldest = runIdAt(newestMs - days * DAY_MS);
    // A look at a few days first: planning the query over all days takes longer than running it over a few.
    const {rows} = await sql<RunRow>`${prepared}
      select ${columns}, ${askedColumn} from query_runs q
      where org_id = ${actor.orgId} and principal_id = ${actor.id} and id < ${older} and id >= ${oldest}
      order by id desc limit ${page.limit + 1 - found.length}`.execute(db);
    found.push(...rows);
    if (found.length > page.limit) break;
    older = oldest;
  }
  return found.map(viewRun);
}

export async function getRun(db: Db, actor: Actor, runId: string): Promise<RunView> {
  const {rows} = await sql<RunRow>`
    select ${columns}, ${askedColumn} from query_runs q
    where org_id = ${actor.orgId} and principal_id = ${actor.id} and id = ${runId}`.execute(db);
  if (!rows[0]) throw notFound("run", runId);
  return viewRun(rows[0]);
}

/** Cancels a run that has not ended: a waiting one never starts, and a running one is cancelled in its warehouse. */
export async function cancelRun(db: Db, actor: Actor, runId: string): Promise<void> {
  await getRun(db, actor, runId);
  await cancelQueued(db, actor.orgId, runId);
}

/** Like `cancelRun`, without a check of the owner: for internal use when the caller has disconnected. */
export async function cancelQueued(db: Db, orgId: string, runId: string): Promise<void> {
  await db.transaction().execute(async tx => {
    const {numAffectedRows} = await sql`
      update query_runs set status = 'cancelled', finished_at = now()
      where org_id = ${orgId} and id = ${runId} and status in ('queued', 'running')`.execute(tx);
    if (numAffectedRows === 0n) return;
    await sql`select graphile_worker.remove_job(${runId})`.execute(tx);
    await publish(tx, {kind: "cancel", id: runId});
    await publish(tx, {kind: "run", id: runId});
  });
}
