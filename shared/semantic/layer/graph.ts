import {type Static, Type} from "@sinclair/typebox";
import {Conversion} from "./conversion.ts";
import {ItemType} from "./items.ts";
import {JsonPath} from "./json-path.ts";
import {Rollup} from "./rollup.ts";
import {Along, Offset, Rolling, ToDate} from "./windows.ts";

/** A name in the layer, case-sensitive. */
const Name = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: "^[^.\\u0000-\\u001f\\u007f]+$",
  description: "At most 128 characters, without dots and control characters.",
});
const Identifier = Type.String({minLength: 1, maxLength: 255});
const Fragment = Type.String({
  minLength: 1,
  maxLength: 10_000,
  description: "One SQL expression, without `select`",
});

const closed = {additionalProperties: false} as const;

export const FieldFormat = Type.Object(
  {
    style: Type.Union([
      Type.Literal("number"),
      Type.Literal("percent"),
      Type.Literal("currency"),
      Type.Literal("bytes"),
      Type.Literal("duration"),
    ]),
    currency: Type.Optional(Type.String({pattern: "^[A-Z]{3}$"})),
    decimals: Type.Optional(Type.Integer({minimum: 0, maximum: 12})),
  },
  {...closed, $id: "FieldFormat"},
);

const described = {
  label: Type.Optional(Type.String({maxLength: 200})),
  description: Type.Optional(Type.String({maxLength: 4000})),
  hint: Type.Optional(Type.String({maxLength: 4000, description: "Advice for agents that write queries"})),
  synonyms: Type.Optional(
    Type.Array(Type.String({minLength: 1, maxLength: 200, pattern: "\\S"}), {
      maxItems: 50,
      uniqueItems: true,
      description: "Other words for it, which people and agents search by",
    }),
  ),
  hidden: Type.Optional(Type.Boolean()),
};

export const DimensionType = Type.Union(
  [
    Type.Literal("string"),
    Type.Literal("number"),
    Type.Literal("boolean"),
    Type.Literal("date"),
    Type.Literal("timestamp"),
    Type.Literal("json"),
  ],
  {$id: "DimensionType"},
);
export type DimensionType = Static<typeof DimensionType>;

/** A dimension has exactly one of `column` and `sql`. `path` needs a `column`, `items` the type `json`. */
export const Dimension = Type.Object(
  {
    name: Name,
    type: DimensionType,
    column: Type.Optional(Identifier),
    path: Type.Optional(JsonPath),
    items: Type.Optional(ItemType),
    sql: Type.Optional(Fragment),
    ...described,
    format: Type.Optional(FieldFormat),
  },
  {...closed, $id: "Dimension"},
);
export type Dimension = Static<typeof Dimension>;

export const MeasureType = Type.Union(
  [
    Type.Literal("count"),
    Type.Literal("count_distinct"),
    Type.Literal("count_distinct_approx"),
    Type.Literal("sum"),
    Type.Literal("avg"),
    Type.Literal("min"),
    Type.Literal("max"),
    Type.Literal("median"),
    Type.Literal("percentile"),
    Type.Literal("number"),
    Type.Literal("conversion"),
  ],
  {$id: "MeasureType"},
);
export type MeasureType = Static<typeof MeasureType>;

/** The month on whose first day the fiscal year begins. */
const LayerCalendar = Type.Object(
  {
    fiscalYearStart: Type.Optional(
      Type.Object(
        {month: Type.Integer({minimum: 1, maximum: 12})},
        {
          ...closed,
          description:
            "Times then have the grains `fiscal_quarter` and `fiscal_year`, which begin with this month",
        },
      ),
    ),
  },
  {...closed, $id: "LayerCalendar"},
);

