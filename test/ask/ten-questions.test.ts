import {afterAll, beforeAll, expect, test} from "bun:test";
import {answer} from "../agents/service.ts";
import {addPerson} from "../support/people.ts";
import {until} from "../support/until.ts";
import {type AskService, askService} from "./service.ts";

let t: AskService;
let token: string;

beforeAll(async () => {
  // As in the README for a local server.
  t = await askService({environment: {ASK_MODEL: "local/qwen3"}});
  ({token} = await addPerson(t, {attributes: {region: ["north", "south"]}}));
});

afterAll(() => t?.stop());

/** A person's question, the query that a model derives, and cells with their expected figures, counted by hand. */
const QUESTIONS: readonly [string, object, [row: number, column: string, value: string][]][] = [
  ["How many orders are there?", {measures: ["orders.count"]}, [[1, "orders.count", "4"]]],
  [
    "How many orders has each status?",
    {dimensions: ["orders.status"], measures: ["orders.count"], orderBy: ["orders.status"]},
    [
      [1, "orders.count", "1"],
      [2, "orders.count", "3"],
    ],
  ],
  [
    "How many are open?",
    {measures: ["orders.count"], filters: [{field: "orders.status", op: "=", value: "open"}]},
    [[1, "orders.count", "1"]],
  ],
  [
    "What do the open ones come to?",
    {measures: ["orders.total"], filters: [{field: "orders.status", op: "=", value: "open"}]},
    [[1, "orders.total", "0.10"]],
  ],
  [
    "Which status has the most orders?",
    {
      dimensions: ["orders.status"],
      measures: ["orders.count"],
      orderBy: ["orders.count desc"],
      limit: 1,
    },
    [[1, "orders.count", "3"]],
  ],
  [
    "How many were placed each month?",
    {dimensions: ["orders.placed_at.month"], measures: ["orders.count"]},
    [
      [1, "orders.count", "1"],
      [2, "orders.count", "2"],
    ],
  ],
  [
    "How many were placed in February?",
    {
      measures: ["orders.count"],
      filters: [{field: "orders.placed_at", op: "between", value: ["2026-02-01", "2026-02-28"]}],
    },
    [[1, "orders.count", "2"]],
  ],
  [
    "How many orders have customers of the north?",
    {measures: ["orders.count"], filters: [{field: "customers.region", op: "=", value: "north"}]},
    [[1, "orders.count", "2"]],
  ],
  [
    "How many customers are there in each region?",
    {model: "customers", dimensions: ["customers.region"], measures: ["customers.count"]},
    [
      [1, "customers.count", "1"],
      [2, "customers.count", "1"],
    ],
  ],
  [
    "How many numbers are there?",
    {model: "numbers", measures: ["numbers.count"]},
    [[1, "numbers.count", "50,000"]],
  ],
];

test("ten questions are answered with a local model, and each figure links to its cell", async () => {
  for (const [question, asked, cells] of QUESTIONS) {
    const query = {model: "orders", projectId: t.shops.duckdb.projectId, ...asked};
    const figures = cells.map(([row, column, value], i) => ({
      id: `f${i}`,
      value,
      queryRunId: "$run1",
      row,
      column,
    }));
    const text = figures.map(({id}) => `It is {{${id}}}.`).join(" ");
    t.provider.script(`The question:\n${question}`, [
      {calls: [{name: "run_query", arguments: query}]},
      answer({text, figures}),
    ]);
    const {runId} = await t.made("/api/ask", {question}, token);
    const run = await t.askEnded(runId, token);
    expect([question, run.status, run.error]).toEqual([question, "succeeded", undefined]);
    expect(run.answer.verifiedQuestionId).toBeUndefined();
    expect(run.answer.figures.map(({text: shown}: {text: string}) => shown)).toEqual(
      cells.map(cell => cell[2]),
    );
    for (const figure of run.answer.figures) {
      expect([question, figure.text, figure.status]).toEqual([question, figure.text, "verified"]);
      const behind = run.evidence.find(
        ({queryRunId}: {queryRunId: string}) => queryRunId === figure.queryRunId,
      );
      const again = await t.call("POST", "/api/query", {body: behind.query, token});
      const place = again.body.columns.findIndex(({name}: {name: string}) => name === figure.column);
      const cell = again.body.rows[figure.row - 1][place];
      expect([question, Number(cell)]).toEqual([question, Number(figure.text.replaceAll(",", ""))]);
      // The history of queries is stored in batches.
      await until(
        async () => (await t.call("GET", `/api/query/runs/${figure.queryRunId}`, {token})).status === 200,
      );
    }
    const [chart] = run.answer.charts;
    expect((await t.call("POST", "/api/charts", {body: {...chart}, token})).status).toBe(201);
  }
});
