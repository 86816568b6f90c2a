import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {addChart, addDashboard, addDataset} from "../support/content.ts";
import {addPerson} from "../support/people.ts";
import {until} from "../support/until.ts";
import {type AgentService, agentService, answer, BY_STATUS, GOOD, PAID} from "./service.ts";

let t: AgentService;

beforeAll(async () => {
  t = await agentService();
});

afterAll(async () => {
  await t?.stop();
});

const reportOf = (run: ReturnType<typeof JSON.parse>) =>
  run.outputs.find((output: {type: string}) => output.type === "report");

describe("a run", () => {
  test.each(["anthropic/test", "local/test"])(
    "of %s ends with a report whose figures lead to their queries",
    async model => {
      const {id} = await t.agent(GOOD, {model});
      const run = await t.ran(id);
      expect(run).toMatchObject({
        status: "succeeded",
        rounds: 2,
        agentId: id,
        trigger: {type: "manual", by: t.org.admin.id},
      });
      const {markdown, figures} = reportOf(run);
      expect(markdown).toContain("Paid are 3 orders.");
      expect(figures).toMatchObject([
        {text: "3", value: 3, row: 2, column: "orders.count", status: "verified"},
      ]);
      const [{queryRunId}] = figures;
      // Records of queries are stored in batches.
      const query = await until(async () => {
        const answer = await t.call("GET", `/api/query/runs/${queryRunId}`);
        return answer.status !== 404 && answer;
      });
      expect(query.body).toMatchObject({
        id: queryRunId,
        model: "orders",
        trigger: "agent",
        status: "succeeded",
        rowCount: 2,
      });
      expect(run.evidence).toMatchObject([{queryRunId, columns: ["orders.status", "orders.count"]}]);
      expect(run.evidence[0].sql).toContain("count(*)");
      const asked = t.provider.asked.filter(({conversation}) => conversation === run.instructions);
      expect(asked.length).toBe(2);
      const spent = asked.reduce((sum, {spent}) => sum + spent.input + spent.output, 0);
      expect(run.tokens.total).toBe(spent);
      expect(run.transcript.map((round: {tokens: {total: number}}) => round.tokens.total)).toEqual(
        asked.map(({spent}) => spent.input + spent.output),
      );
      const [first, second] = run.transcript;
      expect(first).toMatchObject({
        round: 1,
        text: "I look.",
        toolCalls: [
          {name: "run_query", arguments: BY_STATUS.arguments, result: expect.stringContaining("paid\t3")},
        ],
      });
      expect(first.asked).toContain(run.instructions);
      expect(second.toolCalls).toMatchObject([{name: "give_answer"}]);
      expect((await t.call("GET", `/api/agents/${id}`)).body.lastRun).toMatchObject({
        id: run.id,
        status: "succeeded",
      });
      expect(JSON.stringify(run)).not.toContain("sk-test");
    },
  );

  test("shows a figure that no query returned as unverified, in words", async () => {
    const wrong = {
      ...PAID,
      sections: [{text: "Paid are {{paid}} orders, and 41 are lost."}],
      figures: [{...PAID.figures[0], value: "4"}],
    };
    const {id} = await t.agent([GOOD[0]!, answer(wrong)]);
    const run = await t.ran(id);
    expect(run.status).toBe("succeeded");
    const {markdown, figures} = reportOf(run);
    expect(figures.map(({text, status}: {text: string; status: string}) => [text, status])).toEqual([
      ["4", "unverified"],
      ["41", "unverified"],
    ]);
    expect(markdown).toContain("4 (unverified)");
  });

  test("that is strict corrects its figures in one more round, and fails if it cannot", async () => {
    const wrong = {...PAID, figures: [{...PAID.figures[0], value: "4"}]};
    const mended = await t.ran((await t.agent([GOOD[0]!, answer(wrong), answer(PAID)], {strict: true})).id);
    expect(mended.status).toBe("succeeded");
    expect(reportOf(mended).figures).toMatchObject([{text: "3", status: "verified"}]);
    expect(mended.transcript[1].toolCalls[0]).toMatchObject({
      isError: true,
      result: expect.stringContaining("4"),
    });
    const failed = await t.ran((await t.agent([GOOD[0]!, answer(wrong), answer(wrong)], {strict: true})).id);
    expect(failed).toMatchObject({status: "failed", error: expect.stringContaining("could not be verified")});
    expect(reportOf(failed).figures).toMatchObject([{text: "4", status: "unverified"}]);
  });

  test("counts rows as the query returns them, also on a later page, and totals as one more", async () => {
    const query = {...BY_STATUS.arguments, totals: true};
    const calls = [
      {name: "run_query", arguments: query},
      {name: "run_query", arguments: {...query, totals: false, offset: 1}},
    ];
    const of = (queryRunId: string, row: number) => ({queryRunId, row, column: "orders.count"});
    const figures = [
      {id: "all", value: "4", ...of("$run1", 3)},
      {id: "paid", value: "3", ...of("$run2", 2)},
      {id: "none", value: "3", ...of("$run2", 1)},
    ];
    const text = "Of {{all}} orders {{paid}} are paid, {{none}}.";
    const turns = [{calls}, answer({title: "x", sections: [{text}], figures})];
    const run = await t.ran((await t.agent(turns)).id);
    expect(run.transcript[0].toolCalls[0].result).toContain(
      "(rows are counted from 1, the totals are row 3)",
    );
    expect(run.transcript[0].toolCalls[1].result).toContain("(rows are counted from 2)");
    const statuses = reportOf(run).figures.map(({status}: {status: string}) => status);
    expect(statuses).toEqual(["verified", "verified", "unverified"]);
  });

  test("lets Anthropic read the conversation so far from its cache", async () => {
    for (const [model, marks] of [
      ["anthropic/test", [1, 1]],
      ["local/test", [0, 0]],
    ] as const) {
      const {instructions} = await t.ran((await t.agent(GOOD, {model})).id);
      const bodies = t.provider.asked.filter(({conversation}) => conversation === instructions);
      const counts = bodies.map(({body}) => JSON.stringify(body).split("cache_control").length - 1);
      expect(counts).toEqual([...marks]);
      const last = JSON.stringify(bodies.map(({body}) => JSON.parse(JSON.stringify(body)).messages.at(-1)));
      expect(last.split("cache_control").length - 1).toBe(marks[0] + marks[1]);
    }
  });

  test("that is strict and reaches a limit with an unverified figure fails, and mails nothing", async () => {
    const wrong = {...PAID, figures: [{...PAID.figures[0], value: "4"}]};
    const outputs = [{type: "report"}, {type: "email", recipients: ["strict@example.com"]}];
    const body = {strict: true, maxRounds: 1, outputs};
    const run = await t.ran((await t.agent([GOOD[0]!, answer(wrong)], body)).id);
    expect(run).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/maxRounds.*could not be verified/),
      outputs: [{type: "report"}, {type: "email", error: "The run has failed."}],
    });
    const right = await t.ran((await t.agent([GOOD[0]!, answer(PAID)], body)).id);
    expect(right).toMatchObject({status: "stopped", outputs: [{}, {deliveryId: expect.any(String)}]});
  });

  test("reads charts, dashboards and datasets of its grounding, each part with the id of its query", async () => {
    const {projectId} = t.shops.duckdb;
    const place = {ownerId: t.org.admin.id};
    const query = {
      model: "orders",
      dimensions: ["orders.status"],
      measures: ["orders.count"],
      orderBy: ["orders.status"],
    };
    const chartId = await addChart(t, projectId, {...place, query});
    const dashboardId = await addDashboard(t, {...place, tiles: [{chartId, placedBy: t.org.admin.id}]});
    const {id: datasetId, slug} = await addDataset(t, projectId, place);
    const turns = [
      {
        calls: [
          {name: "get_data", arguments: {id: chartId}},
          {name: "get_data", arguments: {id: dashboardId}},
          {name: "run_query", arguments: {model: slug, measures: [`${slug}.count`]}},
          {name: "get_resource", arguments: {id: dashboardId}},
        ],
      },
      answer({...PAID, figures: [{...PAID.figures[0], queryRunId: "$run2"}]}),
    ];
    const grounding = [
      {resourceType: "chart", resourceId: chartId},
      {resourceType: "dashboard", resourceId: dashboardId},
      {resourceType: "dataset", resourceId: datasetId},
    ];
    const run = await t.ran((await t.agent(turns, {grounding})).id);
    expect(run.transcript[0].toolCalls.map((call: {isError?: boolean}) => call.isError ?? false)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(run.evidence.length).toBe(3);
    expect(reportOf(run).figures).toMatchObject([
      {status: "verified", queryRunId: run.evidence[1].queryRunId},
    ]);
  });

  test("is readable for those who would get the same rows, and otherwise neither for an admin nor for its principal", async () => {
    const {id} = await t.agent(GOOD);
    const run = await t.ran(id);
    const same = await addPerson(t);
    const path = `/api/agents/${id}/runs/${run.id}`;
    const seen = await t.call("GET", path, {token: same.token});
    expect(reportOf(seen.body).figures).toEqual(reportOf(run).figures);
    expect(seen.body.transcript).toEqual(run.transcript);
    await sql`
      update agent_evidence set statement = jsonb_set(statement::jsonb, '{fingerprint}', '"of other rows"')::json
      where run_id = ${run.id}`.execute(t.db);
    for (const token of [same.token, t.org.adminUser.token, t.org.admin.token]) {
      const redacted = await t.call("GET", path, {token});
      expect(redacted.body).toMatchObject({redacted: true, outputs: [], status: "succeeded"});
      expect(redacted.text).not.toContain("paid");
      expect(redacted.body.transcript).toBeUndefined();
      const [listed] = (await t.call("GET", `/api/agents/${id}/runs`, {token})).body;
      expect(listed).toMatchObject({redacted: true, outputs: []});
    }
  });
});
