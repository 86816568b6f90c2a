import pg from "pg";
import {ServiceError} from "../errors.ts";
import type {Logger} from "../log.ts";

const PROBE_MS = 100;

/** SQLSTATE class 08: connection errors; 57P: the server stops or starts; 53300: too many connections. */
const STATES = /^(08...|57P0[123]|53300)$/;
const SYSTEM = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENOTFOUND"]);
/** Messages of `pg` and `pg-pool` themselves, which have no code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout e(xceeded|xpired))/;

/** Whether the database could not be reached, or was lost during a statement. A lost statement may have run. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  // ENOENT counts for the unix socket only: a missing file has this code, too.
  if (code === "ENOENT") return "syscall" in error && error.syscall === "connect";
  return STATES.test(code) || SYSTEM.has(code) || DRIVER_MESSAGES.test(error.message);
}

const NO_ROOM = "53100";
const NO_MEMORY = "53200";
const LOCK_TIMEOUT = "55P03";
/** A sentence for each SQLSTATE with which the server refuses a statement temporarily. */
const REFUSALS: Readonly<Record<string, string>> = {
  "53000": "The service's database has no room for this at the moment.",
  [NO_ROOM]: "The disk of the service's database is full. An operator has to make room.",
  [NO_MEMORY]: "The service's database has no memory left for this at the moment.",
  // A statement that was cancelled: by its time limit, or because it blocked others.
  "57014": "The service's database is busy, and ended this before it was done.",
  [LOCK_TIMEOUT]: "The service's database is busy: data that this request needs has been locked for seconds.",
};
const REFUSAL_LOG_MS = 10_000;

/** Whether the server refused a statement of the service temporarily. The connection can still be used. */
export function isRefusedForNow(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && Object.hasOwn(REFUSALS, error.code ?? "");
}

/** Whether the service's own database was the cause: it was unreachable, or refused temporarily. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "database_unavailable";
}

/** Whether a statement of the service's own pool timed out waiting for a lock. */
export function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.details.cause : error;
  return cause instanceof pg.DatabaseError && cause.code === LOCK_TIMEOUT;
}

/**
 * Tracks whether the service's own database answers. A caller who needs a new connection waits a moment for an
 * unreachable database: that is safe, because nothing was sent yet. Every other loss is `database_unavailable`. An
 * outage is logged once.
 */
export class DatabaseWatch {
  /** Statements and transactions that did not reach the database, or lost it, since the process started. */
  failures = 0;
  #lostAt: number | undefined;
  readonly #refusedAt = new Map<string, number>();
  #probing: Promise<void> | undefined;

  constructor(
    private readonly pool: pg.Pool,
    private readonly log: Logger,
    /** How long a statement waits while the database is unreachable: longer than a restart takes. */
    private readonly waitMs: number,
  ) {}

  /** A connection; `database_unavailable` if none is available in time. */
  async connect(): Promise<pg.PoolClient> {
    const until = performance.now() + this.waitMs;
    for (;;) {
      try {
        const client = await this.pool.connect();
        this.#found();
        return client;
      } catch (error) {
        if (!isDatabaseGone(error)) throw error;
        const left = until - performance.now();
        if (left <= 0 || this.pool.ending) throw this.lost(error);
        this.#note(error);
        // One probe, shared by all waiting callers, checks whether the database is back.
        this.#probing ??= this.#probe().finally(() => {
          this.#probing = undefined;
        });
        await Promise.race([this.#probing, Bun.sleep(left)]);
      }
    }
  }

  /** The error to throw in place of one for which `isDatabaseGone` holds. */
  lost(cause: unknown): ServiceError {
    this.failures++;
    this.#note(cause);
    return new ServiceError(
      "database_unavailable",
      "The service's database does not answer. The request may have been carried out all the same: repeat it in a moment, a change with the same Idempotency-Key.",
      {headers: {"retry-after": "2"}, cause},
    );
  }

  /**
   * The error to throw in place of one for which `isRefusedForNow` holds. Each kind is logged at most every ten
   * seconds.
   */
  refused(cause: pg.DatabaseError): ServiceError {
    this.failures++;
    const state = cause.code ?? "";
    const now = performance.now();
    if (now - (this.#refusedAt.get(state) ?? Number.NEGATIVE_INFINITY) > REFUSAL_LOG_MS) {
      this.#refusedAt.set(state, now);
      this.log.error({err: cause}, "the database refuses statements");
    }
    return new ServiceError(
      "database_unavailable",
      `${REFUSALS[state]} Repeat the request later, a change with the same Idempotency-Key.`,
      {headers: {"retry-after": state === NO_ROOM ? "30" : "5"}, cause},
    );
  }

  async #probe(): Promise<void> {
    const until = performance.now() + this.waitMs;
    while (!this.pool.ending && performance.now() < until) {
      await Bun.sleep(PROBE_MS);
      try {
        (await this.pool.connect()).release();
        return;
      } catch (error) {
        if (!isDatabaseGone(error)) return;
      }
    }
  }

  #note(cause: unknown): void {
    if (this.#lostAt !== undefined) return;
    this.#lostAt = performance.now();
    this.log.error({err: cause}, "the database does not answer");
  }

  #found(): void {
    if (this.#lostAt === undefined) return;
    const outageMs = Math.round(performance.now() - this.#lostAt);
    this.#lostAt = undefined;
    this.log.info({outageMs}, "the database answers again");
  }
}
