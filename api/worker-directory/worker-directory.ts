import {type Db, sql} from "../../shared/ground/db.ts";
import type {Notices} from "../../shared/ground/notices.ts";
import {PROTOCOL} from "../../shared/ground/process/protocol-version.ts";
import type {RunReply, WorkerClient, WorkerEndpoint} from "../../shared/ground/workers/client.ts";
import {ALIVE_MS, type HeartbeatRow, Heartbeats} from "./heartbeats.ts";

const LIST_MS = 1000;
const SUSPECT_MS = 1000;

interface WorkerEntry extends HeartbeatRow {
  /** Whether the worker takes interactive requests in this version's protocol. */
  isSuitable: boolean;
}

/**
 * The workers that are alive and read this version's protocol, and how to reach their listeners. A worker that misses
 * its heartbeat while it has requests loses them: they reject with `WorkerSilent`, and can go to another.
 */
export class WorkerDirectory {
  readonly #suspects = new Map<string, number>();
  #list: Promise<WorkerEntry[]> | undefined;
  #listedAt = 0;
  readonly #heartbeats = new Heartbeats();
  readonly #looking: NodeJS.Timeout;

  constructor(
    private readonly db: Db,
    notices: Notices,
    private readonly client: WorkerClient,
  ) {
    notices.on("notice", ({kind}) => {
      if (kind === "worker") this.#list = undefined;
    });
    notices.on("reset", () => {
      this.#list = undefined;
    });
    // An error is ignored: while the database is unreachable, no heartbeat can be missed.
    this.#looking = setInterval(() => void this.#alive().catch(() => undefined), LIST_MS);
    this.#looking.unref();
  }

  /** Stops watching the workers, and closes the client. */
  close(): void {
    clearInterval(this.#looking);
    this.client.close();
  }

  /** Whether any worker takes interactive work, directly or through the queue. */
  async anyAlive(): Promise<boolean> {
    return (await this.#alive()).length > 0;
  }

  /** Reachable workers, best first: by rendezvous hashing, so that equal keys go to the same worker. */
  async candidates(key: string): Promise<WorkerEndpoint[]> {
    const workers: WorkerEndpoint[] = [];
    for (const {id, address} of await this.#alive()) {
      if (address !== null && !((this.#suspects.get(address) ?? 0) > performance.now()))
        workers.push({id, address});
    }
    if (workers.length < 2) return workers;
    const score = ({address}: WorkerEndpoint) => Bun.hash.xxHash64(`${key} ${address}`);
    return workers.sort((a, b) => (score(a) < score(b) ? -1 : 1));
  }

  /** Leaves out a worker that did not answer for a short time. */
  suspect(address: string): void {
    this.#suspects.set(address, performance.now() + SUSPECT_MS);
    this.#list = undefined;
  }

  post(...request: Parameters<WorkerClient["post"]>): Promise<Response> {
    return this.client.post(...request);
  }

  run(...request: Parameters<WorkerClient["run"]>): Promise<RunReply> {
    return this.client.run(...request);
  }

  #alive(): Promise<WorkerEntry[]> {
    if (!this.#list || performance.now() - this.#listedAt > LIST_MS) {
      this.#listedAt = performance.now();
      this.#list = this.#load().catch(error => {
        this.#list = undefined;
        throw error;
      });
    }
    return this.#list;
  }

  async #load(): Promise<WorkerEntry[]> {
    const {rows} = await sql<WorkerEntry>`
      select id, endpoint as address, heartbeat_at::text as "heartbeatAt",
        (extract(epoch from clock_timestamp() - heartbeat_at) * 1000)::float8 as "ageMs",
        'interactive' = any (runners) and coalesce(${PROTOCOL} between protocol_oldest and protocol_newest, false)
          as "isSuitable"
      from workers`.execute(this.db);
    for (const address of this.#heartbeats.look(rows)) this.client.abandon(address);
    return rows.filter(({isSuitable, ageMs}) => isSuitable && ageMs < ALIVE_MS);
  }
}
