import type {CallName, Calls} from "../shared/calls.ts";
import type {Web} from "./web.ts";

/**
 * Asks a worker and waits for its answer. A `ServiceError` of the worker is thrown here as it was there;
 * `worker_unavailable` when none answers within `WORKER_WAIT_MS`.
 */
export declare function callWorker<N extends CallName>(
  web: Web,
  name: N,
  request: Calls[N]["request"],
  options: {requestId: string; signal?: AbortSignal},
): Promise<Calls[N]["answer"]>;
