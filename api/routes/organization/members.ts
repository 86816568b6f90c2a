import {Type} from "@sinclair/typebox";
import {requireOrgAdmin} from "../../../shared/core/access.ts";
import {withReadOnly} from "../../../shared/core/validate.ts";
import {
  createMember,
  getMember,
  listMembers,
  removeMember,
  updateMember,
} from "../../../shared/identity/organization/members.ts";
import {Member, MemberChanges, NewMember} from "../../../shared/identity/organization/schemas.ts";
import {createPasswordLink} from "../../../shared/identity/sign-in/passwords.ts";
import {PasswordLinkAnswer} from "../../../shared/identity/sign-in/schemas.ts";
import type {Web} from "../../dependencies.ts";
import {ifMatch, withEtag} from "../../http/etag.ts";
import {example} from "../../openapi/organization-examples.ts";
import {Operations} from "../../server/operations.ts";
import {TransferQuery} from "./transfer-query.ts";

const READ_ONLY = ["id", "createdAt"];

/** For org-admins: the members of the organization, and links with which members set a password. */
export function memberRoutes(web: Web) {
  const {db, config} = web;
  return new Operations(web, "Members")
    .addList("/api/orgs/:orgId/members", {
      summary: "List the members",
      description: "The organization's users, newest first. Org-admins only.",
      response: Type.Array(Member),
      answer: [example.member],
      errors: ["missing_privilege", "not_found"],
      list: async ({actor}, page) => {
        requireOrgAdmin(actor);
        return listMembers(db, actor, page());
      },
    })
    .add("POST", "/api/orgs/:orgId/members", {
      scope: "write",
      summary: "Add a member",
      description:
        "A person can be a member of one organization only: 409 if the email address is taken. An editor's seat counts towards the plan. Org-admins only.",
      body: withReadOnly(NewMember, READ_ONLY),
      example: {name: "Ada Osei", email: "ada@example.com", attributes: {region: ["EMEA"]}},
      status: 201,
      response: Member,
      answer: example.member,
      errors: ["missing_privilege", "not_found", "conflict"],
      idempotent: true,
      handle: async ({actor, body, once}) => {
        requireOrgAdmin(actor);
        const input = await body();
        return once(db => createMember({db, config}, actor, input));
      },
    })
    .add("GET", "/api/orgs/:orgId/members/:memberId", {
      scope: "read",
      summary: "Get a member",
      description: "Org-admins only.",
      response: Member,
      answer: example.member,
      errors: ["missing_privilege", "not_found"],
      etag: true,
      handle: async call => withEtag(call, await getMember(db, call.actor, call.params["memberId"] ?? "")),
    })
    .add("PATCH", "/api/orgs/:orgId/members/:memberId", {
      scope: "write",
      summary: "Change a member",
      description:
        "Changes only the given keys. Takes effect on the member's tokens within a second. The last admin cannot be demoted (409). Org-admins only.",
      body: withReadOnly(MemberChanges, READ_ONLY),
      example: {orgRole: "admin"},
      response: Member,
      answer: {...example.member, orgRole: "admin"},
      errors: ["missing_privilege", "not_found", "conflict"],
      etag: true,
      handle: async call => {
        const {actor, params, request} = call;
        const {id} = await getMember(db, actor, params["memberId"] ?? "");
        return withEtag(
          call,
          await updateMember({db, config}, actor, id, await call.body(), ifMatch(request)),
        );
      },
    })
    .add("DELETE", "/api/orgs/:orgId/members/:memberId", {
      scope: "manage",
      summary: "Remove a member",
      description:
        "Ends the member's tokens within a second. 409 for the last admin, and for a member who owns content without `transferTo`. Org-admins only.",
      query: TransferQuery,
      status: 204,
      errors: ["missing_privilege", "not_found", "conflict", "invalid_request"],
      etag: true,
      handle: async ({actor, params, query, request}) => {
        const {id} = await getMember(db, actor, params["memberId"] ?? "");
        await removeMember(web, actor, id, query().transferTo, ifMatch(request));
      },
    })
    .add("POST", "/api/orgs/:orgId/members/:memberId/password-link", {
      scope: "write",
      summary: "Create a link to set a password",
      description:
        "For a first or a forgotten password. The link works once, within 24 hours, and replaces the member's earlier links. The link signs the member in with that browser, signs the member out everywhere else, and ends the member's OAuth grants. Org-admins only.",
      unpaid: true,
      status: 201,
      response: PasswordLinkAnswer,
      answer: {
        url: "https://analytics.example.com/password?token=…",
        expiresAt: "2026-03-03T09:15:00.000Z",
      },
      errors: ["missing_privilege", "not_found", "conflict"],
      idempotent: true,
      handle: async ({actor, params, once}) => {
        const {id} = await getMember(db, actor, params["memberId"] ?? "");
        return once(db => createPasswordLink({db, config}, actor, id, config.baseUrl));
      },
    }).app;
}
