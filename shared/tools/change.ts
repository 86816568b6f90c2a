import {Type} from "@sinclair/typebox";
import {deleteAction, replaceAction, setActionActive} from "../actions/actions.ts";
import {getAction} from "../actions/find.ts";
import {ActionInput} from "../actions/schemas.ts";
import type {Actor} from "../actor.ts";
import {deleteChart, updateChart} from "../charts/charts.ts";
import {ChartEdit} from "../charts/schemas.ts";
import {deleteDashboard, getDashboard, updateDashboard} from "../dashboards/dashboards.ts";
import {replaceLayout} from "../dashboards/layout.ts";
import {DashboardEdit, Layout} from "../dashboards/schemas.ts";
import {deleteDataset} from "../datasets/datasets.ts";
import type {Db} from "../db.ts";
import {errorUnder, ServiceError} from "../errors.ts";
import {revokeGrant} from "../grants/grants.ts";
import {GrantQuery} from "../grants/schemas.ts";
import type {Runner} from "../queries/runner.ts";
import {getSchedule} from "../schedules/find.ts";
import {deleteSchedule, replaceSchedule, setScheduleActive} from "../schedules/schedules.ts";
import {ScheduleInput} from "../schedules/schemas.ts";
import {SheetInput} from "../sheets/schemas.ts";
import {deleteSheet, getSheet, replaceSheet} from "../sheets/sheets.ts";
import {parserOf} from "../validate.ts";
import {inOneTransaction} from "./one-transaction.ts";
import {CREATES, defineTool, type Tool} from "./tool.ts";

const closed = {additionalProperties: false} as const;
/** Whoever calls has read what they change; the last one wins, as where no `If-Match` is sent. */
const anyVersion = () => undefined;

type Changes = Record<string, unknown>;
interface Changed {
  id: string;
  name?: string;
}
type Change = (runner: Runner, actor: Actor, id: string, changes: Changes) => Promise<Changed>;

const readChart = parserOf(ChartEdit, "body");
const readDashboard = parserOf(DashboardEdit, "body");
const readTiles = parserOf(Layout, "body");
const readSheet = parserOf(SheetInput, "body");
const readSchedule = parserOf(ScheduleInput, "body");
const readAction = parserOf(ActionInput, "body");
const readActive = parserOf(Type.Object({active: Type.Boolean()}, closed), "body");

/** How each kind is changed, by the prefix of its id. Keys that are not named stay as they are. */
const CHANGES: ReadonlyMap<string, Change> = new Map<string, Change>([
  [
    "chart",
    (runner, actor, id, changes) =>
      updateChart(runner, actor, id, async () => readChart(changes), anyVersion),
  ],
  ["dash", changeDashboard],
  [
    "sheet",
    async (runner, actor, id, changes) => {
      const current = await getSheet(runner.db, actor, id);
      return replaceSheet(runner, actor, id, async () => readSheet({...current, ...changes}), anyVersion);
    },
  ],
  ["sched", changeSchedule],
  ["act", changeAction],
]);

function changeDashboard(
  {db}: Runner,
  actor: Actor,
  id: string,
  {tiles, ...changes}: Changes,
): Promise<Changed> {
  return inOneTransaction(db, async joined => {
    if (tiles !== undefined) {
      await replaceLayout(joined, actor, id, async () => readTiles({tiles}).tiles, anyVersion);
    }
    if (Object.keys(changes).length === 0 && tiles !== undefined) return getDashboard(joined, actor, id);
    return updateDashboard(joined, actor, id, async () => readDashboard(changes), anyVersion);
  });
}

async function changeSchedule(
  runner: Runner,
  actor: Actor,
  id: string,
  {active, ...changes}: Changes,
): Promise<Changed> {
  const current = await getSchedule(runner.db, actor, id);
  if (Object.keys(changes).length > 0) {
    // The first resource's own keys would contradict other ones.
    const {resourceType: _, resourceId: __, ...rest} = current;
    const body = async () => readSchedule({...rest, ...changes});
    await replaceSchedule(runner, actor, id, body, anyVersion);
  }
  if (active === undefined) return getSchedule(runner.db, actor, id);
  return setScheduleActive(runner.db, actor, id, async () => readActive({active}), anyVersion);
}

