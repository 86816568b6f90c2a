import {LRUCache} from "lru-cache";
import type {Actor} from "../../shared/core/actor.ts";
import {isDatabaseUnavailable} from "../../shared/core/database/watch.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {newId} from "../../shared/core/ids.ts";
import type {Prepared} from "../../shared/querying/layers/query-caches.ts";
import type {RunEntry} from "../../shared/querying/queries/run-entry.ts";
import type {RunLog} from "../../shared/querying/queries/run-log.ts";
import {runRequestOf} from "../../shared/querying/queries/run-request-of.ts";
import type {Query} from "../../shared/semantic/documents.ts";
import {readRows} from "../../shared/surfaces/tools/rows.ts";
import {type Ground, prepareOn} from "./grounding.ts";
import type {RunState} from "./run-state.ts";
import type {RunEvidence} from "./toolbox.ts";
import {type Seen, watched} from "./watched-runner.ts";

/** A field with more values, or with a longer value, is not categorical. Models get no values of such a field. */
const MAX_VALUES = 12;
const MAX_VALUE_LENGTH = 60;
/** How long values are cached, and how long a failed or late query of a field is not repeated. */
const HELD_MS = 5 * 60_000;
const FAILED_MS = 60_000;
const MAX_HELD = 5000;

const NO_ATTRIBUTES: Actor["attributes"] = {};

/** Stores the values that the model gets before it calls a tool. The function can run twice. */
export async function storeSamples(db: Db, run: RunState, samples: readonly RunEvidence[]): Promise<void> {
  for (const {queryRunId, statement, sql: text, columns, rows} of samples) {
    await sql`
      insert into agent_evidence (org_id, run_id, query_run_id, round, statement, sql, columns, rows)
      select org_id, id, ${queryRunId}, 0, ${JSON.stringify(statement)}::json, ${text}, ${JSON.stringify(columns)}::json,
        ${JSON.stringify(rows)}::json
      from agent_runs
      where org_id = ${run.orgId} and id = ${run.id} and status = 'running' and held_by = ${run.holder} for key share
      on conflict (run_id, query_run_id) do nothing`.execute(db);
  }
  run.evidence.push(...samples);
}

/** A dimension of a model, by its qualified name. */
export interface SampledField {
  projectId: string;
  model: string;
  field: string;
}

/** All values of a field, and the evidence for them: a query run of the caller who gets the values. */
export interface Sample {
  values: readonly string[];
  evidence: RunEvidence;
}

type Found =
  | {kind: "few"; sample: Sample; stats: RunEntry["stats"]}
  | {kind: "many"}
  | {kind: "failed"; outcome: RunEntry["outcome"]};

interface Held {
  readonly found: Promise<Found>;
  /** Whether the query has ended. */
  isOver: boolean;
}

/** A query of a field for one run. */
interface Asked {
  query: Query;
  prepared: Prepared;
  now: Date;
  runId: string;
}

/**
 * The values of text fields that have few values. Each field is queried like any query: as the caller, with the
 * caller's row access. Values are cached by the query's fingerprint, which depends on the row access, so callers share
 * values only if they get the same rows. A run that gets cached values has its own row in the query history, like every
 * answer from a cache.
 */
export class SampleValues {
  readonly #held = new LRUCache<string, Held>({max: MAX_HELD});

  /** `waitMs`: how long a run waits for the values of its fields. With 0, the run gets no values. */
  constructor(
    readonly waitMs: number,
    private readonly runLog: Pick<RunLog, "add">,
  ) {}

