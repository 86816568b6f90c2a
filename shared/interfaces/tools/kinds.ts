import {Type} from "@sinclair/typebox";
import {createAction} from "../../automation/actions/actions.ts";
import {ActionInput} from "../../automation/actions/schemas.ts";
import {createSchedule} from "../../automation/schedules/schedules.ts";
import {Condition, ScheduleInput} from "../../automation/schedules/schemas.ts";
import {createChart} from "../../content/charts/charts.ts";
import {ChartInput} from "../../content/charts/schemas.ts";
import {createDashboard} from "../../content/dashboards/dashboards.ts";
import {replaceLayout} from "../../content/dashboards/layout.ts";
import {DashboardInput, Layout} from "../../content/dashboards/schemas.ts";
import {createDataset} from "../../content/datasets/create.ts";
import {type SnapshotWriter, snapshotWriter} from "../../content/datasets/freeze.ts";
import {SheetInput, SheetQuery, SheetTab} from "../../content/sheets/schemas.ts";
import {createSheet} from "../../content/sheets/sheets.ts";
import type {Db} from "../../ground/db.ts";
import {DatasetInput} from "../../querying/layers/datasets/schemas.ts";
import {checkGrant, putGrant} from "../../tenancy/grants/grants.ts";
import {GrantInput} from "../../tenancy/grants/schemas.ts";
import {defineKind, type Kind, withoutReadOnly} from "./kind.ts";
import {projectId, projectOf} from "./models.ts";
import {inOneTransaction} from "./one-transaction.ts";
import {queryProperties} from "./query-arguments.ts";
import {CREATES, type ToolContext} from "./tool.ts";

const closed = {additionalProperties: false} as const;

const query = Type.Object(queryProperties, closed);
/** The keys of a query. `run_query` shows its whole schema: repeating it would take up tokens in every conversation. */
const QUERY = Object.keys(queryProperties).join(", ");

const AS_X_AXIS = "As xAxis";
const chartInput = withoutReadOnly(ChartInput);
const {config} = chartInput.properties;
const {yAxis, y2Axis} = config.properties;

const chart = defineKind({
  type: "chart",
  title: "Create a chart",
  description:
    "Saves a query with the way it is drawn. The query is compiled first. Dimensions become axis and series, measures values; config is optional.",
  input: Type.Object(
    {
      ...chartInput.properties,
      query: {...query, description: "As run_query takes it", shortForm: QUERY},
      config: {
        ...config,
        properties: {
          ...config.properties,
          yAxis: {...yAxis, shortForm: AS_X_AXIS},
          y2Axis: {...y2Axis, shortForm: AS_X_AXIS},
        },
      },
    },
    closed,
  ),
  annotations: CREATES,
  next: "create_dashboard places it.",
  create: (db, {runner, actor}, input) => createChart({...runner, db}, actor, input),
});

const dashboard = defineKind({
  type: "dashboard",
  title: "Create a dashboard",
  description:
    "Saves a dashboard with its charts placed on a grid of 36 columns, all or nothing. Two side by side: x 0 w 18 and x 18 w 18; a chart is well 8 to 12 rows high. Save the charts first.",
  input: Type.Object(
    {
      ...withoutReadOnly(DashboardInput).properties,
      tiles: Type.Optional(
        Type.Array(withoutReadOnly(Layout.properties.tiles.items), {
          description: "No two overlap; x + w at most 36",
        }),
      ),
    },
    closed,
  ),
  annotations: CREATES,
  create: (db, {actor}, {tiles, ...input}) =>
    inOneTransaction(db, async joined => {
      const made = await createDashboard(joined, actor, input);
      return tiles
        ? replaceLayout(
            joined,
            actor,
            made.id,
            async () => tiles,
            () => undefined,
          )
        : made;
    }),
});

/** Stores nothing in a dry run: the rows of a snapshot are only known once it is created. */
const noRows: SnapshotWriter = {
  csv: async () => ({columns: [], rowCount: 0, sizeBytes: 0}),
  query: async () => ({columns: [], rowCount: 0, sizeBytes: 0}),
};

async function makeDataset(
  writer: SnapshotWriter,
  db: Db,
  context: ToolContext,
  {projectId, ...input}: DatasetInput & {projectId?: string},
) {
  const {project} = await projectOf(context, projectId);
  return createDataset({...context.runner, db}, writer, context.actor, project.id, input);
}

const dataset = defineKind({
  type: "dataset",
  title: "Create a dataset",
  description:
    "Saves a governed source that queries name by its slug: live (definition, asked anew each time) or snapshot (the rows of query or snapshotCsv as they are now; whoever sees it sees all of them).",
  input: Type.Object(
    {
      ...DatasetInput.properties,
      projectId,
      definition: Type.Optional({
        ...query,
        description:
          "Of a live one, as run_query takes it, without limit, orderBy, totals, subtotals, fillGaps",
        shortForm: QUERY,
      }),
      query: Type.Optional({...query, description: "Of a snapshot", shortForm: "a query like definition"}),
    },
    closed,
  ),
  annotations: CREATES,
  next: "Its slug is a model: describe_model names its fields.",
  create: (db, context, input) => makeDataset(snapshotWriter(context.runner, context), db, context, input),
  check: (db, context, input) => makeDataset(noRows, db, context, input),
});

