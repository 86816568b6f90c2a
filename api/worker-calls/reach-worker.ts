import {type Db, sql} from "../../shared/ground/db.ts";
import {ServiceError} from "../../shared/ground/errors.ts";
import type {RunRequest} from "../../shared/ground/wire/run-request.ts";
import {readRefusal, type WorkerEndpoint, wasReached} from "../../shared/ground/workers/client.ts";
import {WorkerSilent} from "../../shared/ground/workers/under-way.ts";
import type {Statement} from "../../shared/querying/queries/crashes.ts";
import {unknownModel} from "../../shared/querying/queries/find-model.ts";
import type {RunDeps} from "../web.ts";

const LOOK_AGAIN_MS = 100;

export interface Dispatch<A> {
  /** Requests with equal keys go to the same worker, as long as it is reachable. */
  key: string;
  signal: AbortSignal;
  requestId: string;
  /** The statement that runs in the warehouse, if any: it is refused after it has crashed two workers. */
  statement?: Statement;
  /** Sends the request to a worker; rejects where the worker cannot be reached or breaks off. */
  send(worker: WorkerEndpoint): Promise<A>;
}

/**
 * Sends a request to a worker and resolves with its answer, which may be an error of the worker. Where workers are
 * alive but none can be reached directly, it resolves with whether one has broken off before. Rejects with
 * `worker_unavailable` after `WORKER_WAIT_MS` without any worker, and when a second worker breaks off.
 */
export async function reachWorker<A>(
  deps: RunDeps,
  request: Dispatch<A>,
): Promise<{worker: WorkerEndpoint; answer: A} | {hasBrokenOff: boolean}> {
  const {workers, config, log, crashes} = deps;
  const {statement} = request;
  if (statement) await crashes.refuse(statement);
  const until = performance.now() + config.workerWaitMs;
  let brokenOff = 0;
  for (;;) {
    const candidates = await workers.candidates(request.key);
    for (const worker of candidates) {
      const tried = await attempt(worker, request);
      if ("answer" in tried) return {worker, answer: tried.answer};
      const {error} = tried;
      const {address} = worker;
      log.warn({err: error, address, requestId: request.requestId}, "a worker did not answer");
      workers.suspect(address);
      if (!wasReached(error)) continue;
      // A silent worker's process has not ended, and checking that would take seconds.
      if (statement && !(error instanceof WorkerSilent)) {
        await crashes.brokeOff(worker, statement);
        await crashes.refuse(statement);
      }
      // A request that crashes workers must not be passed from one to the next.
      if (++brokenOff > 1) throw unavailable("Two workers broke off while processing the request.");
    }
    // The next list of candidates leaves out workers that did not answer, and includes new ones.
    if (candidates.length > 0) continue;
    if (await workers.anyAlive()) return {hasBrokenOff: brokenOff > 0};
    if (performance.now() >= until) throw unavailable("No worker is running.");
    await Bun.sleep(LOOK_AGAIN_MS);
    request.signal.throwIfAborted();
  }
}

/** One attempt: the answer; an `Error` where the worker cannot be reached or breaks off. */
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

/** A worker's answer to a call, buffered whole, so that a worker that breaks off is noticed. */
export async function wholeAnswer(answering: Promise<Response>): Promise<Response> {
  const response = await answering;
  const {status, headers} = response;
  return status === 204 ? response : new Response(await response.arrayBuffer(), {status, headers});
}

/** Returns a successful answer; rethrows the worker's own error. */
export async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw await readRefusal(response);
}

export function unavailable(message: string): ServiceError {
  return new ServiceError("worker_unavailable", `${message} Try again in a moment.`, {
    headers: {"retry-after": "2"},
  });
}

/**
 * Turns any error of a worker into `unknown_model` where the snapshot was deleted after the query was prepared: the
 * worker may miss its file, its open engine or its row. Every other error stays as it is.
 */
export async function orGoneSnapshot(
  {db}: {db: Db},
  {orgId, source, record}: RunRequest,
  error: unknown,
): Promise<unknown> {
  if (source.kind !== "snapshot" || !(error instanceof ServiceError)) return error;
  const {rows} = await sql`select from datasets where org_id = ${orgId} and id = ${source.id}`.execute(db);
  return rows.length > 0 ? error : unknownModel(record.model, []);
}
