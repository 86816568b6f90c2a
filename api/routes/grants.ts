import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {paged, pageOf} from "../../shared/core/paging.ts";
import {checkGrant, listGrants, putGrant, revokeGrant} from "../../shared/tenancy/grants/grants.ts";
import {GrantInput, GrantListQuery, GrantQuery, GrantView} from "../../shared/tenancy/grants/schemas.ts";
import type {Web} from "../dependencies.ts";
import {answer, example, tag} from "../openapi/grant-docs.ts";
import {endpoint} from "../server/endpoint.ts";

/** Grants: who else may view or edit a chart, a dashboard, a sheet or a dataset. */
export function grantRoutes(web: Web) {
  const list = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "List the grants on a resource",
      description: "Newest first. For everyone who can view the resource.",
      query: GrantListQuery,
      response: Type.Array(GrantView),
      answer: [answer],
      errors: ["not_found"],
    },
    async ({actor, query, request, headers}) => {
      const {resourceType, resourceId, ...rest} = query();
      const page = pageOf(rest);
      return paged(await listGrants(web.db, actor, {resourceType, resourceId}, page), page, request, headers);
    },
  );
  const create = endpoint(
    web,
    {
      tag,
      scope: "write",
      status: 201,
      summary: "Share a resource",
      description:
        "Grants the resource to a team (`granteeTeamId`) or to one member or service account (`granteeUserId`): exactly one of the two. For org-admins, " +
        "leads of the team that owns the resource or, where no team does, its owner. If there is a grant for the same resource and grantee, " +
        "it gets the new permissions, keeps its id and `createdAt`, and the status is 200.",
      body: GrantInput,
      example,
      response: GrantView,
      answer,
      errors: ["not_found"],
      idempotent: true,
    },
    async ({actor, body, once}) => {
      const input = await body();
      await checkGrant(web.db, actor, input);
      return once(async db => {
        const {grant, isNew} = await putGrant(db, actor, input);
        return isNew ? grant : Response.json(grant, {headers: {"content-type": "application/json"}});
      });
    },
  );
  const remove = endpoint(
    web,
    {
      tag,
      scope: "manage",
      status: 204,
      summary: "Revoke a grant",
      description:
        "The query string names the grant's resource; a grant on another resource is 404. For everyone who may share the resource. " +
        "Takes effect with the grantee's next request.",
      query: GrantQuery,
      errors: ["not_found"],
    },
    ({actor, params, query}) => revokeGrant(web.db, actor, params["grantId"] ?? "", query()),
  );
  return new Elysia()
    .get("/api/grants", ...list)
    .post("/api/grants", ...create)
    .delete("/api/grants/:grantId", ...remove);
}
