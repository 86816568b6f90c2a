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
const ColumnName = Type.String({
  minLength: 1,
  maxLength: 600,
  description: "A column of the query's result",
});
const Colour = Type.String({
  pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",
  description: "Write a colour as #rgb or #rrggbb.",
});

const AxisConfig = Type.Object(
  {
    title: Type.Optional(Type.String({maxLength: 300, description: "Empty for none. Default: the label"})),
    min: Type.Optional(Bound),
    max: Type.Optional(Bound),
    log: Type.Optional(Type.Boolean({description: "A logarithmic scale; all values must be above zero"})),
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
    hidden: Type.Optional(Type.Boolean({description: "True: not drawn"})),
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
    x: Type.Optional({
      ...ColumnName,
      description:
        "The column of the x axis. Default: the first dimension but `series`, or the period of a retention",
    }),
    series: Type.Optional({
      ...ColumnName,
      description: "The dimension that becomes series. Default: the others",
    }),
    measures: Type.Optional(
      Type.Array(ColumnName, {
        maxItems: 50,
        description: "The measures to draw, in this order. Default: all",
      }),
    ),
    lines: Type.Optional(
      Type.Array(ColumnName, {
        maxItems: 50,
        description: "For mixed: the measures drawn as lines. Default: the last",
      }),
    ),
    secondAxis: Type.Optional(
      Type.Boolean({
        description: "For mixed: lines on an axis of their own. Default: as values need",
      }),
    ),
    size: Type.Optional({...ColumnName, description: "For scatter, map: the measure of the points' size"}),
    latitude: Type.Optional({...ColumnName, description: "For map. Default: by its name"}),
    longitude: Type.Optional({...ColumnName, description: "For map. Default: by its name"}),
    columns: Type.Optional(Type.Array(ColumnConfig, {maxItems: 200})),
    xAxis: Type.Optional(AxisConfig),
    yAxis: Type.Optional(AxisConfig),
    y2Axis: Type.Optional(AxisConfig),
    stacking: Type.Optional(
      Type.Union([Type.Literal("none"), Type.Literal("stacked"), Type.Literal("percent")], {
        description: "Default: bars and areas are stacked if values add up",
      }),
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
    top: Type.Optional(Type.Integer({minimum: 1, maximum: 200, description: "The most categories shown"})),
    colours: Type.Optional(Type.Array(Colour, {minItems: 1, maxItems: 50})),
    valueColours: Type.Optional(
      Type.Array(Type.Object({value: Text, colour: Colour}, closed), {
        maxItems: 100,
        description: "Colours of single series or categories, by their text",
      }),
    ),
    legend: Type.Optional(
      Type.Union([Type.Literal("none"), Type.Literal("top"), Type.Literal("right"), Type.Literal("bottom")], {
        description: "Default top",
      }),
    ),
    labels: Type.Optional(Type.Boolean({description: "Whether values are written beside the marks"})),
    points: Type.Optional(Type.Boolean({description: "Whether each point of a line has a mark"})),
    smooth: Type.Optional(Type.Boolean({description: "Lines drawn as curves"})),
    donut: Type.Optional(Type.Boolean({description: "A pie with a hole, and the total in it"})),
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
