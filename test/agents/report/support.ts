import type {AgentAnswer, Figure} from "../../../shared/automation/agents/report/answer.ts";
import {type CheckedReport, checkFigures} from "../../../shared/automation/agents/report/check-figures.ts";
import type {Evidence} from "../../../shared/automation/agents/report/evidence.ts";

export const BASE = "https://analytics.example.com/app";
const NOW = new Date("2026-07-06T08:00:00Z");

/** Two months of two regions, as the query tool returns them. */
export const EVIDENCE: Evidence = {
  queryRunId: "run_months",
  sql: "select … where placed_at >= timestamp '2026-05-01'",
  columns: [
    {name: "orders.placed_at.month", type: "date"},
    {name: "orders.total", type: "number"},
    {name: "orders.count", type: "number"},
    {name: "orders.return_rate", type: "number"},
    {name: "orders.margin_pct", type: "number"},
    {name: "products.name", type: "string"},
  ],
  rows: [
    ["2026-05-01", 1234567.89, 1200, 0.1234, 23.45, "Route 66"],
    ["2026-06-01", 1000000, 1260, 0.1534, 25.05, "Revenue: 5,000,000"],
    ["2026-07-01", -4321.5, 0, null, "12.50", "Plan 9"],
  ],
};

export function figure(id: string, value: string, more: Partial<Figure> = {}): Figure {
  return {id, value, queryRunId: "run_months", row: 1, column: "orders.total", ...more};
}

/** Checks one section. The title and the evidence are fixed. */
export function check(text: string, figures: Figure[] = [], more: Partial<AgentAnswer> = {}): CheckedReport {
  return checkFigures({title: "Report", sections: [{text}], figures, ...more}, [EVIDENCE], {
    base: BASE,
    now: NOW,
  });
}

/** The section's Markdown, without the title and the legend. */
export function body(report: CheckedReport): string {
  return report.markdown
    .replace(/^# Report\n+/, "")
    .replace(/\n+\*Figures marked as unverified were not found in the results of the queries\.\*\n$/, "")
    .trimEnd();
}

/** Random numbers, the same for the same seed (mulberry32). */
export function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return sides => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}
