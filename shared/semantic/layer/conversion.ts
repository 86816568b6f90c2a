import {Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;
const Named = Type.String({minLength: 1, maxLength: 512});

/** A dimension by the name that it has on both sides, or by one name for each side; may be over many-to-one joins. */
const OfBoth = Type.Union([
  Named,
  Type.Object(
    {
      base: {...Named, description: "The dimension of this model's rows"},
      conversion: {...Named, description: "The dimension of the rows that follow"},
    },
    closed,
  ),
]);

const UNITS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"] as const;

/** A conversion: rows of another measure that follow rows of a model, each counted for the last of these before it. */
export const Conversion = Type.Object(
  {
    measure: Type.String({
      minLength: 3,
      maxLength: 300,
      description: "The measure of the rows that follow, `model.measure`",
    }),
    entity: {...OfBoth, description: "The dimension that identifies who converts, on both sides"},
    time: {...OfBoth, description: "The dimension with the time of the rows, on both sides"},
    window: Type.Optional(
      Type.Object(
        {
          unit: Type.Union(
            UNITS.map(unit => Type.Literal(unit)),
            {description: "The unit of `count`"},
          ),
          count: Type.Integer({minimum: 1, maximum: 10_000, description: "How many units, at most 10,000"}),
        },
        {...closed, description: "How long after a row a following row counts. Default: at any time"},
      ),
    ),
    constantProperties: Type.Optional(
      Type.Array(OfBoth, {
        maxItems: 20,
        description: "Dimensions that must have the same value on both sides",
      }),
    ),
  },
  {
    ...closed,
    $id: "Conversion",
    description:
      "Required for the type `conversion`: measures the rows of another model that follow on rows of this model. Each following row counts for the last row before it",
  },
);