async function changeAction(
  runner: Runner,
  actor: Actor,
  id: string,
  {active, ...changes}: Changes,
): Promise<Changed> {
  if (Object.keys(changes).length > 0) {
    const current = await getAction(runner.db, actor, id);
    await replaceAction(runner, actor, id, async () => readAction({...current, ...changes}), anyVersion);
  }
  if (active === undefined) return getAction(runner.db, actor, id);
  return setActionActive(runner.db, actor, id, async () => readActive({active}), anyVersion);
}

const updateTool = defineTool({
  name: "update_resource",
  title: "Change a resource",
  description:
    "Changes a chart, dashboard, sheet, schedule or action: changes has the keys of its create tool that are to differ, whole (tiles are all tiles); of what recurs also active. create_grant changes a grant.",
  scope: "write",
  input: Type.Object(
    {id: Type.String({maxLength: 100}), changes: Type.Object({}, {minProperties: 1})},
    closed,
  ),
  output: Type.Object({id: Type.String(), resource: Type.Object({})}),
  annotations: {...CREATES, destructiveHint: true, idempotentHint: true},
  async call({runner, actor}, {id, changes}) {
    const change = CHANGES.get(prefixOf(id));
    if (!change) throw unknownKind(id, [...CHANGES.keys()]);
    const resource = await change(runner, actor, id, {...changes}).catch(error => {
      throw errorUnder("/changes", error);
    });
    const named = resource.name === undefined ? "" : ` "${resource.name}"`;
    return {text: `Changed ${resource.id}${named}.`, structured: {id: resource.id, resource}};
  },
});

type Delete = (db: Db, actor: Actor, id: string, force: boolean) => Promise<void>;

const DELETES: ReadonlyMap<string, Delete> = new Map<string, Delete>([
  ["chart", (db, actor, id, force) => deleteChart(db, actor, id, {force: () => force}, anyVersion)],
  ["dash", (db, actor, id) => deleteDashboard(db, actor, id, anyVersion)],
  ["ds", (db, actor, id) => deleteDataset(db, actor, id, anyVersion)],
  ["sheet", (db, actor, id) => deleteSheet(db, actor, id, anyVersion)],
  ["sched", (db, actor, id) => deleteSchedule(db, actor, id, anyVersion)],
  ["act", (db, actor, id) => deleteAction(db, actor, id, anyVersion)],
]);

const deleteTool = defineTool({
  name: "delete_resource",
  title: "Delete a resource",
  description:
    "Deletes what a create tool made, for good; a grant with the resource it is on. force takes a chart off dashboards too. Ask the person first.",
  scope: "manage",
  input: Type.Object(
    {
      id: Type.String({maxLength: 100}),
      force: Type.Optional(Type.Boolean()),
      ...Type.Partial(GrantQuery).properties,
    },
    closed,
  ),
  output: Type.Object({id: Type.String()}),
  annotations: {...CREATES, destructiveHint: true},
  async call({runner, actor}, {id, force = false, resourceType, resourceId}) {
    const remove = DELETES.get(prefixOf(id));
    if (prefixOf(id) === "grant") {
      if (!resourceType || !resourceId) {
        const message =
          "A grant is deleted with the resource that it is on: give resourceType and resourceId.";
        throw new ServiceError("invalid_request", message, {errors: [{path: "/resourceId", message}]});
      }
      await revokeGrant(runner.db, actor, id, {resourceType, resourceId});
    } else if (remove) await remove(runner.db, actor, id, force);
    else throw unknownKind(id, [...DELETES.keys(), "grant"]);
    return {text: `Deleted ${id}.`, structured: {id}};
  },
});

function prefixOf(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf("_")));
}

function unknownKind(id: string, prefixes: readonly string[]): ServiceError {
  const allowed = prefixes.map(prefix => `${prefix}_…`);
  const message = `"${id}" is not an id of something that this tool takes; ids begin with ${allowed.join(", ")}.`;
  return new ServiceError("not_found", message, {errors: [{path: "/id", message, allowed}]});
}

export const changeTools: readonly Tool[] = [updateTool, deleteTool];
