import {Whoami} from "../../../shared/identity/organization/schemas.ts";
import {whoamiOf} from "../../../shared/identity/organization/whoami.ts";
import type {Web} from "../../dependencies.ts";
import {example} from "../../openapi/organization-examples.ts";
import {Operations} from "../../server/operations.ts";

export function whoamiRoutes(web: Web) {
  return new Operations(web, "Identity").add("GET", "/api/whoami", {
    scope: null,
    summary: "Get the caller",
    description:
      "Call this first. Returns the principal whose rights the token has, the `orgId` for other paths, the token's scopes, the role, seat, teams and attributes.",
    response: Whoami,
    answer: example.whoami,
    handle: ({actor}) => whoamiOf(web, actor),
  }).app;
}
