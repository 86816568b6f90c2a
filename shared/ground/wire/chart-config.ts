import {type Static, Type} from "@sinclair/typebox";
import {FieldFormat} from "../../semantic/documents.ts";

const closed = {additionalProperties: false} as const;

export const ChartType = Type.Union(
  [
    Type.Literal("table"),
    Type.Literal("big_number"),
    Type.Literal("bar"),
    Type.Literal("horizontal_bar"),
    Type.Literal("line"),
    Type.Literal("area"),
    Type.Literal("scatter"),
    Type.Literal("pie"),
    Type.Literal("mixed"),
    Type.Literal("funnel"),
    Type.Literal("heatmap"),
    Type.Literal("treemap"),
    Type.Literal("gauge"),
    Type.Literal("map"),
  ],
  {$id: "ChartType"},
);
export type ChartType = Static<typeof ChartType>;

const Text = Type.String({maxLength: 300});
const Bound = Type.Number({minimum: -1e300, maximum: 1e300});
/** A column of the chart's result, by its qualified name, as the query names it. */
const ColumnName = Type.String({minLength: 1, maxLength: 600, description: "A column of the query's result"});
const Colour = Type.String({
  pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",
  description: "A colour is written as #rgb or #rrggbb.",
});

const AxisConfig = Type.Object(
  {
    title: Type.Optional(Type.String({maxLength: 300, description: "Empty for none"})),
    min: Type.Optional(Bound),
    max: Type.Optional(Bound),
    log: Type.Optional(Type.Boolean({description: "A logarithmic scale, where all values are above zero"})),
    format: Type.Optional(FieldFormat),
    grid: Type.Optional(Type.Boolean()),
    hidden: Type.Optional(Type.Boolean()),
  },
  {...closed, $id: "AxisConfig"},
);
export type AxisConfig = Static<typeof AxisConfig>;

const ColumnConfig = Type.Object(
  {
    column: ColumnName,
    label: Type.Optional(Text),
    format: Type.Optional(FieldFormat),
    colour: Type.Optional(Colour),
    hidden: Type.Optional(Type.Boolean({description: "Left out of the picture"})),
  },
  {...closed, $id: "ColumnConfig"},
);

/**
 * The appearance of a chart. Everything is optional: the defaults draw a good chart. A column that the result does not
 * have is ignored.
 */
export const ChartConfig = Type.Object(
  {
    subtitle: Type.Optional(Text),
    hideTitle: Type.Optional(Type.Boolean()),
    x: Type.Optional(ColumnName),
    series: Type.Optional(ColumnName),
    measures: Type.Optional(
      Type.Array(ColumnName, {maxItems: 50, description: "The measures that are drawn, in this order"}),
    ),
    lines: Type.Optional(
      Type.Array(ColumnName, {maxItems: 50, description: "Of a mixed chart: the measures drawn as lines"}),
    ),
    secondAxis: Type.Optional(
      Type.Boolean({
        description: "Of a mixed chart: lines on an axis of their own; without it, as values need",
      }),
    ),
    size: Type.Optional(ColumnName),
    latitude: Type.Optional(ColumnName),
    longitude: Type.Optional(ColumnName),
    columns: Type.Optional(Type.Array(ColumnConfig, {maxItems: 200})),
    xAxis: Type.Optional(AxisConfig),
    yAxis: Type.Optional(AxisConfig),
    y2Axis: Type.Optional(AxisConfig),
    stacking: Type.Optional(
      Type.Union([Type.Literal("none"), Type.Literal("stacked"), Type.Literal("percent")]),
    ),
    sort: Type.Optional(
      Type.Object(
        {
          by: Type.Union([Type.Literal("category"), Type.Literal("value")]),
          direction: Type.Union([Type.Literal("ascending"), Type.Literal("descending")]),
        },
        closed,
      ),
    ),
    top: Type.Optional(Type.Integer({minimum: 1, maximum: 200, description: "Categories shown at most"})),
    colours: Type.Optional(Type.Array(Colour, {minItems: 1, maxItems: 50})),
    valueColours: Type.Optional(
      Type.Array(Type.Object({value: Text, colour: Colour}, closed), {
        maxItems: 100,
        description: "Colours of single series or categories, by the text they are shown as",
      }),
    ),
    legend: Type.Optional(
      Type.Union([Type.Literal("none"), Type.Literal("top"), Type.Literal("right"), Type.Literal("bottom")]),
    ),
    labels: Type.Optional(Type.Boolean({description: "Values written beside the marks"})),
    points: Type.Optional(Type.Boolean({description: "A mark at each point of a line"})),
    smooth: Type.Optional(Type.Boolean({description: "Lines drawn as curves"})),
    donut: Type.Optional(Type.Boolean({description: "A pie with a hole that holds the total"})),
    gauge: Type.Optional(
      Type.Object(
        {min: Type.Optional(Bound), max: Type.Optional(Bound), target: Type.Optional(Bound)},
        closed,
      ),
    ),
  },
  {...closed, $id: "ChartConfig"},
);
export type ChartConfig = Static<typeof ChartConfig>;
