import {showServiceAway} from "../document/interruptions.ts";
import {Refusal, type RequestOptions, request} from "./api.ts";

/** Pauses between the attempts of one call, half a minute in all, because a restart takes a few seconds. */
const PAUSES_MS = [300, 700, 1000, 2000, 3000, 4000, 5000, 5000, 5000, 5000];
/**
 * The statuses of a proxy whose service stops or starts, and 0 for no answer. The service's own answers have a code.
 */
const AWAY_STATUSES = new Set([0, 502, 503, 504]);

function isAway(error: unknown): error is Refusal {
  if (!(error instanceof Refusal)) return false;
  return (
    error.code === "database_unavailable" || (error.code === undefined && AWAY_STATUSES.has(error.status))
  );
}

/**
 * Repeats a request while the service cannot be reached, and shows on the page that it cannot be reached. A request
 * that arrives twice takes effect once: a POST carries an `Idempotency-Key`, and a change names the version that it
 * changes. A DELETE is sent once. Rejects with a `Refusal`.
 */
export async function requestWithRetries(
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<Response> {
  if (method === "DELETE") return request(method, path, options);
  const keyed = method === "POST" ? {...options, headers: {...options.headers, ...newKey()}} : options;
  let back: (() => void) | undefined;
  try {
    for (const pauseMs of PAUSES_MS) {
      try {
        return await request(method, path, keyed);
      } catch (error) {
        if (!isAway(error)) throw error;
        back ??= showServiceAway();
        await pause(pauseMs, options.signal);
      }
    }
    return await request(method, path, keyed);
  } finally {
    back?.();
  }
}

function newKey(): Record<string, string> {
  return {"idempotency-key": [...crypto.getRandomValues(new Uint32Array(4))].join("-")};
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
