import {type Static, Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;

export const MeasureName = Type.String({
  minLength: 1,
  maxLength: 600,
  description: "A measure of the query, or the name of a calculation",
});

export const unitOf = <U extends string>(...units: U[]) =>
  Type.Union(
    units.map(unit => Type.Literal(unit)),
    {apiDescription: "The unit of `count`"},
  );

/** What the measure of a threshold is compared with. */
export const Compare = Type.Union(
  [
    Type.Object({measure: MeasureName}, closed),
    Type.Object(
      {
        offset: Type.Object(
          {
            unit: unitOf("day", "week", "month", "quarter", "year"),
            count: Type.Integer({
              minimum: 1,
              maximum: 1000,
              apiDescription: "How many units back, 1 to 1000",
            }),
          },
          {
            ...closed,
            description:
              "Compares with the same measure at this distance in the past: the query's relative periods are moved back",
          },
        ),
        sameDays: Type.Optional(
          Type.Boolean({
            description:
              "`true`: if a period is not over, such as this month, its days until now are compared with the same days of the earlier period. `false`: whole periods are compared. Default `true`",
          }),
        ),
        change: Type.Optional(
          Type.Union([Type.Literal("absolute"), Type.Literal("percent")], {
            description:
              "Compares the change since the earlier period with `value`; with `percent` 10 means +10 %. Without `change` the measure is compared with its own earlier value",
          }),
        ),
      },
      closed,
    ),
  ],
  {
    apiDescription:
      "What the measure is compared with: another measure of the same row, or the measure itself in an earlier period. Default: only with `value`",
  },
);
export type Offset = Extract<Static<typeof Compare>, {offset: unknown}>;
