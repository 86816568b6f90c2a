import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {shortFault} from "../../worker/agent-runs/short-fault.ts";
import {until} from "../support/until.ts";
import {NOTHING, type Turn} from "./provider/script.ts";
import {type AgentService, agentService, answer, BY_STATUS, GOOD, PAID} from "./service.ts";

let t: AgentService;

beforeAll(async () => {
  t = await agentService({
    environment: {LLM_MAX_OUTPUT_TOKENS: "1500"},
    provider: {contextTokens: 12_000},
  });
});

afterAll(async () => {
  await t?.stop();
});

let before: {used: number; counted: number};
beforeEach(async () => {
  before = {used: (await t.budget()).used, counted: t.provider.tokens()};
});

/** Checks that all tokens of the provider's count are counted here, or more if the provider could not report them. */
async function accounted(run: ReturnType<typeof JSON.parse>, {exactly = true, by = t, since = before} = {}) {
  const {used, reserved} = await by.budget();
  expect(reserved).toBe(0);
  expect((await sql`select from llm_reservations`.execute(by.db)).rows.length).toBe(0);
  expect(run.tokens.total).toBe(used - since.used);
  const counted = by.provider.tokens() - since.counted;
  if (exactly) expect(run.tokens.total).toBe(counted);
  else expect(run.tokens.total).toBeGreaterThanOrEqual(counted);
}

const WIRES = ["anthropic/test", "local/test"];
const busy = (status: 429 | 500 | 503 | 529): Turn => ({fault: {status, retryAfter: "0"}});