const {tabs, ...sheetOwn} = withoutReadOnly(SheetInput).properties;
const sheetTab = SheetTab.properties;

const sheet = defineKind({
  type: "sheet",
  title: "Create a sheet",
  description:
    "Saves a spreadsheet: tabs with cells, formulas (=SUM(B2:B9)), number formats, and queries whose results fill the cells from their anchor on, calculated for whoever opens it.",
  input: Type.Object(
    {
      ...sheetOwn,
      tabs: Type.Optional(
        Type.Array(
          Type.Object(
            {
              ...sheetTab,
              queries: Type.Optional(
                Type.Array(
                  Type.Object({...SheetQuery.properties, query: {...query, shortForm: "a query"}}, closed),
                ),
              ),
            },
            closed,
          ),
        ),
      ),
    },
    closed,
  ),
  annotations: CREATES,
  create: (db, {runner, actor}, input) => createSheet({...runner, db}, actor, input),
});

const grant = defineKind({
  type: "grant",
  title: "Create a grant",
  description:
    "Shares a chart, dashboard, sheet or dataset with a team or a person. For a dashboard cascadeChartsPermission shares its charts too: without it they stay empty. The same grant again replaces it.",
  input: withoutReadOnly(GrantInput),
  annotations: {...CREATES, destructiveHint: true, idempotentHint: true},
  async create(db, {actor}, input) {
    await checkGrant(db, actor, input);
    return (await putGrant(db, actor, input)).grant;
  },
});

const CONDITION =
  'sends only if it holds: {"type": "has_rows"}, {"type": "changed"} since the last mail, or {"type": "threshold", query, measure, op, value} in any row';
const {
  resourceType: _,
  resourceId: __,
  resources,
  filters: scheduleFilters,
  ...scheduleOwn
} = withoutReadOnly(ScheduleInput).properties;

const schedule = defineKind({
  type: "schedule",
  title: "Create a schedule",
  description:
    "Mails dashboards, charts and datasets to people, again and again, with the rows that you see at that time. It is active at once: the first mail goes out when the cron is next due.",
  input: Type.Object(
    {
      ...scheduleOwn,
      resources: Type.Required(Type.Object({resources})).properties.resources,
      filters: Type.Optional({
        ...scheduleFilters,
        items: {...scheduleFilters.items, shortForm: "As in run_query"},
      }),
      condition: Type.Optional({...Condition, shortForm: CONDITION}),
    },
    closed,
  ),
  annotations: {...CREATES, openWorldHint: true},
  next: "run_schedule sends it now.",
  create: (db, {runner, actor}, input) => createSchedule({...runner, db}, actor, input),
});

const TRIGGER =
  '{"type": "manual"}; {"type": "schedule", cron, timezone?}; {"type": "event", event, resourceId?}, where event is agent.finished, budget.low, dataset.created, delivery.failed, evaluation.worse, query.failed, project.synced, project.sync_failed or rollup.failed; or {"type": "threshold", query, measure, op, value, mode: "became_true" | "changed" | "while_true", cron, timezone?, resetAt?, remindEvery?: {unit, count}}, judged for each row of the query: instead of value, compare: {measure} or {offset: {unit, count}, change?: "absolute" | "percent", of which value is the limit}';
const EFFECT =
  '{"type": "email", recipients, subject, message, chartId?}, whose texts may hold {{action}} {{time}} {{count}} {{measure}} {{value}} {{event}} {{resource}} {{run}}; {"type": "run_delivery", scheduleId}; {"type": "run_agent", agentId}; {"type": "sync_project", projectId}; or {"type": "snapshot_dataset", name, query, keep?}. Each with onFailure: "stop" | "continue"';
const {trigger, effects, ...actionOwn} = withoutReadOnly(ActionInput).properties;

const action = defineKind({
  type: "action",
  title: "Create an action",
  description:
    "Does something when something is so: mails who crossed a threshold, sends a schedule, freezes a dataset. It is active at once, and its runs see the rows that you see at that time.",
  input: Type.Object(
    {
      ...actionOwn,
      trigger: {...trigger, shortForm: TRIGGER, description: "One of"},
      effects: Type.Array(
        {...effects.items, shortForm: EFFECT, description: "One of"},
        {
          minItems: 1,
          maxItems: 10,
        },
      ),
    },
    closed,
  ),
  annotations: {...CREATES, openWorldHint: true},
  next: "run_action with dryRun says what it would do now.",
  create: (db, {runner, actor}, input) => createAction({...runner, db}, actor, input),
});

/** The kinds of resources that agents create. */
export const KINDS: readonly Kind[] = [chart, dashboard, dataset, sheet, schedule, action, grant];
