import {Elysia} from "elysia";
import {ServiceError} from "../../shared/errors.ts";
import {Whoami} from "../../shared/organization/schemas.ts";
import {requireAcceptable} from "../accept.ts";
import {loggedPath, requestIdOf} from "../arrival.ts";
import {Browser} from "../oauth/browser.ts";
import {describeEndpoint} from "../openapi.ts";
import {problemResponse} from "../problem.ts";
import type {Web} from "../web.ts";
import {example} from "./organization/examples.ts";
import {whoamiOf} from "./organization/whoami.ts";

/** Who is signed in with a browser. */
export function meRoutes(web: Web) {
  return new Elysia().get(
    "/api/me",
    async ({request}) => {
      const requestId = requestIdOf(request);
      try {
        if (request.headers.has("authorization")) {
          throw notSignedIn("This call is for browsers that are signed in; with a token ask /api/whoami.");
        }
        const user = await new Browser(web.db, web.config, request).user();
        if (!user) throw notSignedIn("Nobody is signed in with this browser: open /sign-in.");
        requireAcceptable(request.headers.get("accept"), ["application/json"]);
        const headers = {"cache-control": "no-store", "x-request-id": requestId};
        return Response.json(whoamiOf(user), {headers});
      } catch (error) {
        const response = problemResponse(error, requestId);
        if (response.status >= 500)
          web.log.error({err: error, requestId, path: loggedPath(request)}, "a request failed");
        return response;
      }
    },
    {
      detail: {
        ...describeEndpoint({
          tag: "Identity",
          summary: "Who is signed in with this browser",
          description: "The same as whoami, for the session of a browser. A token is refused here.",
          scope: null,
          response: Whoami,
          answer: {
            ...example.whoami,
            principal: {...example.whoami.principal, kind: "user", email: "ada@example.com"},
          },
        }),
        security: [],
      },
    },
  );
}

function notSignedIn(message: string): ServiceError {
  return new ServiceError("unauthenticated", message, {headers: {"www-authenticate": "Bearer"}});
}
