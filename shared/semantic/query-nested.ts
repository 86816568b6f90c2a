import {type Static, Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;

/** How the values of groups are aggregated. */
const NESTED_AGGREGATES = ["sum", "avg", "min", "max", "median", "percentile", "count"] as const;

export const NestedMeasure = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 128,
      description: "The column's name, without a dot: `orderBy`, `filters`, `top` and calculations take it",
    }),
    agg: Type.Union(NESTED_AGGREGATES.map(agg => Type.Literal(agg))),
    percentile: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        exclusiveMaximum: 1,
        description: "Which, where `agg` is `percentile`: 0.9",
      }),
    ),
    of: Type.String({
      minLength: 1,
      maxLength: 600,
      description: "A measure, which has one value in each group of `per`",
    }),
    per: Type.Array(Type.String({minLength: 1, maxLength: 600}), {
      minItems: 1,
      maxItems: 20,
      description: "Dimensions, whose groups within each group of the query are aggregated",
    }),
  },
  {
    ...closed,
    $id: "NestedMeasure",
    description:
      'An aggregate of a measure over groups: `{"name": "usual", "agg": "median", "of": "orders.total", "per": ["customers.id"]}` ' +
      "is the median of what customers ordered. Groups without a value are left out, but `count` counts all groups that have rows",
  },
);
export type NestedMeasure = Static<typeof NestedMeasure>;
