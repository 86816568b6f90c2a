import type {Logger} from "../../../shared/core/log.ts";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {SqlSession} from "../backend.ts";
import {planStatement} from "../commands/plan.ts";
import type {Spooling} from "../rows/spooled-chunks.ts";
import {BodyReader} from "../wire/body-reader.ts";
import {type Channel, isClientGone} from "../wire/channel.ts";
import type {Frame} from "../wire/frames.ts";
import {
  backendKeyData,
  errorResponse,
  noticeResponse,
  parameterStatus,
  readyForQuery,
} from "../wire/messages.ts";
import {bind, close, describe, execute, parse} from "./extended.ts";
import {Run} from "./run.ts";
import {answerQuery} from "./simple.ts";
import {SessionState} from "./state.ts";

/** The longest message. The parser takes about a second for a statement of this size. */
const MESSAGE_BYTES = 16 * 1024 * 1024;

/** The messages of an authenticated client, answered one after the other. */
export class Session {
  readonly state: SessionState;
  /** Aborts when the session must end; the reason is the `SqlError` that is sent to the client. */
  readonly #over = new AbortController();
  /** The run of the message that is being answered. */
  #run: Run | undefined;
  /** Whether messages are skipped: after an error of an extended query, until `Sync`. */
  #isSkipping = false;
  /** Whether all of the client's requests are answered. */
  #isResting = false;
  /** The reason to end the session as soon as all requests are answered; `undefined` if the session is not to end. */
  #leaving: SqlError | undefined;

