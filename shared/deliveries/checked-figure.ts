import {type Static, Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;

/** A cell of a result, from 1; its parts are described where a figure has one of its own. */
const otherCell = {
  queryRunId: Type.String({minLength: 1, maxLength: 64}),
  row: Type.Integer({minimum: 1}),
  column: Type.String({minLength: 1, maxLength: 600}),
};

/** What a figure is, if it is not the value of its cell alone. */
export const Comparison = Type.Object(
  {
    as: Type.Union(
      [Type.Literal("difference"), Type.Literal("change"), Type.Literal("ratio"), Type.Literal("share")],
      {
        description:
          "difference: cell - other. change: (cell - other) / other. ratio: cell / other. share: cell / other, where other is the whole.",
      },
    ),
    ...otherCell,
  },
  {...closed, description: "The other cell, for a figure that is calculated of two cells"},
);

/** A number of a report, in the order of the text. */
export const CheckedFigure = Type.Object(
  {
    text: Type.String({description: "As it stands in the report, with sign, currency, scale and unit"}),
    value: Type.Union([Type.Number(), Type.Null()], {
      description: "The number that the text says; null where it cannot be read as one",
    }),
    queryRunId: Type.Optional(Type.String()),
    row: Type.Optional(Type.Integer({minimum: 1})),
    column: Type.Optional(Type.String()),
    of: Type.Optional(Comparison),
    status: Type.Union([Type.Literal("verified"), Type.Literal("unverified")]),
    reason: Type.Optional(Type.String({description: "Why it is unverified, in a sentence"})),
  },
  {$id: "CheckedFigure"},
);
export type CheckedFigure = Static<typeof CheckedFigure>;
