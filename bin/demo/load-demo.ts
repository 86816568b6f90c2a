import {join} from "node:path";
import {type Static, Type} from "@sinclair/typebox";
import {parserOf} from "../../shared/core/validate.ts";
import {Graph} from "../../shared/semantic/documents.ts";
import {CHARTS, DASHBOARD, DATASET, SCHEDULE, SHEET} from "./content.ts";
import {buildFlightsFile} from "./flights-file.ts";
import {demoLayer} from "./layer.ts";

const NAME = "Flights (demo)";
const FILE = "flights.duckdb";

export interface DemoOptions {
  /** The service's base address. */
  address: string;
  /** The API token of an admin service account. */
  token: string;
  warehouseDir: string;
  orgId: string;
}

/**
 * Sets up the demo as any user would set up a project: a warehouse, then the connection, the project and the layer
 * through the API, beginning with the layer that introspection proposes. Resources that an earlier, interrupted start
 * has created are used again.
 */
export async function loadDemo({address, token, warehouseDir, orgId}: DemoOptions): Promise<void> {
  const api = caller(address, token);
  await buildFlightsFile(join(warehouseDir, orgId, FILE));
  const connection =
    (await named(api, "/api/connections")) ??
    parseIdentified(
      await api("POST", "/api/connections", {name: NAME, type: "duckdb", config: {path: FILE}}),
    );
  const project =
    (await named(api, "/api/projects")) ??
    parseIdentified(await api("POST", "/api/projects", {name: NAME, connectionId: connection.id}));
  const path = `/api/projects/${project.id}`;
  const models = parseNamed(await api("GET", `${path}/models`));
  if (models.length === 0) {
    const preview = await api("POST", `${path}/introspect/preview`, {inferJoins: true});
    await api("POST", `${path}/introspect`, demoLayer(parsePreview(preview).graph));
  }
  await saveContent(api, project.id);
}

/** The dashboard's layout is saved last, so that its presence shows that all content is there. */
async function saveContent(api: Call, projectId: string): Promise<void> {
  const held = await named(api, "/api/dashboards", DASHBOARD);
  if (held?.tiles?.length) return;
  const make = async <B extends {name: string}>(list: string, body: B, path = list) =>
    (await named(api, list, body.name)) ?? parseIdentified(await api("POST", path, body));
  const tiles = [];
  for (const {place, ...chart} of CHARTS) {
    const {id} = await make("/api/charts", {...chart, projectId});
    tiles.push({chartId: id, ...place});
  }
  await make("/api/datasets", DATASET, `/api/projects/${projectId}/datasets`);
  await make("/api/sheets", SHEET);
  const dashboard = held ?? (await make("/api/dashboards", {name: DASHBOARD}));
  const sent = {resourceType: "dashboard", resourceId: dashboard.id};
  const schedule = await make("/api/schedules", {...SCHEDULE, ...sent});
  await api("PUT", `/api/dashboards/${dashboard.id}/layout`, {tiles});
  // The first delivery, so that there is a mail to look at.
  await api("POST", `/api/schedules/${schedule.id}/run`);
}

type Call = (method: "GET" | "POST" | "PUT", path: string, body?: unknown) => Promise<unknown>;

function caller(address: string, token: string): Call {
  return async (method, path, body) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {authorization: `Bearer ${token}`, "content-type": "application/json"},
      ...(body === undefined ? {} : {body: JSON.stringify(body)}),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    const answer: unknown = await response.json();
    return answer;
  };
}

async function named(api: Call, path: string, name = NAME): Promise<Listed | undefined> {
  return parseList(await api("GET", `${path}?limit=500`)).find(entry => entry.name === name);
}

const parseIdentified = parserOf(Type.Object({id: Type.String()}), "answer");
const Listed = Type.Object({
  id: Type.String(),
  name: Type.String(),
  tiles: Type.Optional(Type.Array(Type.Unknown())),
});
type Listed = Static<typeof Listed>;
const parseList = parserOf(Type.Array(Listed), "list");
const parseNamed = parserOf(Type.Array(Type.Object({name: Type.String()})), "list of models");
const parsePreview = parserOf(Type.Object({graph: Graph}), "preview");