/** `column` or `sql` is aggregated; `count` needs neither; `number` takes `sql` over `${measure}`s. */
export const Measure = Type.Object(
  {
    name: Name,
    type: MeasureType,
    column: Type.Optional(Identifier),
    sql: Type.Optional(Fragment),
    where: Type.Optional(Fragment),
    percentile: Type.Optional(Type.Number({exclusiveMinimum: 0, exclusiveMaximum: 1})),
    method: Type.Optional(
      Type.Union([Type.Literal("continuous"), Type.Literal("discrete"), Type.Literal("approximate")], {
        description:
          "Of a percentile: between the two nearest values, as is usual; the first value at which that share is reached; or what an engine estimates, where it does",
      }),
    ),
    nonAdditive: Type.Optional(
      Type.Object(
        {
          dimension: Name,
          take: Type.Union([Type.Literal("first"), Type.Literal("last")]),
          per: Type.Optional(Type.Array(Name, {maxItems: 20})),
          over: Type.Optional(
            Type.Union([Type.Literal("group"), Type.Literal("query")], {
              description:
                "Among which rows the moment is the first or last: of each group, as is usual, or of all groups, so that one which has no row at that moment is null. With `query`, periods of `dimension` that the query groups by have a moment each",
            }),
          ),
        },
        closed,
      ),
    ),
    rolling: Type.Optional(Rolling),
    toDate: Type.Optional(ToDate),
    offset: Type.Optional(Offset),
    conversion: Type.Optional(Conversion),
    ...described,
    format: Type.Optional(FieldFormat),
  },
  {...closed, $id: "Measure"},
);
export type Measure = Static<typeof Measure>;

export const TableSource = Type.Union(
  [
    Type.Object(
      {catalog: Type.Optional(Identifier), schema: Type.Optional(Identifier), name: Identifier},
      closed,
    ),
    Type.Object(
      {sql: Type.String({minLength: 1, maxLength: 100_000, description: "One select statement"})},
      closed,
    ),
  ],
  {$id: "TableSource"},
);
export type TableSource = Static<typeof TableSource>;

export const Model = Type.Object(
  {
    name: Name,
    ...described,
    table: TableSource,
    primaryKey: Type.Optional(Type.Array(Identifier, {maxItems: 32})),
    time: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: "The dimension that its measures are measured by: what `metric_time` means for them",
      }),
    ),
    calendar: Type.Optional(
      Type.Object(
        {
          day: Type.String({minLength: 1, maxLength: 128, description: "The dimension with the day, unique"}),
          grains: Type.Array(Name, {
            minItems: 1,
            maxItems: 50,
            description: "Dimensions that say in which period a day lies: grains of every date and timestamp",
          }),
        },
        {...closed, description: "Makes the model the layer's calendar: a table with a row for each day"},
      ),
    ),
    dimensions: Type.Array(Dimension, {maxItems: 2000}),
    measures: Type.Optional(Type.Array(Measure, {maxItems: 2000})),
    rowAccess: Type.Optional(
      Type.Array(
        Type.Object(
          {
            dimension: Type.String({minLength: 1, maxLength: 512}),
            attribute: Type.String({minLength: 1, maxLength: 128}),
          },
          closed,
        ),
        {maxItems: 20},
      ),
    ),
  },
  {...closed, $id: "Model"},
);
export type Model = Static<typeof Model>;

const Relationship = Type.Union(
  [Type.Literal("many_to_one"), Type.Literal("one_to_many"), Type.Literal("one_to_one")],
  {$id: "Relationship"},
);
export type Relationship = Static<typeof Relationship>;

const VALIDITY =
  "For a side of one whose rows are versions: joins the version that is valid at the other side's time `at`. Versions are valid from the dimension `from` up to, but not including, `to`; where `to` is null, still";

/** `on` pairs columns: `from` is a column of the `from` model's table, `to` of the `to` model's. */
export const Join = Type.Object(
  {
    name: Type.Optional(Name),
    from: Name,
    to: Name,
    relationship: Relationship,
    on: Type.Array(Type.Object({from: Identifier, to: Identifier}, closed), {minItems: 1, maxItems: 32}),
    validity: Type.Optional(
      Type.Object({from: Name, to: Name, at: Along}, {...closed, description: VALIDITY}),
    ),
  },
  {...closed, $id: "Join"},
);
export type Join = Static<typeof Join>;

/** The semantic layer as data. Every source is converted to this one format. */
export const Graph = Type.Object(
  {
    models: Type.Array(Model, {maxItems: 20_000}),
    joins: Type.Optional(Type.Array(Join, {maxItems: 50_000})),
    calendar: Type.Optional(LayerCalendar),
    rollups: Type.Optional(Type.Array(Rollup, {maxItems: 500})),
  },
  {...closed, $id: "Graph"},
);
export type Graph = Static<typeof Graph>;
