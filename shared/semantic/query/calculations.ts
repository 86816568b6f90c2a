import {type Static, Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;
export const FieldName = Type.String({
  minLength: 1,
  maxLength: 600,
  description: "`model.field`, or with a grain: `orders.placed_at.month`",
});

/** The calculations over the groups of a query. */
export const CALCULATIONS = [
  "percent_of_total",
  "rank",
  "running_total",
  "difference",
  "percent_change",
  "moving_average",
  "first",
  "last",
] as const;
export type CalculationType = (typeof CALCULATIONS)[number];

export const Calculation = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 128,
      description: "The column's name, without a dot: `orderBy` and `filters` take it",
    }),
    type: Type.Union(CALCULATIONS.map(type => Type.Literal(type))),
    of: Type.String({
      minLength: 1,
      maxLength: 600,
      description: "A selected measure, or the name of a calculation before this one",
    }),
    within: Type.Optional(
      Type.Array(FieldName, {
        maxItems: 200,
        description: "Selected dimensions, each of whose groups stands alone",
      }),
    ),
    along: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 600,
        description:
          "A selected dimension; default the only time. Of a running total also a measure or earlier calculation",
      }),
    ),
    direction: Type.Optional(
      Type.Union([Type.Literal("asc"), Type.Literal("desc")], {
        description: "Of a rank, or along a measure; default desc",
      }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: "Periods back, of a difference or change; default 1",
      }),
    ),
    count: Type.Optional(
      Type.Integer({minimum: 2, maximum: 1000, description: "Periods of a moving average"}),
    ),
  },
  {...closed, $id: "Calculation"},
);
export type Calculation = Static<typeof Calculation>;
