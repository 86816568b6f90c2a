import {Elysia} from "elysia";
import {Whoami} from "../../shared/identity/organization/schemas.ts";
import {whoamiOf} from "../../shared/identity/organization/whoami.ts";
import type {Web} from "../dependencies.ts";
import {requireAcceptable} from "../http/accept.ts";
import {unauthenticated} from "../http/token-authenticator.ts";
import {Browser} from "../oauth/browser.ts";
import {describeEndpoint} from "../openapi/describe-endpoint.ts";
import {example} from "../openapi/organization-examples.ts";
import {handleRequest} from "../server/handle-request.ts";

/** The user who is signed in with this browser. */
export function meRoutes(web: Web) {
  return new Elysia().get(
    "/api/me",
    ({request, server, route}) =>
      handleRequest(web, {request, server, route}, async () => {
        if (request.headers.has("authorization")) {
          throw unauthenticated(
            "This call is for browsers that are signed in. With a token, call /api/whoami.",
          );
        }
        const user = await new Browser(web.db, web.config, request).user();
        if (!user) throw unauthenticated("Nobody is signed in with this browser: open /sign-in.");
        requireAcceptable(request.headers.get("accept"), ["application/json"]);
        return Response.json(await whoamiOf(web, user), {headers: {"cache-control": "no-store"}});
      }),
    {
      detail: {
        ...describeEndpoint({
          tag: "Identity",
          summary: "Get the caller of a browser session",
          description:
            "The same as whoami, for the session cookie of a browser. Tokens are refused: programs call whoami.",
          scope: null,
          authenticate: "the session of a browser",
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
