import {Elysia} from "elysia";
import {ServiceError} from "../shared/errors.ts";
import {requestIdOf} from "./endpoint.ts";
import {problemResponse} from "./problem.ts";
import type {Web} from "./web.ts";

/** Every route of the web process. Tests drive it with `app.handle(new Request(…))`. */
export function makeApp(web: Web) {
  const app = new Elysia({aot: true}).onError(({error, code, request}) => {
    const requestId = requestIdOf(request);
    if (code === "NOT_FOUND") return noRoute(app.routes, request, requestId);
    web.log.error({err: error, requestId, method: request.method, url: request.url}, "a request failed");
    return problemResponse(error, requestId);
  });
  return app;
}

/** 405 with `Allow` where the path is known under another method, else 404. */
function noRoute(
  routes: readonly {method: string; path: string}[],
  request: Request,
  requestId: string,
): Response {
  const {pathname} = new URL(request.url);
  const allowed = routes.filter(route => pathFits(route.path, pathname)).map(route => route.method);
  if (allowed.length === 0) {
    return problemResponse(new ServiceError("not_found", `There is nothing at ${pathname}.`), requestId);
  }
  const message = `${request.method} is not something ${pathname} does.`;
  return problemResponse(
    new ServiceError("method_not_allowed", message, {headers: {allow: [...new Set(allowed)].join(", ")}}),
    requestId,
  );
}

function pathFits(pattern: string, pathname: string): boolean {
  const wanted = pattern.split("/");
  const given = pathname.split("/");
  return (
    wanted.length === given.length && wanted.every((part, i) => part.startsWith(":") || part === given[i])
  );
}
