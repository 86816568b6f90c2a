import type {Context} from "elysia";
import {mustBeLogged} from "../../shared/core/problem.ts";
import type {Traced} from "../../shared/core/process/tracing.ts";
import type {Web} from "../dependencies.ts";
import {problemResponse} from "../http/problem.ts";
import {type Arrival, loggedPath, requestIdOf} from "../http/request-context.ts";

/**
 * Handles a request from arrival to answer, for every route: turns errors into answers, logs the service's own faults,
 * sets the headers, and measures the request under `route`.
 */
export async function handleRequest(
  web: Pick<Web, "log" | "metrics" | "rateLimiter" | "tracing">,
  {request, server, route}: Pick<Context, "request" | "server" | "route">,
  answer: (arrival: Arrival) => Promise<Response>,
  toResponse: (error: unknown, arrival: Arrival) => Response = asProblem,
): Promise<Response> {
  const startedAt = performance.now();
  const requestId = requestIdOf(request);
  const traced = traceRequest(web, request, route);
  const arrival: Arrival = {
    request,
    requestId,
    startedAt,
    server,
    traceparent: traced?.traceparent,
    actor: undefined,
    rateLimit: undefined,
  };
  let response: Response;
  try {
    response = await answer(arrival);
  } catch (error) {
    response = toResponse(error, arrival);
    // An error after the caller has disconnected is not logged.
    if (mustBeLogged(error) && !request.signal.aborted) {
      const {method} = request;
      web.log.error({err: error, requestId, method, path: loggedPath(request)}, "a request failed");
    }
  }
  finish(web, arrival, route, response);
  endTrace(traced, arrival, response);
  return response;
}

function traceRequest(
  {tracing}: Pick<Web, "tracing">,
  {method, headers}: Request,
  route: string,
): Traced | undefined {
  return tracing?.start(`${method} ${route}`, "server", headers.get("traceparent"), {
    "http.request.method": method,
    "http.route": route,
  });
}

function endTrace(traced: Traced | undefined, {requestId, actor}: Arrival, {status}: Response): void {
  if (!traced) return;
  traced.set({
    "http.response.status_code": status,
    "analytics.request.id": requestId,
    ...(actor ? {"analytics.org.id": actor.orgId, "enduser.id": actor.id} : {}),
  });
  traced.end(status >= 500 ? `The answer was ${status}` : undefined);
}

function asProblem(error: unknown, {requestId, actor}: Arrival): Response {
  return problemResponse(error, requestId, actor);
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Sets the headers that every answer has, records the metrics and writes the log line. */
function finish(
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
