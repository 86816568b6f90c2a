import {type Static, Type} from "@sinclair/typebox";
import {Conversion} from "./conversion.ts";
import {Column, described, FieldFormat, Fragment, Identifier, Name} from "./field-parts.ts";
import {ItemType} from "./items.ts";
import {Join} from "./join.ts";
import {JsonPath} from "./json-path.ts";
import {Rollup} from "./rollup.ts";
import {Offset, Rolling, ToDate} from "./windows.ts";

const closed = {additionalProperties: false} as const;

export const DimensionType = Type.Union(
  [
    Type.Literal("string"),
    Type.Literal("number"),
    Type.Literal("boolean"),
    Type.Literal("date"),
    Type.Literal("timestamp"),
    Type.Literal("json"),
  ],
  {
    $id: "DimensionType",
    apiDescription:
      "The type of the values. Of `date` and `timestamp`, queries can also name grains: `orders.placed_at.month`",
  },
);
export type DimensionType = Static<typeof DimensionType>;

/** A dimension has exactly one of `column` and `sql`. `path` needs a `column`, `items` the type `json`. */
export const Dimension = Type.Object(
  {
    name: Name,
    type: DimensionType,
    column: Type.Optional(Column),
    path: Type.Optional(JsonPath),
    items: Type.Optional(ItemType),
    sql: Type.Optional(Fragment),
    ...described,
    format: Type.Optional(FieldFormat),
  },
  {...closed, $id: "Dimension", description: "Has exactly one of `column` and `sql`"},
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
  {
    $id: "MeasureType",
    description:
      "`number` is derived from other measures (`sql`); `conversion` counts what follows on rows; `count_distinct_approx` may be an estimate",
  },
);
export type MeasureType = Static<typeof MeasureType>;

/** The month on whose first day the fiscal year begins. */
const LayerCalendar = Type.Object(
  {
    fiscalYearStart: Type.Optional(
      Type.Object(
        {month: Type.Integer({minimum: 1, maximum: 12, description: "1 is January, 12 December"})},
        {
          ...closed,
          description:
            "The month, from 1 to 12, with whose first day the fiscal year begins. Times then also have the grains `fiscal_quarter` and `fiscal_year`",
        },
      ),
    ),
  },
  {...closed, $id: "LayerCalendar", description: "The layer's fiscal year. Default: none"},
);

/** `column` or `sql` is aggregated; `count` needs neither; `number` takes `sql` over `${measure}`s. */
export const Measure = Type.Object(
  {
    name: Name,
    type: MeasureType,
    column: Type.Optional(Column),
    sql: Type.Optional(Fragment),
    where: Type.Optional({
      ...Fragment,
      description: "A condition in SQL: only rows for which it holds are aggregated",
    }),
    percentile: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        exclusiveMaximum: 1,
        description: "Required for the type `percentile`: 0.9 is the 90th percentile",
      }),
    ),
    method: Type.Optional(
      Type.Union([Type.Literal("continuous"), Type.Literal("discrete"), Type.Literal("approximate")], {
        description:
          "For the type `percentile`. `continuous` (default): between the two nearest values; `discrete`: the first value at which the share is reached; `approximate`: the warehouse's estimate, where it has one",
      }),
    ),
    nonAdditive: Type.Optional(
      Type.Object(
        {
          dimension: {...Name, description: "The time dimension along which values are not added up"},
          take: Type.Union([Type.Literal("first"), Type.Literal("last")], {
            description: "Which moment of each group counts",
          }),
          per: Type.Optional(
            Type.Array(Name, {
              maxItems: 20,
              description: "Dimensions, such as the account, each of whose values has a moment of its own",
            }),
          ),
          over: Type.Optional(
            Type.Union([Type.Literal("group"), Type.Literal("query")], {
              description:
                "The rows among which the moment is the first or last. `group` (default): those of each group. `query`: those of all groups, so that a group without a row at that moment is null; periods of `dimension` that the query groups by still have a moment each",
            }),
          ),
        },
        {
          ...closed,
          description:
            "For balances and stocks, which add up over everything but time: takes the rows of one moment",
        },
      ),
    ),
    rolling: Type.Optional(Rolling),
    toDate: Type.Optional(ToDate),
    offset: Type.Optional(Offset),
    conversion: Type.Optional(Conversion),
    ...described,
    format: Type.Optional(FieldFormat),
  },
  {
    ...closed,
    $id: "Measure",
    description:
      "Aggregates a `column` or `sql`. `count` needs neither; `number` takes `sql` over measures: `${paid} / ${total}`",
  },
);
export type Measure = Static<typeof Measure>;

