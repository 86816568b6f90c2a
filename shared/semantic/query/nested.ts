import {type Static, Type} from "@sinclair/typebox";
import {Bin, BinnedDimension} from "./bins.ts";

const closed = {additionalProperties: false} as const;

/** How the values of groups are aggregated. */
const NESTED_AGGREGATES = ["sum", "avg", "min", "max", "median", "percentile", "count"] as const;

const Of = Type.String({
  minLength: 1,
  maxLength: 600,
  description: "The measure that is computed for each group of `per`",
});
const Per = Type.Array(Type.Union([Type.String({minLength: 1, maxLength: 600}), BinnedDimension]), {
  minItems: 1,
  maxItems: 20,
  description: "The dimensions that form the inner groups, within each group of the query",
});

export const NestedMeasure = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 128,
      description:
        "The column's name, without a dot; `orderBy`, `filters`, `top` and `calculations` refer to it",
    }),
    agg: Type.Union(
      NESTED_AGGREGATES.map(agg => Type.Literal(agg)),
      {apiDescription: "How the values of the inner groups are aggregated"},
    ),
    percentile: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        exclusiveMaximum: 1,
        description: "Required where `agg` is `percentile`: 0.9 is the 90th percentile",
      }),
    ),
    of: Of,
    per: Per,
  },
  {
    ...closed,
    $id: "NestedMeasure",
    description:
      'An aggregate of a measure over groups: `{"name": "usual", "agg": "median", "of": "orders.total", "per": ["customers.id"]}` ' +
      "is the median total per customer. Groups in which the measure is null are left out, except by `count`, which counts all groups that have rows",
  },
);
export type NestedMeasure = Static<typeof NestedMeasure>;

export const MeasuredDimension = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 128,
      description: "The column's name, without a dot",
    }),
    of: Of,
    per: Per,
    bin: Type.Optional(Bin),
  },
  {
    ...closed,
    $id: "MeasuredDimension",
    description:
      'Groups by the value that a measure has in each inner group: `{"name": "orders", "of": "orders.count", "per": ["customers.id"]}`. With the measure ' +
      '`{"name": "customers", "agg": "count", …}` of the same groups: how many customers have how many orders. ' +
      "All measures of such a query aggregate groups with the same `per`",
  },
);
export type MeasuredDimension = Static<typeof MeasuredDimension>;
