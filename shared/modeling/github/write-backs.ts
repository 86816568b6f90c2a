import {createHash} from "node:crypto";
import {isDeepStrictEqual} from "node:util";
import {notFound} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import {enqueue} from "../../core/jobs.ts";
import {newestPage, type Page} from "../../core/paging.ts";
import {rowReaderOf} from "../../core/validate.ts";
import {lockProject, type ProjectRow, requireProject} from "../../tenancy/projects/find.ts";
import {overlaps, titleOf} from "./changed-names.ts";
import {requireFollowing} from "./syncs.ts";
import {type AskedBy, StoredRequest, type WriteBackInput, type WriteBackView} from "./write-back-schemas.ts";

interface Row {
  id: string;
  branch: string;
  title: string;
  status: WriteBackView["status"];
  number: number | null;
  url: string | null;
  created_at: Date;
  closed_at: Date | null;
}

interface RequestRow {
  id: string;
  write_back_id: string;
  commit_id: string | null;
  created_at: Date;
  waits_until: Date | null;
  with_questions: boolean;
  changes: unknown;
  asked_by: unknown;
  diff: unknown;
  left_out?: unknown;
  error: unknown;
}

export const readStoredRequest = rowReaderOf(StoredRequest, "the request of a write-back");

const columns = sql.raw("w.id, w.branch, w.title, w.status, w.number, w.url, w.created_at, w.closed_at");

/** The project's write-backs, newest first. Returns one write-back more than the page holds if there are more. */
export async function listWriteBacks(
  db: Db,
  actor: Actor,
  projectId: string,
  pageOf: () => Page,
): Promise<WriteBackView[]> {
  await requireProject(db, actor, projectId);
  const {rows} = await sql<Row>`
    select ${columns} from write_backs w
    where w.org_id = ${actor.orgId} and w.project_id = ${projectId} ${newestPage(pageOf(), "w.id")}`.execute(
    db,
  );
  return viewWriteBacks(db, actor, rows);
}

export async function getWriteBack(
  db: Db,
  actor: Actor,
  projectId: string,
  id: string,
): Promise<WriteBackView> {
  await requireProject(db, actor, projectId);
  const {rows} = await sql<Row>`
    select ${columns} from write_backs w
    where w.org_id = ${actor.orgId} and w.project_id = ${projectId} and w.id = ${id}`.execute(db);
  const [view] = await viewWriteBacks(db, actor, rows);
  if (!view) throw notFound("write-back", id);
  return view;
}

/** The content of verified questions is shown to org-admins alone: others may not see the questions. */
async function viewWriteBacks(
  db: Db,
  {orgId, orgRole}: Actor,
  rows: readonly Row[],
): Promise<WriteBackView[]> {
  const ids = rows.map(({id}) => id);
  const {rows: found} = await sql<RequestRow>`
    select r.id, r.write_back_id, r.commit_id, r.created_at, r.waits_until, r.with_questions, r.changes, r.asked_by, r.diff,
      r.left_out, r.error
    from write_back_requests r
    where r.org_id = ${orgId} and r.write_back_id = any (${ids}::text[]) order by r.id`.execute(db);
  const requests = Map.groupBy(
    found.map(row => readStoredRequest(row)),
    row => row.write_back_id,
  );
  return rows.map(row => ({
    id: row.id,
    number: row.number,
    url: row.url,
    branch: row.branch,
    title: row.title,
    status: row.status,
    requests: (requests.get(row.id) ?? []).map(
      ({changes, with_questions, asked_by, commit_id, created_at, waits_until, diff, left_out, error}) => ({
        changes,
        ...(with_questions ? {verifiedQuestions: true} : {}),
        askedBy: asked_by,
        commit: commit_id,
        ...(diff === null ? {} : {diff}),
        ...(left_out
          ? {
              leftOut: left_out.map(({question, ...place}) =>
                orgRole === "admin" ? {question, ...place} : place,
              ),
            }
          : {}),
        createdAt: created_at.toISOString(),
        ...(waits_until === null ? {} : {waitsUntil: waits_until.toISOString()}),
        ...(error === null ? {} : {error: error.message}),
      }),
    ),
    createdAt: row.created_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
  }));
}

/**
 * Requests that changes be written back to the repository. A request that touches the same names as an open write-back
 * becomes part of that write-back. A repeated `key` of the same principal is the same request. Returns the request's
 * id; a job carries out the request.
 */
export async function requestWriteBack(
  db: Db,
  actor: Actor,
  projectId: string,
  input: WriteBackInput,
  key: string | null,
): Promise<string> {
  const requestKey =
    key === null ? null : createHash("sha256").update(`${actor.id}\n${projectId}\n${key}`).digest();
  return db.transaction().execute(async tx => {
    const project = await lockProject(tx, actor, projectId);
    requireFollowing(project);
    const known = requestKey && (await findRepeated(tx, actor.orgId, requestKey, input));
    if (known) return known;
    const {changes = [], verifiedQuestions} = input;
    const id = newId("req");
    const writeBackId = await writeBackFor(tx, actor, project, input);
    await sql`
      insert into write_back_requests (id, org_id, project_id, write_back_id, changes, status, with_questions, asked_by,
        request_key)
      values (${id}, ${actor.orgId}, ${projectId}, ${writeBackId}, ${JSON.stringify(changes)}::json,
        ${verifiedQuestions === undefined ? "queued" : "waiting"}, ${verifiedQuestions !== undefined},
        ${JSON.stringify(await askedBy(tx, actor))}::json, ${requestKey})`.execute(tx);
    await enqueueWriteBack(tx, actor.orgId, projectId);
    await audit(tx, actor, "project.write_back", {type: "project", id: projectId}, {writeBackId});
    return id;
  });
}

