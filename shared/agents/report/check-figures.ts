import {type Static, Type} from "@sinclair/typebox";
import type {AgentAnswer} from "./answer.ts";
import {Comparison} from "./answer.ts";
import type {Evidence} from "./evidence.ts";

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

export interface CheckedReport {
  /** The title as plain text, marked like the rest. */
  title: string;
  /** The whole report, the title as its first heading. */
  markdown: string;
  figures: CheckedFigure[];
}

/** Signature for now: the checking follows. */
export type CheckFigures = (
  answer: AgentAnswer,
  evidence: readonly Evidence[],
  options: {base: string},
) => CheckedReport;
