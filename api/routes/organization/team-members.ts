import {Type} from "@sinclair/typebox";
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
import {Operations} from "../../server/operations.ts";

const RoleBody = withReadOnly(
  Type.Object({role: TeamRole}, {additionalProperties: false, $id: "TeamMemberInput"}),
  ["id", "kind", "name"],
);

export function teamMemberRoutes(web: Web) {
  const {db} = web;
  return new Operations(web, "Teams")
    .addList("/api/orgs/:orgId/teams/:teamId/members", {
      summary: "List a team's members",
      description: "Users and service accounts, newest first. For org-admins and the team's members.",
      response: Type.Array(TeamMember),
      answer: [example.teamMember],
      errors: ["missing_privilege", "not_found"],
      list: async ({actor, params}, page) => {
        const {id} = await getTeam(db, actor, params["teamId"] ?? "");
        return listTeamMembers(db, actor, id, page());
      },
    })
    .add("PUT", "/api/orgs/:orgId/teams/:teamId/members/:principalId", {
      scope: "write",
      summary: "Add a member to a team",
      description:
        "Adds a user or service account to the team, or changes its role there. For org-admins and the team's leads.",
      body: RoleBody,
      example: {role: "member"},
      response: TeamMember,
      answer: example.teamMember,
      errors: ["missing_privilege", "not_found"],
      handle: async ({actor, params, body}) => {
        const {id} = await getTeam(db, actor, params["teamId"] ?? "");
        const principal = await requirePrincipal(db, actor.orgId, params["principalId"] ?? "");
        requireTeamLead(actor, id);
        const {role} = await body();
        return putTeamMember(db, actor, id, principal.id, role);
      },
    })
    .add("DELETE", "/api/orgs/:orgId/teams/:teamId/members/:principalId", {
      scope: "manage",
      summary: "Remove a member from a team",
      description: "Removes a user or service account from the team. For org-admins and the team's leads.",
      status: 204,
      errors: ["missing_privilege", "not_found"],
      handle: async ({actor, params}) => {
        const {id} = await getTeam(db, actor, params["teamId"] ?? "");
        requireTeamLead(actor, id);
        await removeTeamMember(db, actor, id, params["principalId"] ?? "");
      },
    }).app;
}
