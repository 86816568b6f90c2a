import {Type} from "@sinclair/typebox";
import {requireOrgAdmin} from "../../../shared/core/access.ts";
import {withReadOnly} from "../../../shared/core/validate.ts";
import {Team, TeamInput} from "../../../shared/identity/organization/schemas.ts";
import {
  createTeam,
  deleteTeam,
  getTeam,
  listTeams,
  renameTeam,
} from "../../../shared/identity/organization/teams.ts";
import type {Web} from "../../dependencies.ts";
import {ifMatch, withEtag} from "../../http/etag.ts";
import {example} from "../../openapi/organization-examples.ts";
import {Operations} from "../../server/operations.ts";
import {teamMemberRoutes} from "./team-members.ts";

const TeamBody = withReadOnly(TeamInput, ["id", "role", "memberCount"]);

export function teamRoutes(web: Web) {
  const {db} = web;
  return new Operations(web, "Teams")
    .add("GET", "/api/orgs/:orgId/teams", {
      scope: null,
      summary: "List the teams",
      description: "All teams of the organization, by name, each with the caller's role in the team.",
      response: Type.Array(Team),
      answer: [example.team],
      errors: ["not_found"],
      handle: ({actor}) => listTeams(db, actor),
    })
    .add("POST", "/api/orgs/:orgId/teams", {
      scope: "write",
      summary: "Create a team",
      description: "The team has no members yet. 409 if the name is taken. Org-admins only.",
      body: TeamBody,
      example: {name: "Revenue"},
      status: 201,
      response: Team,
      answer: {...example.team, role: null, memberCount: 0},
      errors: ["missing_privilege", "not_found", "conflict"],
      idempotent: true,
      handle: async ({actor, body, once}) => {
        requireOrgAdmin(actor);
        const {name} = await body();
        return once(db => createTeam(db, actor, name));
      },
    })
    .add("GET", "/api/orgs/:orgId/teams/:teamId", {
      scope: null,
      summary: "Get a team",
      description: "The team, with the caller's role in the team.",
      response: Team,
      answer: example.team,
      errors: ["not_found"],
      etag: true,
      handle: async call => withEtag(call, await getTeam(db, call.actor, call.params["teamId"] ?? "")),
    })
    .add("PATCH", "/api/orgs/:orgId/teams/:teamId", {
      scope: "write",
      summary: "Rename a team",
      description: "409 if the name is taken. Org-admins only.",
      body: TeamBody,
      example: {name: "Revenue"},
      response: Team,
      answer: example.team,
      errors: ["missing_privilege", "not_found", "conflict"],
      etag: true,
      handle: async call => {
        const {actor, params, request} = call;
        const {id} = await getTeam(db, actor, params["teamId"] ?? "");
        requireOrgAdmin(actor);
        const {name} = await call.body();
        return withEtag(call, await renameTeam(db, actor, id, name, ifMatch(request)));
      },
    })
    .add("DELETE", "/api/orgs/:orgId/teams/:teamId", {
      scope: "manage",
      summary: "Delete a team",
      description: "409 while projects or content belong to the team. Org-admins only.",
      status: 204,
      errors: ["missing_privilege", "not_found", "conflict"],
      etag: true,
      handle: async ({actor, params, request}) => {
        const {id} = await getTeam(db, actor, params["teamId"] ?? "");
        requireOrgAdmin(actor);
        await deleteTeam(db, actor, id, ifMatch(request));
      },
    })
    .app.use(teamMemberRoutes(web));
}
