import {type Static, Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;

const LABELS = "True: shows texts such as `0–10` instead of the lower edges. Default false";
const BIN =
  "How a number is put into bins. A value on an edge belongs to the bin that begins there; null stays null, and `NaN` has a bin of its own";
export const Bin = Type.Union(
  [
    Type.Object(
      {
        width: Type.Number({exclusiveMinimum: 0, maximum: 1e15, description: "The width of each bin"}),
        from: Type.Optional(
          Type.Number({minimum: -1e15, maximum: 1e15, description: "Where one of the edges lies. Default 0"}),
        ),
        labels: Type.Optional(
          Type.Boolean({
            description: LABELS,
          }),
        ),
      },
      closed,
    ),
    Type.Object(
      {
        edges: Type.Array(Type.Number({minimum: -1e15, maximum: 1e15}), {
          minItems: 1,
          maxItems: 100,
          description:
            "In ascending order. The last bin has no upper end; values below the first edge are shown as null, or with labels as `< 0`",
        }),
        labels: Type.Optional(Type.Boolean({apiDescription: LABELS})),
      },
      closed,
    ),
    Type.Object(
      {
        count: Type.Integer({
          minimum: 1,
          maximum: 1000,
          description:
            "How many bins of equal width, from the least to the greatest finite value of the rows",
        }),
        labels: Type.Optional(Type.Boolean({apiDescription: LABELS})),
      },
      closed,
    ),
  ],
  {description: BIN},
);
export type Bin = Static<typeof Bin>;

export const BinnedDimension = Type.Object(
  {
    field: Type.String({
      minLength: 1,
      maxLength: 600,
      description: "The qualified name of a dimension that is a number",
    }),
    bin: Bin,
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: "The column's name, without a dot. Default `<field>.bin`",
      }),
    ),
  },
  {
    ...closed,
    $id: "BinnedDimension",
    description: "Groups a number by bins; the column has the lower edge of each bin",
  },
);
export type BinnedDimension = Static<typeof BinnedDimension>;
