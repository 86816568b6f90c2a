import pg from "pg";
import {bigintArray, doubleArray, textArray, timestampArray} from "../../core/database/binary-arrays.ts";
import {isForeignKeyViolation} from "../../core/database/constraints.ts";
import {type Db, sql} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {endedColumns, eventsOfFailedRuns} from "../../core/events/sql.ts";
import type {Mode} from "../../tenancy/billing/limits.ts";
import {countUsageSql} from "../../tenancy/billing/usage.ts";
import type {CountedEntry} from "./run-entry.ts";

/** The rows of answers to be counted for billing. */
const answered = sql`(
  select org_id, 'query_rows' as meter, row_count * times as amount from ended where status = 'succeeded') r`;

/** The columns that a batch sends, each as an array: Postgres reads that ten times as fast as an object for each row. */
const COLUMNS = [
  ["id", "text"],
  ["org_id", "text"],
  ["principal_id", "text"],
  ["project_id", "text"],
  ["connection_id", "text"],
  ["model", "text"],
  ["trigger", "text"],
  ["status", "text"],
  ["fingerprint", "text"],
  ["cache", "text"],
  ["times", "bigint"],
  ["row_count", "bigint"],
  ["size_bytes", "bigint"],
  ["duration_ms", "double precision"],
  ["shape", "text"],
  ["error", "text"],
  ["request_id", "text"],
  ["started_at", "timestamptz"],
  ["finished_at", "timestamptz"],
] as const;

/** The arrays of `COLUMNS`, in their order. */
function arraysOf(entries: readonly CountedEntry[]): Buffer[] {
  const texts = (read: (entry: CountedEntry) => string | null) => textArray(entries.map(read));
  return [
    texts(({request}) => request.record.runId),
    texts(({request}) => request.orgId),
    texts(({request}) => request.record.principalId),
    texts(({request}) => request.record.projectId),
    texts(({request}) => request.source.id),
    texts(({request}) => request.record.model),
    texts(({request}) => request.record.trigger),
    texts(({outcome}) => outcome.status),
    texts(({request}) => request.fingerprint),
    texts(({cache}) => cache),
    bigintArray(entries.map(({times}) => times)),
    bigintArray(entries.map(({stats}) => stats.rowCount)),
    bigintArray(entries.map(({stats}) => stats.sizeBytes)),
    doubleArray(entries.map(({durationMs}) => durationMs)),
    texts(({request}) => request.record.shape ?? null),
    texts(({outcome}) => (outcome.status === "failed" ? JSON.stringify(errorOf(outcome.error)) : null)),
    texts(({request}) => request.record.requestId),
    timestampArray(entries.map(({startedAt}) => startedAt.getTime())),
    timestampArray(entries.map(({startedAt, durationMs}) => startedAt.getTime() + durationMs)),
  ];
}

/** The columns in which two attempts at one run may differ. */
const OUTCOME = [
  "status",
  "cache",
  "row_count",
  "size_bytes",
  "duration_ms",
  "error",
  "started_at",
  "finished_at",
];

/**
 * One entry for each run. The queries of a suspended worker have moved to another one: the first worker may find its
 * own attempt cancelled before or after the second attempt has ended, and the history must record the outcome that the
 * caller got.
 */
function lastOutcomes(entries: readonly CountedEntry[]): CountedEntry[] {
  const outcomes = new Map<string, CountedEntry>();
  for (const entry of entries) {
    const {runId} = entry.request.record;
    if (entry.outcome.status !== "cancelled" || !outcomes.has(runId)) outcomes.set(runId, entry);
  }
  return [...outcomes.values()];
}

/**
 * Writes the history, and in the same statement counts the rows of answers for new runs. Runs may be in the history
 * already: a batch whose confirmation was lost comes again, and so does a run that has moved to another worker. Looking
 * for them has a cost, so Postgres only does it after a conflict.
 */
export async function insertRuns(
  db: Db,
  entries: readonly CountedEntry[],
  workerId: string | null,
  billing: Mode,
): Promise<void> {
  const batch = lastOutcomes(entries);
  const arrays = arraysOf(batch);
  const fails = batch.some(({outcome}) => outcome.status === "failed");
  const insert = (onConflict: ReturnType<typeof sql>) =>
    insertArrays(db, arrays, {workerId, billing, fails, onConflict});
  try {
    await insert(sql``);
  } catch (error) {
    // An organization that was deleted while the statement ran is not found by the second one.
    if (!isRepeated(error) && !isForeignKeyViolation(error)) throw error;
    await insert(sql.raw(CHANGE_OUTCOME));
  }
}

/** Changes the outcome of a run that is recorded as cancelled. */
const CHANGE_OUTCOME = `
  on conflict (id) do update set (${OUTCOME.join(", ")}, worker_id) = (${OUTCOME.map(
    name => `excluded.${name}`,
  ).join(", ")}, excluded.worker_id)
    where query_runs.org_id = excluded.org_id and query_runs.request is null
      and query_runs.status = 'cancelled' and excluded.status <> 'cancelled'`;

interface Insertion {
  workerId: string | null;
  billing: Mode;
  /** Whether some of the runs have failed. */
  fails: boolean;
  onConflict: ReturnType<typeof sql>;
}

async function insertArrays(
  db: Db,
  arrays: readonly Buffer[],
  {workerId, billing, fails, onConflict}: Insertion,
): Promise<void> {
  const parameters = COLUMNS.map(([, type], i) => sql`${arrays[i]}::${sql.raw(type)}[]`);
  const names = sql.raw(COLUMNS.map(([name]) => name).join(", "));
  const values = sql.raw(COLUMNS.map(([name]) => (name === "error" ? "error::jsonb" : name)).join(", "));
  const insertion = sql`
    insert into query_runs (${names}, worker_id, created_at)
    select ${values}, ${workerId}, started_at from unnest(${sql.join(parameters)}) as r (${names})
    where exists (select from orgs where orgs.id = r.org_id)${onConflict}`;
  if (!fails && !billing) {
    await insertion.execute(db);
    return;
  }
  const events = fails ? sql`, ${eventsOfFailedRuns}` : sql``;
  const counted = billing ? sql`, counted as (${countUsageSql(billing, answered)})` : sql``;
  await sql`
    with ended as (${insertion} returning ${endedColumns}, row_count, times)${events}${counted}
    select ${fails ? sql`id from jobs` : sql``}`.execute(db);
}

/** 23505, unique violation: a run of the batch is in the history already. */
function isRepeated(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "23505" &&
    error.table?.startsWith("query_runs") === true
  );
}

/** The stored part of an error, without the warehouse's text. */
function errorOf(error: unknown): {code: string; message: string} {
  return error instanceof ServiceError
    ? {code: error.code, message: error.message}
    : {code: "internal_error", message: "Something went wrong on our side."};
}
