import {noticeSql} from "../../shared/core/change-notices.ts";
import {deleteInBatches} from "../../shared/core/database/delete-in-batches.ts";
import {type Db, sql, type Tx} from "../../shared/core/db.ts";
import {oneLine} from "../../shared/core/one-line.ts";
import type {OwnPull} from "../../shared/modeling/github/api-requests.ts";
import type {AskedBy, Refusal} from "../../shared/modeling/github/write-back-schemas.ts";
import {addWriteBack, enqueueWriteBack, readStoredRequest} from "../../shared/modeling/github/write-backs.ts";
import type {LayerChange} from "../../shared/modeling/layer-formats/common/apply-changes.ts";
import type {GraphDiff} from "../../shared/modeling/layer-formats/diff-graph.ts";
import type {LeftOut} from "../../shared/modeling/layer-formats/write-questions.ts";
import {queueSync} from "../../shared/tenancy/projects/queue-sync.ts";
import {hasLostItsJob} from "../takeover/abandoned-runs.ts";

/** A request under way, with the write-back that it belongs to. */
export interface WriteRun {
  id: string;
  orgId: string;
  projectId: string;
  writeBackId: string;
  repositoryId: string;
  branch: string;
  title: string;
  /** The number of the pull request, once it exists. */
  number: number | null;
  changes: LayerChange[];
  /** Whether verified questions are written, too. */
  withQuestions: boolean;
  askedBy: AskedBy;
  commitId: string | null;
  tries: number;
  waitsUntil: Date | null;
  createdAt: Date;
}

interface Row {
  id: string;
  write_back_id: string;
  repository_id: string;
  branch: string;
  title: string;
  number: number | null;
  commit_id: string | null;
  tries: number;
  waits_until: Date | null;
  created_at: Date;
  with_questions: boolean;
  changes: unknown;
  asked_by: unknown;
  diff: unknown;
  error: unknown;
}

/**
 * The statuses of requests under way. A request that writes questions has statuses of its own, so that workers of
 * earlier versions do not take it up.
 */
const RUNNING = sql.raw("'running', 'writing'");
const UNDER_WAY = sql.raw("'queued', 'running', 'waiting', 'writing'");

/** Takes up the running request, whose worker has died or had to wait, or else begins the oldest queued one. */
export async function beginWriteBack(
  db: Db,
  orgId: string,
  projectId: string,
): Promise<WriteRun | undefined> {
  const {rows} = await sql<Row>`
    update write_back_requests r
    set status = case when r.status in ('waiting', 'writing') then 'writing' else 'running' end
    from write_backs w
    where r.org_id = ${orgId} and w.org_id = r.org_id and w.id = r.write_back_id and r.id = (
      select n.id from write_back_requests n
      where n.org_id = ${orgId} and n.project_id = ${projectId} and n.status in (${UNDER_WAY})
      order by n.id limit 1 for update)
    returning r.id, r.write_back_id, w.repository_id::text as repository_id, w.branch, w.title, w.number, r.commit_id,
      r.tries, r.waits_until, r.created_at, r.with_questions, r.changes, r.asked_by, r.diff, r.error`.execute(
    db,
  );
  if (!rows[0]) return undefined;
  const row = readStoredRequest(rows[0]);
  return {
    id: row.id,
    orgId,
    projectId,
    writeBackId: row.write_back_id,
    repositoryId: row.repository_id,
    branch: row.branch,
    title: row.title,
    number: row.number,
    changes: row.changes,
    withQuestions: row.with_questions,
    askedBy: row.asked_by,
    commitId: row.commit_id,
    tries: row.tries,
    waitsUntil: row.waits_until,
    createdAt: row.created_at,
  };
}

/** Postpones the request to that time. */
export async function postponeWriteBack(
  db: Db,
  {id, orgId, projectId}: WriteRun,
  until: Date,
): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`
      update write_back_requests set tries = tries + 1, waits_until = ${until}
      where org_id = ${orgId} and id = ${id} and status in (${RUNNING})`.execute(tx);
    await enqueueWriteBack(tx, orgId, projectId, until);
    await publishWriteBack(tx, id);
  });
}

/** Records the commit, so that it is not looked for again, and its changes to the layer, if they are known. */
export async function noteCommit(
  db: Db,
  {id, orgId}: WriteRun,
  commit: string,
  diff?: GraphDiff,
): Promise<void> {
  const changed = diff === undefined ? null : JSON.stringify(diff);
  await sql`
    update write_back_requests set commit_id = ${commit}, diff = coalesce(${changed}::json, diff)
    where org_id = ${orgId} and id = ${id}`.execute(db);
}

/**
 * Records, before the commit, which questions could not be written: a later attempt that finds the commit does not read
 * the files again.
 */
export async function noteLeftOut(db: Db, {id, orgId}: WriteRun, leftOut: readonly LeftOut[]): Promise<void> {
  await sql`
    update write_back_requests set left_out = ${leftOut.length > 0 ? JSON.stringify(leftOut) : null}::json
    where org_id = ${orgId} and id = ${id}`.execute(db);
}

