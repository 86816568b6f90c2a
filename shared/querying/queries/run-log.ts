import {type Db, sql} from "../../ground/db.ts";
import {ServiceError} from "../../ground/errors.ts";
import {endedColumns, eventsOfFailedRuns} from "../../ground/events/sql.ts";
import type {Logger} from "../../ground/log.ts";
import type {RunRequest} from "../../ground/wire/run-request.ts";
import type {Mode} from "../../tenancy/billing/limits.ts";
import {countUsageSql} from "../../tenancy/billing/usage.ts";
import {type ShapeMemory, writeShapes} from "../layers/query-shapes.ts";
import {withRunDays} from "./run-days.ts";

const FLUSH_MS = 500;
const MOST_WAITING = 20_000;

export interface RunEntry {
  request: Pick<RunRequest, "orgId" | "source" | "fingerprint" | "record">;
  startedAt: Date;
  durationMs: number;
  cache: "hit" | "miss" | "shared";
  stats: {rowCount: number | null; sizeBytes: number};
  outcome: RunOutcome;
}

export type RunOutcome = {status: "succeeded"} | {status: "cancelled"} | {status: "failed"; error: unknown};

interface Waiting extends RunEntry {
  /** The number of equal answers from the cache that this entry counts. */
  times: number;
}

/**
 * The history of runs, written in batches after the answers. Repeated answers from the cache to one caller become one
 * row per batch, with their number. `stop` writes the rest.
 */
export class RunLog {
  #waiting: Waiting[] = [];
  #hits = new Map<string, Waiting>();
  #lost = 0;
  #timer: NodeJS.Timeout;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Db,
    private readonly log: Logger,
    private readonly workerId: string | null,
    private readonly billing?: Mode,
    private readonly shapes?: ShapeMemory,
  ) {
    this.#timer = setInterval(() => this.flush(), FLUSH_MS);
  }

  add(entry: RunEntry): void {
    this.#add(entry);
  }

  /** Adds an answer from the cache; `entryOf` is only called for the caller's first such answer of a batch. */
  addHit(principalId: string, fingerprint: string, entryOf: () => RunEntry): void {
    const key = `${principalId} ${fingerprint}`;
    const same = this.#hits.get(key);
    if (same) {
      same.times++;
      return;
    }
    const waiting = this.#add(entryOf());
    if (waiting) this.#hits.set(key, waiting);
  }

  #add(entry: RunEntry): Waiting | undefined {
    // A queued run already has its row, which its job updates.
    if (entry.request.record.trigger === "async") return undefined;
    if (this.#waiting.length >= MOST_WAITING) {
      this.#lost++;
      return undefined;
    }
    const waiting = {...entry, times: 1};
    this.#waiting.push(waiting);
    return waiting;
  }

  /** Resolves when everything added before this call is written. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write()).then(() => this.#writeShapes());
    return this.#writing;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write(): Promise<void> {
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    this.#hits.clear();
    try {
      await withRunDays(
        this.db,
        batch.map(({request}) => request.record.runId),
        () => insertRuns(this.db, batch, this.workerId, this.billing),
      );
    } catch (error) {
      if (isRefusal(error)) {
        // Postgres is up but refuses these rows, and would refuse them again: they must not hold up the others.
        this.log.error({err: error, runs: batch.length}, "the history of some runs was refused and is lost");
        return;
      }
      this.log.error(
        {err: error, runs: batch.length},
        "the history of some runs could not be written; it is tried again",
      );
      this.#waiting = [...batch, ...this.#waiting].slice(0, MOST_WAITING);
    }
    if (this.#lost > 0)
      this.log.error(
        {runs: this.#lost},
        "the history of some runs was lost: too many were waiting to be written",
      );
    this.#lost = 0;
  }

  /** Writes shapes of queries. Only suggestions of roll-ups read them, so lost shapes do no harm. */
  async #writeShapes(): Promise<void> {
    const shapes = this.shapes?.take() ?? [];
    if (shapes.length === 0) return;
    try {
      await writeShapes(this.db, shapes);
    } catch (error) {
      this.shapes?.forget(shapes);
      this.log.error({err: error, shapes: shapes.length}, "the shapes of some queries could not be written");
    }
  }
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint violation). */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));
}

/** The rows of answers to be counted for billing. */
const answered = sql`(
  select org_id, 'query_rows' as meter, row_count * times as amount from ended where status = 'succeeded') r`;

/**
 * The columns that a batch sends, each as an array: Postgres reads that ten times as fast as an object for each row.
 */
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
  ["times", "integer"],
  ["row_count", "bigint"],
  ["size_bytes", "bigint"],
  ["duration_ms", "double precision"],
  ["shape", "text"],
  ["error", "jsonb"],
  ["request_id", "text"],
  ["started_at", "timestamptz"],
  ["finished_at", "timestamptz"],
] as const;

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
function lastOutcomes(entries: readonly Waiting[]): Waiting[] {
  const outcomes = new Map<string, Waiting>();
  for (const entry of entries) {
    const {runId} = entry.request.record;
    if (entry.outcome.status !== "cancelled" || !outcomes.has(runId)) outcomes.set(runId, entry);
  }
  return [...outcomes.values()];
}

/** Writes the history, and in the same statement counts the rows of answers whose run is new. */
async function insertRuns(db: Db, entries: Waiting[], workerId: string | null, billing: Mode): Promise<void> {
  const rows = lastOutcomes(entries).map(
    ({request, startedAt, durationMs, cache, stats, outcome, times}) => ({
      id: request.record.runId,
      org_id: request.orgId,
      principal_id: request.record.principalId,
      project_id: request.record.projectId,
      connection_id: request.source.id,
      model: request.record.model,
      trigger: request.record.trigger,
      status: outcome.status,
      fingerprint: request.fingerprint,
      cache,
      times,
      row_count: stats.rowCount,
      size_bytes: stats.sizeBytes,
      duration_ms: durationMs,
      shape: request.record.shape ?? null,
      error: outcome.status === "failed" ? JSON.stringify(errorOf(outcome.error)) : null,
      request_id: request.record.requestId,
      started_at: startedAt.toISOString(),
      finished_at: new Date(startedAt.getTime() + durationMs).toISOString(),
    }),
  );
  const arrays = COLUMNS.map(([name, type]) => sql`${rows.map(row => row[name])}::${sql.raw(type)}[]`);
  const outcome = sql.raw(OUTCOME.join(", "));
  const names = sql.raw(COLUMNS.map(([name]) => name).join(", "));
  const insertion = sql`
    insert into query_runs (${names}, worker_id, created_at)
    select ${names}, ${workerId}, started_at from unnest(${sql.join(arrays)}) as r (${names})
    where exists (select from orgs where orgs.id = r.org_id)
    on conflict (id) do update set (${outcome}, worker_id) = (${sql.raw(
      OUTCOME.map(name => `excluded.${name}`).join(", "),
    )}, excluded.worker_id)
      where query_runs.org_id = excluded.org_id and query_runs.request is null
        and query_runs.status = 'cancelled' and excluded.status <> 'cancelled'`;
  const fails = rows.some(({status}) => status === "failed");
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

/** The stored part of an error, without the warehouse's text. */
function errorOf(error: unknown): {code: string; message: string} {
  return error instanceof ServiceError
    ? {code: error.code, message: error.message}
    : {code: "internal_error", message: "Something went wrong on our side."};
}
