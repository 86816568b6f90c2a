import {type Static, Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;
export const FieldName = Type.String({
  minLength: 1,
  maxLength: 600,
  description: "A qualified name, `model.field`; for a time also with a grain, `orders.placed_at.month`",
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
      description:
        "The column's name, without a dot; `orderBy`, `filters` and later calculations refer to it",
    }),
    type: Type.Union(
      CALCULATIONS.map(type => Type.Literal(type)),
      {
        description:
          "`percent_of_total`: a share from 0 to 1. `rank`: 1 is the first; equal values share a rank. `running_total`: the sum so far. `difference`, `percent_change`: from an earlier period, the latter as a share (0.1 is +10 %). `moving_average`: over `count` periods. `first`, `last`: the value at the first or last value of `along`",
      },
    ),
    of: Type.String({
      minLength: 1,
      maxLength: 600,
      description: "One of the query's measures, or the name of an earlier calculation",
    }),
    within: Type.Optional(
      Type.Array(FieldName, {
        maxItems: 200,
        description: "Selected dimensions: each combination of their values is calculated on its own",
      }),
    ),
    along: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 600,
        description:
          "The selected dimension that sets the order; for `running_total` also a measure or an earlier calculation. Default: the only time dimension. Not for `percent_of_total` and `rank`",
      }),
    ),
    direction: Type.Optional(
      Type.Union([Type.Literal("asc"), Type.Literal("desc")], {
        description:
          "For `rank`, and for `running_total` along a measure. Default `desc`, the greatest first",
      }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: "For `difference` and `percent_change`: how many periods back. Default 1",
      }),
    ),
    count: Type.Optional(
      Type.Integer({
        minimum: 2,
        maximum: 1000,
        description: "For `moving_average`, required: how many periods, the current one included",
      }),
    ),
  },
  {
    ...closed,
    $id: "Calculation",
    description: "A column that is computed from the groups of the result, before `limit`",
  },
);
export type Calculation = Static<typeof Calculation>;
