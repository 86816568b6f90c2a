import type {Actor} from "../../../shared/core/actor.ts";
import type {Traced} from "../../../shared/core/process/tracing.ts";
import type {RunAnswer} from "../../../shared/querying/queries/query-runner.ts";
import {toSqlError} from "../../../shared/surfaces/sql/error-codes.ts";
import type {SqlPlan} from "../../../shared/surfaces/sql/plan.ts";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {Web} from "../../dependencies.ts";

/** The steps of a statement that are measured. */
type Step = "prepare" | "run" | "explain";

/**
 * The metrics, the trace and the log line for one step of a statement. A run that streams its rows ends when the client
 * has read the rows or closes the portal. A run whose rows are all in memory ends before they are sent.
 */
export class StatementWatch {
  readonly requestId = `req_${Bun.randomUUIDv7()}`;
  readonly #startedAt = performance.now();
  readonly #traced: Traced | undefined;
  readonly #plan: string;
  #actor: Actor | undefined;
  #contextMs = 0;
  #isOver = false;

  constructor(
    private readonly deps: Pick<Web, "metrics" | "tracing" | "log">,
    private readonly step: Step,
    plan?: SqlPlan,
  ) {
    this.#plan = plan ? planKind(plan) : "none";
    this.#traced = deps.tracing?.start(`sql ${step}`, "server", undefined, {
      "analytics.request.id": this.requestId,
      "analytics.sql.plan": this.#plan,
    });
  }

  /** The trace that the queries of the statement continue. */
  get traceparent(): string | undefined {
    return this.#traced?.traceparent;
  }

  /** Records that the caller is authenticated and that the caller's tables are known. */
  observeContext(actor: Actor, projectId: string): void {
    this.#actor = actor;
    this.#contextMs = this.#sinceStart();
    this.#traced?.set({
      "analytics.org.id": actor.orgId,
      "enduser.id": actor.id,
      "analytics.project.id": projectId,
    });
  }

  /** Records that the first rows have arrived. The phases are the same as for every query. */
  observeAnswer({cache, queueMs, warehouseMs}: RunAnswer): void {
    const {queryPhases} = this.deps.metrics;
    const compileMs = Math.max(0, this.#sinceStart() - this.#contextMs - queueMs - warehouseMs);
    queryPhases.auth.observe(this.#contextMs / 1000);
    queryPhases.compile.observe(compileMs / 1000);
    queryPhases.queue.observe(queueMs / 1000);
    queryPhases.warehouse.observe(warehouseMs / 1000);
    this.#traced?.set({"analytics.cache": cache});
  }

  /** Passes the rows on, and ends the step when the rows end. `signal` is the signal of the run. */
  async *rows(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks;
    } catch (error) {
      throw this.fail(signal.aborted ? signal.reason : error);
    } finally {
      // A client that closes its portal needs no more rows.
      this.end();
    }
  }

  end(): void {
    this.#finish("succeeded");
  }

  /** Ends the step with the error. Returns the error that is sent to the client. */
  fail(error: unknown): unknown {
    const fault = toSqlError(error);
    this.#finish(outcomeOf(fault), fault instanceof SqlError ? fault.sqlState : "XX000");
    return fault;
  }

  #finish(outcome: Outcome, sqlState?: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const {metrics, log} = this.deps;
    const durationMs = this.#sinceStart();
    metrics.sqlStatements.of(this.step, this.#plan, outcome).observe(durationMs / 1000);
    if (sqlState !== undefined) this.#traced?.set({"db.response.status_code": sqlState});
    this.#traced?.end(outcome === "failed" ? sqlState : undefined);
    if (!log.isLevelEnabled("debug")) return;
    const {requestId, step} = this;
    log.debug(
      {requestId, step, plan: this.#plan, outcome, sqlState, durationMs, actor: this.#actor?.id},
      "a statement of SQL",
    );
  }

  #sinceStart(): number {
    return performance.now() - this.#startedAt;
  }
}

/**
 * The kind of plan that answers a statement: a query of the layer, or Postgres with rows of queries, with its catalog,
 * or with neither.
 */
function planKind(plan: SqlPlan): string {
  if (plan.kind === "query") return "query";
  if (plan.inputs.length > 0) return "rest";
  return plan.readsCatalog ? "catalog" : "constant";
}

/**
 * `limited`: by a limit of the service. `invalid`: by an error of the caller. `failed`: by an error that the caller
 * cannot correct.
 */
type Outcome = "succeeded" | "cancelled" | "limited" | "invalid" | "failed";

/** The outcome by the class of the SQLSTATE: https://www.postgresql.org/docs/18/errcodes-appendix.html */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof SqlError)) return "failed";
  const {sqlState} = error;
  if (sqlState === "57014" || sqlState === "57P01") return "cancelled";
  if (sqlState === "53100") return "failed";
  const kind = sqlState.slice(0, 2);
  if (kind === "53" || kind === "54") return "limited";
  return ["08", "57", "58", "XX"].includes(kind) ? "failed" : "invalid";
}
