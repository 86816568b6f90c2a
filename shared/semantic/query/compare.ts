import {type Static, Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;
const UNITS = ["day", "week", "month", "quarter", "year"] as const;

/** The earlier span that a query is compared with. */
export const Compare = Type.Object(
  {
    offset: Type.Object(
      {
        unit: Type.Union(
          UNITS.map(unit => Type.Literal(unit)),
          {apiDescription: "The unit of `count`"},
        ),
        count: Type.Integer({minimum: 1, maximum: 1000, apiDescription: "How many units, 1 to 1000"}),
      },
      {
        ...closed,
        description:
          "How far back the earlier span lies. `filters` must bound exactly one time, at both ends",
      },
    ),
    sameDays: Type.Optional(
      Type.Boolean({
        description:
          "True: of a span that is not over, such as this month, only the days that have begun are compared, in both spans. Default false",
      }),
    ),
  },
  {
    ...closed,
    $id: "Compare",
    description:
      "Adds two columns after each measure: `<measure>@before`, its value in an earlier span of time, and `<measure>@change`, the change as a share of that value (0.1 is +10 %)",
  },
);
export type Compare = Static<typeof Compare>;
