import {compile, type Statement} from "../../../shared/semantic/index.ts";
import {buildLayer} from "../../../shared/semantic/layers.ts";
import {say} from "../../progress.ts";
import {inRounds, percentile, quotient} from "../../rounds.ts";
import {type Row as ResultRow, rowOf, type Scenario} from "../../scenario.ts";
import {openWarehouses, type Row, type Warehouse} from "./data.ts";
import {FURTHER_MODEL, FURTHER_QUESTIONS} from "./further.ts";
import {EVENTS_MODEL, JOURNEY_QUESTIONS} from "./journeys.ts";
import {FACT_QUESTIONS, FACTS_GRAPH, type PlanQuestion} from "./questions.ts";
import {SALES_MODELS, WINDOW_QUESTIONS} from "./windows.ts";

/** The row counts of the tables, as an introspection finds them. */
const SIZES = new Map(
  Object.entries({
    customers: 1e6,
    stores: 500,
    orders: 1e6,
    tickets: 2e6,
    items: 1.5e6,
    sales: 3e6,
    few_sales: 1e5,
    events: 3e6,
  }),
);
const GRAPH = {
  ...FACTS_GRAPH,
  models: [...FACTS_GRAPH.models, ...SALES_MODELS, FURTHER_MODEL, EVENTS_MODEL],
};
const QUESTIONS = [...FACT_QUESTIONS, ...WINDOW_QUESTIONS, ...FURTHER_QUESTIONS, ...JOURNEY_QUESTIONS];

/** One measurement repeats the statement until this much time is filled, but at most `MAX_TURNS` times. */
const ROUND_MS = 100;
const MAX_TURNS = 25;

/** Compiled statements against the best hand-written ones, on one connection. */
export const plans: Scenario = {
  name: "plans",
  async run(stage) {
    say("making facts for the plans");
    const warehouses = await openWarehouses(stage);
    const rows: ResultRow[] = [];
    try {
      for (const warehouse of warehouses) {
        for (const question of QUESTIONS) {
          say(`${question.measure} on ${warehouse.engine}`);
          rows.push(await measure(warehouse, question, stage.quick ? 2 : 3));
        }
      }
    } finally {
      for (const warehouse of warehouses) await warehouse.close();
    }
    return rows;
  },
};

async function measure(
  {engine, run}: Warehouse,
  {measure: name, target, query, byHand}: PlanQuestion,
  roundCount: number,
): Promise<ResultRow> {
  // The statement that the service runs itself. The form for users to copy also selects the timezone.
  const {sql, parameters} = compile(
    buildLayer(GRAPH, SIZES),
    {...query, limit: query.limit ?? 100},
    {dialect: engine, timezone: "UTC", weekStart: "monday", attributes: {}, now: new Date(0)},
  );
  const ours = inText(await run(sql, parameters));
  const taken = async (statement: string, values?: Statement["parameters"]) => {
    const started = performance.now();
    const rows = await run(statement, values);
    const durationMs = performance.now() - started;
    requireSame(statement, inText(rows), ours);
    return durationMs;
  };
  const best = await fastest(byHand, taken);
  // The duration of a statement that takes a few milliseconds varies by half, so it runs many times.
  const turns = Math.min(MAX_TURNS, Math.ceil(ROUND_MS / best.durationMs));
  const inTurns = async (run: () => Promise<number>) => {
    const durations: number[] = [];
    while (durations.length < turns) durations.push(await run());
    return percentile(durations, 0.5);
  };
  const anchors: number[] = [];
  const summary = await inRounds({
    anchor: async () => {
      anchors.push(await inTurns(() => taken(best.sql)));
      return anchors.at(-1) ?? Number.NaN;
    },
    subject: () => inTurns(() => taken(sql, parameters)),
    compare: quotient,
    roundCount,
  });
  const note = `hand-written statement ${best.position} of ${byHand.length}, ${Math.min(...anchors).toFixed(0)} ms`;
  return rowOf(`${engine}: ${name} ÷ the fastest hand-written statement`, {atMost: target}, summary, note);
}

/** Runs each form once, and those close to the fastest once more. */
async function fastest(forms: readonly string[], taken: (sql: string) => Promise<number>) {
  const durations: number[] = [];
  for (const sql of forms) durations.push(await taken(sql));
  const near = 1.25 * Math.min(...durations);
  for (const [i, sql] of forms.entries()) {
    const before = durations[i]!;
    if (before <= near) durations[i] = Math.min(before, await taken(sql));
  }
  const durationMs = Math.min(...durations);
  const position = durations.indexOf(durationMs);
  return {sql: forms[position]!, position: position + 1, durationMs};
}

/**
 * The rows as text, with numbers rounded to 12 significant digits, because engines divide decimals with different
 * precision.
 */
function inText(rows: readonly Row[]): string {
  const cell = (value: unknown) =>
    value === null || Number.isNaN(Number(value)) ? value : Number(Number(value).toPrecision(12));
  return JSON.stringify(rows.map(row => row.map(cell)));
}

function requireSame(sql: string, theirs: string, ours: string): void {
  if (theirs === ours) return;
  throw new Error(
    `The rows of the hand-written statement differ, so nothing is timed:\n${sql}\n  ${theirs.slice(0, 600)}\n  ${ours.slice(0, 600)}`,
  );
}
