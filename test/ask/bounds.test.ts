import {afterAll, afterEach, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import type {Turn} from "../agents/provider/script.ts";
import {answer, BY_STATUS} from "../agents/service.ts";
import {addPerson} from "../support/people.ts";
import {spawnWorker} from "../support/spawn-worker.ts";
import {until} from "../support/until.ts";
import {ANSWER, type AskService, askService} from "./service.ts";

let t: AskService;

beforeAll(async () => {
  t = await askService({
    environment: {LLM_MAX_OUTPUT_TOKENS: "1500", LLM_MODELS: "anthropic/test,local/test"},
  });
});

afterAll(async () => {
  await t?.stop();
});

afterEach(async () => {
  await t.call("PUT", `/api/orgs/${t.org.id}/llm-budget`, {body: {tokensPerMonth: null}});
});

const LOOKS: Turn = {calls: [BY_STATUS]};
const ANSWERS = answer(ANSWER);

/** Checks that nothing remains reserved, and that a run's tokens equal the organization's usage since. */
async function accounted(run: {tokens: {total: number}}, since: number): Promise<void> {
  await until(async () => (await t.budget()).reserved === 0);
  expect(run.tokens.total).toBe((await t.budget()).used - since);
}

describe("a client", () => {
  test("that leaves ends the run within seconds, and the spent tokens are counted", async () => {
    const {used} = await t.budget();
    const {runId} = await t.asked([LOOKS, {...ANSWERS, delayMs: 60_000}]);
    const events = await t.events(runId);
    let event = await events.next();
    while (event && event.event !== "query") event = await events.next();
    await events.leave();
    const run = await t.askEnded(runId);
    expect(run).toMatchObject({status: "cancelled", error: "Nobody was waiting for the answer any more."});
    await until(async () => t.provider.asked.at(-1)?.isAborted === true);
    await until(async () => (await t.budget()).reserved === 0);
    const counted = t.provider.asked.slice(-2).reduce((sum, {spent}) => sum + spent.input + spent.output, 0);
    expect((await t.budget()).used - used).toBeGreaterThanOrEqual(counted);
  });

  test("that leaves and returns finds the run continuing, with all its events", async () => {
    const {runId} = await t.asked([LOOKS, {...ANSWERS, delayMs: 3000}]);
    const first = await t.events(runId);
    await first.next();
    await first.leave();
    const events = await (await t.events(runId)).all();
    expect(events.map(({event}) => event).filter(event => event !== "status")).toEqual([
      "query",
      "answer",
      "done",
    ]);
  });

  test("that never reads the events still gets its answer", async () => {
    const {runId} = await t.asked([LOOKS, {...ANSWERS, delayMs: 100}]);
    expect(await t.askEnded(runId)).toMatchObject({status: "succeeded"});
    const {rows} = await sql<{listened_at: Date | null}>`
      select listened_at from agent_runs where id = ${runId}`.execute(t.db);
    expect(rows).toEqual([{listened_at: null}]);
  });
});

test("cancelling ends the call of the model, and what the call may have cost is counted", async () => {
  const {used} = await t.budget();
  const {runId} = await t.asked([{...LOOKS, delayMs: 500_000}]);
  const count = t.provider.asked.length;
  await until(async () => t.provider.asked.length > count);
  const events = await t.events(runId);
  expect((await t.call("DELETE", `/api/ask/${runId}`)).status).toBe(204);
  expect((await t.call("DELETE", `/api/ask/${runId}`)).status).toBe(409);
  expect((await events.all()).at(-1)).toEqual({event: "done", data: {status: "cancelled"}});
  await until(async () => t.provider.asked.at(-1)?.isAborted === true);
  await until(async () => (await t.budget()).reserved === 0);
  expect((await t.budget()).used).toBeGreaterThan(used);
});

describe.each(["anthropic/test", "local/test"])("with %s", model => {
  test("a stream that breaks off is requested again, and its tokens count as reserved", async () => {
    const {used} = await t.budget();
    const run = await t.answered([LOOKS, {...ANSWERS, breaks: {afterPieces: 2, how: "cut"}}, ANSWERS], {
      model,
    });
    expect(run).toMatchObject({status: "succeeded", answer: {markdown: "Paid are 3 orders.\n"}});
    await accounted(run, used);
  });

  test("a provider that disappears during a question makes it fail, with a message of the service", async () => {
    const {used} = await t.budget();
    const gone: Turn = {fault: {status: 401, message: "Incorrect API key provided: sk-test"}};
    const run = await t.answered([LOOKS, gone], {model});
    expect(run).toMatchObject({
      status: "failed",
      answer: null,
      error: expect.stringContaining("refused the key"),
    });
    expect(JSON.stringify(run)).not.toContain("sk-test");
    expect(run.evidence.length).toBe(1);
    await accounted(run, used);
  });

  test("answers that fit no schema make the question fail, without a transcript", async () => {
    const run = await t.answered([answer({text: ""})], {model}, {repeats: true});
    expect([run.status, run.error]).toEqual(["failed", "3 answers of the model did not fit their schema."]);
  });

  test("an answer that is cut inside a sentence is not shown: the model is told, and called again", async () => {
    const {used} = await t.budget();
    const long = {text: "Orders ".repeat(1300), figures: []};
    const run = await t.answered([LOOKS, answer(long), ANSWERS], {model});
    expect(run).toMatchObject({status: "succeeded", answer: {markdown: "Paid are 3 orders.\n"}});
    await accounted(run, used);
  });

  test("a budget that ends leaves one last call for the answer", async () => {
    const {used} = await t.budget();
    // Two rounds fit, and the last call after them.
    const tokensPerMonth = used + 30_000;
    await t.call("PUT", `/api/orgs/${t.org.id}/llm-budget`, {body: {tokensPerMonth}});
    const again = (limit: number): Turn => ({
      calls: [{...BY_STATUS, arguments: {...BY_STATUS.arguments, limit}}],
    });
    const turns = [LOOKS, ...Array.from({length: 20}, (_, n) => again(n + 2))];
    const run = await t.answered([...turns.slice(0, 1), ...turns.slice(1)], {model}, {repeats: true});
    expect(run.status).toBe("stopped");
    expect(run.error).toContain("tokens of this month are used up");
    const after = await t.budget();
    expect(after.used).toBeLessThanOrEqual(tokensPerMonth);
    await accounted(run, used);
    // The next question is refused at once if the month is used up.
    await t.call("PUT", `/api/orgs/${t.org.id}/llm-budget`, {body: {tokensPerMonth: after.used}});
    const refused = await t.call("POST", "/api/ask", {body: {question: "And last year?", model}});
    expect([refused.status, refused.body.code]).toEqual([402, "budget_exhausted"]);
  });
});

test("a question whose worker is killed continues in another one, and so does its stream", async () => {
  const {used} = await t.budget();
  await t.worker.stop();
  const environment = {ANTHROPIC_API_KEY: "sk-test", ANTHROPIC_BASE_URL: t.provider.anthropicUrl};
  const doomed = await spawnWorker(t, environment);
  const count = t.provider.asked.length;
  const gate = Promise.withResolvers<void>();
  const {runId} = await t.asked([LOOKS, {...ANSWERS, after: gate.promise}, ANSWERS]);
  const events = await t.events(runId);
  await until(async () => t.provider.asked.length === count + 2);
  await doomed.kill("SIGKILL");
  gate.resolve();
  t.worker = await t.addWorker();
  const rest = await events.all();
  expect(rest.at(-1)).toEqual({event: "done", data: {status: "succeeded"}});
  const run = await t.askEnded(runId);
  expect(run).toMatchObject({rounds: 3, answer: {markdown: "Paid are 3 orders.\n"}});
  await accounted(run, used);
});

describe("the service refuses", () => {
  test.each([
    [{question: " "}, "/question"],
    [{question: "x".repeat(4001)}, "/question"],
    [{question: "x", model: "gpt"}, "/model"],
    [{question: "x", model: "anthropic/dearest"}, "/model"],
    [{question: "x", grounding: []}, "/grounding"],
    [
      {question: "x", grounding: [{resourceType: "chart", resourceId: "chart_no"}]},
      "/grounding/0/resourceId",
    ],
    [{question: "x", tokens: 5}, "/tokens"],
  ])("a question such as %j", async (body, path) => {
    const {status, body: problem} = await t.call("POST", "/api/ask", {body});
    expect([status, problem.code]).toEqual([422, "invalid_request"]);
    expect(problem.errors[0].path).toBe(path);
  });

  test("a body that is too long", async () => {
    const body = JSON.stringify({question: "x".repeat(2_000_000)});
    expect((await t.call("POST", "/api/ask", {body})).status).toBe(413);
  });

  test("a person's twenty-first concurrent question", async () => {
    const {token} = await addPerson(t);
    const turns = [{...ANSWERS, delayMs: 500_000}];
    const runs: string[] = [];
    for (let i = 0; i < 20; i++) runs.push((await t.asked(turns, {}, {token})).runId);
    const refused = await t.call("POST", "/api/ask", {token, body: {question: "And last year?"}});
    expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    for (const id of runs) expect((await t.call("DELETE", `/api/ask/${id}`, {token})).status).toBe(204);
    await until(async () => (await t.budget()).reserved === 0);
  });
});

test("without a provider the error says what to configure", async () => {
  const bare = await askService({environment: {ANTHROPIC_API_KEY: "", LLM_BASE_URL: "", ASK_MODEL: ""}});
  try {
    const {status, body} = await bare.call("POST", "/api/ask", {body: {question: "How many orders?"}});
    expect([status, body.code]).toEqual([422, "invalid_request"]);
    expect(body.detail).toContain("ANTHROPIC_API_KEY");
    expect(body.detail).toContain("ASK_MODEL");
  } finally {
    await bare.stop();
  }
});
