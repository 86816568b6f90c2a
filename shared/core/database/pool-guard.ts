import pg from "pg";
import type {Logger} from "../log.ts";

const CHECK_INTERVAL_MS = 250;
/** A statement without an answer for this long is looked up at the server. */
const SILENCE_MS = 2000;
/**
 * How long a statement may wait for a lock while callers wait for a connection. Longer than a migration waits for a
 * lock (`LOCK_MS` in `bin/migrate.ts`), because statements queue behind a waiting migration.
 */
const LOCK_WAIT_MS = 1500;
/**
 * For this long after the guard has ended such a wait, it ends further waits sooner, because they are most likely for
 * the same lock.
 */
const CONGESTION_MS = 10_000;
/** Replaces `LOCK_WAIT_MS` during that time. */
const CONGESTED_LOCK_WAIT_MS = 300;
const PROBE_MS = 2000;

/** A connection of the pool that is in use. */
export interface BusyConnection {
  /** The process id of the server's backend. */
  readonly pid: number;
  /** Closes the connection; its statement rejects. */
  drop(): void;
}

interface Backend {
  pid: number;
  /** Whether the backend waits for the client while the client waits for the backend: a message between them was lost. */
  stalled: boolean;
  locked: boolean;
}

/**
 * Frees connections of a pool that would otherwise be blocked for a minute: connections whose server has disappeared
 * silently and, while callers wait for a connection, connections whose statement waits for a lock. The guard reads the
 * state of a statement from the server on a separate connection, so that a statement that only takes long is not ended.
 */
export class PoolGuard {
  readonly #underWay = new Map<BusyConnection, number>();
  readonly #timer: NodeJS.Timeout;
  #checking = false;
  #probe: pg.Client | undefined;
  #congestedUntil = 0;
  #provenAfter = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly pool: pg.Pool,
    private readonly log: Logger,
    /** How long a statement may be unanswered before its connection is closed, if the guard gets no answer either. */
    private readonly serverSilenceMs: number,
  ) {
    this.#timer = setInterval(() => void this.#check(), CHECK_INTERVAL_MS);
    this.#timer.unref();
  }

  begin(connection: BusyConnection): void {
    this.#underWay.set(connection, performance.now());
  }

  end(connection: BusyConnection): void {
    this.#underWay.delete(connection);
  }

  /**
   * Whether a connection that last answered at that time can be trusted. `false` if other connections, used as long
   * ago, turned out to be dead: this one may be, too.
   */
  trusts(answeredAt: number): boolean {
    return answeredAt >= this.#provenAfter;
  }

  async #check(): Promise<void> {
    if (this.pool.ended) clearInterval(this.#timer);
    if (this.#checking) return;
    this.#checking = true;
    try {
      const suspects = this.#suspects();
      if (suspects.size === 0) this.#endProbe();
      else await this.#inspect(suspects);
    } finally {
      this.#checking = false;
    }
  }

  #suspects(): Map<BusyConnection, number> {
    const now = performance.now();
    const lockWaitMs = now < this.#congestedUntil ? CONGESTED_LOCK_WAIT_MS : LOCK_WAIT_MS;
    const before = now - (this.pool.waitingCount > 0 ? lockWaitMs : SILENCE_MS);
    return new Map([...this.#underWay].filter(([, since]) => since < before));
  }

  async #inspect(suspects: ReadonlyMap<BusyConnection, number>): Promise<void> {
    const backends = await this.#backendsOf([...suspects.keys()].map(({pid}) => pid)).catch(() => undefined);
    const now = performance.now();
    const lost: BusyConnection[] = [];
    const locked: number[] = [];
    for (const [connection, since] of suspects) {
      // Skipped if the statement was answered in the meantime.
      if (this.#underWay.get(connection) !== since) continue;
      const backend = backends?.get(connection.pid);
      if (
        backends === undefined
          ? now - since > this.serverSilenceMs
          : !backend || (backend.stalled && now - since > SILENCE_MS)
      ) {
        lost.push(connection);
        this.#provenAfter = Math.max(this.#provenAfter, since);
      } else if (backend?.locked && this.pool.waitingCount > 0) locked.push(backend.pid);
    }
    if (lost.length > 0)
      this.log.warn({connections: lost.length}, "silent database connections were given up");
    for (const connection of lost) connection.drop();
    if (locked.length === 0) return;
    this.#congestedUntil = now + CONGESTION_MS;
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
          and state_change < now() - interval '1 second' as stalled,
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
