import {publish} from "../shared/core/change-notices.ts";
import {type Db, sql} from "../shared/core/db.ts";
import type {Logger} from "../shared/core/log.ts";
import {OLDEST_PROTOCOL, PROTOCOL} from "../shared/core/process/protocol-version.ts";
import type {WorkerClient} from "../shared/core/workers/client.ts";
import {DEAD_MS, removeDeadWorkers} from "./takeover/dead-workers.ts";

const HEARTBEAT_MS = 1000;
/** A longer pause between two heartbeats means that the database was unreachable. */
const BREAK_MS = 3000;

export interface PresenceEntry {
  id: string;
  address: string | null;
  runners: string[];
  queuePoolIds: string[];
}

/**
 * Registers this process in `workers` with a heartbeat, and removes dead processes. Their jobs are unlocked at once,
 * because the queue alone would wait for four hours. After an outage of the database no process is removed until every
 * living one has had the time to write a heartbeat again.
 */
export class Presence {
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #beating: Promise<void> = Promise.resolve();
  #registeredAt = Number.NEGATIVE_INFINITY;
  /** When the current sequence of heartbeats without a break began. */
  #steadySince = 0;

  constructor(
    private readonly db: Db,
    private readonly log: Logger,
    private readonly client: WorkerClient,
    private entry: PresenceEntry,
  ) {}

  async start(): Promise<void> {
    await this.#register();
    await publish(this.db, {kind: "worker", id: this.entry.id});
    this.#schedule();
  }

  /** Receives no more work, but keeps its heartbeat until `stop`, so that nobody takes over the jobs it is running. */
  async leave(): Promise<void> {
    this.entry = {...this.entry, address: null, runners: []};
    await this.#beating;
    try {
      await sql`update workers set endpoint = null, runners = '{}' where id = ${this.entry.id}`.execute(
        this.db,
      );
      await publish(this.db, {kind: "worker", id: this.entry.id});
    } catch (error) {
      this.log.warn({err: error}, "the stop of the worker could not be announced");
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
      // Other processes will remove this one when its heartbeat is overdue.
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
      await this.#register();
      if (performance.now() - this.#steadySince > DEAD_MS)
        await removeDeadWorkers(this.db, this.log, this.client);
    } catch (error) {
      this.log.warn({err: error}, "the heartbeat could not be written; it is tried again");
    }
  }

  async #register(): Promise<void> {
    const {id, address, runners, queuePoolIds} = this.entry;
    await sql`
      insert into workers (id, endpoint, runners, queue_pool_ids, protocol_oldest, protocol_newest)
      values (${id}, ${address}, ${runners}, ${queuePoolIds}, ${OLDEST_PROTOCOL}, ${PROTOCOL})
      on conflict (id) do update set heartbeat_at = now(), queue_pool_ids = excluded.queue_pool_ids`.execute(
      this.db,
    );
    const now = performance.now();
    if (now - this.#registeredAt > BREAK_MS) this.#steadySince = now;
    this.#registeredAt = now;
  }
}