describe.each(WIRES)("with %s", model => {
  const ranWith = async (turns: readonly Turn[], body: object = {}, options = {}) =>
    t.ran((await t.agent(turns, {model, ...body}, options)).id);

  test.each([429, 500, 503, 529] as const)("a provider that answers %i is called again", async status => {
    const run = await ranWith([busy(status), ...GOOD]);
    expect(run).toMatchObject({status: "succeeded", rounds: 2});
    await accounted(run);
  });

  test("a provider that stays busy fails the run, with a message of the service", async () => {
    const run = await ranWith([busy(529)], {}, {repeats: true});
    expect(run).toMatchObject({
      status: "failed",
      rounds: 0,
      tokens: {total: 0},
      error: expect.stringContaining("529"),
    });
    await accounted(run);
  });

  test("a provider that asks for a retry tomorrow is not waited for", async () => {
    const run = await ranWith([{fault: {status: 429, retryAfter: "86400"}}]);
    expect(run).toMatchObject({status: "failed", error: expect.stringContaining("429")});
    await accounted(run);
  });

  test.each([
    [401, "key"],
    [403, "key"],
    [404, "Does the model exist?"],
    [400, "refused the call"],
  ] as const)(
    "a provider that says %i fails the run at once, and its words stay in the log",
    async (status, words) => {
      const run = await ranWith([{fault: {status, message: "Incorrect API key provided: sk-test"}}]);
      expect(run).toMatchObject({status: "failed", error: expect.stringContaining(words)});
      expect(JSON.stringify(run)).not.toContain("sk-test");
      await accounted(run);
    },
  );

  test("a redirect by a provider is not followed, because rows and keys are for its own address", async () => {
    const elsewhere: string[] = [];
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: async request => {
        elsewhere.push(await request.text());
        return new Response(null, {status: 500});
      },
    });
    const location = `http://127.0.0.1:${server.port}/v1`;
    const run = await ranWith([{fault: {status: 307, location}}]);
    await server.stop(true);
    expect(elsewhere).toEqual([]);
    expect(run).toMatchObject({status: "failed", rounds: 0, error: expect.stringContaining("307")});
    await accounted(run);
  });

  test.each([
    ["less than nothing", {input: -100_000, output: 5, cacheRead: 0, cacheWrite: 0}],
    ["nothing", {input: 0, output: 0, cacheRead: 0, cacheWrite: 0}],
    ["a fraction", {input: 10.5, output: 1, cacheRead: 0, cacheWrite: 0}],
  ])("a reported usage of %s is ignored, and the upper bound counts", async (_what, usage) => {
    const turns = GOOD.map(turn => ({...turn, usage}));
    const run = await ranWith(turns);
    expect(run).toMatchObject({status: "succeeded", rounds: 2});
    expect(run.transcript).toMatchObject([{unreported: true}, {unreported: true}]);
    const {used, reserved} = await t.budget();
    expect([reserved, run.tokens.total]).toEqual([0, used - before.used]);
    expect(run.tokens.total).toBeGreaterThan(5000);
  });

  test.each(["cut", "end", "error"] as const)(
    "a stream that breaks off (%s) is counted at its upper bound, and the call is repeated",
    async how => {
      const run = await ranWith([{...GOOD[0]!, breaks: {afterPieces: 3, how}}, ...GOOD]);
      expect(run).toMatchObject({status: "succeeded", rounds: 3});
      expect(run.transcript[0]).toMatchObject({finish: "broken_off", unreported: true, toolCalls: []});
      await accounted(run, {exactly: false});
    },
  );

  test("a run whose streams always break off fails", async () => {
    const run = await ranWith([{...GOOD[0]!, breaks: {afterPieces: 3, how: "cut"}}], {}, {repeats: true});
    expect(run).toMatchObject({status: "failed", rounds: 3, error: expect.stringContaining("were cut off")});
    await accounted(run, {exactly: false});
  });

  test("an answer that does not fit the schema is returned to the model with its faults, and corrected", async () => {
    const run = await ranWith([GOOD[0]!, answer({title: 1, sections: []}), answer(PAID)]);
    expect(run).toMatchObject({status: "succeeded", rounds: 3});
    expect(run.transcript[1].toolCalls[0]).toMatchObject({
      isError: true,
      result: expect.stringContaining("/title"),
    });
    await accounted(run);
  });

  test("a run whose answers never fit the schema fails", async () => {
    const run = await ranWith([answer({title: "x"})], {}, {repeats: true});
    expect(run).toMatchObject({status: "failed", rounds: 3, error: expect.stringContaining("schema")});
    await accounted(run);
  });

  test("tool calls with wrong names, wrong arguments or invalid JSON get an error, and do not end the run", async () => {
    const calls = [
      {name: "send_mail", arguments: {to: "eve@example.com"}},
      {name: "run_query", arguments: {model: "orders", measure: ["orders.count"]}},
      {name: "run_query", arguments: '{"model": "ord'},
      {name: "create_chart", arguments: {name: "x"}},
      BY_STATUS,
    ];
    const run = await ranWith([{calls}, answer(PAID)]);
    expect(run.status).toBe("succeeded");
    const results: {isError?: boolean; result: string}[] = run.transcript[0].toolCalls;
    expect(results.map(({isError = false}) => isError)).toEqual([true, true, true, true, false]);
    expect(results[0]?.result).toContain('no tool "send_mail"');
    expect(results[1]?.result).toContain("/measure");
    await accounted(run);
  });

  test("arguments that cannot be stored are refused as invalid, and do not end the run", async () => {
    const bad = [
      {...BY_STATUS.arguments, model: "orders\0"},
      {...BY_STATUS.arguments, projectId: "proj_\0"},
      {...BY_STATUS.arguments, filters: [{field: "orders.status", op: "=", value: "\ud800"}]},
      {...BY_STATUS.arguments, "limit\0": 1},
    ];
    const calls = [
      ...bad.map(given => ({...BY_STATUS, arguments: given})),
      {name: "search_fields", arguments: {query: "sta\0tus"}},
      {name: "list_models", arguments: {project: "sh\0op"}},
    ];
    const run = await ranWith([{calls}, ...GOOD]);
    expect(run).toMatchObject({status: "succeeded", rounds: 3});
    const results: {result: string; isError: boolean}[] = run.transcript[0].toolCalls;
    for (const {result, isError} of results) {
      expect(isError).toBe(true);
      expect(result).toStartWith("Error invalid_request: ");
      expect(result).toContain("U+0000");
    }
    expect(results.length).toBe(calls.length);
    await accounted(run);
  });

  test("a model that loops is asked for its answer, and the run is stopped", async () => {
    const run = await ranWith([
      {calls: [BY_STATUS]},
      {calls: [BY_STATUS]},
      {calls: [BY_STATUS]},
      answer(PAID),
    ]);
    expect(run).toMatchObject({
      status: "stopped",
      rounds: 3,
      error: expect.stringContaining("same tool calls"),
    });
    expect(run.outputs[0].figures).toMatchObject([{status: "verified"}]);
    await accounted(run);
  });

  test("a model that only writes text is asked for its answer, and the run is stopped", async () => {
    const run = await ranWith([
      {text: "I think"},
      {text: "therefore"},
      {text: "I am"},
      answer({...PAID, figures: [], sections: [{text: "None."}]}),
    ]);
    expect(run).toMatchObject({
      status: "stopped",
      rounds: 3,
      error: expect.stringContaining("called no tool"),
    });
    await accounted(run);
  });

  test("an answer that a model writes as text, without calling the tool, is understood", async () => {
    const run = await ranWith([GOOD[0]!, {answer: PAID}]);
    expect(run).toMatchObject({status: "succeeded", outputs: [{figures: [{status: "verified"}]}]});
    await accounted(run);
  });

  test("an answer that is cut at its maximum length is refused with that reason, and the next one is accepted", async () => {
    const long = {...PAID, sections: [{text: "x".repeat(15_000)}]};
    const run = await ranWith([GOOD[0]!, answer(long), answer(PAID)]);
    expect(run).toMatchObject({status: "succeeded", rounds: 3});
    expect(run.transcript[1]).toMatchObject({
      finish: model.startsWith("anthropic") ? "max_tokens" : "length",
    });
    await accounted(run);
  });

  test("a conversation that is too long for the model is shortened by its oldest results", async () => {
    const many = {
      name: "run_query",
      arguments: {
        model: "orders",
        dimensions: ["orders.id", "orders.status", "orders.placed_at"],
        measures: ["orders.count"],
      },
    };
    const round = (index: number): Turn => ({
      text: "y".repeat(300),
      calls: Array.from({length: 6}, () => ({...many, arguments: {...many.arguments, limit: 50 + index}})),
    });
    const turns = Array.from({length: 9}, (_, index) => round(index));
    const run = await ranWith([...turns, answer({...PAID, figures: [], sections: [{text: "None."}]})], {
      maxRounds: 20,
      maxTokensPerRun: 2_000_000,
    });
    expect(run).toMatchObject({status: "succeeded"});
    const asked = t.provider.asked.filter(({conversation}) => conversation === run.instructions);
    expect(JSON.stringify(asked.at(-1)?.body)).toContain("[condensed");
    await accounted(run);
  });
});

