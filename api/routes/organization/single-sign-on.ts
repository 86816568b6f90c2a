import {requireOrgAdmin} from "../../../shared/core/access.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {getMember} from "../../../shared/identity/organization/members.ts";
import {previewSignIn} from "../../../shared/identity/single-sign-on/preview.ts";
import {releaseMember} from "../../../shared/identity/single-sign-on/release-member.ts";
import {
  SignInPreview,
  SignInPreviewInput,
  SingleSignOn,
} from "../../../shared/identity/single-sign-on/schemas.ts";
import type {Web} from "../../dependencies.ts";
import {example} from "../../openapi/organization-examples.ts";
import {Operations} from "../../server/operations.ts";

/** For org-admins: how people sign in, what a sign-in would bring, and the release of a member. */
export function singleSignOnRoutes(web: Web) {
  const {db} = web;
  return new Operations(web, "Single sign-on")
    .add("GET", "/api/orgs/:orgId/single-sign-on", {
      scope: "read",
      summary: "Get the single sign-on settings",
      description:
        "The providers as the operator has configured them, without the client's secret. Org-admins only.",
      response: SingleSignOn,
      answer: {
        configured: true,
        name: "Acme ID",
        issuer: "https://id.example.com",
        redirectUri: "https://analytics.example.com/sign-in/callback",
        passwordSignIn: true,
        createSeat: "viewer",
        teamsClaim: "groups",
        attributes: {region: "regions"},
        groupsClaim: "groups",
      },
      errors: ["missing_privilege", "not_found"],
      handle: async ({actor}) => {
        requireOrgAdmin(actor);
        return describe(web);
      },
    })
    .add("POST", "/api/orgs/:orgId/single-sign-on/preview", {
      scope: "write",
      summary: "Preview a sign-in",
      description:
        "The member that a sign-in with these claims would sign in, with role, seat, teams and attributes, or the reason why the sign-in would be refused. Changes nothing. Org-admins only.",
      body: SignInPreviewInput,
      example: {
        claims: {
          sub: "00u1a2b3",
          email: "ada@example.com",
          email_verified: true,
          groups: ["Sales"],
          regions: ["EMEA"],
        },
      },
      response: SignInPreview,
      answer: {
        outcome: "member",
        reason: null,
        member: {id: example.member.id, name: example.member.name, email: example.member.email},
        bound: true,
        orgRole: "member",
        seat: "editor",
        attributes: {region: ["EMEA"]},
        joins: [{id: "team_01jd3m5x8ye4trk5c0kq2v7w9c", name: "Sales"}],
        leaves: [],
        unknownTeams: [],
        pausesRuns: false,
      },
      errors: ["missing_privilege", "not_found", "conflict"],
      handle: async ({actor, body}) => {
        requireOrgAdmin(actor);
        const {claims} = await body();
        const {oidc} = web.config;
        if (!oidc)
          throw new ServiceError("conflict", "No identity provider is configured here (OIDC_ISSUER).");
        return previewSignIn(db, actor, oidc, claims);
      },
    })
    .add("DELETE", "/api/orgs/:orgId/members/:memberId/single-sign-on", {
      scope: "manage",
      summary: "Unlink a member from the identity provider",
      description:
        "The account at the provider that signs in as this member is unlinked, and the member's sessions and OAuth grants end within a second. The next sign-in with the member's verified email address links an account again. Org-admins only.",
      status: 204,
      errors: ["missing_privilege", "not_found"],
      handle: async ({actor, params}) => {
        const {id} = await getMember(db, actor, params["memberId"] ?? "");
        await releaseMember(db, actor, id);
      },
    }).app;
}

function describe({config, identityProvider}: Web): SingleSignOn {
  const {oidc, passwordSignIn} = config;
  return {
    configured: oidc !== undefined,
    name: oidc?.name ?? null,
    issuer: oidc?.issuer ?? null,
    redirectUri: identityProvider?.redirectUri ?? null,
    passwordSignIn,
    createSeat: oidc?.createSeat ?? null,
    teamsClaim: oidc?.teamsClaim ?? null,
    attributes: Object.fromEntries(oidc?.attributes.map(({attribute, claim}) => [attribute, claim]) ?? []),
    groupsClaim: oidc?.admins?.claim ?? null,
  };
}
