import pg from "pg";
import type {Logger} from "../log.ts";

const LOOK_MS = 250;
/** A statement without an answer for this long is looked up at the server. */
const SILENCE_MS = 2000;
/**
 * How long a statement that waits for a lock keeps its connection while callers wait for one: longer than a migration's
 * turn.
 */
const LOCK_WAIT_MS = 1500;
/** How long, after such a wait was ended, further waits are ended sooner: most likely they are for the same lock. */
const JAM_MS = 10_000;
/** The limit of `LOCK_WAIT_MS` during that time. */
const JAMMED_WAIT_MS = 300;
const PROBE_MS = 2000;

/** A connection of the pool that is in use. */
export interface Held {
  /** The process id of the server's backend. */
  readonly pid: number;
  /** Closes the connection; its statement rejects. */
  drop(): void;
}

interface Backend {
  pid: number;
  /** Whether the backend waits for the client while the client waits for the backend: a message between them was lost. */
  deaf: boolean;
  locked: boolean;
}

/**
 * Frees connections of a pool that would otherwise be blocked for a minute: those whose peer has disappeared silently
 * and, while callers wait for a connection, those whose statement waits for a lock. The guard asks the server on a
 * fresh connection for the state of a statement, so that a statement that merely takes long is left alone.
 */
export class PoolGuard {
  readonly #underWay = new Map<Held, number>();
  readonly #timer: NodeJS.Timeout;
  #looking = false;
  #probe: pg.Client | undefined;
  #jammedUntil = 0;
  #provenAfter = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly pool: pg.Pool,
    private readonly log: Logger,
    /** How long a statement may be without an answer before it is given up, if the server answers nobody at all. */
    private readonly awayMs: number,
  ) {
    this.#timer = setInterval(() => void this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  begin(held: Held): void {
    this.#underWay.set(held, performance.now());
  }

  end(held: Held): void {
    this.#underWay.delete(held);
  }

  /**
   * Whether a connection that last answered at that time can be trusted. `false` if other connections, used as long
   * ago, turned out to be dead: this one may be, too.
   */
  trusts(answeredAt: number): boolean {
    return answeredAt >= this.#provenAfter;
  }

  async #look(): Promise<void> {
    if (this.pool.ended) clearInterval(this.#timer);
    if (this.#looking) return;
    this.#looking = true;
    try {
      const suspects = this.#suspects();
      if (suspects.size === 0) this.#endProbe();
      else await this.#judge(suspects);
    } finally {
      this.#looking = false;
    }
  }

  #suspects(): Map<Held, number> {
    const now = performance.now();
    const lockWaitMs = now < this.#jammedUntil ? JAMMED_WAIT_MS : LOCK_WAIT_MS;
    const before = now - (this.pool.waitingCount > 0 ? lockWaitMs : SILENCE_MS);
    return new Map([...this.#underWay].filter(([, since]) => since < before));
  }

  async #judge(suspects: ReadonlyMap<Held, number>): Promise<void> {
    const backends = await this.#backendsOf([...suspects.keys()].map(({pid}) => pid)).catch(() => undefined);
    const now = performance.now();
    const lost: Held[] = [];
    const locked: number[] = [];
    for (const [held, since] of suspects) {
      // Skipped if the statement was answered in the meantime.
      if (this.#underWay.get(held) !== since) continue;
      const backend = backends?.get(held.pid);
      if (
        backends === undefined
          ? now - since > this.awayMs
          : !backend || (backend.deaf && now - since > SILENCE_MS)
      ) {
        lost.push(held);
        this.#provenAfter = Math.max(this.#provenAfter, since);
      } else if (backend?.locked && this.pool.waitingCount > 0) locked.push(backend.pid);
    }
    if (lost.length > 0)
      this.log.warn({connections: lost.length}, "silent database connections were given up");
    for (const held of lost) held.drop();
    if (locked.length === 0) return;
    this.#jammedUntil = now + JAM_MS;
    this.log.warn(
      {statements: locked.length},
      "statements that waited for a lock were ended: callers wait for their connections",
    );
    await this.#ask("select pg_cancel_backend(pid) from unnest($1::int[]) as pid", locked).catch(
      () => undefined,
    );
  }

  async #backendsOf(pids: number[]): Promise<Map<number, Backend>> {
    const rows = await this.#ask<Backend>(
      `select pid, coalesce(state like 'idle%' or wait_event_type = 'Client', false)
          and state_change < now() - interval '1 second' as deaf,
        state = 'active' and wait_event_type is not distinct from 'Lock' as locked
      from pg_stat_activity where pid = any($1::int[])`,
      pids,
    );
    return new Map(rows.map(row => [row.pid, row]));
  }

  async #ask<R extends pg.QueryResultRow>(text: string, pids: number[]): Promise<R[]> {
    try {
      this.#probe ??= await this.#connect();
      return (await this.#probe.query<R>(text, [pids])).rows;
    } catch (error) {
      this.#endProbe();
      throw error;
    }
  }

  async #connect(): Promise<pg.Client> {
    const {connectionString} = this.pool.options;
    const client = new pg.Client({
      ...(connectionString === undefined ? {} : {connectionString}),
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
      application_name: "analytics-service guard",
    });
    client.on("error", error => this.log.debug({err: error}, "the guard's connection was lost"));
    await client.connect().catch((error: unknown) => {
      client.end().catch(() => undefined);
      throw error;
    });
    return client;
  }

  #endProbe(): void {
    this.#probe?.end().catch(() => undefined);
    this.#probe = undefined;
  }
}