/** Ends the request with its pull request. */
export async function succeedWriteBack(db: Db, run: WriteRun, pull: OwnPull): Promise<void> {
  const {id, orgId} = run;
  await db.transaction().execute(async tx => {
    await sql`
      update write_back_requests set status = 'succeeded', finished_at = now(), waits_until = null
      where org_id = ${orgId} and id = ${id} and status in (${RUNNING})`.execute(tx);
    await notePull(tx, run, pull);
    await publishWriteBack(tx, id);
  });
}

/**
 * Ends the request without a pull request. A write-back without a pull request fails with its last request. The request
 * gives up its key, so that the same request with that key is a new attempt.
 */
export async function failWriteBack(
  db: Db,
  {id, orgId, writeBackId}: WriteRun,
  refusal: Refusal,
): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`
      update write_back_requests
      set status = 'failed', finished_at = now(), waits_until = null, request_key = null,
        error = ${JSON.stringify({...refusal, message: oneLine(refusal.message)})}::json
      where org_id = ${orgId} and id = ${id} and status in (${RUNNING})`.execute(tx);
    await sql`
      update write_backs w set status = 'failed', closed_at = now()
      where w.org_id = ${orgId} and w.id = ${writeBackId} and w.number is null and not exists (
        select from write_back_requests r
        where r.org_id = w.org_id and r.write_back_id = w.id and r.status <> 'failed')`.execute(tx);
    await publishWriteBack(tx, id);
  });
}

/** Gives the request a write-back of its own, because the one that it joined was merged or closed meanwhile. */
export async function separate(db: Db, run: WriteRun): Promise<WriteRun> {
  const {id, orgId, projectId, repositoryId, title} = run;
  return db.transaction().execute(async tx => {
    const writeBackId = await addWriteBack(tx, {orgId, projectId, repositoryId, title});
    const {rows} = await sql<{branch: string}>`
      update write_back_requests r set write_back_id = ${writeBackId}
      from write_backs w
      where r.org_id = ${orgId} and r.id = ${id} and w.org_id = r.org_id and w.id = ${writeBackId}
      returning w.branch`.execute(tx);
    return {...run, writeBackId, branch: rows[0]!.branch, number: null, commitId: null};
  });
}

/** Records GitHub's present state of a pull request. A merge causes a sync, once. */
export async function notePull(
  tx: Tx,
  {orgId, projectId, writeBackId}: Pick<WriteRun, "orgId" | "projectId" | "writeBackId">,
  {
    number,
    html_url: url,
    title,
    state,
    merged_at: merged,
    closed_at: closedAt,
    mergeable,
    merge_commit_sha: commit,
  }: OwnPull,
): Promise<void> {
  const isOpen = state === "open";
  const {rows: before} = await sql<{status: string}>`
    select status from write_backs where org_id = ${orgId} and id = ${writeBackId} for update`.execute(tx);
  // GitHub needs a while to find out whether a pull request can be merged; until then its last known status stays.
  const statusWhileUnknown =
    before[0]?.status === "conflicting" && mergeable !== true ? "conflicting" : "open";
  const status = merged
    ? "merged"
    : !isOpen
      ? "closed"
      : mergeable === false
        ? "conflicting"
        : statusWhileUnknown;
  await sql`
    update write_backs
    set number = ${number}, url = ${url}, title = ${title.slice(0, 1000)}, status = ${status},
      closed_at = ${isOpen ? null : (merged ?? closedAt ?? null)}::timestamptz
    where org_id = ${orgId} and id = ${writeBackId}`.execute(tx);
  if (status !== "merged" || before[0]?.status === "merged") return;
  const requestedCommit = commit ?? undefined;
  await queueSync(tx, {orgId, projectId, trigger: {type: "push"}, requestedCommit});
}

async function publishWriteBack(tx: Tx, id: string): Promise<void> {
  await sql`select ${noticeSql({kind: "write_back", id})}`.execute(tx);
}

/** Adds a job for each queued or running request that has none, so that no request is lost. */
export async function resumeWriteBacks(db: Db): Promise<void> {
  const {rows} = await sql<{org_id: string; project_id: string}>`
    select distinct r.org_id, r.project_id from write_back_requests r
    where r.status in (${UNDER_WAY})
      and ${hasLostItsJob("r", sql`'write back ' || r.project_id`)}`.execute(db);
  for (const {org_id: orgId, project_id: projectId} of rows) await enqueueWriteBack(db, orgId, projectId);
}

/** How many write-backs one statement deletes: few, because each is deleted with its requests. */
const COLLECTED_BATCH = 500;

/**
 * Deletes write-backs that were merged, or refused before they had a pull request, more than `days` ago. Those whose
 * pull request was closed stay, because it may be reopened on GitHub and is then followed again.
 */
export async function collectWriteBacks(db: Db, days: number): Promise<void> {
  const isOver = sql`status in ('merged', 'failed')
    and coalesce(closed_at, created_at) < now() - ${days} * interval '1 day'
    and not exists (
      select from write_back_requests r where r.write_back_id = write_backs.id and r.status in (${UNDER_WAY}))`;
  await deleteInBatches(db, "write_backs", isOver, COLLECTED_BATCH);
}
