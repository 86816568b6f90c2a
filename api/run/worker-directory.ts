import {type Db, sql} from "../../shared/db.ts";
import type {Notices} from "../../shared/notices.ts";
import type {WorkerClient, WorkerEndpoint} from "../../shared/workers/client.ts";
import type {RunReply} from "../../shared/workers/run-reply.ts";

const ALIVE_MS = 6000;
const LIST_MS = 1000;
const SUSPECT_MS = 1000;

interface WorkerEntry {
  id: string;
  address: string | null;
}

/** The workers that are alive, and how to reach their listeners. */
export class WorkerDirectory {
  readonly #suspects = new Map<string, number>();
  #list: Promise<WorkerEntry[]> | undefined;
  #listedAt = 0;

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
      select id, address from workers
      where heartbeat_at > now() - ${ALIVE_MS} * interval '1 millisecond' and 'interactive' = any (runners)`.execute(
      this.db,
    );
    return rows;
  }
}
