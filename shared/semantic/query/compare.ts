import {type Static, Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;
const UNITS = ["day", "week", "month", "quarter", "year"] as const;

/** The earlier span that a query is compared with. */
export const Compare = Type.Object(
  {
    offset: Type.Object(
      {
        unit: Type.Union(UNITS.map(unit => Type.Literal(unit))),
        count: Type.Integer({minimum: 1, maximum: 1000}),
      },
      {...closed, description: "How far back the query's only span of time is moved"},
    ),
    sameDays: Type.Optional(
      Type.Boolean({description: "For a span that is not over: the days that have begun, in both spans"}),
    ),
  },
  {
    ...closed,
    $id: "Compare",
    description:
      "Adds `<measure>@before` and `<measure>@change` (a share of what was before) to each measure",
  },
);
export type Compare = Static<typeof Compare>;
