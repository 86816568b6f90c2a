import {noticeSql, publish} from "../../core/change-notices.ts";
import {prepared} from "../../core/database/prepared.ts";
import {type Db, sql} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import type {Logger} from "../../core/log.ts";
import {type RunRequest, readStoredRun} from "../../core/wire/run-request.ts";

/** The number of workers that must crash with a statement before the statement is refused. */
const CRASHES_TO_REFUSE = 2;
const REFUSED_MS = 10 * 60_000;
const REMEMBERED_MS = 60 * 60_000;

/** The parts of a run that are recorded with a crash. Equal statements of an org have equal fingerprints. */
export interface Statement extends Pick<RunRequest, "orgId" | "fingerprint"> {
  readonly source: Pick<RunRequest["source"], "kind" | "id">;
  readonly record: Pick<RunRequest["record"], "model" | "principalId" | "requestId">;
}

export interface Suspect {
  orgId: string;
  fingerprint: string;
  workerIds: string[];
  /** Remaining milliseconds of the refusal; 0 or less if the statement may run. */
  refusedMs: number;
}

/**
 * Records that a worker crashed while this statement ran in it, once per worker, however many callers waited. Each
 * crash after which the statement is refused is also written to the audit log, for org-admins.
 */
export async function recordCrash(
  db: Db,
  log: Pick<Logger, "error">,
  {orgId, fingerprint, source: {kind, id}, record: {model, principalId, requestId}}: Statement,
  workerId: string,
): Promise<void> {
  // Other parts of a source may be the values and the tables of a statement of SQL.
  const source = {kind, id};
  await db.transaction().execute(async tx => {
    const {rows} = await sql<{crashes: number}>`
      insert into statement_crashes as c (org_id, fingerprint, worker_ids)
      select id, ${fingerprint}, array[${workerId}] from orgs where id = ${orgId}
      on conflict (org_id, fingerprint) do update set
        worker_ids = case when c.crashed_at < now() - ${REMEMBERED_MS} * interval '1 millisecond'
          then excluded.worker_ids else c.worker_ids || excluded.worker_ids end,
        crashed_at = now()
      where not c.worker_ids @> excluded.worker_ids
      returning cardinality(worker_ids) as crashes`.execute(tx);
    const crashes = rows[0]?.crashes;
    if (crashes === undefined) return;
    const context = {orgId, fingerprint, workerId, crashes, source, model, principalId, requestId};
    log.error(context, "a worker crashed while this statement ran");
    await publish(tx, {kind: "crash", id: orgId});
    if (crashes < CRASHES_TO_REFUSE) return;
    await sql`
      insert into audit_log (org_id, actor_id, action, resource_type, resource_id, details, request_id)
      values (${orgId}, ${principalId}, 'query.refused_after_crashes', 'connection', ${source.id},
        ${JSON.stringify({connectionId: source.id, model, fingerprint, crashes, refusedMinutes: REFUSED_MS / 60_000})}, ${requestId})`.execute(
      tx,
    );
  });
}

/** Records a crash for every statement that a worker had taken from the queue. */
export async function recordCrashOfRuns(db: Db, log: Logger, workerId: string): Promise<void> {
  const {rows} = await sql<{request: unknown}>`
    select request from query_runs
    where worker_id = ${workerId} and status = 'running' and request is not null`.execute(db);
  for (const {request} of rows) {
    const run = readStoredRun(request);
    if (run) await recordCrash(db, log, run, workerId);
  }
}

/**
 * Deletes the record of crashes. Called when the statement has ended normally: earlier crashes then had another cause.
 */
export async function deleteCrashes(
  db: Db,
  {orgId, fingerprint}: {orgId: string; fingerprint: string},
): Promise<void> {
  await sql`
    with forgotten as (
      delete from statement_crashes where org_id = ${orgId} and fingerprint = ${fingerprint} returning org_id)
    select ${noticeSql({kind: "crash", id: orgId})} from forgotten`.execute(db);
}

/** The record `c` of a statement's crashes, as `suspectOf` takes it. */
export const suspectColumns = sql`c.org_id, c.fingerprint, c.worker_ids,
  (extract(epoch from now() - c.crashed_at) * 1000)::double precision as ago_ms`;

export interface SuspectRow {
  org_id: string;
  fingerprint: string;
  worker_ids: string[];
  ago_ms: number;
}

export function suspectOf({org_id: orgId, fingerprint, worker_ids: workerIds, ago_ms}: SuspectRow): Suspect {
  return {
    orgId,
    fingerprint,
    workerIds,
    refusedMs: workerIds.length < CRASHES_TO_REFUSE ? 0 : REFUSED_MS - ago_ms,
  };
}

/** All statements suspected of crashing workers; with `which`, only that statement, if it is suspected. */
export async function readSuspects(db: Db, which?: {orgId: string; fingerprint: string}): Promise<Suspect[]> {
  const condition = which
    ? sql`c.org_id = ${which.orgId} and c.fingerprint = ${which.fingerprint}`
    : sql`c.crashed_at > now() - ${REMEMBERED_MS} * interval '1 millisecond'`;
  const {rows} = await sql<SuspectRow>`${prepared}
    select ${suspectColumns} from statement_crashes c where ${condition}`.execute(db);
  return rows.map(suspectOf);
}

/** Throws `query_crashed_worker` while the statement is refused. */
export function refuseSuspect({workerIds, fingerprint, refusedMs}: Suspect): void {
  if (refusedMs <= 0) return;
  const minutes = Math.ceil(refusedMs / 60_000);
  throw new ServiceError(
    "query_crashed_worker",
    `This query was running in ${workerIds.length} worker processes when they crashed. It is refused for the next ` +
      `${minutes === 1 ? "minute" : `${minutes} minutes`}: ask for less, or for something else.`,
    {
      headers: {"retry-after": String(Math.ceil(refusedMs / 1000))},
      adminDetail:
        `The workers were ${workerIds.join(" and ")}; the log has their crashes, and the statement under its ` +
        `fingerprint ${fingerprint}. Look for what is heavy or unusual in the model's SQL.`,
    },
  );
}

/** Like `refuseSuspect`, reading from the database, for processes that do not cache suspects. */
export async function refuseCrashed(db: Db, which: {orgId: string; fingerprint: string}): Promise<void> {
  for (const suspect of await readSuspects(db, which)) refuseSuspect(suspect);
}

/** Deletes expired records. */
export async function collectCrashes(db: Db): Promise<void> {
  await sql`
    delete from statement_crashes where crashed_at < now() - ${REMEMBERED_MS} * interval '1 millisecond'`.execute(
    db,
  );
}
