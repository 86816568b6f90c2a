import {type Arrival, loggedPath} from "../http/arrival.ts";
import type {Web} from "../web.ts";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Sets the headers that every answer has, records the metrics and writes the log line. */
export function finish(
  web: Pick<Web, "log" | "metrics" | "rateLimiter">,
  arrival: Arrival,
  route: string,
  {status, headers}: Response,
): void {
  const {request, requestId, startedAt, actor, rateLimit} = arrival;
  headers.set("x-request-id", requestId);
  if (rateLimit !== undefined) {
    headers.set("ratelimit", rateLimit);
    headers.set("ratelimit-policy", web.rateLimiter.policy);
  }
  // Unknown methods share one label: callers could otherwise create metrics without limit.
  const method = METHODS.has(request.method) ? request.method : "other";
  const durationMs = performance.now() - startedAt;
  web.metrics.requests.of(route, method, String(status)).observe(durationMs / 1000);
  if (web.log.isLevelEnabled("debug")) {
    const path = loggedPath(request);
    web.log.debug({requestId, method, path, status, durationMs, actor: actor?.id}, "a request");
  }
}
