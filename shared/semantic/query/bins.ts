import {type Static, Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;

const BIN =
  "Bins of a number. A value on an edge belongs to the bin that begins there; null to none; NaN to its own";
export const Bin = Type.Union(
  [
    Type.Object(
      {
        width: Type.Number({exclusiveMinimum: 0, maximum: 1e15}),
        from: Type.Optional(
          Type.Number({minimum: -1e15, maximum: 1e15, description: "An edge of some bin; default 0"}),
        ),
        labels: Type.Optional(Type.Boolean({description: "Texts such as `0–10` instead of lower edges"})),
      },
      closed,
    ),
    Type.Object(
      {
        edges: Type.Array(Type.Number({minimum: -1e15, maximum: 1e15}), {
          minItems: 1,
          maxItems: 100,
          description: "Ascending. The bin below the first is null, or `< 0` with labels",
        }),
        labels: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    Type.Object(
      {
        count: Type.Integer({
          minimum: 1,
          maximum: 1000,
          description: "Bins of equal width between the least and greatest finite value of the rows",
        }),
        labels: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
  ],
  {description: BIN},
);
export type Bin = Static<typeof Bin>;

export const BinnedDimension = Type.Object(
  {
    field: Type.String({minLength: 1, maxLength: 600, description: "A qualified name of a number"}),
    bin: Bin,
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: "The column's name, without a dot; default `<field>.bin`",
      }),
    ),
  },
  {...closed, $id: "BinnedDimension", description: "The lower edge of the bin that a number lies in"},
);
export type BinnedDimension = Static<typeof BinnedDimension>;
