import {type Static, Type} from "@sinclair/typebox";
import {Query} from "../../semantic/documents.ts";

const closed = {additionalProperties: false} as const;

const question = Type.String({
  minLength: 1,
  maxLength: 4000,
  pattern: "\\S",
  description: "The question in words, not blank.",
});
const Cell = Type.Union([Type.String({maxLength: 10_000}), Type.Number(), Type.Boolean(), Type.Null()]);

const FigureValue = Type.Union([Type.String({minLength: 1, maxLength: 100}), Type.Number()], {
  description: "The figure as a number, or as text of at most 100 characters",
});
const Figure = Type.Union(
  [
    FigureValue,
    Type.Object(
      {
        value: FigureValue,
        tolerance: Type.Number({
          minimum: 0,
          description:
            "How far the answer may differ, in the unit of the value: 0.5 of `12.5 %` is half a point",
        }),
      },
      closed,
    ),
  ],
  {description: 'As people write it: 1234, "1,234", "12.5 %", "€1.2M"'},
);
export type Figure = Static<typeof Figure>;

/** The right answer: the rows of a query, these rows, these figures, no answer, or a question back to the asker. */
export const EvaluationCase = Type.Union(
  [
    Type.Object(
      {question, query: Query},
      {...closed, description: "Correct: the rows that this query returns when the evaluation runs"},
    ),
    Type.Object(
      {
        question,
        rows: Type.Array(Type.Array(Cell, {maxItems: 50}), {
          minItems: 1,
          maxItems: 1000,
          description:
            "The right rows, each with the values of its columns: 1 to 1000 rows of at most 50 columns.",
        }),
      },
      {
        ...closed,
        description: "Correct: these rows, in any order, with columns in any order and under any name",
      },
    ),
    Type.Object(
      {
        question,
        figures: Type.Array(Figure, {
          minItems: 1,
          maxItems: 50,
          description: "The figures that the answer must have, 1 to 50.",
        }),
      },
      {
        ...closed,
        description:
          "Correct: an answer in which each of these figures is verified, within half of its last digit or its tolerance",
      },
    ),
    Type.Object(
      {question, answerable: Type.Literal(false, {description: "Always `false`: no answer is right"})},
      {
        ...closed,
        description: "The question cannot be answered. Correct: an answer that says so and gives no figure",
      },
    ),
    Type.Object(
      {question, asksBack: Type.Literal(true, {description: "Always `true`: a question back is right"})},
      {
        ...closed,
        description: "The question can mean several things. Correct: an answer that asks which is meant",
      },
    ),
  ],
  {$id: "EvaluationCase"},
);
export type EvaluationCase = Static<typeof EvaluationCase>;
