import {type Static, Type} from "@sinclair/typebox";
import {ChartType} from "../../../core/wire/chart-config.ts";
import {Comparison} from "../../deliveries/checked-figure.ts";

const closed = {additionalProperties: false} as const;

const QueryRunId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "The queryRunId of the rows",
});
const Row = Type.Integer({minimum: 1, description: "The row in that result, from 1"});
const Column = Type.String({
  minLength: 1,
  maxLength: 600,
  description: "A column of that result",
});
const cell = {queryRunId: QueryRunId, row: Row, column: Column};
/** A number of the text with its source. */
export const Figure = Type.Object(
  {
    id: Type.String({
      pattern: "^[A-Za-z][A-Za-z0-9_-]{0,39}$",
      description: "Its name: a letter, then letters, digits, _ and -",
    }),
    value: Type.String({
      minLength: 1,
      maxLength: 40,
      description: "The figure as shown to readers, with its unit: €1.2M, 12.5%, 1,234. Digits, no words.",
    }),
    ...cell,
    of: Type.Optional(Comparison),
  },
  closed,
);
export type Figure = Static<typeof Figure>;

const ReportSection = Type.Object(
  {
    heading: Type.Optional(Type.String({maxLength: 200})),
    text: Type.String({
      maxLength: 10_000,
      description: "Markdown. Write {{id}} in place of a figure's value.",
    }),
  },
  closed,
);

const FilterValue = Type.Union([Type.String({maxLength: 600}), Type.Number(), Type.Boolean()]);

/** A query in the format of the query tool. All of its conditions must hold. */
export const AnswerQuery = Type.Object(
  {
    model: Type.String({minLength: 1, maxLength: 256}),
    projectId: Type.Optional(Type.String({maxLength: 64})),
    dimensions: Type.Array(Type.String({maxLength: 600}), {maxItems: 20}),
    measures: Type.Array(Type.String({maxLength: 600}), {maxItems: 20}),
    filters: Type.Optional(
      Type.Array(
        Type.Object(
          {
            field: Type.String({maxLength: 600}),
            op: Type.String({maxLength: 40}),
            value: Type.Optional(Type.Union([FilterValue, Type.Array(FilterValue, {maxItems: 100})])),
          },
          {...closed, shortForm: "{field, op, value} as in run_query"},
        ),
        {maxItems: 50},
      ),
    ),
    orderBy: Type.Optional(Type.Array(Type.String({maxLength: 620}), {maxItems: 5})),
    limit: Type.Optional(Type.Integer({minimum: 1, maximum: 10_000})),
  },
  closed,
);

/** A chart that the agent requests to save. */
export const AnswerChart = Type.Object(
  {
    name: Type.String({minLength: 1, maxLength: 200}),
    type: ChartType,
    query: AnswerQuery,
  },
  closed,
);
export type AnswerChart = Static<typeof AnswerChart>;

/**
 * The answer of a model at the end of a run. A figure appears in the text as `{{id}}`, and in `figures` with the cell
 * that contains its value. Nothing in an answer has an effect outside of the run.
 */
export const AgentAnswer = Type.Object(
  {
    title: Type.String({minLength: 1, maxLength: 200, description: "Plain text"}),
    sections: Type.Array(ReportSection, {minItems: 1, maxItems: 30}),
    figures: Type.Array(Figure, {
      maxItems: 300,
      description: "Every number of the report. Others are marked unverified.",
    }),
    charts: Type.Optional(Type.Array(AnswerChart, {maxItems: 20})),
  },
  closed,
);
export type AgentAnswer = Static<typeof AgentAnswer>;
