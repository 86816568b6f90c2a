import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {answer, BY_STATUS} from "../agents/service.ts";
import {ANSWER, type AskService, askService} from "./service.ts";

let t: AskService;

beforeAll(async () => {
  t = await askService();
});

afterAll(async () => {
  await t?.stop();
});

describe("a question", () => {
  test.each(["anthropic/test", "local/test"])(
    "is answered by %s with figures, charts and further questions",
    async model => {
      const run = await t.answered([{text: "I look.", calls: [BY_STATUS]}, answer(ANSWER)], {model});
      expect(run).toMatchObject({
        status: "succeeded",
        model,
        rounds: 2,
        clarify: null,
        answer: {
          markdown: "Paid are 3 orders.\n",
          figures: [{text: "3", value: 3, row: 2, column: "orders.count", status: "verified"}],
          charts: [
            {
              name: "Orders by status",
              type: "bar",
              query: {...BY_STATUS.arguments, projectId: t.shops.duckdb.projectId},
            },
          ],
          followUps: ["And how much are they?"],
        },
      });
      const [figure] = run.answer.figures;
      expect(run.evidence).toMatchObject([
        {queryRunId: figure.queryRunId, columns: ["orders.status", "orders.count"]},
      ]);
      const chart = await t.call("POST", "/api/query", {body: run.answer.charts[0].query});
      expect(chart.body.rows).toEqual([
        ["open", 1],
        ["paid", 3],
      ]);
    },
  );

  test("streams its status, queries, answer and end", async () => {
    const {runId, conversationId, status} = await t.asked([{calls: [BY_STATUS]}, answer(ANSWER)]);
    expect(status).toBe("queued");
    const events = await (await t.events(runId)).all();
    const kinds = events.map(({event}) => event);
    expect(kinds[0]).toBe("status");
    expect(kinds.filter(kind => kind !== "status")).toEqual(["query", "answer", "done"]);
    const of = (kind: string) => events.find(({event}) => event === kind)?.data;
    expect(of("query")).toMatchObject({query: {model: "orders"}, queryRunId: expect.stringMatching(/^run_/)});
    expect(of("answer").answer.figures).toMatchObject([{status: "verified"}]);
    expect(of("done")).toEqual({status: "succeeded"});
    const {body} = await t.call("GET", `/api/conversations/${conversationId}`);
    expect(body.runs).toMatchObject([{id: runId, status: "succeeded"}]);
  });
});
