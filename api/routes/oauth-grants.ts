import {Type} from "@sinclair/typebox";
import {requireOrgAdmin} from "../../shared/core/access.ts";
import {deleteGrant, listGrants, requireGrant} from "../../shared/identity/sign-in/grants.ts";
import {OAuthGrant} from "../../shared/identity/sign-in/schemas.ts";
import type {Web} from "../dependencies.ts";
import {example} from "../openapi/organization-examples.ts";
import {Operations} from "../server/operations.ts";

const grant = {
  id: "oauth_01jd3m5x8ye4trk5c0kq2v7w95",
  clientName: "My agent",
  user: {id: example.member.id, name: example.member.name, email: example.member.email},
  scopes: ["read"],
  createdAt: "2026-03-02T09:15:00.000Z",
  lastUsedAt: "2026-03-09T02:00:00.000Z",
};

/** For org-admins: the OAuth grants of members. */
export function oauthGrantRoutes(web: Web) {
  const {db} = web;
  return new Operations(web, "OAuth")
    .addList("/api/orgs/:orgId/oauth-grants", {
      summary: "List the OAuth grants",
      description:
        "The applications to which members have granted access, and which scopes, newest first. Org-admins only.",
      response: Type.Array(OAuthGrant),
      answer: [grant],
      errors: ["missing_privilege", "not_found"],
      list: async ({actor}, page) => {
        requireOrgAdmin(actor);
        return listGrants(db, actor, page());
      },
    })
    .add("DELETE", "/api/orgs/:orgId/oauth-grants/:grantId", {
      scope: "manage",
      summary: "Revoke an OAuth grant",
      description:
        "Its tokens stop working within a second. The application can ask the person for access again. Org-admins only.",
      status: 204,
      errors: ["missing_privilege", "not_found"],
      handle: async ({actor, params}) => {
        const id = params["grantId"] ?? "";
        await requireGrant(db, actor, id);
        await deleteGrant(db, actor, id);
      },
    }).app;
}
