import {Type} from "@sinclair/typebox";
import {requireOrgAdminServiceAccount} from "../../shared/core/access.ts";
import {checkGit} from "../../shared/modeling/github/check-git.ts";
import {queueBuilds} from "../../shared/modeling/rollups/queue-build.ts";
import {requireProject} from "../../shared/tenancy/projects/find.ts";
import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  updateProject,
} from "../../shared/tenancy/projects/projects.ts";
import {ProjectEdit, ProjectInput, ProjectView} from "../../shared/tenancy/projects/schemas.ts";
import type {Web} from "../dependencies.ts";
import {ifMatch, withEtag} from "../http/etag.ts";
import {Operations} from "../server/operations.ts";

const NEEDS = "Needs the service account of an org-admin.";

const answer: ProjectView = {
  id: "proj_01kah4vd6yfz3s8q2r5t7w9x0b",
  name: "Shop",
  connectionId: "conn_01kah4q9w2e5tb3x8m6n7p0rsv",
  git: null,
  timezone: "Europe/Berlin",
  weekStart: "monday",
  cacheTtlSeconds: 0,
  teamIds: [],
  default: true,
  layerVersion: 3,
  createdAt: "2026-01-31T09:30:00.000Z",
  updatedAt: "2026-01-31T09:30:00.000Z",
};

/** A project: a connection with a semantic layer over it. */
export function projectRoutes(web: Web) {
  return new Operations(web, "Projects")
    .addList("/api/projects", {
      summary: "List projects",
      description:
        "The projects that the caller can see, newest first: projects without `teamIds`, and projects of the caller's teams.",
      response: Type.Array(ProjectView),
      answer: [answer],
      errors: ["invalid_request"],
      list: ({actor}, page) => listProjects(web.db, actor, page()),
    })
    .add("POST", "/api/projects", {
      scope: "write",
      status: 201,
      summary: "Create a project",
      description:
        `${NEEDS} The organization's first project is its default project. ` +
        "Without `git`, or with its fields empty, the layer is made by introspection and edited here.",
      body: ProjectInput,
      example: {
        name: "Shop",
        connectionId: "conn_01kah4q9w2e5tb3x8m6n7p0rsv",
        git: null,
        timezone: "Europe/Berlin",
      },
      response: ProjectView,
      answer,
      errors: ["missing_privilege"],
      idempotent: true,
      handle: async ({actor, body, once}) => {
        requireOrgAdminServiceAccount(actor);
        const input = await body();
        return once(async db => {
          // A request that is repeated with its key gets its answer without another look at GitHub.
          const checked = input.git && (await checkGit(web, actor, input.git));
          return createProject(db, actor, {...input, ...(checked ? {checked} : {})});
        });
      },
    })
    .add("GET", "/api/projects/:projectId", {
      scope: "read",
      summary: "Get a project",
      response: ProjectView,
      answer,
      errors: ["not_found"],
      etag: true,
      handle: async call => withEtag(call, await getProject(web.db, call.actor, projectIdOf(call))),
    })
    .add("PATCH", "/api/projects/:projectId", {
      scope: "write",
      summary: "Change a project",
      description: `${NEEDS} \`{"default": true}\` makes this project the default project.`,
      body: ProjectEdit,
      example: {timezone: "America/New_York", weekStart: "sunday"},
      response: ProjectView,
      answer,
      errors: ["missing_privilege", "not_found"],
      etag: true,
      handle: async call =>
        withEtag(
          call,
          await updateProject(
            web.db,
            call.actor,
            projectIdOf(call),
            async () => {
              const edit = await call.body();
              if (!edit.git) return edit;
              const row = await requireProject(web.db, call.actor, projectIdOf(call));
              const storedGit = row.git_repository_id === null ? null : row.git;
              return {...edit, checked: await checkGit(web, call.actor, edit.git, storedGit)};
            },
            ifMatch(call.request),
            tx => queueBuilds(tx, call.actor.orgId, {projectId: projectIdOf(call)}),
          ),
        ),
    })
    .add("DELETE", "/api/projects/:projectId", {
      scope: "manage",
      status: 204,
      summary: "Delete a project",
      description: `${NEEDS} Deletes the project with its layer. The default project cannot be deleted (409) until another project is the default.`,
      errors: ["missing_privilege", "not_found", "conflict"],
      etag: true,
      handle: async call => deleteProject(web.db, call.actor, projectIdOf(call), ifMatch(call.request)),
    }).app;
}

/** The project that the path names. */
export function projectIdOf({params}: {params: Record<string, string>}): string {
  return params["projectId"] ?? "";
}
