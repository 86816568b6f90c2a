import type {Actor} from "../../shared/core/actor.ts";
import {translateDeletedActor} from "../../shared/core/audit.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {problemOf} from "../../shared/core/problem.ts";

/** A problem as an HTTP answer. */
export function problemResponse(error: unknown, requestId: string, actor?: Actor): Response {
  const reported = translateDeletedActor(error, actor);
  const problem = problemOf(reported, requestId, actor);
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      ...(reported instanceof ServiceError ? reported.details.headers : {}),
      "content-type": "application/problem+json",
      "x-request-id": requestId,
      "cache-control": "no-store",
    },
  });
}