test.each(WIRES)(
  "a call of a model (%s) that is silent for too long is ended, counted and repeated",
  async model => {
    const impatient = await agentService({environment: {LLM_TIMEOUT_MS: "2000"}});
    try {
      const turns = [{...GOOD[0]!, delayMs: 4000}, ...GOOD];
      const run = await impatient.ran((await impatient.agent(turns, {model})).id);
      expect(run).toMatchObject({status: "succeeded", rounds: 3});
      expect(run.transcript[0]).toMatchObject({unreported: true});
      // The provider also counts what it generates afterwards.
      await until(() => impatient.provider.asked.every(({spent}) => spent !== NOTHING));
      await accounted(run, {exactly: false, by: impatient, since: {used: 0, counted: 0}});
    } finally {
      await impatient.stop();
    }
  },
);

test("a refusal of the model fails the run, and its tokens count", async () => {
  const run = await t.ran((await t.agent([{text: "I cannot.", stop: "refusal"}])).id);
  expect(run).toMatchObject({status: "failed", rounds: 1, error: "The model refused to answer."});
  expect(run.tokens.total).toBeGreaterThan(0);
  await accounted(run);
});

test("a provider that cannot be reached fails the run", async () => {
  const worker = await agentService({
    environment: {ANTHROPIC_BASE_URL: "http://127.0.0.1:9/v1", AGENT_TIMEOUT_MS: "3000"},
  });
  try {
    const run = await worker.ran((await worker.agent(GOOD)).id);
    expect(run).toMatchObject({
      status: "failed",
      tokens: {total: 0},
      error: expect.stringContaining("did not accept the call"),
    });
  } finally {
    await worker.stop();
  }
});

test("a provider's message that quotes a key is logged without the key", () => {
  const key = {baseUrl: undefined, apiKey: "sk-test"};
  const error = new Error(`Incorrect API key provided: sk-test. ${"x".repeat(400)}`);
  const providers = {anthropic: key, openai: undefined, local: key};
  expect(shortFault(error, {providers})).toMatch(/^Error: Incorrect API key provided: \[key\]\. x{200,300}$/);
  expect(shortFault("sk-test", {providers})).toBe("unknown");
});
