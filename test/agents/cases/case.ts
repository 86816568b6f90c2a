import type {AgentAnswer} from "../../../shared/automation/agents/report/answer.ts";
import type {Evidence} from "../../../shared/automation/agents/report/evidence.ts";
import type {Turn} from "../provider/script.ts";

/** A question over the orders of the shop, what a model does with it, and what must come out. */
export interface AgentCase {
  name: string;
  question: string;
  /** `$run1`, `$run2` … are the ids of its queries. */
  turns: readonly Turn[];
  /** The last turn is done again and again. */
  repeats?: boolean;
  /** What the queries give, written by hand: the shop is small. */
  results: readonly Evidence[];
  agent?: {strict?: boolean; maxRounds?: number};
  expected: {
    status: "succeeded" | "failed" | "stopped";
    /** Each figure of the report, in the order of its text. Without them it has no report. */
    figures?: readonly (readonly [text: string, status: "verified" | "unverified"])[];
    /** What its Markdown has, and what it must not have. */
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

/** Figures of the months: how many orders there were. */
export const JANUARY = {id: "jan", value: "1", queryRunId: "$run1", row: 1, column: "orders.count"};
export const FEBRUARY = {...JANUARY, id: "feb", value: "2", row: 2};
export const RISE = {
  ...FEBRUARY,
  id: "rise",
  value: "100%",
  of: {as: "change" as const, queryRunId: "$run1", row: 1, column: "orders.count"},
};
