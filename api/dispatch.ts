import {fromWireError, ServiceError, type WireError} from "../shared/errors.ts";
import type {Web} from "./web.ts";

const LOOK_AGAIN_MS = 100;

export interface Dispatch {
  /** Where workers with equal keys shall meet. */
  key: string;
  path: string;
  body: string;
  signal: AbortSignal;
  requestId: string;
}

/**
 * Sends a request to the worker that is to have it, and resolves with its successful answer. `viaQueue` is asked
 * when workers are alive but none can be reached directly. `worker_unavailable` after `WORKER_WAIT_MS` without any;
 * an error of the worker is thrown as it was there.
 */
export async function dispatch<T>(
  web: Web,
  request: Dispatch,
  viaQueue: () => Promise<T>,
): Promise<Response | T> {
  const {doors, config, log} = web;
  const until = performance.now() + config.workerWaitMs;
  let resets = 0;
  for (;;) {
    for (const address of await doors.candidates(request.key)) {
      const response = await attempt(web, address, request);
      if (response instanceof Response) return checked(response);
      log.warn({err: response, address, requestId: request.requestId}, "a worker's door did not answer");
      doors.suspect(address);
      // A statement that ends its worker is not carried from one to the next.
      if (wasReset(response) && ++resets > 1) throw unavailable("The workers broke off while they ran this.");
    }
    if (await doors.anyAlive()) return viaQueue();
    if (performance.now() >= until) throw unavailable("No worker is running.");
    await Bun.sleep(LOOK_AGAIN_MS);
    request.signal.throwIfAborted();
  }
}

async function attempt(
  {doors}: Web,
  address: string,
  {path, body, signal, requestId}: Dispatch,
): Promise<Response | Error> {
  try {
    return await doors.post(address, path, body, requestId, signal);
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Error ? error : new Error(String(error));
  }
}

function wasReset(error: Error): boolean {
  const code = "code" in error ? String(error.code) : "";
  return !/refused|FailedToOpenSocket|ENOENT|NotFound/i.test(`${code} ${error.message}`);
}

/** The answer of a worker's door where it is good; its error is thrown as it was there. */
export async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = await response.text();
  if (response.headers.get("content-type")?.startsWith("application/json")) {
    const wire: WireError = JSON.parse(text);
    throw fromWireError(wire);
  }
  throw new Error(`A worker's door answered ${response.status}: ${text}`);
}

export function unavailable(message: string): ServiceError {
  return new ServiceError("worker_unavailable", `${message} Try again in a moment.`, {
    headers: {"retry-after": "2"},
  });
}
