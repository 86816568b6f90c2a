import {type Static, Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;

/** A cell of a result. Rows count from 1. The schema of a figure describes the properties. */
const otherCell = {
  queryRunId: Type.String({
    minLength: 1,
    maxLength: 64,
    apiDescription: "The run of the query with the other cell",
  }),
  row: Type.Integer({minimum: 1, apiDescription: "The row of the other cell, from 1"}),
  column: Type.String({minLength: 1, maxLength: 600, apiDescription: "The column of the other cell"}),
};

/** The calculation of a figure that is not simply the value of its cell. */
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
  {...closed, description: "The other cell, for a figure calculated from two cells"},
);

/** A number of a report after the check, in the order of the text. */
export const CheckedFigure = Type.Object(
  {
    text: Type.String({
      description: "The figure as written in the text, with sign, currency, scale and unit",
    }),
    value: Type.Union([Type.Number(), Type.Null()], {
      description: "The value of `text`; null if it cannot be read as a number",
    }),
    queryRunId: Type.Optional(Type.String({description: "The run of the query from which the figure comes"})),
    row: Type.Optional(Type.Integer({minimum: 1, description: "The row in the query's result, from 1"})),
    column: Type.Optional(Type.String({description: "The column in the query's result"})),
    of: Type.Optional(Comparison),
    status: Type.Union([Type.Literal("verified"), Type.Literal("unverified")], {
      description:
        "`verified`: the service found the figure in the cited cell, or calculated it from the cited cells",
    }),
    reason: Type.Optional(Type.String({description: "Why the figure is unverified, in a sentence"})),
  },
  {$id: "CheckedFigure"},
);
export type CheckedFigure = Static<typeof CheckedFigure>;
