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
  {$id: "ChartType", apiDescription: "How the result is drawn"},
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
    min: Type.Optional({...Bound, apiDescription: "Where the axis begins. Default: as the values need"}),
    max: Type.Optional({...Bound, apiDescription: "Where the axis ends. Default: as the values need"}),
    log: Type.Optional(Type.Boolean({description: "A logarithmic scale; all values must be above zero"})),
    format: Type.Optional(FieldFormat),
    grid: Type.Optional(
      Type.Boolean({
        apiDescription:
          "Whether lines are drawn at the axis' marks. Default: only at those of the first value axis",
      }),
    ),
    hidden: Type.Optional(
      Type.Boolean({apiDescription: "True: draws neither the axis nor its title. Default false"}),
    ),
  },
  {...closed, $id: "AxisConfig", apiDescription: "How an axis is drawn. Default: as the values need"},
);
export type AxisConfig = Static<typeof AxisConfig>;

const ColumnConfig = Type.Object(
  {
    column: ColumnName,
    label: Type.Optional({
      ...Text,
      apiDescription: "The name that is shown. Default: the label in the layer",
    }),
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
    subtitle: Type.Optional({...Text, apiDescription: "A line below the title. Default: none"}),
    hideTitle: Type.Optional(Type.Boolean({apiDescription: "True: the picture has no title. Default false"})),
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
    columns: Type.Optional(
      Type.Array(ColumnConfig, {
        maxItems: 200,
        apiDescription: "How single columns are shown, at most 200. Default: as the layer says",
      }),
    ),
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
          by: Type.Union([Type.Literal("category"), Type.Literal("value")], {
            apiDescription: "`category`: by its name, number or time; `value`: by the sum of its values",
          }),
          direction: Type.Union([Type.Literal("ascending"), Type.Literal("descending")], {
            apiDescription: "`ascending`: the least first; `descending`: the greatest first",
          }),
        },
        {
          ...closed,
          apiDescription:
            "The order of the categories. Default: times in order, others as in the result; bars of a query without an order by value",
        },
      ),
    ),
    top: Type.Optional(Type.Integer({minimum: 1, maximum: 200, description: "The most categories shown"})),
    colours: Type.Optional(
      Type.Array(Colour, {
        minItems: 1,
        maxItems: 50,
        apiDescription:
          "The colours of the series in their order, 1 to 50. Default: the palette of the service",
      }),
    ),
    valueColours: Type.Optional(
      Type.Array(
        Type.Object(
          {value: {...Text, apiDescription: "The text of the series or category"}, colour: Colour},
          closed,
        ),
        {
          maxItems: 100,
          description: "Colours of single series or categories, by their text",
        },
      ),
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
        {
          min: Type.Optional({
            ...Bound,
            apiDescription: "Where the scale begins. Default: 0, or below a negative value",
          }),
          max: Type.Optional({
            ...Bound,
            apiDescription:
              "Where the scale ends. Default: a round number above the value; for a share 100 %",
          }),
          target: Type.Optional({
            ...Bound,
            apiDescription: "The value to reach, drawn as a mark. Default: none",
          }),
        },
        {...closed, apiDescription: "For gauge: its scale and target"},
      ),
    ),
  },
  {
    ...closed,
    $id: "ChartConfig",
    apiDescription: "How the chart looks. Default: chosen by its type and its values",
  },
);
export type ChartConfig = Static<typeof ChartConfig>;
