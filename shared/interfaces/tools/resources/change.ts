import {Type} from "@sinclair/typebox";
import {ACTION_PAUSING, replaceAction} from "../../../automation/actions/actions.ts";
import {ACTION} from "../../../automation/actions/find.ts";
import {ActionInput} from "../../../automation/actions/schemas.ts";
import {SCHEDULE} from "../../../automation/schedules/find.ts";
import {replaceSchedule, SCHEDULE_PAUSING} from "../../../automation/schedules/schedules.ts";
import {ScheduleInput} from "../../../automation/schedules/schemas.ts";
import {updateChart} from "../../../content/charts/charts.ts";
import {ChartEdit} from "../../../content/charts/schemas.ts";
import {DASHBOARD, updateDashboard} from "../../../content/dashboards/dashboards.ts";
import {replaceLayout} from "../../../content/dashboards/layout.ts";
import {DashboardEdit, Layout} from "../../../content/dashboards/schemas.ts";
import {SheetInput} from "../../../content/sheets/schemas.ts";
import {replaceSheet, SHEET} from "../../../content/sheets/sheets.ts";
import type {Actor} from "../../../ground/actor.ts";
import {errorUnder, ServiceError} from "../../../ground/errors.ts";
import {parserOf} from "../../../ground/validate.ts";
import {type ContentKind, getResource} from "../../../tenancy/content-kinds/kind.ts";
import {type Pausing, type RecurringRow, setActive} from "../../../tenancy/content-kinds/recurring.ts";
import {revokeGrant} from "../../../tenancy/grants/grants.ts";
import {GrantQuery} from "../../../tenancy/grants/schemas.ts";
import {inOneTransaction} from "../one-transaction.ts";
import {CREATES, defineTool, type Runner, type Tool} from "../tool.ts";
import {CONTENT} from "./content.ts";

const closed = {additionalProperties: false} as const;
/** Callers have read the resource that they change; the last change wins, as without `If-Match`. */
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

/** The change of each kind of resource, by the prefix of its id. Keys that are not given stay as they are. */
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
      const current = await getResource(runner, actor, SHEET, id);
      return replaceSheet(runner, actor, id, async () => readSheet({...current, ...changes}), anyVersion);
    },
  ],
  [
    "sched",
    changeRecurring(SCHEDULE, SCHEDULE_PAUSING, async (runner, actor, id, changes) => {
      // The keys of the current resource would contradict those of another one.
      const {resourceType: _, resourceId: __, ...current} = await getResource(runner, actor, SCHEDULE, id);
      await replaceSchedule(
        runner,
        actor,
        id,
        async () => readSchedule({...current, ...changes}),
        anyVersion,
      );
    }),
  ],
  [
    "act",
    changeRecurring(ACTION, ACTION_PAUSING, async (runner, actor, id, changes) => {
      const current = await getResource(runner, actor, ACTION, id);
      await replaceAction(runner, actor, id, async () => readAction({...current, ...changes}), anyVersion);
    }),
  ],
]);

function changeDashboard(
  {db}: Pick<Runner, "db">,
  actor: Actor,
  id: string,
  {tiles, ...changes}: Changes,
): Promise<Changed> {
  return inOneTransaction(db, async joined => {
    if (tiles !== undefined) {
      await replaceLayout(joined, actor, id, async () => readTiles({tiles}).tiles, anyVersion);
    }
    if (Object.keys(changes).length === 0 && tiles !== undefined)
      return getResource({db: joined}, actor, DASHBOARD, id);
    return updateDashboard(joined, actor, id, async () => readDashboard(changes), anyVersion);
  });
}

/** The change of what recurs: `replace` takes the keys of its input, and `pausing` the key `active`. */
function changeRecurring<S, R extends RecurringRow, V extends Changed, L>(
  kind: ContentKind<S, R, V, Runner, L>,
  pausing: Pausing<R>,
  replace: (runner: Runner, actor: Actor, id: string, changes: Changes) => Promise<unknown>,
): Change {
  return async (runner, actor, id, {active, ...changes}) => {
    if (Object.keys(changes).length > 0) await replace(runner, actor, id, changes);
    if (active === undefined) return getResource(runner, actor, kind, id);
    return setActive(runner, actor, kind, id, async () => readActive({active}), anyVersion, pausing);
  };
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

const DELETES = new Map(CONTENT.map(({prefix, remove}) => [`${prefix}`, remove]));

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
    } else if (remove) await remove(runner, actor, id, force);
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
