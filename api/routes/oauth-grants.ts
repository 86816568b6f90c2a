import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {requireOrgAdmin} from "../../shared/core/access.ts";
import {getMember} from "../../shared/identity/organization/members.ts";
import {deleteGrant, listGrants, requireGrant} from "../../shared/identity/sign-in/grants.ts";
import {createPasswordLink} from "../../shared/identity/sign-in/passwords.ts";
import {OAuthGrant, PasswordLinkAnswer} from "../../shared/identity/sign-in/schemas.ts";
import type {Web} from "../dependencies.ts";
import {example} from "../openapi/organization-examples.ts";
import {endpoint} from "../server/endpoint.ts";
import {listEndpoint} from "../server/list-endpoint.ts";

const grant = {
  id: "oauth_01jd3m5x8ye4trk5c0kq2v7w95",
  clientName: "My agent",
  user: {id: example.member.id, name: example.member.name, email: example.member.email},
  scopes: ["read"],
  createdAt: "2026-03-02T09:15:00.000Z",
  lastUsedAt: "2026-03-09T02:00:00.000Z",
};

/** For org-admins: the OAuth grants of members, and links to set a password. */
export function oauthGrantRoutes(web: Web) {
  const {db, config} = web;
  return new Elysia()
    .get(
      "/api/orgs/:orgId/oauth-grants",
      ...listEndpoint(
        web,
        {
          tag: "OAuth",
          summary: "List the OAuth grants",
          description:
            "The applications to which members have granted access, and which scopes, newest first. Org-admins only.",
          response: Type.Array(OAuthGrant),
          answer: [grant],
          errors: ["missing_privilege", "not_found"],
        },
        async ({actor}, page) => {
          requireOrgAdmin(actor);
          return listGrants(db, actor, page());
        },
      ),
    )
    .delete(
      "/api/orgs/:orgId/oauth-grants/:grantId",
      ...endpoint(
        web,
        {
          tag: "OAuth",
          summary: "Revoke an OAuth grant",
          description:
            "Its tokens stop working within a second. The application can ask the person for access again. Org-admins only.",
          scope: "manage",
          status: 204,
          errors: ["missing_privilege", "not_found"],
        },
        async ({actor, params}) => {
          const id = params["grantId"] ?? "";
          await requireGrant(db, actor, id);
          await deleteGrant(db, actor, id);
        },
      ),
    )
    .post(
      "/api/orgs/:orgId/members/:memberId/password-link",
      ...endpoint(
        web,
        {
          tag: "Members",
          summary: "Create a link to set a password",
          description:
            "For a first or a forgotten password. The link works once, within 24 hours, and replaces the member's earlier links. The link signs the member in with that browser, signs the member out everywhere else, and ends the member's OAuth grants. Org-admins only.",
          scope: "write",
          unpaid: true,
          status: 201,
          response: PasswordLinkAnswer,
          answer: {
            url: "https://analytics.example.com/password?token=…",
            expiresAt: "2026-03-03T09:15:00.000Z",
          },
          errors: ["missing_privilege", "not_found", "conflict"],
          idempotent: true,
        },
        async ({actor, params, once}) => {
          const {id} = await getMember(db, actor, params["memberId"] ?? "");
          return once(db => createPasswordLink({db, config}, actor, id, config.baseUrl));
        },
      ),
    );
}