export const TableSource = Type.Union(
  [
    Type.Object(
      {
        catalog: Type.Optional({
          ...Identifier,
          description: "The catalog or database of the table. Default: that of the connection",
        }),
        schema: Type.Optional({
          ...Identifier,
          description: "The table's schema. Default: that of the connection",
        }),
        name: {...Identifier, description: "The table's or view's name in the warehouse"},
      },
      closed,
    ),
    Type.Object(
      {
        sql: Type.String({
          minLength: 1,
          maxLength: 100_000,
          description: "One `select` statement, whose rows are the model's table",
        }),
      },
      closed,
    ),
  ],
  {$id: "TableSource", description: "A table or view of the warehouse, or a `select` in its place"},
);
export type TableSource = Static<typeof TableSource>;

export const Model = Type.Object(
  {
    name: Name,
    ...described,
    table: TableSource,
    primaryKey: Type.Optional(
      Type.Array(Identifier, {
        maxItems: 32,
        description: "The columns that are unique together. Queries need it so that joins count no row twice",
      }),
    ),
    time: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: "The dimension that is the time of the model's measures: `metric_time` in queries",
      }),
    ),
    calendar: Type.Optional(
      Type.Object(
        {
          day: Type.String({
            minLength: 1,
            maxLength: 128,
            description: "The dimension with the day. It is unique",
          }),
          grains: Type.Array(Name, {
            minItems: 1,
            maxItems: 50,
            description:
              "Dimensions that say in which period a day lies. They become grains of every date and timestamp",
          }),
        },
        {...closed, description: "Makes the model the layer's calendar: its table has a row for each day"},
      ),
    ),
    dimensions: Type.Array(Dimension, {
      maxItems: 2000,
      description: "What rows can be grouped and filtered by, at most 2000",
    }),
    measures: Type.Optional(
      Type.Array(Measure, {
        maxItems: 2000,
        description: "What is computed for groups of rows, at most 2000. Default: none",
      }),
    ),
    rowAccess: Type.Optional(
      Type.Array(
        Type.Object(
          {
            dimension: Type.String({
              minLength: 1,
              maxLength: 512,
              description: "A dimension of the model, or over many-to-one joins: `customers.region`",
            }),
            attribute: Type.String({
              minLength: 1,
              maxLength: 128,
              description: "The attribute of members and service accounts that has the permitted values",
            }),
          },
          closed,
        ),
        {
          maxItems: 20,
          description:
            "Row-level security: rules that must all hold. A caller sees only rows whose dimension is among the caller's values of the attribute; without the attribute, none. Org-admins are not exempt",
        },
      ),
    ),
  },
  {...closed, $id: "Model"},
);
export type Model = Static<typeof Model>;

/** The semantic layer as data. Every source is converted to this one format. */
export const Graph = Type.Object(
  {
    models: Type.Array(Model, {
      maxItems: 20_000,
      description: "The models, each over a table; at most 20,000",
    }),
    joins: Type.Optional(
      Type.Array(Join, {
        maxItems: 50_000,
        description: "How models are joined, at most 50,000 joins. Default: none",
      }),
    ),
    calendar: Type.Optional(LayerCalendar),
    rollups: Type.Optional(
      Type.Array(Rollup, {
        maxItems: 500,
        description:
          "Aggregates that are stored, so that queries need not ask the warehouse; at most 500. Default: none",
      }),
    ),
  },
  {...closed, $id: "Graph", description: "A semantic layer: models, their joins, calendar and roll-ups"},
);
export type Graph = Static<typeof Graph>;
