import {Type} from "@sinclair/typebox";
import {CHART, createChart, updateChart} from "../../../content/charts/charts.ts";
import {ChartEdit, ChartInput} from "../../../content/charts/schemas.ts";
import {parserOf} from "../../../ground/validate.ts";
import {anyVersion} from "./change.ts";
import {closed, defineContent, QUERY, query, withoutReadOnly} from "./kind.ts";

const AS_X_AXIS = "As xAxis";
const chartInput = withoutReadOnly(ChartInput);
const {config} = chartInput.properties;
const {yAxis, y2Axis} = config.properties;

const readEdit = parserOf(ChartEdit, "body");

export const chart = defineContent(CHART, {
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
  next: "create_dashboard places it.",
  create: (db, {runner, actor}, input) => createChart({...runner, db}, actor, input),
  change: (runner, actor, id, changes) =>
    updateChart(runner, actor, id, async () => readEdit(changes), anyVersion),
});
