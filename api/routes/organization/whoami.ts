import {Elysia} from "elysia";
import {Whoami} from "../../../shared/identity/organization/schemas.ts";
import {whoamiOf} from "../../../shared/identity/organization/whoami.ts";
import type {Web} from "../../dependencies.ts";
import {example} from "../../openapi/organization-examples.ts";
import {endpoint} from "../../server/endpoint.ts";

export function whoamiRoutes(web: Web) {
  return new Elysia().get(
    "/api/whoami",
    ...endpoint(
      web,
      {
        tag: "Identity",
        summary: "Get the caller",
        description:
          "Call this first. Returns the principal whose rights the token has, the `orgId` for other paths, the token's scopes, the role, seat, teams and attributes.",
        scope: null,
        response: Whoami,
        answer: example.whoami,
      },
      ({actor}) => whoamiOf(web, actor),
    ),
  );
}
