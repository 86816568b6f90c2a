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
    title: Type.String(),
    type: ChartType,
    config: Type.Unknown({description: "The chart's `config`."}),
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.String(),
        role: Type.String({description: "dimension or measure"}),
        label: Type.String(),
        format: Type.Optional(Type.Unknown()),
        grain: Type.Optional(Type.String()),
        additive: Type.Optional(Type.Boolean()),
      }),
    ),
    rows: Type.Array(Type.Array(Type.Unknown()), {
      description:
        "Values in column order. A number that a double cannot hold exactly is a string with all its digits.",
    }),
    truncated: Type.Boolean(),
    subtotals: Type.Optional(
      Type.Integer({
        description:
          "Of a table with subtotals: the number of its dimensions. The last column has the number of dimensions by which each row is grouped.",
      }),
    ),
    outlines: Type.Optional(
      Type.Array(Type.Object({kind: Type.String(), line: Type.Array(Type.Number())}), {
        description:
          "Of a map: coasts and borders of countries and states around its points. Each line alternates longitudes and latitudes.",
      }),
    ),
    filters: Type.Array(FilterReport),
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
