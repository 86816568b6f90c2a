import {Type} from "@sinclair/typebox";
import {DataRequest, FilterReport} from "../../../shared/content/dashboards/schemas.ts";
import {ChartType} from "../../../shared/core/wire/chart-config.ts";

/** The body of a call that filters the charts of a dashboard. */
export const FILTERED = {
  body: DataRequest,
  bodyOptional: true,
  example: {filters: [{field: "origin.state", op: "=", value: "CA"}]},
} as const;

/** The data from which a page draws a chart. */
export const ChartDrawing = Type.Object(
  {
    title: Type.String({description: "The name of the chart."}),
    type: ChartType,
    config: Type.Unknown({description: "The chart's `config`."}),
    columns: Type.Array(
      Type.Object({
        name: Type.String({description: "The name of the column in the query."}),
        type: Type.String({description: "The type of the values, as in the result of a query."}),
        role: Type.String({description: "dimension or measure"}),
        label: Type.String({description: "The name that people see."}),
        format: Type.Optional(Type.Unknown({description: "How its numbers are written, as in the layer."})),
        grain: Type.Optional(Type.String({description: "Of a time: its grain."})),
        additive: Type.Optional(
          Type.Boolean({description: "Of a measure: whether the values of groups can be added up."}),
        ),
      }),
      {description: "The columns of `rows`, in order."},
    ),
    rows: Type.Array(Type.Array(Type.Unknown()), {
      description:
        "Values in column order. A number that a double cannot hold exactly is a string with all its digits.",
    }),
    truncated: Type.Boolean({description: "`true`: there are more rows than `rows` has."}),
    subtotals: Type.Optional(
      Type.Integer({
        description:
          "Of a table with subtotals: the number of its dimensions. The last column has the number of dimensions by which each row is grouped.",
      }),
    ),
    outlines: Type.Optional(
      Type.Array(
        Type.Object({
          kind: Type.String({description: "`coast`, `country` or `state`."}),
          line: Type.Array(Type.Number(), {description: "Longitudes and latitudes, in turn."}),
        }),
        {
          description:
            "Of a map: coasts and borders of countries and states around its points. Each line alternates longitudes and latitudes.",
        },
      ),
    ),
    filters: Type.Array(FilterReport, {description: "What became of each filter of the request."}),
  },
  {$id: "ChartDrawing"},
);

/** An example of a `ChartDrawing`. */
export const chartDrawing = {
  title: "Flights by state",
  type: "bar",
  config: {},
  columns: [
    {name: "origin.state", type: "string", role: "dimension", label: "State"},
    {name: "flights.count", type: "number", role: "measure", label: "Flights", additive: true},
  ],
  rows: [["CA", 312907]],
  truncated: false,
  filters: [{index: 0, fields: ["origin.state"], applied: true}],
};
