import {Type} from "@sinclair/typebox";
import {paged, pageOf} from "../../shared/core/paging.ts";
import {checkGrant, listGrants, putGrant, revokeGrant} from "../../shared/tenancy/grants/grants.ts";
import {GrantInput, GrantListQuery, GrantQuery, GrantView} from "../../shared/tenancy/grants/schemas.ts";
import type {Web} from "../dependencies.ts";
import {Operations} from "../server/operations.ts";

const example = {
  resourceType: "dashboard" as const,
  resourceId: "dash_01kah5jv2mf7hs9zq3w5x8y0ab",
  granteeTeamId: "team_01kah4r9c3e5gvx2y6m8n0p1qs",
  permission: "view" as const,
  cascadeChartsPermission: "view" as const,
};

const answer: GrantView = {
  id: "grant_01kah5p6z8f4hbqx7n9t2m5r0d",
  ...example,
  createdAt: "2026-01-31T09:45:00.000Z",
};

/** Grants: who else may view or edit a chart, a dashboard, a sheet or a dataset. */
export function grantRoutes(web: Web) {
  return new Operations(web, "Sharing")
    .add("GET", "/api/grants", {
      scope: "read",
      summary: "List the grants on a resource",
      description: "Newest first. For everyone who can view the resource.",
      query: GrantListQuery,
      response: Type.Array(GrantView),
      answer: [answer],
      errors: ["not_found"],
      handle: async ({actor, query, request, headers}) => {
        const {resourceType, resourceId, ...rest} = query();
        const page = pageOf(rest);
        return paged(
          await listGrants(web.db, actor, {resourceType, resourceId}, page),
          page,
          request,
          headers,
        );
      },
    })
    .add("POST", "/api/grants", {
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
      handle: async ({actor, body, once}) => {
        const input = await body();
        await checkGrant(web.db, actor, input);
        return once(async db => {
          const {grant, isNew} = await putGrant(db, actor, input);
          return isNew ? grant : Response.json(grant, {headers: {"content-type": "application/json"}});
        });
      },
    })
    .add("DELETE", "/api/grants/:grantId", {
      scope: "manage",
      status: 204,
      summary: "Revoke a grant",
      description:
        "The query string names the grant's resource; a grant on another resource is 404. For everyone who may share the resource. " +
        "Takes effect with the grantee's next request.",
      query: GrantQuery,
      errors: ["not_found"],
      handle: ({actor, params, query}) => revokeGrant(web.db, actor, params["grantId"] ?? "", query()),
    }).app;
}
