import {Type} from "@sinclair/typebox";
import {CHART, createChart, updateChart} from "../../../content/charts/charts.ts";
import {ChartEdit, ChartInput} from "../../../content/charts/schemas.ts";
import {changesParserOf} from "../parse-arguments.ts";
import {anyVersion} from "./change.ts";
import {closed, defineContent, QUERY, query, withoutReadOnly} from "./kind.ts";

const AS_X_AXIS = "As xAxis";
const chartInput = withoutReadOnly(ChartInput);
const {config} = chartInput.properties;
const {columns, yAxis, y2Axis} = config.properties;
const {format, ...column} = columns.items.properties;

const readEdit = changesParserOf(ChartEdit, {config: {}});

export const chart = defineContent(CHART, {
  description:
    "Saves a chart: a query and how it is drawn. The query must compile. Dimensions become axis and series, measures values; config is optional.",
  input: Type.Object(
    {
      ...chartInput.properties,
      projectId: {...chartInput.properties.projectId, description: "Default: the query's"},
      query: {...query, description: "As run_query takes it", shortForm: QUERY},
      config: {
        ...config,
        properties: {
          ...config.properties,
          columns: {
            ...columns,
            items: {...columns.items, properties: {...column, format: {...format, shortForm: "As in xAxis"}}},
          },
          yAxis: {...yAxis, shortForm: AS_X_AXIS},
          y2Axis: {...y2Axis, shortForm: AS_X_AXIS},
        },
      },
    },
    closed,
  ),
  next: "create_dashboard places it.",
  create: createChart,
  change: (runner, actor, id, changes) =>
    updateChart(runner, actor, id, async () => readEdit(changes), anyVersion),
});