  constructor(
    private readonly channel: Channel,
    sql: SqlSession,
    private readonly log: Logger,
    spooling: Pick<Spooling, "share" | "afterMs">,
  ) {
    const onError = (error: unknown) => log.debug({err: error}, "the rest of a cursor was not read");
    this.state = new SessionState(sql, planStatement, {...spooling, onError});
    sql.ended.addEventListener("abort", () => this.end(sql.ended.reason), {once: true});
    if (sql.ended.aborted) this.end(sql.ended.reason);
    channel.closed.addEventListener("abort", () => this.#run?.abort(channel.closed.reason), {once: true});
  }

  /** Ends the running statement; does nothing if no statement is running. */
  cancel(): void {
    this.#run?.abort(new SqlError("57014", "canceling statement due to user request"));
  }

  end(reason: unknown): void {
    const error = this.#asSqlError(reason);
    this.#over.abort(error);
    this.#run?.abort(error);
  }

  /**
   * Ends the session when its client's requests are answered and its transaction has ended. Ends an idle session at
   * once.
   */
  leave(reason: SqlError): void {
    this.#leaving = reason;
    if (this.#isResting) this.end(reason);
  }

  /** Sends what the protocol requires before the first query: the parameters, and the key that cancels statements. */
  greet(processId: number, key: Buffer): void {
    this.#sendParameters();
    this.channel.write(backendKeyData(processId, key));
  }

  /** Answers until the client leaves or the session is ended. */
  async serve(): Promise<void> {
    try {
      this.#ready();
      for (;;) {
        if (this.#isResting && this.#leaving) throw this.#leaving;
        this.#over.signal.throwIfAborted();
        const frame = this.channel.readWhole(MESSAGE_BYTES) ?? (await this.#read());
        this.#over.signal.throwIfAborted();
        if (!frame || frame.type === LETTER.terminate) return;
        this.#isResting = false;
        const answering = this.#answer(frame);
        if (answering) await answering;
        // A client that sends requests without reading the answers gets no further answers, so that memory stays
        // bounded.
        if (this.channel.isFull) await this.channel.flush();
      }
    } catch (error) {
      if (isClientGone(error)) return;
      this.channel.write(errorResponse(this.#asSqlError(error), "FATAL"));
    } finally {
      this.state.portals.closeAll();
    }
  }

  async #read(): Promise<Frame | undefined> {
    const idle = this.#watchIdle();
    try {
      return await this.channel.read(true, MESSAGE_BYTES, this.#over.signal);
    } finally {
      clearTimeout(idle);
    }
  }

  /** Returns no promise if the message is answered without waiting. */
  #answer(frame: Frame): void | Promise<void> {
    if (this.#isSkipping && frame.type !== LETTER.sync) return;
    const run = new Run();
    this.#run = run;
    const timeout = this.#timeOut(run, frame.type);
    let answering: void | Promise<void>;
    try {
      answering = this.#dispatch(frame, run);
    } catch (error) {
      answering = Promise.reject(error);
    }
    if (answering) return this.#answered(answering, frame, timeout);
    this.#ended(timeout);
  }

  async #answered(
    answering: Promise<void>,
    {type}: Frame,
    timeout: NodeJS.Timeout | undefined,
  ): Promise<void> {
    try {
      await answering;
    } catch (error) {
      this.#fail(error, type);
    } finally {
      this.#ended(timeout);
    }
  }

  #ended(timeout: NodeJS.Timeout | undefined): void {
    clearTimeout(timeout);
    this.#run = undefined;
  }

  /** Returns no promise if the message is answered without waiting. */
  #dispatch({type, body}: Frame, run: Run): void | Promise<void> {
    const {channel, state} = this;
    if (type !== LETTER.query && type !== LETTER.sync) state.transaction.start();
    switch (type) {
      case LETTER.query:
        return this.#query(body, run);
      case LETTER.parse:
        return parse(channel, state, body, run);
      case LETTER.bind:
        return bind(channel, state, body, run);
      case LETTER.describe:
        return describe(channel, state, body);
      case LETTER.execute:
        return execute(channel, state, body, this.#sendWarnings, run);
      case LETTER.close:
        return close(channel, state, body);
      case LETTER.flush:
        return channel.flush();
      case LETTER.sync:
        this.#isSkipping = false;
        this.#ready();
        return;
      case LETTER.copyData:
      case LETTER.copyDone:
      case LETTER.copyFail:
        // As in Postgres, the rest of a failed copy is ignored.
        return;
      case LETTER.functionCall:
        throw new SqlError("0A000", "function calls by message are not supported", {hint: "Use SELECT."});
      default:
        throw new Fatal(new SqlError("08P01", `invalid frontend message type ${type}`));
    }
  }

  async #query(body: Buffer, run: Run): Promise<void> {
    const reader = new BodyReader(body);
    const text = reader.text();
    reader.end();
    await answerQuery(this.channel, this.state, text, this.#sendWarnings, run);
    this.#ready();
  }

  /** Sends an error to the client, or throws the error if it ends the session. */
  #fail(error: unknown, type: number): void {
    if (isClientGone(error) || this.channel.closed.aborted) throw this.channel.closed.reason ?? error;
    if (this.#over.signal.aborted) throw this.#over.signal.reason;
    if (error instanceof Fatal) throw error.cause;
    this.#sendWarnings();
    this.channel.write(errorResponse(this.#asSqlError(error), "ERROR"));
    this.state.transaction.fail();
    if (type === LETTER.query || type === LETTER.functionCall) this.#ready();
    else this.#isSkipping = true;
  }

  #ready(): void {
    const {transaction} = this.state;
    transaction.finish();
    this.#sendParameters();
    this.channel.write(readyForQuery(transaction.status));
    this.state.round++;
    // Within a transaction more requests follow, also for the rest of a cursor's or portal's rows.
    this.#isResting = transaction.status === "I";
  }

  #sendParameters(): void {
    for (const [name, value] of this.state.settings.changes())
      this.channel.write(parameterStatus(name, value));
  }

  readonly #sendWarnings = (): void => {
    for (const warning of this.state.warnings.splice(0))
      this.channel.write(noticeResponse(warning, "WARNING"));
  };

  #asSqlError(error: unknown): SqlError {
    if (error instanceof SqlError) return error;
    this.log.error({err: error}, "an SQL session met an unexpected error");
    return new SqlError("XX000", "internal error");
  }

  /** Starts the timer for the client's `statement_timeout`. The service has a limit of its own. */
  #timeOut(run: Run, type: number): NodeJS.Timeout | undefined {
    if (type !== LETTER.query && type !== LETTER.execute && type !== LETTER.parse) return undefined;
    const ms = this.state.settings.durationMs("statement_timeout");
    if (ms === 0) return undefined;
    const error = new SqlError("57014", "canceling statement due to statement timeout");
    return setTimeout(() => run.abort(error), ms);
  }

  #watchIdle(): NodeJS.Timeout | undefined {
    if (this.channel.hasMore) return undefined;
    const isBlock = this.state.transaction.isBlock;
    const ms = this.state.settings.durationMs(
      isBlock ? "idle_in_transaction_session_timeout" : "idle_session_timeout",
    );
    if (ms === 0) return undefined;
    const error = isBlock
      ? new SqlError("25P03", "terminating connection due to idle-in-transaction timeout")
      : new SqlError("57P05", "terminating connection due to idle-session timeout");
    return setTimeout(() => this.end(error), Math.min(ms, MAX_TIMER_MS));
  }
}

const MAX_TIMER_MS = 2_147_483_647;

/** Ends the session with its cause. */
class Fatal extends Error {
  constructor(override readonly cause: SqlError) {
    super(cause.message);
  }
}

const LETTER = {
  query: code("Q"),
  parse: code("P"),
  bind: code("B"),
  describe: code("D"),
  execute: code("E"),
  close: code("C"),
  flush: code("H"),
  sync: code("S"),
  terminate: code("X"),
  functionCall: code("F"),
  copyData: code("d"),
  copyDone: code("c"),
  copyFail: code("f"),
} as const;

function code(letter: string): number {
  return letter.charCodeAt(0);
}
