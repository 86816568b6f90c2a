import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {withReadOnly} from "../../../shared/core/validate.ts";
import {requirePrincipal} from "../../../shared/identity/organization/principals.ts";
import {TeamMember, TeamRole} from "../../../shared/identity/organization/schemas.ts";
import {
  listTeamMembers,
  putTeamMember,
  removeTeamMember,
  requireTeamLead,
} from "../../../shared/identity/organization/team-members.ts";
import {getTeam} from "../../../shared/identity/organization/teams.ts";
import type {Web} from "../../dependencies.ts";
import {example} from "../../openapi/organization-examples.ts";
import {endpoint} from "../../server/endpoint.ts";
import {listEndpoint} from "../../server/list-endpoint.ts";

const tag = "Teams";
const RoleBody = withReadOnly(
  Type.Object({role: TeamRole}, {additionalProperties: false, $id: "TeamMemberInput"}),
  ["id", "kind", "name"],
);

export function teamMemberRoutes(web: Web) {
  const {db} = web;
  return new Elysia()
    .get(
      "/api/orgs/:orgId/teams/:teamId/members",
      ...listEndpoint(
        web,
        {
          tag,
          summary: "List a team's members",
          description: "Users and service accounts, newest first. For org-admins and the team's members.",
          response: Type.Array(TeamMember),
          answer: [example.teamMember],
          errors: ["missing_privilege", "not_found"],
        },
        async ({actor, params}, page) => {
          const {id} = await getTeam(db, actor, params["teamId"] ?? "");
          return listTeamMembers(db, actor, id, page());
        },
      ),
    )
    .put(
      "/api/orgs/:orgId/teams/:teamId/members/:principalId",
      ...endpoint(
        web,
        {
          tag,
          summary: "Add a member to a team",
          description:
            "Adds a user or service account to the team, or changes its role there. For org-admins and the team's leads.",
          scope: "write",
          body: RoleBody,
          example: {role: "member"},
          response: TeamMember,
          answer: example.teamMember,
          errors: ["missing_privilege", "not_found"],
        },
        async ({actor, params, body}) => {
          const {id} = await getTeam(db, actor, params["teamId"] ?? "");
          const principal = await requirePrincipal(db, actor.orgId, params["principalId"] ?? "");
          requireTeamLead(actor, id);
          const {role} = await body();
          return putTeamMember(db, actor, id, principal.id, role);
        },
      ),
    )
    .delete(
      "/api/orgs/:orgId/teams/:teamId/members/:principalId",
      ...endpoint(
        web,
        {
          tag,
          summary: "Remove a member from a team",
          description:
            "Removes a user or service account from the team. For org-admins and the team's leads.",
          scope: "manage",
          status: 204,
          errors: ["missing_privilege", "not_found"],
        },
        async ({actor, params}) => {
          const {id} = await getTeam(db, actor, params["teamId"] ?? "");
          requireTeamLead(actor, id);
          await removeTeamMember(db, actor, id, params["principalId"] ?? "");
        },
      ),
    );
}
