import {Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;
const Named = Type.String({minLength: 1, maxLength: 512});

/** A dimension by the name that it has on both sides, or by one name for each side; may be over many-to-one joins. */
const OfBoth = Type.Union([Named, Type.Object({base: Named, conversion: Named}, closed)]);

const UNITS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"] as const;

/** A conversion: rows of another measure that follow on the rows of a model, each counted for the last row before it. */
export const Conversion = Type.Object(
  {
    measure: Type.String({
      minLength: 3,
      maxLength: 300,
      description: "What follows: a measure of rows, `model.measure`",
    }),
    entity: OfBoth,
    time: OfBoth,
    window: Type.Optional(
      Type.Object(
        {
          unit: Type.Union(UNITS.map(unit => Type.Literal(unit))),
          count: Type.Integer({minimum: 1, maximum: 10_000}),
        },
        {...closed, description: "How long after a row; default any time"},
      ),
    ),
    constantProperties: Type.Optional(
      Type.Array(OfBoth, {maxItems: 20, description: "What has to be the same on both sides"}),
    ),
  },
  {
    ...closed,
    $id: "Conversion",
    description:
      "Of type `conversion`: what follows on the rows of this model, each row of it counted for the last one before it",
  },
);
