import {type Static, Type} from "@sinclair/typebox";
import {BinnedDimension} from "./bins.ts";
import {Calculation, FieldName} from "./calculations.ts";
import {Compare} from "./compare.ts";
import {Filter} from "./filter.ts";
import {Funnel, Retention} from "./journeys.ts";
import {MeasuredDimension, NestedMeasure} from "./nested.ts";
import {RowAggregate} from "./row-aggregates.ts";
import {Top} from "./top.ts";

const closed = {additionalProperties: false} as const;

/** The largest `limit` of a query. */
const MAX_LIMIT = 1_000_000;
/** The default limit of `/api/query*`. */
export const DEFAULT_LIMIT = 1000;

export const Query = Type.Object(
  {
    model: Type.String({
      minLength: 1,
      maxLength: 256,
      description: "The name of a model, or the slug or id of a dataset",
    }),
    projectId: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          "The project in which `model` is looked up. Default: the default project, else wherever the name is unique",
      }),
    ),
    dimensions: Type.Optional(
      Type.Array(Type.Union([FieldName, BinnedDimension, MeasuredDimension]), {
        maxItems: 200,
        description:
          "What the result is grouped by. Without `funnel` and `retention` at least one dimension or measure is needed; dimensions alone give their distinct combinations",
      }),
    ),
    measures: Type.Optional(
      Type.Array(Type.Union([FieldName, NestedMeasure, RowAggregate]), {
        maxItems: 200,
        description: "What is computed for each group",
      }),
    ),
    rows: Type.Optional(
      Type.Boolean({
        description:
          "True: returns the `dimensions` of each row of the model, without grouping. Takes no measures; the order is undefined without `orderBy`. Default false",
      }),
    ),
    filters: Type.Optional(
      Type.Array(Filter, {
        maxItems: 1000,
        description:
          "Conditions, all of which must hold: on dimensions for rows, on measures for groups, on the names of calculations for rows of the result",
      }),
    ),
    calculations: Type.Optional(
      Type.Array(Calculation, {maxItems: 50, description: "Further columns, after the measures"}),
    ),
    top: Type.Optional(Top),
    compare: Type.Optional(Compare),
    funnel: Type.Optional(Funnel),
    retention: Type.Optional(Retention),
    orderBy: Type.Optional(
      Type.Array(Type.String({minLength: 1, maxLength: 620}), {
        maxItems: 50,
        description:
          "A name followed by `asc` (default) or `desc`: `orders.total desc`. Nulls come last either way. Default: by the dimensions, where `limit` is at most 10,000",
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_LIMIT,
        description: `The most rows of the result. Default ${DEFAULT_LIMIT} for \`POST /api/query*\`; saved content has defaults of its own`,
      }),
    ),
    timezone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          "IANA name, such as `Europe/Berlin`: where days and longer periods begin. Default: the project's",
      }),
    ),
    fillGaps: Type.Optional(
      Type.Boolean({
        description:
          "True: adds the periods without rows, for a query with one time dimension at one grain. Default false",
      }),
    ),
    totals: Type.Optional(
      Type.Boolean({
        description:
          "True: adds `totals` to the result, the measures over all rows of the groups. Default false",
      }),
    ),
    subtotals: Type.Optional(
      Type.Boolean({
        description:
          "True: adds a row after each group of the leading dimensions, with null in the others, and a last column `subtotal`: how many dimensions the row is grouped by. Default false",
      }),
    ),
    rollups: Type.Optional(
      Type.Boolean({
        description: "False: queries the warehouse even where a roll-up could answer. Default true",
      }),
    ),
  },
  {
    ...closed,
    $id: "Query",
    apiDescription:
      "A query over one model or dataset, and over the models that its joins reach: groups, what is computed for each, and which rows count",
  },
);
/** A sum of a column that SQL shows as `double precision`. Statements in SQL can have it, requests cannot. */
export interface SumOfDoubles extends RowAggregate {
  isOfDoubles: true;
}

/**
 * An aggregate of some of a group's rows. Statements in SQL can have it, requests cannot. The other rows count as if
 * their dimension were null, or `otherwise`.
 */
export interface ConditionalAggregate extends RowAggregate {
  /** Conditions on dimensions of the query's model or over many-to-one joins, combined by AND. */
  where: Filter[];
  /** The value of rows that do not pass, in place of null. Only where `of` is a number. */
  otherwise?: 0;
  /** Whether the aggregated column is `double precision` in SQL, as in `SumOfDoubles`. */
  isOfDoubles?: true;
}

export interface Query extends Omit<Static<typeof Query>, "measures" | "filters" | "funnel" | "retention"> {
  measures?: (string | NestedMeasure | RowAggregate | ConditionalAggregate | SumOfDoubles)[];
  filters?: Filter[];
  funnel?: Funnel;
  retention?: Retention;
}
