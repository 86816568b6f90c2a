import {afterAll, beforeAll, expect, test} from "bun:test";
import type {ModelMessage} from "ai";
import {cutResults, minTokens, plan, promptTokens} from "../../shared/automation/agents/budget/token-plan.ts";
import {loadTokenCounter} from "../../shared/automation/agents/budget/tokens.ts";
import {type AgentService, agentService, answer, BY_STATUS, GOOD, PAID} from "./service.ts";

/** The time of a run. A quarter of it, for the last call, is ample on a busy machine. */
const RUN_MS = 12_000;
/** How long the model takes: longer than the run may. */
const MODEL_MS = 60_000;

let t: AgentService;

beforeAll(async () => {
  t = await agentService({
    environment: {
      AGENT_TIMEOUT_MS: String(RUN_MS),
      LLM_TIMEOUT_MS: String(MODEL_MS),
      AGENT_RESULTS_KB: "8",
      LLM_MAX_OUTPUT_TOKENS: "1000",
    },
  });
});

afterAll(async () => {
  await t?.stop();
});

const asking = (limit: number) => ({calls: [{...BY_STATUS, arguments: {...BY_STATUS.arguments, limit}}]});
const nothing = {...PAID, figures: [], sections: [{text: "I have not finished."}]};
const askedOf = (agent: {instructions: string}) =>
  t.provider.asked.filter(({conversation}) => conversation === agent.instructions);

test.each([1, 2, 5])(
  "after maxRounds %i, one last call asks for the answer, and the answer is stored",
  async maxRounds => {
    const turns = [...Array.from({length: maxRounds}, (_, index) => asking(index + 1)), answer(PAID)];
    const agent = await t.agent(turns, {maxRounds});
    const run = await t.ran(agent.id);
    expect(run).toMatchObject({
      status: "stopped",
      rounds: maxRounds,
      error: expect.stringContaining(`maxRounds ${maxRounds}`),
    });
    expect(run.outputs[0].figures).toHaveLength(1);
    expect(askedOf(agent).length).toBe(maxRounds + 1);
    expect(run.transcript.at(-1).asked).toContain("last call");
  },
);

test("an answer in the last round counts as no limit reached", async () => {
  const run = await t.ran((await t.agent(GOOD, {maxRounds: 2})).id);
  expect(run).toMatchObject({status: "succeeded", rounds: 2});
});

test("a last call without an answer ends the run without one", async () => {
  const run = await t.ran((await t.agent([asking(1), asking(2)], {maxRounds: 1})).id);
  expect(run).toMatchObject({
    status: "stopped",
    outputs: [],
    error: expect.stringContaining("gave no answer"),
  });
});

test("a run whose time is used up is stopped, and the last call has time of its own", async () => {
  const agent = await t.agent([{...asking(1), delayMs: MODEL_MS}, answer(nothing)]);
  const run = await t.ran(agent.id);
  expect(run).toMatchObject({
    status: "stopped",
    error: expect.stringContaining("time"),
    outputs: [{type: "report"}],
    transcript: [{finish: "broken_off", unreported: true}, {finish: "tool_use"}],
  });
  const took = new Date(run.finishedAt).getTime() - new Date(run.startedAt).getTime();
  // A quarter of the time is reserved for the last call.
  expect(took).toBeGreaterThan(0.7 * RUN_MS);
  expect(took).toBeLessThan(MODEL_MS);
});

test("the results of a run's tools are limited: they are cut with a note, and finally the run is stopped", async () => {
  const many = {
    name: "run_query",
    arguments: {model: "numbers", dimensions: ["numbers.n", "numbers.label"], measures: [], limit: 400},
  };
  const grounding = [{resourceType: "project", resourceId: t.shops.duckdb.projectId}];
  const {body} = await t.call("GET", `/api/projects/${t.shops.duckdb.projectId}/models`);
  const hasNumbers = body.some(({name}: {name: string}) => name === "numbers");
  expect(hasNumbers).toBe(true);
  const agent = await t.agent([{calls: [many, many, many]}, answer(nothing)], {grounding});
  const run = await t.ran(agent.id);
  const results = run.transcript[0].toolCalls.map(({result}: {result: string}) => result);
  expect(results.some((text: string) => text.includes("[cut:"))).toBe(true);
  expect(Buffer.byteLength(results.join(""))).toBeLessThan(9 * 1024);
  expect(run).toMatchObject({
    status: "stopped",
    error: expect.stringContaining("limit for the tool results"),
  });
});

test("the tokens reserved for a prompt are at least its bytes on the wire, at three bytes a token", async () => {
  const count = await loadTokenCounter();
  for (const model of ["anthropic/test", "local/test"]) {
    const agent = await t.agent([{text: 'say "\\n" 🙂'.repeat(20), ...asking(3)}, asking(4), answer(PAID)], {
      model,
    });
    await t.ran(agent.id);
    for (const {body} of askedOf(agent)) {
      const sent = JSON.parse(JSON.stringify(body));
      const wire = Buffer.byteLength(JSON.stringify([sent.system, sent.tools, sent.messages]));
      const messages: ModelMessage[] = sent.messages.map((message: object) => ({
        role: "user",
        content: JSON.stringify(message),
      }));
      const instructions = JSON.stringify(sent.system ?? "");
      const estimate = promptTokens(count, {tools: sent.tools, messages, instructions});
      expect(estimate).toBeGreaterThanOrEqual(wire / 3);
      expect(estimate).toBeLessThan(wire);
    }
  }
});

test("the tokens reserved for the last call cover everything that may come before it", () => {
  const purse = {most: 100_000, spent: 10_000, prompt: 8000, answer: 2000};
  const planned = plan(purse);
  expect(planned).toBeDefined();
  const {callTokens, retainedTokens, resultTokens} = planned!;
  // The call, then a prompt with the call's answer, the results of its tools, and an answer.
  expect(callTokens).toBe(10_000);
  expect(retainedTokens).toBeGreaterThanOrEqual(8000 + 2000 + resultTokens + 2000);
  expect(purse.spent + callTokens + retainedTokens).toBeLessThanOrEqual(purse.most);
  expect(plan({...purse, spent: 85_000})).toBeUndefined();
});

test("with few tokens left the answer is shortened, and with the minimum there is one round", () => {
  const [prompt, answer] = [4000, 2500];
  const most = minTokens(prompt, answer);
  const planned = plan({most, spent: 0, prompt, answer});
  expect(planned!.callTokens + planned!.retainedTokens).toBeLessThanOrEqual(most);
  expect(planned!.answer).toBeLessThan(answer);
  expect(plan({most: most - 10, spent: 0, prompt, answer})).toBeUndefined();
});

test("results are cut at their limits of bytes and tokens, between characters", async () => {
  const count = await loadTokenCounter();
  const [one, two, three] = cutResults(count, ["abc", "🙂🙂", "more"], {bytes: 8, tokens: 1000});
  expect(one).toBe("abc");
  expect(two).toStartWith("🙂\n[cut:");
  expect(three).toStartWith("m");
  expect(three).toContain("[cut:");
  const [long, last] = cutResults(count, ["漢字 ".repeat(1000), "more ".repeat(500)], {
    bytes: 100_000,
    tokens: 500,
  });
  expect(long).toContain("[cut:");
  expect(count(long!)).toBeLessThan(560);
  expect(count(long!)).toBeGreaterThan(200);
  expect(last).toContain("[cut:");
  expect(count(long!) + count(last!)).toBeLessThan(620);
});
