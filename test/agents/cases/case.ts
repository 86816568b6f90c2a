import type {AgentAnswer} from "../../../shared/automation/agents/report/answer.ts";
import type {Evidence} from "../../../shared/automation/agents/report/evidence.ts";
import type {Turn} from "../provider/script.ts";

/** A question about the shop's orders, what a model does with it, and the expected outcome. */
export interface AgentCase {
  name: string;
  question: string;
  /** `$run1`, `$run2`, … are replaced by the ids of the model's queries. */
  turns: readonly Turn[];
  /** Whether the last turn is repeated without end. */
  repeats?: boolean;
  /** The results of the queries, written by hand, because the shop is small. */
  results: readonly Evidence[];
  agent?: {strict?: boolean; maxRounds?: number};
  expected: {
    status: "succeeded" | "failed" | "stopped";
    /** Each figure of the report, in the order of its text. Without figures there is no report. */
    figures?: readonly (readonly [text: string, status: "verified" | "unverified"])[];
    /** Texts that the Markdown must have, and texts that it must not have. */
    has?: readonly string[];
    lacks?: readonly string[];
  };
}

export const MONTHS: Turn = {
  calls: [
    {
      name: "run_query",
      arguments: {
        model: "orders",
        dimensions: ["orders.placed_at.month"],
        measures: ["orders.count", "orders.total"],
        orderBy: ["orders.placed_at.month"],
      },
    },
  ],
};

export const BY_MONTH: Evidence = {
  queryRunId: "$run1",
  columns: [
    {name: "orders.placed_at.month", type: "timestamp"},
    {name: "orders.count", type: "number"},
    {name: "orders.total", type: "number"},
  ],
  rows: [
    ["2026-01-01T00:00:00", 1, "10.50"],
    ["2026-02-01T00:00:00", 2, "100000000000000000000.09"],
    ["2026-03-01T00:00:00", 1, null],
  ],
};

export const ALL: Turn = {
  calls: [{name: "run_query", arguments: {model: "orders", measures: ["orders.count"]}}],
};

export const IN_ALL: Evidence = {
  queryRunId: "$run2",
  columns: [{name: "orders.count", type: "number"}],
  rows: [[4]],
};

/** The turn that ends a run with its report. */
export function answers(text: string, figures: AgentAnswer["figures"] = [], title = "Orders"): Turn {
  const answer: AgentAnswer = {title, sections: [{text}], figures};
  return {calls: [{name: "give_answer", arguments: answer}]};
}

/** Figures with the number of orders in each month. */
export const JANUARY = {id: "jan", value: "1", queryRunId: "$run1", row: 1, column: "orders.count"};
export const FEBRUARY = {...JANUARY, id: "feb", value: "2", row: 2};
export const RISE = {
  ...FEBRUARY,
  id: "rise",
  value: "100%",
  of: {as: "change" as const, queryRunId: "$run1", row: 1, column: "orders.count"},
};
