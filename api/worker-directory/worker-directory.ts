import type {Notices} from "../../shared/core/change-notices.ts";
import type {Config} from "../../shared/core/config.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {Logger} from "../../shared/core/log.ts";
import {PROTOCOL} from "../../shared/core/process/protocol-version.ts";
import {type WorkerClient, type WorkerEndpoint, wasReached} from "../../shared/core/workers/client.ts";
import {WorkerSilent} from "../../shared/core/workers/under-way.ts";
import type {Statement} from "../../shared/querying/queries/crashing-statements.ts";
import type {CrashWatch} from "./crash-watch.ts";
import {ALIVE_MS, type HeartbeatRow, Heartbeats} from "./missed-heartbeats.ts";

const LIST_MS = 1000;
const SUSPECT_MS = 1000;
const LOOK_AGAIN_MS = 100;

/** A request to any worker. */
interface Dispatch<A> {
  /** Requests with equal keys go to the same worker, as long as it is reachable. */
  key: string;
  signal: AbortSignal;
  requestId: string;
  /**
   * The statement that runs in the warehouse, if there is one. The statement is refused after it has crashed two
   * workers.
   */
  statement?: Statement;
  /** Sends the request to a worker. Rejects if the worker cannot be reached or the connection breaks. */
  send(worker: WorkerEndpoint): Promise<A>;
}

interface WorkerEntry extends HeartbeatRow {
  /** Whether the worker takes interactive requests in this version's protocol. */
  isSuitable: boolean;
}

/**
 * The workers that are alive and read this version's protocol, and the addresses of their listeners. When a worker
 * misses its heartbeat, its requests reject with `WorkerSilent`, and can be sent to another worker.
 */
export class WorkerDirectory {
  readonly #suspects = new Map<string, number>();
  #list: Promise<WorkerEntry[]> | undefined;
  #listedAt = 0;
  readonly #heartbeats = new Heartbeats();
  readonly #looking: NodeJS.Timeout;

  constructor(
    readonly client: WorkerClient,
    private readonly deps: {
      config: Pick<Config, "workerWaitMs">;
      db: Db;
      notices: Notices;
      log: Logger;
      crashes: CrashWatch;
    },
  ) {
    const {notices} = deps;
    notices.on("notice", ({kind}) => {
      if (kind === "worker") this.#list = undefined;
    });
    notices.on("reset", () => {
      this.#list = undefined;
    });
    // An error is ignored, because no heartbeat counts as missed while the database is unreachable.
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

  /**
   * Sends a request to a worker and resolves with its answer, which may be an error of the worker. If workers are alive
   * but none can be reached directly, resolves with whether a connection to a worker has broken before. Rejects with
   * `worker_unavailable` after `WORKER_WAIT_MS` without any worker, and when the connection to a second worker breaks.
   */
  async reach<A>(
    request: Dispatch<A>,
  ): Promise<{worker: WorkerEndpoint; answer: A} | {hasBrokenOff: boolean}> {
    const {config, log, crashes} = this.deps;
    const {key, signal, requestId, statement} = request;
    if (statement) await crashes.refuse(statement);
    const until = performance.now() + config.workerWaitMs;
    let brokenOff = 0;
    for (;;) {
      const candidates = await this.candidates(key);
      for (const worker of candidates) {
        const tried = await attempt(worker, request);
        if ("answer" in tried) return {worker, answer: tried.answer};
        const {error} = tried;
        const {address} = worker;
        log.warn({err: error, address, requestId}, "a worker did not answer");
        this.#suspect(address);
        if (!wasReached(error)) continue;
        // A silent worker's process has not ended, and checking that would take seconds.
        if (statement && !(error instanceof WorkerSilent)) {
          await crashes.brokeOff(worker, statement);
          await crashes.refuse(statement);
        }
        // A request that crashes workers must not be passed from one worker to the next.
        if (++brokenOff > 1) throw unavailable("Two workers stopped while processing the request.");
      }
      // The next list of candidates leaves out workers that did not answer, and includes new workers.
      if (candidates.length > 0) continue;
      if (await this.anyAlive()) return {hasBrokenOff: brokenOff > 0};
      if (performance.now() >= until) throw unavailable("No worker is running.");
      await Bun.sleep(LOOK_AGAIN_MS);
      signal.throwIfAborted();
    }
  }

  /** For a short time, leaves out a worker that did not answer. */
  #suspect(address: string): void {
    this.#suspects.set(address, performance.now() + SUSPECT_MS);
    this.#list = undefined;
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
      from workers`.execute(this.deps.db);
    for (const address of this.#heartbeats.look(rows)) this.client.abandon(address);
    return rows.filter(({isSuitable, ageMs}) => isSuitable && ageMs < ALIVE_MS);
  }
}

/** One attempt. Returns the answer, or an `Error` if the worker cannot be reached or the connection breaks. */
async function attempt<A>(
  worker: WorkerEndpoint,
  {send, signal}: Dispatch<A>,
): Promise<{answer: A} | {error: Error}> {
  try {
    return {answer: await send(worker)};
  } catch (error) {
    signal.throwIfAborted();
    return {error: error instanceof Error ? error : new Error(String(error))};
  }
}

export function unavailable(message: string): ServiceError {
  return new ServiceError("worker_unavailable", `${message} Try again in a moment.`, {
    headers: {"retry-after": "2"},
  });
}
