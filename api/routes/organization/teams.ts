import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
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
import {endpoint} from "../../server/endpoint.ts";
import {teamMemberRoutes} from "./team-members.ts";

const tag = "Teams";
const TeamBody = withReadOnly(TeamInput, ["id", "role", "memberCount"]);

export function teamRoutes(web: Web) {
  const {db} = web;
  return new Elysia()
    .get(
      "/api/orgs/:orgId/teams",
      ...endpoint(
        web,
        {
          tag,
          summary: "List the teams",
          description: "All teams of the organization, by name, each with the caller's role in the team.",
          scope: null,
          response: Type.Array(Team),
          answer: [example.team],
          errors: ["not_found"],
        },
        ({actor}) => listTeams(db, actor),
      ),
    )
    .post(
      "/api/orgs/:orgId/teams",
      ...endpoint(
        web,
        {
          tag,
          summary: "Create a team",
          description: "The team has no members yet. 409 if the name is taken. Org-admins only.",
          scope: "write",
          body: TeamBody,
          example: {name: "Revenue"},
          status: 201,
          response: Team,
          answer: {...example.team, role: null, memberCount: 0},
          errors: ["missing_privilege", "not_found", "conflict"],
          idempotent: true,
        },
        async ({actor, body, once}) => {
          requireOrgAdmin(actor);
          const {name} = await body();
          return once(db => createTeam(db, actor, name));
        },
      ),
    )
    .get(
      "/api/orgs/:orgId/teams/:teamId",
      ...endpoint(
        web,
        {
          tag,
          summary: "Get a team",
          description: "The team, with the caller's role in the team.",
          scope: null,
          response: Team,
          answer: example.team,
          errors: ["not_found"],
          etag: true,
        },
        async call => withEtag(call, await getTeam(db, call.actor, call.params["teamId"] ?? "")),
      ),
    )
    .patch(
      "/api/orgs/:orgId/teams/:teamId",
      ...endpoint(
        web,
        {
          tag,
          summary: "Rename a team",
          description: "409 if the name is taken. Org-admins only.",
          scope: "write",
          body: TeamBody,
          example: {name: "Revenue"},
          response: Team,
          answer: example.team,
          errors: ["missing_privilege", "not_found", "conflict"],
          etag: true,
        },
        async call => {
          const {actor, params, request} = call;
          const {id} = await getTeam(db, actor, params["teamId"] ?? "");
          requireOrgAdmin(actor);
          const {name} = await call.body();
          return withEtag(call, await renameTeam(db, actor, id, name, ifMatch(request)));
        },
      ),
    )
    .delete(
      "/api/orgs/:orgId/teams/:teamId",
      ...endpoint(
        web,
        {
          tag,
          summary: "Delete a team",
          description: "409 while projects or content belong to the team. Org-admins only.",
          scope: "manage",
          status: 204,
          errors: ["missing_privilege", "not_found", "conflict"],
          etag: true,
        },
        async ({actor, params, request}) => {
          const {id} = await getTeam(db, actor, params["teamId"] ?? "");
          requireOrgAdmin(actor);
          await deleteTeam(db, actor, id, ifMatch(request));
        },
      ),
    )
    .use(teamMemberRoutes(web));
}
