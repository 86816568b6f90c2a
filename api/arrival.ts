import type {Context} from "elysia";
import type {Actor} from "../shared/actor.ts";
import type {Config} from "../shared/config.ts";
import {requestSeconds} from "./metrics.ts";
import type {Web} from "./web.ts";

/** What is known of a request, more as it goes on. */
export interface Arrival {
  readonly request: Request;
  readonly requestId: string;
  readonly startedAt: number;
  readonly server: Context["server"];
  actor: Actor | undefined;
  /** The token's standing, as the header tells it. */
  rateLimit: string | undefined;
}

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The caller's own `X-Request-Id` where it is a sane one, else a new id. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && REQUEST_ID.test(given) ? given : `req_${Bun.randomUUIDv7()}`;
}

/** What a log tells of an address: a query string can hold what nobody else may read. */
export function loggedPath({url}: Pick<Request, "url">): string {
  return new URL(url).pathname;
}

/**
 * Where a request comes from. What a caller writes into `X-Forwarded-For` stands left of what trusted proxies add,
 * and is not looked at.
 */
export function addressOf(
  {trustedProxies}: Pick<Config, "trustedProxies">,
  {request, server}: Pick<Arrival, "request" | "server">,
): string | undefined {
  const passedOn = trustedProxies > 0 ? request.headers.get("x-forwarded-for") : null;
  const address = passedOn?.split(",").at(-trustedProxies)?.trim();
  return address || server?.requestIP(request)?.address;
}

/** The actor with what the audit log says of the request. */
export function withOrigin({config}: Web, actor: Actor, arrival: Arrival): Actor {
  const {requestId} = arrival;
  const address = addressOf(config, arrival);
  return address === undefined ? {...actor, requestId} : {...actor, requestId, address};
}

/** Headers that every answer has, the measurement, and the line in the log. */
export function finish(web: Web, arrival: Arrival, route: string, {status, headers}: Response): void {
  const {request, requestId, startedAt, actor, rateLimit} = arrival;
  headers.set("x-request-id", requestId);
  if (rateLimit !== undefined) {
    headers.set("ratelimit", rateLimit);
    headers.set("ratelimit-policy", web.rateLimiter.policy);
  }
  const {method} = request;
  const durationMs = performance.now() - startedAt;
  requestSeconds(route, method, String(status)).observe(durationMs / 1000);
  if (web.log.isLevelEnabled("debug")) {
    const path = loggedPath(request);
    web.log.debug({requestId, method, path, status, durationMs, actor: actor?.id}, "a request");
  }
}
