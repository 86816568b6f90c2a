import {type Static, Type} from "@sinclair/typebox";
import type {NestedMeasure} from "./nested.ts";

const AGGREGATES = ["count", "count_distinct", "sum", "avg", "min", "max", "median", "percentile"] as const;

export const RowAggregate = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 128,
      description:
        "The column's name, without a dot; `orderBy`, `filters`, `top` and `calculations` refer to it",
    }),
    agg: Type.Union(
      AGGREGATES.map(agg => Type.Literal(agg)),
      {apiDescription: "How the values of the rows are aggregated"},
    ),
    of: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 600,
        description:
          "A dimension of the query's model, or one reached over many-to-one joins. Required except for `count`, which then counts the rows",
      }),
    ),
    percentile: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        exclusiveMaximum: 1,
        description: "Required where `agg` is `percentile`: 0.9 is the 90th percentile",
      }),
    ),
  },
  {
    additionalProperties: false,
    $id: "RowAggregate",
    description:
      'An aggregate of a dimension over the rows of the query\'s model: `{"name": "largest", "agg": "max", "of": "orders.amount"}`. ' +
      "Rows in which that dimension is null are left out",
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
