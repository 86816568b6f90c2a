import {Type} from "@sinclair/typebox";
import {listActions} from "../actions/find.ts";
import {listCharts} from "../charts/charts.ts";
import {listConnections} from "../connections/connections.ts";
import {listDashboards} from "../dashboards/list.ts";
import {listDatasets} from "../datasets/datasets.ts";
import {listGrants} from "../grants/grants.ts";
import {GrantQuery} from "../grants/schemas.ts";
import type {Page} from "../paging.ts";
import {listProjects} from "../projects/projects.ts";
import {listSchedules} from "../schedules/find.ts";
import {listSheets} from "../sheets/sheets.ts";
import {getDataTool} from "./get-data.ts";
import {getResourceTool} from "./get-resource.ts";
import {cursor, idPage, ListOutput, listAnswer} from "./pages.ts";
import type {Row} from "./table.ts";
import {defineTool, READS, type Tool, type ToolContext} from "./tool.ts";

interface Listed {
  name: string;
  title: string;
  description: string;
  columns: readonly string[];
  empty: string;
  rows: (context: ToolContext, page: Page) => Promise<readonly (Row & {id: string})[]>;
}

/** A tool that lists resources of one kind by id, newest first. */
function listTool({name, title, description, columns, empty, rows: list}: Listed): Tool {
  return defineTool({
    name,
    title,
    description,
    scope: "read",
    input: Type.Object({cursor}, {additionalProperties: false}),
    output: ListOutput,
    annotations: READS,
    async call(context, args) {
      const rows = await list(context, idPage(args));
      return listAnswer({rows, columns, empty, placeAfter: index => rows[index]?.id ?? ""});
    },
  });
}

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
  description: "Warehouse connections of the organization: id, name, type. No secrets.",
  columns: ["id", "name", "type"],
  empty: "There is no connection.",
  rows: async ({runner, actor}, page) =>
    (await listConnections(runner.db, actor, page)).map(({id, name, type}) => ({id, name, type})),
});

const listChartsTool = listTool({
  name: "list_charts",
  title: "List charts",
  description: "Saved charts you can read, newest first. get_resource gives one whole.",
  columns: ["id", "name", "type", "model", "updatedAt"],
  empty: "There is no chart that you can see.",
  rows: async ({runner, actor}, page) =>
    (await listCharts(runner.db, actor, page)).map(chart => ({
      id: chart.id,
      name: chart.name,
      type: chart.type,
      model: chart.query.model,
      projectId: chart.projectId,
      teamId: chart.teamId ?? undefined,
      updatedAt: chart.updatedAt,
    })),
});

const listDashboardsTool = listTool({
  name: "list_dashboards",
  title: "List dashboards",
  description: "Dashboards you can read, newest first. get_resource gives one with its tiles.",
  columns: ["id", "name", "tiles", "updatedAt"],
  empty: "There is no dashboard that you can see.",
  rows: async ({runner, actor}, page) =>
    (await listDashboards(runner.db, actor, page)).map(dashboard => ({
      id: dashboard.id,
      name: dashboard.name,
      tiles: dashboard.tiles.length,
      teamId: dashboard.teamId ?? undefined,
      updatedAt: dashboard.updatedAt,
    })),
});

const listDatasetsTool = listTool({
  name: "list_datasets",
  title: "List datasets",
  description:
    "Governed sources you can read: name the slug as a query's model; describe_model gives the fields.",
  columns: ["id", "slug", "name", "kind", "projectId", "rowCount"],
  empty: "There is no dataset that you can see.",
  rows: async ({runner, actor}, page) =>
    (await listDatasets(runner.db, actor, page)).map(dataset => ({
      id: dataset.id,
      slug: dataset.slug,
      name: dataset.name,
      kind: dataset.kind,
      projectId: dataset.projectId,
      rowCount: dataset.rowCount,
      teamId: dataset.teamId ?? undefined,
      createdAt: dataset.createdAt,
    })),
});

const listSheetsTool = listTool({
  name: "list_sheets",
  title: "List sheets",
  description: "Spreadsheets you can read, newest first. get_resource gives one with its tabs.",
  columns: ["id", "name", "updatedAt"],
  empty: "There is no sheet that you can see.",
  rows: async ({runner, actor}, page) =>
    (await listSheets(runner.db, actor, page)).map(sheet => ({
      id: sheet.id,
      name: sheet.name,
      teamId: sheet.teamId ?? undefined,
      updatedAt: sheet.updatedAt,
    })),
});

const listSchedulesTool = listTool({
  name: "list_schedules",
  title: "List schedules",
  description:
    "Recurring mails you can read, newest first. get_resource gives one whole, or its last delivery: who got it, what failed.",
  columns: ["id", "name", "cadence", "active", "nextRun", "recipients", "lastDelivery", "lastStatus"],
  empty: "There is no schedule that you can see.",
  rows: async ({runner, actor}, page) =>
    (await listSchedules(runner.db, actor, page)).map(schedule => ({
      id: schedule.id,
      name: schedule.name,
      cadence: schedule.cadence.description,
      active: schedule.active,
      nextRun: schedule.nextRun ?? undefined,
      recipients: schedule.recipients.length,
      lastDelivery: schedule.lastDelivery?.id,
      lastStatus: schedule.lastDelivery?.status,
      teamId: schedule.teamId ?? undefined,
      updatedAt: schedule.updatedAt,
    })),
});

const listActionsTool = listTool({
  name: "list_actions",
  title: "List actions",
  description:
    "Triggers with effects you can read, newest first. get_resource gives one whole, or its last run: what fired, what was done.",
  columns: ["id", "name", "trigger", "effects", "active", "nextRun", "lastRun", "lastStatus"],
  empty: "There is no action that you can see.",
  rows: async ({runner, actor}, page) =>
    (await listActions(runner.db, actor, page)).map(one => ({
      id: one.id,
      name: one.name,
      trigger: one.trigger.type === "event" ? one.trigger.event : one.trigger.type,
      effects: one.effects.map(({type}) => type).join(", "),
      active: one.active,
      nextRun: one.nextRun ?? undefined,
      lastRun: one.lastRun?.id,
      lastStatus: one.lastRun?.status,
      teamId: one.teamId ?? undefined,
    })),
});

const listGrantsTool = defineTool({
  name: "list_grants",
  title: "List grants",
  description: "Who a resource is shared with. You need to see the resource.",
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
  listChartsTool,
  listDashboardsTool,
  listDatasetsTool,
  listSheetsTool,
  listSchedulesTool,
  listActionsTool,
  listGrantsTool,
  getResourceTool,
  getDataTool,
];