  /**
   * The field's values; `undefined` if the field has many values, if the caller may not query it, or if the query fails
   * or takes too long. A run continues without these values. With `openToAll`, also `undefined` if the values depend on
   * the caller. The query history has `runId` as the query's request id. A run that uses the values of another run's
   * query gets an entry of its own.
   */
  async valuesOf(
    ground: Ground,
    field: SampledField,
    {openToAll = false, runId = ""}: {openToAll?: boolean; runId?: string} = {},
  ): Promise<Sample | undefined> {
    if (this.waitMs === 0) return undefined;
    const {actor, runner} = ground;
    const {projectId, model, field: name} = field;
    const query: Query = {projectId, model, dimensions: [name], limit: MAX_VALUES + 1};
    const now = new Date();
    const prepared = await prepareOn(ground, query, now);
    if (!prepared) return undefined;
    const anybody = {runner, actor: {...actor, attributes: NO_ATTRIBUTES}};
    if (openToAll && !(await prepareOn(anybody, query, now))) return undefined;
    // The key contains the project, because evidence names its project, and two projects over one connection can run
    // the same statement.
    const key = `${projectId} ${prepared.fingerprint}`;
    const asked = {query, prepared, now, runId};
    const held = this.#held.get(key);
    if (held) return this.#share(actor, asked, held);
    const found = await this.#hold(key, this.#ask(ground, asked));
    return found.kind === "few" ? found.sample : undefined;
  }

  /** Caches the result of a query, and resolves with the result. */
  async #hold(key: string, found: Promise<Found>): Promise<Found> {
    const held: Held = {found, isOver: false};
    this.#held.set(key, held, {ttl: HELD_MS});
    try {
      if ((await found).kind === "failed") this.#held.set(key, held, {ttl: FAILED_MS});
    } catch (error) {
      this.#held.delete(key);
      throw error;
    } finally {
      held.isOver = true;
    }
    return found;
  }

  /** The result that another run has or is waiting for. Adds a row to the query history for this run. */
  async #share(actor: Actor, {query, prepared, now, runId}: Asked, held: Held): Promise<Sample | undefined> {
    const queryRunId = newId("run");
    const cache = held.isOver ? "hit" : "shared";
    const options = {format: "json", trigger: "agent", fresh: false} as const;
    const request = runRequestOf(prepared, actor, query, {
      ...options,
      requestId: runId,
      timeoutMs: this.waitMs,
      runId: queryRunId,
    });
    const record = (more: Pick<RunEntry, "stats" | "outcome">) =>
      this.runLog.add({request, startedAt: now, durationMs: Date.now() - now.getTime(), cache, ...more});
    const found = await held.found;
    if (found.kind === "few") {
      // The rows of an answer from a cache are never counted.
      const stats = cache === "hit" ? {...found.stats, rowCount: null} : found.stats;
      record({stats, outcome: {status: "succeeded"}});
      return {...found.sample, evidence: {...found.sample.evidence, queryRunId}};
    }
    // While a failure is cached, no query runs, so there is no query to record.
    if (found.kind === "failed" && cache === "shared")
      record({stats: {rowCount: 0, sizeBytes: 0}, outcome: found.outcome});
    return undefined;
  }

  async #ask({actor, runner}: Ground, {query, prepared, now, runId}: Asked): Promise<Found> {
    const signal = AbortSignal.timeout(this.waitMs);
    const queryContext = {
      actor,
      requestId: runId,
      signal,
      timeoutMs: this.waitMs,
      trigger: "agent",
    } as const;
    let seen: Seen | undefined;
    const watching = watched(runner, now, one => {
      seen = one;
    });
    try {
      const {body} = await watching.run(queryContext, query, prepared, "json");
      const {columns, rows} = await readRows(body, 0);
      const values = rows.map(([value]) => value).filter(value => typeof value === "string");
      const isFew = rows.length <= MAX_VALUES && values.every(value => value.length <= MAX_VALUE_LENGTH);
      if (!seen || values.length === 0 || !isFew) return {kind: "many"};
      const {queryRunId, statement} = seen;
      const given = {queryRunId, sql: seen.sql, columns, rows, statement: {...statement, isSample: true}};
      const stats = {rowCount: rows.length, sizeBytes: body instanceof Uint8Array ? body.byteLength : 0};
      return {kind: "few", sample: {values, evidence: given}, stats};
    } catch (error) {
      if (!signal.aborted && isDatabaseUnavailable(error)) throw error;
      const level = signal.aborted || error instanceof ServiceError ? "info" : "error";
      runner.log[level]({err: error, model: query.model}, "the values of a field could not be sampled");
      return {kind: "failed", outcome: signal.aborted ? {status: "cancelled"} : {status: "failed", error}};
    }
  }
}
