import {Type} from "@sinclair/typebox";
import {getAction} from "../actions/find.ts";
import {findActionRun} from "../actions/runs.ts";
import type {Actor} from "../actor.ts";
import {getChart} from "../charts/charts.ts";
import {getConnection} from "../connections/connections.ts";
import {getDashboard} from "../dashboards/dashboards.ts";
import {getDataset} from "../datasets/datasets.ts";
import type {Db} from "../db.ts";
import {getDelivery} from "../deliveries/deliveries.ts";
import {ServiceError} from "../errors.ts";
import {getProject} from "../projects/projects.ts";
import type {Runner} from "../queries/runner.ts";
import {getRun} from "../queries/runs.ts";
import {getSchedule} from "../schedules/find.ts";
import {getSheet} from "../sheets/sheets.ts";
import {MOST_BYTES} from "./table.ts";
import {defineTool, READS} from "./tool.ts";

/** Functions that read a resource, by the prefix of its id. */
const READERS: Record<string, (runner: Runner, actor: Actor, id: string) => Promise<object>> = {
  act: inDatabase(getAction),
  chart: inDatabase(getChart),
  conn: async ({db}, actor, id) => {
    const {name, type} = await getConnection(db, actor, id);
    return {id, name, type};
  },
  dash: inDatabase(getDashboard),
  dlv: getDelivery,
  ds: inDatabase(getDataset),
  proj: inDatabase(getProject),
  run: async (runner, actor, id) => (await findActionRun(runner, actor, id)) ?? getRun(runner.db, actor, id),
  sched: inDatabase(getSchedule),
  sheet: inDatabase(getSheet),
};

function inDatabase<R>(read: (db: Db, actor: Actor, id: string) => Promise<R>) {
  return ({db}: Runner, actor: Actor, id: string) => read(db, actor, id);
}

export const getResourceTool = defineTool({
  name: "get_resource",
  title: "Get a resource",
  description: `One resource whole, by its id: ${Object.keys(READERS)
    .map(prefix => `${prefix}_…`)
    .join(", ")}.`,
  scope: "read",
  input: Type.Object({id: Type.String({maxLength: 100})}, {additionalProperties: false}),
  output: Type.Object({resource: Type.Object({}), leftOut: Type.Optional(Type.Array(Type.String()))}),
  annotations: READS,
  async call({runner, actor}, {id}) {
    const prefix = id.slice(0, id.lastIndexOf("_"));
    const read = Object.hasOwn(READERS, prefix) ? READERS[prefix] : undefined;
    if (!read) throw unknownKind(id);
    const {resource, leftOut} = within(await read(runner, actor, id));
    const text = JSON.stringify(resource);
    if (leftOut.length === 0) return {text, structured: {resource}};
    const note = `Left out, as too long for one answer: ${leftOut.join(", ")}. The HTTP API gives it whole.`;
    return {text: `${text}\n${note}`, structured: {resource, leftOut}};
  },
});

/** The resource without the parts that would make the answer too long; small parts are kept first. */
function within(whole: object): {resource: object; leftOut: string[]} {
  const parts = Object.entries(whole).map(([key, value]) => ({
    key,
    size: Buffer.byteLength(JSON.stringify(value) ?? ""),
  }));
  let left = MOST_BYTES;
  const kept = new Set<string>();
  for (const {key, size} of parts.toSorted((a, b) => a.size - b.size)) {
    left -= size + key.length + 4;
    if (left >= 0) kept.add(key);
  }
  return {
    resource: Object.fromEntries(Object.entries(whole).filter(([key]) => kept.has(key))),
    leftOut: parts.map(part => part.key).filter(key => !kept.has(key)),
  };
}

function unknownKind(id: string): ServiceError {
  const allowed = Object.keys(READERS).map(prefix => `${prefix}_…`);
  const message = `"${id}" is not an id of something that can be read here; ids begin with ${allowed.join(", ")}.`;
  return new ServiceError("not_found", message, {errors: [{path: "/id", message, allowed}]});
}
