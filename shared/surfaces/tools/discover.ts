import {Type} from "@sinclair/typebox";
import {listConnections} from "../../tenancy/connections/connections.ts";
import {listGrants} from "../../tenancy/grants/grants.ts";
import {GrantQuery} from "../../tenancy/grants/schemas.ts";
import {listProjects} from "../../tenancy/projects/projects.ts";
import {getDataTool} from "./get-data.ts";
import {cursor, idPage, ListOutput, listAnswer} from "./pages.ts";
import {contentListTool, listTool} from "./resources/content.ts";
import {getResourceTool} from "./resources/get-resource.ts";
import {CREATABLE} from "./resources/kinds.ts";
import {defineTool, READS, type Tool} from "./tool.ts";

const listProjectsTool = listTool({
  name: "list_projects",
  title: "List projects",
  description: "Projects you can see, each a semantic layer of models over one connection. Start here.",
  columns: ["id", "name", "default", "timezone", "connectionId"],
  empty: "There is no project that you can see.",
  rows: async ({runner, actor}, page) =>
    (await listProjects(runner.db, actor, page)).map(project => ({
      id: project.id,
      name: project.name,
      default: project.default,
      timezone: project.timezone,
      weekStart: project.weekStart,
      connectionId: project.connectionId,
    })),
});

const listConnectionsTool = listTool({
  name: "list_connections",
  title: "List connections",
  description: "Warehouse connections of the organization, without secrets.",
  columns: ["id", "name", "type"],
  empty: "There is no connection.",
  rows: async ({runner, actor}, page) =>
    (await listConnections(runner.db, actor, page)).map(({id, name, type}) => ({id, name, type})),
});

const listGrantsTool = defineTool({
  name: "list_grants",
  title: "List grants",
  description: "Teams and people that a resource is shared with, and their permissions.",
  scope: "read",
  input: Type.Object({...GrantQuery.properties, cursor}, {additionalProperties: false}),
  output: ListOutput,
  annotations: READS,
  async call({runner, actor}, {cursor: after, ...resource}) {
    const grants = await listGrants(runner.db, actor, resource, idPage({cursor: after}));
    const rows = grants.map(grant => ({
      ...grant,
      cascadeChartsPermission: grant.cascadeChartsPermission ?? undefined,
    }));
    return listAnswer({
      rows,
      columns: ["id", "granteeTeamId", "granteeUserId", "permission", "cascadeChartsPermission"],
      empty: "It is not shared with anybody.",
      placeAfter: index => rows[index]?.id ?? "",
    });
  },
});

export const discoverTools: readonly Tool[] = [
  listProjectsTool,
  listConnectionsTool,
  ...CREATABLE.map(contentListTool),
  listGrantsTool,
  getResourceTool,
  getDataTool,
];
