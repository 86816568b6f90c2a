import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import type {Turn} from "./provider/script.ts";
import {type AgentService, agentService, answer, BY_STATUS, GOOD, PAID} from "./service.ts";

let t: AgentService;

beforeAll(async () => {
  t = await agentService({environment: {LLM_MAX_OUTPUT_TOKENS: "1500"}});
});

afterAll(async () => {
  await t?.stop();
});

const EMPTY: Turn = {usage: {output: 2}};

describe.each(["anthropic/test", "local/test"])("with %s", model => {
  const ranWith = async (turns: readonly Turn[], body: object = {}) =>
    t.ran((await t.agent(turns, {model, ...body})).id);
  const askedIn = (run: {instructions: string}) =>
    t.provider.asked.filter(({conversation}) => conversation === run.instructions);

  test("an empty answer is asked about again, and after three of them the report is requested", async () => {
    const run = await ranWith([GOOD[0]!, EMPTY, EMPTY, EMPTY, answer(PAID)]);
    expect(run).toMatchObject({
      status: "stopped",
      rounds: 4,
      error: expect.stringContaining("called no tool"),
    });
    expect(run.outputs[0].figures).toMatchObject([{status: "verified"}]);
  });

  test("white space before a tool call does not end the run", async () => {
    const run = await ranWith([{text: "\n\n", calls: [BY_STATUS]}, answer(PAID)]);
    expect(run).toMatchObject({status: "succeeded", rounds: 2});
  });

  test("tool calls with the same id in one answer each get a result", async () => {
    const other = {...BY_STATUS, arguments: {model: "orders", measures: ["orders.count"]}};
    const run = await ranWith([
      {
        calls: [
          {...BY_STATUS, id: "call_0"},
          {...other, id: "call_0"},
        ],
      },
      answer(PAID),
    ]);
    expect(run).toMatchObject({status: "succeeded", rounds: 2});
    const [first, second] = run.transcript[0].toolCalls;
    expect(first.result).not.toBe(second.result);
  });

  test("tool calls may reuse the ids of an earlier answer", async () => {
    const other = {...BY_STATUS, arguments: {model: "orders", measures: ["orders.count"]}};
    const run = await ranWith([
      {calls: [{...BY_STATUS, id: "call_0"}]},
      {calls: [{...other, id: "call_0"}]},
      answer(PAID),
    ]);
    expect(run).toMatchObject({status: "succeeded", rounds: 3});
  });

  test("tool calls with truncated arguments are not run without arguments", async () => {
    const run = await ranWith([{calls: [{name: "list_models", arguments: '{"q": "ord'}]}, ...GOOD]);
    expect(run.transcript[0].toolCalls[0]).toMatchObject({
      isError: true,
      result: "Error: not run. Its arguments are not JSON.",
    });
  });

  test("a report beyond the greatest length of an answer gets an error with that length", async () => {
    const long = {...PAID, sections: [{text: "x".repeat(15_000)}]};
    const run = await ranWith([GOOD[0]!, answer(long), answer(PAID)]);
    expect(run.transcript[1].toolCalls[0].result).toContain("greatest length of 1500 tokens");
  });

  test("thinking that leaves no room for text does not end the run", async () => {
    const run = await ranWith([GOOD[0]!, {thinking: "hm ".repeat(3000), text: "x"}, answer(PAID)]);
    expect(run).toMatchObject({status: "succeeded"});
    expect(askedIn(run).length).toBe(3);
  });

  test("a paused turn is continued", async () => {
    const run = await ranWith([{text: "wait", stop: "pause"}, ...GOOD]);
    expect(run).toMatchObject({status: "succeeded"});
  });

  test.each([
    "max_tokens: 1500 > 1024, which is the maximum allowed number of output tokens for test",
    "max_completion_tokens is too large: 1500. This model supports at most 1024 completion tokens, whereas you provided 1500.",
  ])(
    "a provider that does not allow the length of the answer (%s) is called once, and the run says what to set",
    async message => {
      const run = await ranWith([{fault: {status: 400, message}}], {});
      expect(run).toMatchObject({status: "failed", error: expect.stringContaining("LLM_MAX_OUTPUT_TOKENS")});
      expect(askedIn(run).length).toBe(1);
    },
  );
});
