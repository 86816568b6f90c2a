import {type Db, sql} from "../shared/db.ts";
import type {Logger} from "../shared/log.ts";
import {publish} from "../shared/notices.ts";
import {OLDEST_PROTOCOL, PROTOCOL} from "../shared/process/protocol-version.ts";
import {recordCrashOfRuns} from "../shared/queries/crashes.ts";
import type {WorkerClient} from "../shared/workers/client.ts";

const HEARTBEAT_MS = 1000;
const DEAD_MS = 6000;
/** A longer pause between two heartbeats means that the database was away. */
const BREAK_MS = 3000;

export interface PresenceEntry {
  id: string;
  address: string | null;
  runners: string[];
  queuePoolIds: string[];
}

/**
 * Announces this process in `workers`, and removes dead ones. Their jobs are unlocked at once, because the queue alone
 * would wait for four hours. After an outage of the database every living process has the time to announce itself
 * again: who could not be heard is not dead.
 */
export class Presence {
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #beating: Promise<void> = Promise.resolve();
  #announcedAt = Number.NEGATIVE_INFINITY;
  /** Since when it has announced itself without a break. */
  #steadySince = 0;

  constructor(
    private readonly db: Db,
    private readonly log: Logger,
    private readonly client: WorkerClient,
    private entry: PresenceEntry,
  ) {}

  async start(): Promise<void> {
    await this.#announce();
    await publish(this.db, {kind: "worker", id: this.entry.id});
    this.#schedule();
  }

  /** Gets no more work from others, but stays alive to them until `stop`: what it has begun is its own. */
  async leave(): Promise<void> {
    this.entry = {...this.entry, address: null, runners: []};
    await this.#beating;
    try {
      await sql`update workers set endpoint = null, runners = '{}' where id = ${this.entry.id}`.execute(
        this.db,
      );
      await publish(this.db, {kind: "worker", id: this.entry.id});
    } catch (error) {
      this.log.warn({err: error}, "it could not be announced that the worker stops");
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#beating;
    try {
      await sql`delete from workers where id = ${this.entry.id}`.execute(this.db);
      await publish(this.db, {kind: "worker", id: this.entry.id});
    } catch (error) {
      // Other processes will remove it when they miss its heartbeat.
      this.log.warn({err: error}, "the worker could not be signed off");
    }
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat().finally(() => this.#schedule());
    }, HEARTBEAT_MS);
  }

  async #beat(): Promise<void> {
    try {
      await this.#announce();
      if (performance.now() - this.#steadySince > DEAD_MS) await this.#removeDead();
    } catch (error) {
      this.log.warn({err: error}, "the heartbeat could not be written; it is tried again");
    }
  }

  async #announce(): Promise<void> {
    const {id, address, runners, queuePoolIds} = this.entry;
    await sql`
      insert into workers (id, endpoint, runners, queue_pool_ids, protocol_oldest, protocol_newest)
      values (${id}, ${address}, ${runners}, ${queuePoolIds}, ${OLDEST_PROTOCOL}, ${PROTOCOL})
      on conflict (id) do update set heartbeat_at = now(), queue_pool_ids = excluded.queue_pool_ids`.execute(
      this.db,
    );
    const now = performance.now();
    if (now - this.#announcedAt > BREAK_MS) this.#steadySince = now;
    this.#announcedAt = now;
  }

  async #removeDead(): Promise<void> {
    const {rows} = await sql<{id: string; address: string | null; queue_pool_ids: string[]}>`
      delete from workers where heartbeat_at < now() - ${DEAD_MS} * interval '1 millisecond'
      returning id, coalesce(endpoint, address) as address, queue_pool_ids`.execute(this.db);
    for (const {id, address, queue_pool_ids: queuePoolIds} of rows) {
      this.log.warn({workerId: id}, "a worker is gone: its jobs are handed to others");
      // A worker that only lost its connection to the database has not crashed.
      if (address !== null && (await this.client.hasEnded({id, address})))
        await recordCrashOfRuns(this.db, this.log, id);
      if (queuePoolIds.length > 0)
        await sql`select graphile_worker.force_unlock_workers(${queuePoolIds}::text[])`.execute(this.db);
      await publish(this.db, {kind: "worker", id});
    }
  }
}
