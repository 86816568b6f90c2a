import {ServiceError} from "../../shared/errors.ts";
import type {Statement} from "../../shared/queries/crashes.ts";
import {fromWireError, readWireError} from "../../shared/wire-error.ts";
import {type WorkerEndpoint, wasReached} from "../../shared/workers/client.ts";
import type {RunDeps} from "../web.ts";
import {watchedBody} from "./stream.ts";

const LOOK_AGAIN_MS = 100;

export interface Dispatch {
  /** Requests with equal keys go to the same worker, as long as it is there. */
  key: string;
  path: string;
  body: string | Uint8Array<ArrayBuffer>;
  signal: AbortSignal;
  requestId: string;
  /** The statement that runs in the warehouse, if any: it is refused after it has crashed two workers. */
  statement?: Statement;
}

/**
 * Sends a request to a worker and resolves with its successful answer. `viaQueue` is called when workers are alive but
 * none can be reached directly, and is given whether a worker has broken off before. Rejects with `worker_unavailable`
 * after `WORKER_WAIT_MS` without any worker, and when a second worker breaks off; an error of the worker is thrown as
 * it was there.
 */
export async function dispatch<T>(
  deps: RunDeps,
  request: Dispatch,
  viaQueue: (hasBrokenOff: boolean) => Promise<T>,
): Promise<Response | T> {
  const reached = await reachWorker(deps, request);
  if ("worker" in reached) return finished(deps, reached.worker, request, reached.response);
  return viaQueue(reached.hasBrokenOff);
}

/** Like `dispatch`, for a caller that goes on with the same worker; an error answer is returned and not thrown. */
export async function reachWorker(
  deps: RunDeps,
  request: Dispatch,
): Promise<{worker: WorkerEndpoint; response: Response} | {hasBrokenOff: boolean}> {
  const {workers, config, log, crashes} = deps;
  const {statement} = request;
  if (statement) await crashes.refuse(statement);
  const until = performance.now() + config.workerWaitMs;
  let brokenOff = 0;
  for (;;) {
    const candidates = await workers.candidates(request.key);
    for (const worker of candidates) {
      const response = await attempt(deps, worker, request);
      if (response instanceof Response) return {worker, response};
      const {address} = worker;
      log.warn({err: response, address, requestId: request.requestId}, "a worker did not answer");
      workers.suspect(address);
      if (!wasReached(response)) continue;
      if (statement) {
        await crashes.brokeOff(worker, statement);
        await crashes.refuse(statement);
      }
      // A request that crashes workers must not be passed from one to the next.
      if (++brokenOff > 1) throw unavailable("Two workers broke off while processing the request.");
    }
    // Workers that did not answer are left out when the directory is asked again, and new ones are found.
    if (candidates.length > 0) continue;
    if (await workers.anyAlive()) return {hasBrokenOff: brokenOff > 0};
    if (performance.now() >= until) throw unavailable("No worker is running.");
    await Bun.sleep(LOOK_AGAIN_MS);
    request.signal.throwIfAborted();
  }
}

/**
 * One attempt: an answer, complete or with a streamed body; an `Error` where the worker cannot be reached or breaks
 * off.
 */
async function attempt(
  deps: RunDeps,
  {address}: WorkerEndpoint,
  request: Dispatch,
): Promise<Response | Error> {
  const {path, body, signal, requestId} = request;
  try {
    const response = await deps.workers.post(address, path, body, requestId, signal);
    if (!isWhole(response)) return response;
    const {status, headers} = response;
    return new Response(await response.arrayBuffer(), {status, headers});
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Error ? error : new Error(String(error));
  }
}

function isWhole({headers}: Response): boolean {
  return headers.has("content-length");
}

/** Checks the answer, and watches it to its end where it is of a statement. */
async function finished(
  deps: RunDeps,
  worker: WorkerEndpoint,
  {statement}: Dispatch,
  response: Response,
): Promise<Response> {
  const answer = await checked(response);
  if (!statement) return answer;
  if (!isWhole(answer)) return watched(deps, worker, statement, answer);
  deps.crashes.finished(statement);
  return answer;
}

/** A worker that crashes while it streams a result counts as a crash of the statement, too. */
function watched(deps: RunDeps, worker: WorkerEndpoint, statement: Statement, response: Response): Response {
  const body = watchedBody(response.body, {
    ended: () => deps.crashes.finished(statement),
    broken: () => void deps.crashes.brokeOff(worker, statement),
  });
  return new Response(body, {headers: response.headers});
}

/** Returns a successful answer; throws the worker's error as it was there. */
export async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = await response.text();
  if (response.headers.get("content-type")?.startsWith("application/json")) {
    throw fromWireError(readWireError(JSON.parse(text)));
  }
  throw new Error(`A worker answered ${response.status}: ${text}`);
}

export function unavailable(message: string): ServiceError {
  return new ServiceError("worker_unavailable", `${message} Try again in a moment.`, {
    headers: {"retry-after": "2"},
  });
}
