import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
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
import type {Web} from "../../dependencies.ts";
import {ifMatch, withEtag} from "../../http/etag.ts";
import {example} from "../../openapi/organization-examples.ts";
import {endpoint} from "../../server/endpoint.ts";
import {adminListEndpoint} from "./admin-list.ts";
import {TransferQuery} from "./transfer-query.ts";

const tag = "Members";
const READ_ONLY = ["id", "createdAt"];

export function memberRoutes(web: Web) {
  const {db, config} = web;
  return new Elysia()
    .get(
      "/api/orgs/:orgId/members",
      ...adminListEndpoint(
        web,
        {
          tag,
          summary: "List the members",
          description: "The organization's users, newest first. Org-admins only.",
          response: Type.Array(Member),
          answer: [example.member],
        },
        listMembers,
      ),
    )
    .post(
      "/api/orgs/:orgId/members",
      ...endpoint(
        web,
        {
          tag,
          summary: "Add a member",
          description:
            "A person can be a member of one organization only: 409 if the email address is taken. An editor's seat counts towards the plan. Org-admins only.",
          scope: "write",
          body: withReadOnly(NewMember, READ_ONLY),
          example: {name: "Ada Osei", email: "ada@example.com", attributes: {region: ["EMEA"]}},
          status: 201,
          response: Member,
          answer: example.member,
          errors: ["missing_privilege", "not_found", "conflict"],
          idempotent: true,
        },
        async ({actor, body, once}) => {
          requireOrgAdmin(actor);
          const input = await body();
          return once(db => createMember({db, config}, actor, input));
        },
      ),
    )
    .get(
      "/api/orgs/:orgId/members/:memberId",
      ...endpoint(
        web,
        {
          tag,
          summary: "Get a member",
          description: "Org-admins only.",
          scope: "read",
          response: Member,
          answer: example.member,
          errors: ["missing_privilege", "not_found"],
          etag: true,
        },
        async call => withEtag(call, await getMember(db, call.actor, call.params["memberId"] ?? "")),
      ),
    )
    .patch(
      "/api/orgs/:orgId/members/:memberId",
      ...endpoint(
        web,
        {
          tag,
          summary: "Change a member",
          description:
            "Changes only the given keys. Takes effect on the member's tokens within a second. The last admin cannot be demoted (409). Org-admins only.",
          scope: "write",
          body: withReadOnly(MemberChanges, READ_ONLY),
          example: {orgRole: "admin"},
          response: Member,
          answer: {...example.member, orgRole: "admin"},
          errors: ["missing_privilege", "not_found", "conflict"],
          etag: true,
        },
        async call => {
          const {actor, params, request} = call;
          const {id} = await getMember(db, actor, params["memberId"] ?? "");
          return withEtag(
            call,
            await updateMember({db, config}, actor, id, await call.body(), ifMatch(request)),
          );
        },
      ),
    )
    .delete(
      "/api/orgs/:orgId/members/:memberId",
      ...endpoint(
        web,
        {
          tag,
          summary: "Remove a member",
          description:
            "Ends the member's tokens within a second. 409 for the last admin, and for a member who owns content without `transferTo`. Org-admins only.",
          scope: "manage",
          query: TransferQuery,
          status: 204,
          errors: ["missing_privilege", "not_found", "conflict", "invalid_request"],
          etag: true,
        },
        async ({actor, params, query, request}) => {
          const {id} = await getMember(db, actor, params["memberId"] ?? "");
          await removeMember(web, actor, id, query().transferTo, ifMatch(request));
        },
      ),
    );
}