/** Adds the job of a project's write-backs, which are carried out one after another. */
export async function enqueueWriteBack(
  db: Db | Tx,
  orgId: string,
  projectId: string,
  runAt?: Date,
): Promise<void> {
  const key = `write back ${projectId}`;
  await enqueue(db, "write_back", {orgId, projectId}, {key, queue: sql`${key}`, ...(runAt ? {runAt} : {})});
}

async function findRepeated(
  tx: Tx,
  orgId: string,
  requestKey: Buffer,
  {changes = [], verifiedQuestions}: WriteBackInput,
): Promise<string | undefined> {
  await sql`
    update write_back_requests set request_key = null
    where org_id = ${orgId} and request_key = ${requestKey} and created_at < now() - interval '24 hours'`.execute(
    tx,
  );
  const {rows} = await sql<{id: string; changes: unknown; with_questions: boolean}>`
    select id, changes, with_questions from write_back_requests
    where org_id = ${orgId} and request_key = ${requestKey}`.execute(tx);
  const [found] = rows;
  if (!found) return undefined;
  const isSame = found.with_questions === (verifiedQuestions !== undefined);
  if (isSame && isDeepStrictEqual(found.changes, changes)) return found.id;
  throw new ServiceError(
    "idempotency_conflict",
    "This Idempotency-Key was used for another request. Use a new key for a new request.",
  );
}

/** The open write-back that touches the same names, else a new one. */
async function writeBackFor(
  tx: Tx,
  {orgId}: Actor,
  project: ProjectRow,
  input: WriteBackInput,
): Promise<string> {
  const {rows} = await sql<
    Omit<RequestRow, "commit_id" | "created_at" | "waits_until"> & {number: number | null}
  >`
    select r.id, r.write_back_id, r.with_questions, r.changes, r.asked_by, r.diff, r.error, w.number
    from write_back_requests r join write_backs w on w.org_id = r.org_id and w.id = r.write_back_id
    where r.org_id = ${orgId} and r.project_id = ${project.id} and r.status <> 'failed'
      and w.status in ('queued', 'open', 'conflicting') and w.repository_id = ${project.git_repository_id}::bigint
    order by r.id`.execute(tx);
  const {changes = [], verifiedQuestions} = input;
  const same = rows.filter(
    row =>
      (verifiedQuestions !== undefined && row.with_questions) ||
      overlaps(readStoredRequest(row).changes, changes),
  );
  const ids = new Set(same.map(row => row.write_back_id));
  const [only, ...others] = ids;
  if (others.length > 0) {
    const numbers = [
      ...new Set(same.map(({number}) => (number === null ? "one that is being opened" : `#${number}`))),
    ];
    throw new ServiceError(
      "conflict",
      `The changes touch what several open write-backs change: ${numbers.join(", ")}. Merge or close all but one first.`,
    );
  }
  if (only !== undefined) return only;
  const title = input.title ?? (changes.length > 0 ? titleOf(changes) : "Write the verified questions");
  return addWriteBack(tx, {
    orgId,
    projectId: project.id,
    repositoryId: project.git_repository_id ?? "",
    title,
  });
}

export interface NewWriteBack {
  orgId: string;
  projectId: string;
  repositoryId: string;
  title: string;
}

export async function addWriteBack(
  tx: Tx,
  {orgId, projectId, repositoryId, title}: NewWriteBack,
): Promise<string> {
  const id = newId("wb");
  await sql`
    insert into write_backs (id, org_id, project_id, repository_id, branch, title)
    values (${id}, ${orgId}, ${projectId}, ${repositoryId}::bigint, ${`analytics/${id}`}, ${title})`.execute(
    tx,
  );
  return id;
}

/** The service account that calls, and the member who created it or last rotated its token. */
async function askedBy(tx: Tx, {orgId, id, name}: Actor): Promise<AskedBy> {
  const {rows} = await sql<{id: string; name: string}>`
    select p.id, p.name from audit_log a join principals p on p.org_id = a.org_id and p.id = a.actor_id
    where a.org_id = ${orgId} and a.resource_type = 'service_account' and a.resource_id = ${id}
      and a.action in ('service_account.create', 'service_account.rotate') and p.kind = 'user'
    order by a.id desc limit 1`.execute(tx);
  return {serviceAccount: {id, name}, person: rows[0] ?? null};
}

/**
 * The outcome of a request: its write-back, the error that refused the request if any, and whether the request is over.
 */
export async function outcomeOf(
  db: Db,
  orgId: string,
  requestId: string,
): Promise<{writeBackId: string; error: ServiceError | undefined; isOver: boolean; waits: boolean}> {
  const {rows} = await sql<
    Omit<RequestRow, "commit_id" | "created_at" | "with_questions"> & {status: string}
  >`
    select r.id, r.write_back_id, r.status, r.changes, r.asked_by, r.diff, r.error, r.waits_until
    from write_back_requests r where r.org_id = ${orgId} and r.id = ${requestId}`.execute(db);
  if (!rows[0]) throw notFound("write-back", requestId);
  const {write_back_id: writeBackId, status, error, waits_until: waitsUntil} = readStoredRequest(rows[0]);
  return {
    writeBackId,
    error: error
      ? new ServiceError(error.code, error.message, error.errors.length > 0 ? {errors: error.errors} : {})
      : undefined,
    isOver: status === "succeeded" || status === "failed",
    waits: waitsUntil !== null,
  };
}
