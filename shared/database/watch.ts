import type pg from "pg";
import {ServiceError} from "../errors.ts";
import type {Logger} from "../log.ts";

/** How long a statement waits while the database is away, which is longer than a restart takes. */
const WAIT_MS = 5000;
const PROBE_MS = 100;

/** SQLSTATE class 08: connection errors; 57P: the server stops or starts; 53300: too many connections. */
const STATES = /^(08...|57P0[123]|53300)$/;
const SYSTEM = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENOTFOUND"]);
/** Messages of `pg` and `pg-pool` themselves, which have no code. */
const SAID =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout e(xceeded|xpired))/;

/** Whether the database could not be reached, or was lost during a statement, which may or may not have run then. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  // Of its unix socket; a file that is missing has this code, too.
  if (code === "ENOENT") return "syscall" in error && error.syscall === "connect";
  return STATES.test(code) || SYSTEM.has(code) || SAID.test(error.message);
}

/**
 * Knows whether the service's own database answers. A caller who needs a new connection waits a moment for a database
 * that is away: that is safe, because nothing was sent yet. Every other loss is `database_unavailable`. An outage is
 * logged once.
 */
export class DatabaseWatch {
  /** Statements and transactions that did not reach the database, or lost it, since the process started. */
  failures = 0;
  #lostAt: number | undefined;
  #probing: Promise<void> | undefined;

  constructor(
    private readonly pool: pg.Pool,
    private readonly log: Logger,
  ) {}

  /** A connection; `database_unavailable` if none can be had within five seconds. */
  async connect(): Promise<pg.PoolClient> {
    const until = performance.now() + WAIT_MS;
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
        // One probe checks whether it is back, for all callers that wait.
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

  async #probe(): Promise<void> {
    const until = performance.now() + WAIT_MS;
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
