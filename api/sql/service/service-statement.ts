import {wholeMessages} from "../../../shared/core/workers/whole-messages.ts";
import {detailOf} from "../../../shared/surfaces/sql/detail.ts";
import type {SqlPlan} from "../../../shared/surfaces/sql/plan.ts";
import {type PreparedStatement, runSql} from "../../../shared/surfaces/sql/prepare-sql.ts";
import type {SqlContext} from "../../../shared/surfaces/sql/sql-context.ts";
import type {Web} from "../../dependencies.ts";
import type {PreparedSql, ResultField, ResultRows, SessionSettings} from "../backend.ts";
import {StatementWatch} from "./statement-watch.ts";

/** The dependencies of sessions from the web process. */
export type SessionDeps = Pick<Web, "runner" | "rateLimiter" | "metrics" | "tracing" | "log">;

/** The request for which a statement runs. */
export interface Asked {
  requestId: string;
  signal: AbortSignal;
  traceparent?: string | undefined;
}

/** The parts of its session that a statement uses. */
interface StatementSession {
  readonly deps: SessionDeps;
  readonly ended: AbortSignal;
  charge(): void;
  context(settings: SessionSettings, asked: Asked): Promise<SqlContext>;
}

/** A statement that is planned for a session of the service. */
export class ServiceStatement implements PreparedSql {
  readonly parameterTypes: readonly number[];
  readonly fields: readonly ResultField[];
  /** Whether the next run is already charged. The call that planning takes from the rate limit also covers one run. */
  #isPaid = true;

  constructor(
    private readonly session: StatementSession,
    private readonly prepared: PreparedStatement,
    private readonly settings: SessionSettings,
  ) {
    this.parameterTypes = prepared.parameterTypes;
    this.fields = prepared.fields;
  }

  async run(values: readonly (string | null)[], signal: AbortSignal): Promise<ResultRows> {
    const {session, prepared} = this;
    if (!this.#isPaid) session.charge();
    this.#isPaid = false;
    const watch = new StatementWatch(session.deps, "run", prepared.plan);
    try {
      const {requestId, traceparent} = watch;
      const context = await session.context(this.settings, {requestId, traceparent, signal});
      watch.observeContext(context.queryContext.actor, context.project.id);
      const answer = await runSql(context, prepared, values, "data_rows");
      watch.observeAnswer(answer);
      if (answer.body instanceof Uint8Array) {
        watch.end();
        return {fields: this.fields, chunks: answer.body};
      }
      return {fields: this.fields, chunks: watch.rows(wholeMessages(answer.body), signal)};
    } catch (error) {
      throw watch.fail(error);
    }
  }

  async explain(): Promise<string[]> {
    const {session, prepared} = this;
    const watch = new StatementWatch(session.deps, "explain", prepared.plan);
    try {
      const {requestId, traceparent} = watch;
      const context = await session.context(this.settings, {requestId, traceparent, signal: session.ended});
      const lines = await linesOf(context, prepared.plan);
      watch.end();
      return lines;
    } catch (error) {
      throw watch.fail(error);
    }
  }
}

/** The plan and its SQL, as lines for `explain`. */
export async function linesOf(context: SqlContext, plan: SqlPlan): Promise<string[]> {
  const {sql} = await detailOf(context, plan);
  return [...plan.explain, ...sql.flatMap(statement => statement.split("\n"))];
}
