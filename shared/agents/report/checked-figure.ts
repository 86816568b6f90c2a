import {type Static, Type} from "@sinclair/typebox";
import {Comparison} from "./answer.ts";

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
