import {type PreparedStatement, runSql} from "../../../shared/interfaces/sql/prepare-sql.ts";
import type {PreparedSql, ResultField, ResultRows, SessionSettings} from "../backend.ts";
import {linesOf, type ServiceSession} from "./service-session.ts";
import {StatementWatch} from "./statement-watch.ts";
import {wholeMessages} from "./whole-messages.ts";

/** A statement that is planned for a session of the service. */
export class ServiceStatement implements PreparedSql {
  readonly parameterTypes: readonly number[];
  readonly fields: readonly ResultField[];
  /** Whether a run is paid for: planning has taken one call from the caller's rate limit, which also is for one run. */
  #isPaid = true;

  constructor(
    private readonly session: ServiceSession,
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
      watch.observeContext(context.asking.actor, context.project.id);
      const answer = await runSql(context, prepared, values, "data_rows");
      watch.observeAnswer(answer);
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
