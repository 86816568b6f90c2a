import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {answer} from "../agents/service.ts";
import {type AskService, askService} from "../ask/service.ts";
import {evaluate} from "./evaluate.ts";

let t: AskService;
let folder: string;

beforeAll(async () => {
  t = await askService();
  folder = await mkdtemp(join(tmpdir(), "examples-"));
  t.app.listen({port: 0, hostname: "127.0.0.1"});
});

afterAll(async () => {
  await t?.app.stop();
  await t?.stop();
  await rm(folder, {recursive: true, force: true});
});

/** Business meanings that the layer's names do not express, each with a question that needs it. */
const MEANINGS = [
  {
    verified: "How many orders are there in each status?",
    note: "All of them count, open ones too.",
    asked: "How many orders does each status have?",
    query: {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]},
    rows: [
      ["open", 1],
      ["paid", 3],
    ],
  },
  {
    verified: "What is the number of orders?",
    note: "The number is that of all statuses.",
    asked: "What is our number of orders?",
    query: {model: "orders", measures: ["orders.count"]},
    rows: [[4]],
  },
  {
    verified: "Which statuses do open orders have?",
    note: "Only those that are open.",
    asked: "Which statuses do our open orders have?",
    query: {
      model: "orders",
      dimensions: ["orders.status"],
      filters: [{field: "orders.status", op: "=", value: "open"}],
    },
    rows: [["open"]],
  },
];

/** Scripts a model that runs the wrong query unless its prompt has the example. */
function scriptModel(): void {
  const table = answer({
    text: "The table has it.",
    figures: [],
    charts: [{name: "Orders", type: "table", queryRunId: "$run1"}],
  });
  for (const {asked, note, query} of MEANINGS) {
    const call = (given: object) => ({calls: [{name: "run_query", arguments: given}]});
    const guess = {...query, filters: [{field: "orders.status", op: "=", value: "paid"}]};
    t.provider.script(`The question:\n${asked}`, [
      {...call(guess), told: {text: note, turn: call(query)}},
      table,
    ]);
  }
}

test("three verified questions as examples improve the answers of a model", async () => {
  const file = join(folder, "questions.json");
  const cases = MEANINGS.map(({asked, rows}) => ({question: asked, rows}));
  await Bun.write(file, JSON.stringify({name: "examples", cases}));
  scriptModel();
  const before = await evaluate(t, file, "--format", "json");
  expect([before.code, JSON.parse(before.out).summary]).toMatchObject([1, {runs: 3, correct: 0}]);
  for (const {verified: question, note, query} of MEANINGS)
    await t.made(`/api/projects/${t.shops.duckdb.projectId}/verified-questions`, {question, note, query});
  scriptModel();
  const after = await evaluate(t, file, "--format", "json");
  const {summary, comparedWith} = JSON.parse(after.out);
  expect([after.code, summary]).toMatchObject([0, {runs: 3, correct: 3, wrongButVerified: 0}]);
  expect(comparedWith).toMatchObject({
    id: JSON.parse(before.out).id,
    correct: 0,
    worse: [],
    better: expect.arrayContaining(MEANINGS.map(({asked}) => asked)),
  });
});
