import {type Static, Type} from "@sinclair/typebox";
import type {NestedMeasure} from "./nested.ts";

const AGGREGATES = ["count", "count_distinct", "sum", "avg", "min", "max", "median", "percentile"] as const;

export const RowAggregate = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 128,
      description: "The column, without a dot, for `orderBy`, `filters`, `top` and calculations",
    }),
    agg: Type.Union(AGGREGATES.map(agg => Type.Literal(agg))),
    of: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 600,
        description:
          "A dimension of the query's model or over many-to-one joins; `count` without it counts the rows",
      }),
    ),
    percentile: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        exclusiveMaximum: 1,
        description: "Which, where `agg` is `percentile`: 0.9",
      }),
    ),
  },
  {
    additionalProperties: false,
    $id: "RowAggregate",
    description:
      'An aggregate of a dimension over the rows of the query\'s model: `{"name": "largest", "agg": "max", "of": "orders.amount"}`. ' +
      "With `of`, rows where the dimension is null do not count",
  },
);
export type RowAggregate = Static<typeof RowAggregate>;

/** Whether an entry of `measures` aggregates the values of a measure in groups. */
export function isNestedMeasure(entry: string | NestedMeasure | RowAggregate): entry is NestedMeasure {
  return typeof entry !== "string" && "per" in entry;
}

/** Whether an entry of `measures` aggregates a dimension over rows. */
export function isRowAggregate(entry: string | NestedMeasure | RowAggregate): entry is RowAggregate {
  return typeof entry !== "string" && !("per" in entry);
}
