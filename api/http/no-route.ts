import {ServiceError} from "../../shared/core/errors.ts";
import {problemResponse} from "./problem.ts";

interface Route {
  method: string;
  path: string;
}

/**
 * Answers a request that no route matches. OPTIONS lists the path's methods. A method that the path does not support
 * gets 405 with `Allow`. An unknown path gets 404.
 */
export function answerNoRoute(routes: readonly Route[], request: Request, requestId: string): Response {
  const {pathname} = new URL(request.url);
  const methods = routes.filter(route => pathFits(route.path, pathname)).map(route => route.method);
  // If the path's pattern and the method match although no route does, an id in the path is empty.
  if (methods.length === 0 || methods.includes(request.method === "HEAD" ? "GET" : request.method)) {
    return problemResponse(new ServiceError("not_found", `There is nothing at ${pathname}.`), requestId);
  }
  if (methods.includes("GET")) methods.push("HEAD");
  const allow = [...new Set([...methods, "OPTIONS"])].join(", ");
  if (request.method === "OPTIONS") {
    return new Response(null, {status: 204, headers: {allow, "x-request-id": requestId}});
  }
  const message = `${pathname} does not support ${request.method}. It supports ${allow}.`;
  return problemResponse(new ServiceError("method_not_allowed", message, {headers: {allow}}), requestId);
}

function pathFits(pattern: string, pathname: string): boolean {
  const patternParts = pattern.split("/");
  const pathParts = pathname.replace(/(.)\/$/, "$1").split("/");
  return (
    patternParts.length === pathParts.length &&
    patternParts.every((part, i) => part.startsWith(":") || part === pathParts[i])
  );
}
