import {afterAll, afterEach, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {inLongRun, longTimeoutMs} from "../support/long.ts";
import {until} from "../support/until.ts";
import {type AgentService, agentService, answer, BY_STATUS, GOOD, PAID} from "./service.ts";

const RUNS = inLongRun(40, 400);
/** Enough for some of the runs, and not for all of them. */
const BUDGET = RUNS * 3000;

let t: AgentService;

beforeAll(async () => {
  // More tokens than real providers count, and still no more than is reserved.
  t = await agentService({
    provider: {bytesPerToken: 3, contextTokens: 1_000_000},
    environment: {
      WORKER_AGENT_CONCURRENCY: "50",
      LLM_MAX_OUTPUT_TOKENS: "2000",
      LLM_MODELS: "anthropic/test=3/15,local/free",
    },
  });
});

afterAll(async () => {
  await t?.stop();
});

const put = (tokensPerMonth: number | null) =>
  t.call("PUT", `/api/orgs/${t.org.id}/llm-budget`, {body: {tokensPerMonth}});
// Also after a failed test, so that the next one has tokens again.
afterEach(() => put(null));

/** Creates this many agents, twenty at a time. */
async function agentsOf(count: number, model: string): Promise<{id: string}[]> {
  const turns = [
    {...GOOD[0]!, delayMs: 20},
    {...answer(PAID), delayMs: 20},
  ];
  const agents: {id: string}[] = [];
  while (agents.length < count)
    agents.push(...(await Promise.all(Array.from({length: 20}, () => t.agent(turns, {model})))));
  return agents;
}

/** Starts a run; again if the database was too busy to confirm the start. */
async function start(agentId: string): ReturnType<AgentService["call"]> {
  for (;;) {
    const headers = {"idempotency-key": agentId};
    const answer = await t.call("POST", `/api/agents/${agentId}/run`, {headers});
    if (answer.status !== 503) return answer;
    await Bun.sleep(200);
  }
}

test.each(["anthropic/test", "local/test"])(
  "of %s, many concurrent runs never exceed the budget, by the provider's own count",
  async model => {
    const agents = await agentsOf(RUNS, model);
    const before = (await t.budget()).used;
    const spentBefore = t.provider.tokens();
    const budget = before + BUDGET;
    await put(budget);
    let most = 0;
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const {used, reserved} = await t.budget();
        most = Math.max(most, used + reserved);
        await Bun.sleep(20);
      }
    })();
    const started = await Promise.all(agents.map(({id}) => start(id)));
    await until(async () => {
      const {rows} = await sql`select from agent_runs where finished_at is null`.execute(t.db);
      return rows.length === 0;
    });
    const runs = [];
    for (const [index, {status, body}] of started.entries())
      if (status === 202) runs.push(await t.runEnded(agents[index]!.id, body.runId));
    isOver = true;
    await watching;
    const {used, reserved} = await t.budget();
    expect(used - before).toBe(t.provider.tokens() - spentBefore);
    expect(reserved).toBe(0);
    expect(used).toBeLessThanOrEqual(budget);
    expect(most).toBeLessThanOrEqual(budget);
    const succeeded = runs.filter(({status}) => status === "succeeded").length;
    const stopped = runs.filter(({status}) => status === "stopped").length;
    // Each run either had tokens or had none, and nothing else happened to any.
    expect(runs.filter(({status}) => status !== "succeeded" && status !== "stopped")).toEqual([]);
    expect(succeeded).toBeGreaterThan(5);
    expect(succeeded + stopped + started.filter(({status}) => status === 402).length).toBe(RUNS);
    expect(stopped + started.filter(({status}) => status === 402).length).toBeGreaterThan(0);
    const counted = runs.reduce((sum, {tokens}) => sum + tokens.total, 0);
    expect(counted).toBe(used - before);
  },
  longTimeoutMs(),
);

test("once the month's tokens are used up, a run by hand gets 402, and a scheduled run is skipped", async () => {
  const agent = await t.agent(GOOD, {cadence: {cron: "0 8 * * 1"}});
  await put((await t.budget()).used);
  const started = await t.call("POST", `/api/agents/${agent.id}/run`);
  expect([started.status, started.body.code]).toEqual([402, "budget_exhausted"]);
  const run = await t.comesDue(agent.id);
  expect(run).toMatchObject({
    status: "skipped",
    tokens: {total: 0},
    error: expect.stringContaining("tokens of this month"),
  });
});

test("usage is reported by month, agent and model", async () => {
  const agent = await t.agent(GOOD);
  const run = await t.ran(agent.id);
  const {body} = await t.call("GET", `/api/orgs/${t.org.id}/llm-usage`);
  const month = new Date().toISOString().slice(0, 7);
  expect(body.find(({agentId}: {agentId: string}) => agentId === agent.id)).toEqual({
    month,
    agentId: agent.id,
    agentName: agent.name,
    model: "anthropic/test",
    calls: 2,
    inputTokens: run.tokens.input,
    outputTokens: run.tokens.output,
    unreportedTokens: 0,
    cost: expect.closeTo((run.tokens.input * 3 + run.tokens.output * 15) / 1_000_000, 9),
  });
  const {models} = (await t.call("GET", "/api/agents/models")).body;
  expect(models).toEqual([{name: "anthropic/test", prices: {input: 3, output: 15}}, {name: "local/free"}]);
});

test("a run never exceeds its own limit, and reserves what its last call needs", async () => {
  for (const maxTokensPerRun of [20_000, 40_000, 180_000, 80_000]) {
    const asking = {
      calls: [{...BY_STATUS, arguments: {...BY_STATUS.arguments, limit: 7}}],
      text: "x".repeat(500),
    };
    const turns = Array.from({length: 30}, (_, index) => ({
      ...asking,
      calls: [{...BY_STATUS, arguments: {...BY_STATUS.arguments, limit: index + 1}}],
    }));
    const agent = await t.agent(turns, {maxTokensPerRun, maxRounds: 30});
    const run = await t.ran(agent.id);
    expect(run.tokens.total).toBeLessThanOrEqual(maxTokensPerRun);
    expect(run).toMatchObject({status: "stopped", error: expect.stringContaining("maxTokensPerRun")});
    const asked = t.provider.asked.filter(({conversation}) => conversation === agent.instructions);
    if (asked.length === 0) continue;
    // The last call asks for the answer, and offers no other tool.
    const last: {tool_choice?: object} = JSON.parse(JSON.stringify(asked.at(-1)?.body));
    expect(last.tool_choice).toEqual({type: "tool", name: "give_answer"});
  }
});

test("no tokens remain reserved", async () => {
  const {rows} = await sql`select run_id from llm_reservations`.execute(t.db);
  expect(rows).toEqual([]);
});
