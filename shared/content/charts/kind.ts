import {Type} from "@sinclair/typebox";
import {withoutReadOnly} from "../../core/validate.ts";
import {describeKind} from "../descriptions/describe-kind.ts";
import {EXAMPLE_OWNED} from "../descriptions/example.ts";
import {QUERY_KEYS, queryArgument} from "../descriptions/query-arguments.ts";
import {CHART, createChart, updateChart} from "./charts.ts";
import {ChartEdit, ChartInput, ChartView} from "./schemas.ts";

export const EXAMPLE_INPUT = {
  name: "Flights by state",
  type: "bar" as const,
  query: {
    model: "flights",
    dimensions: ["origin.state"],
    measures: ["flights.count"],
    orderBy: ["flights.count desc"],
    limit: 20,
  },
};

const AS_X_AXIS = "As xAxis";
const input = withoutReadOnly(ChartInput).properties;
const {columns, yAxis, y2Axis} = input.config.properties;
const {format, ...column} = columns.items.properties;

export const chart = describeKind(CHART, {
  texts: {
    kind: "Saved queries, and how they are drawn.",
    remove: "409 while a dashboard shows the chart, unless `force` is `true`.",
  },
  view: ChartView,
  example: {
    id: "chart_01kah5e8x4f2vbqz7n9t3m6r0c",
    projectId: "proj_01kah4vd6yfz3s8q2r5t7w9x0b",
    ...EXAMPLE_INPUT,
    config: {},
    ...EXAMPLE_OWNED,
  },
  listing: {
    description: "Saved charts you can read, newest first. get_resource gives one in full.",
    columns: ["id", "name", "type", "model", "updatedAt"],
    row: ({type, query, projectId, updatedAt}) => ({type, model: query.model, projectId, updatedAt}),
  },
  removal: {
    errors: ["conflict"],
    force: "`true`: deletes the chart even while dashboards show it, together with its tiles.",
  },
  compiles: true,
  create: {
    description:
      "Saves a query and how it is drawn. The query must compile. It is refused with the errors of `POST /api/query/detail`. " +
      "With `teamId` the chart belongs to that team. Without `teamId` it belongs to the caller.",
    body: ChartInput,
    example: EXAMPLE_INPUT,
    run: createChart,
  },
  change: {
    method: "PATCH",
    description:
      "Changes only the given keys, each as a whole. Needs the right to edit the chart; to change `teamId` the caller must own the chart. The model of a changed " +
      "query must be visible to the caller.",
    body: ChartEdit,
    example: {type: "horizontal_bar", name: "Flights by state of origin"},
    run: updateChart,
  },
  tool: {
    description:
      "Saves a chart: a query and how it is drawn. The query must compile. Dimensions become axis and series, measures values; config is optional.",
    input: Type.Object(
      {
        ...input,
        projectId: {...input.projectId, description: "Default: the query's"},
        query: {...queryArgument, description: "As run_query takes it", shortForm: QUERY_KEYS},
        config: {
          ...input.config,
          properties: {
            ...input.config.properties,
            columns: {
              ...columns,
              items: {
                ...columns.items,
                properties: {...column, format: {...format, shortForm: "As in xAxis"}},
              },
            },
            yAxis: {...yAxis, shortForm: AS_X_AXIS},
            y2Axis: {...y2Axis, shortForm: AS_X_AXIS},
          },
        },
      },
      {additionalProperties: false},
    ),
    next: "create_dashboard places it.",
    create: createChart,
  },
  empty: {config: {}},
});
