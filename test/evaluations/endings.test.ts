import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {stepEvaluation} from "../../worker/tasks/evaluations/step-evaluation.ts";
import {WarehouseError} from "../../worker/warehouses/warehouse.ts";
import type {Turn} from "../agents/provider/script.ts";
import {answer, BY_STATUS} from "../agents/service.ts";
import {ANSWER, type AskService, askService} from "../ask/service.ts";
import {spawnWorker} from "../support/spawn-worker.ts";
import {until} from "../support/until.ts";

type Json = ReturnType<typeof JSON.parse>;

let t: AskService;
let at: string;

beforeAll(async () => {
  t = await askService();
  at = `/api/projects/${t.shops.duckdb.projectId}/evaluations`;
});

afterAll(async () => {
  await t?.stop();
});

const good: readonly Turn[] = [
  {calls: [BY_STATUS]},
  answer({text: "Paid are {{paid}} orders.", figures: ANSWER.figures}),
];
const query = BY_STATUS.arguments;

let count = 0;
function question(turns: readonly Turn[], text = `Ending ${++count}: how many are paid?`): string {
  t.provider.script(`The question:\n${text}`, turns, {repeats: true});
  return text;
}

async function ended(id: string): Promise<Json> {
  await until(async () => {
    const {rows} = await sql`select from evaluations where id = ${id} and finished_at is not null`.execute(
      t.db,
    );
    return rows.length > 0;
  });
  return (await t.call("GET", `${at}/${id}`)).body;
}

test("an answer is right if it has each expected figure among its verified ones", async () => {
  const [right, near, wrong] = [question(good), question(good), question(good)];
  const refused = await t.call("POST", at, {body: {cases: [{question: "How?", figures: ["many"]}]}});
  expect([refused.status, refused.body.errors[0].path]).toEqual([422, "/cases/0/figures/0"]);
  const {id} = await t.made(at, {
    name: "figures",
    cases: [
      {question: right, figures: ["3"]},
      {question: near, figures: [{value: 4, tolerance: 1}]},
      {question: wrong, figures: [3, "12.5 %"]},
    ],
  });
  const {cases, summary} = await ended(id);
  expect(summary).toMatchObject({runs: 3, correct: 2});
  expect(cases[0]).toMatchObject({
    question: wrong,
    expected: "figures",
    runs: [{correct: false, why: "The answer does not have the figure 12.5 %."}],
  });
});

test("the questions of an evaluation are not among the conversations of its author, and are deleted with it", async () => {
  const {conversationId} = await t.answered(good);
  const {id} = await t.made(at, {name: "unlisted", cases: [{question: question(good), query}]});
  const {cases} = await ended(id);
  const {runId} = cases[0].runs[0];
  const run = (await t.call("GET", `/api/ask/${runId}`)).body;
  expect(run.answer.markdown).toBe("Paid are 3 orders.\n");
  const listed = (await t.call("GET", "/api/conversations")).body.map((one: Json) => one.id);
  expect(listed).toContain(conversationId);
  expect(listed).not.toContain(run.conversationId);
  await sql`update evaluations set created_at = now() - interval '31 days' where id = ${id}`.execute(t.db);
  await sql`select graphile_worker.add_job('collect_garbage')`.execute(t.db);
  await until(async () => (await t.call("GET", `/api/ask/${runId}`)).status === 404);
});

test("an evaluation fails if too few tokens of the month are left, and reports no question as worse", async () => {
  const cases = [{question: question(good), query}];
  const first = await ended((await t.made(at, {name: "used up", cases})).id);
  expect(first.summary).toMatchObject({runs: 1, correct: 1});
  const {used} = await t.budget();
  const budget = `/api/orgs/${t.org.id}/llm-budget`;
  // Enough tokens to begin a question, and too few for its first call.
  await t.call("PUT", budget, {body: {tokensPerMonth: used + 600}});
  const second = await ended((await t.made(at, {name: "used up", cases})).id);
  expect(second).toMatchObject({
    status: "failed",
    error: "Too few of the organization's tokens of this month are left to begin.",
    summary: null,
    cases: [{runs: []}],
  });
  expect(second.comparedWith).toBeUndefined();
  await t.call("PUT", budget, {body: {tokensPerMonth: null}});
});

test("an evaluation fails if its model's provider is unavailable, and reports no question as worse", async () => {
  const repeated = question(good);
  const cases = [{question: repeated, query}];
  const first = await ended((await t.made(at, {name: "away", cases})).id);
  expect(first.summary).toMatchObject({runs: 1, correct: 1});
  for (const status of [503, 429] as const) {
    // A pause that is longer than a question may wait.
    question([{fault: {status, retryAfter: "3600"}}], repeated);
    const second = await ended((await t.made(at, {name: "away", cases})).id);
    expect(second).toMatchObject({
      status: "failed",
      error: `The provider of anthropic/test did not accept the call (${status}) in any of several attempts.`,
      summary: null,
      cases: [{runs: []}],
    });
    expect(second.comparedWith).toBeUndefined();
  }
  // A refused key, and answers that all break off, say nothing about the model.
  const broken: Turn = {text: "The answer is on its", breaks: {afterPieces: 2, how: "cut"}};
  for (const [turns, error] of [
    [[{fault: {status: 401}}], "The provider of anthropic/test refused the key (401)."],
    [[broken, broken, broken], "The answers of anthropic/test were cut off 3 times in a row."],
  ] as const) {
    question(turns, repeated);
    const second = await ended((await t.made(at, {name: "away", cases})).id);
    expect(second).toMatchObject({status: "failed", error, summary: null, cases: [{runs: []}]});
    expect(second.comparedWith).toBeUndefined();
  }
  // A model that refuses to answer does not count as unavailable.
  question([{text: "I cannot.", stop: "refusal"}], repeated);
  const third = await ended((await t.made(at, {name: "away", cases})).id);
  expect(third).toMatchObject({
    status: "succeeded",
    summary: {runs: 1, correct: 0},
    comparedWith: {id: first.id, worse: [repeated]},
  });
});

test("an evaluation fails if its model's provider cannot be reached", async () => {
  const away = await askService({
    environment: {ANTHROPIC_BASE_URL: "http://127.0.0.1:9/v1", AGENT_TIMEOUT_MS: "3000"},
  });
  try {
    const path = `/api/projects/${away.shops.duckdb.projectId}/evaluations`;
    const {id} = await away.made(path, {cases: [{question: "How many?", query}]});
    const evaluation = await until(async () => {
      const {body} = await away.call("GET", `${path}/${id}`);
      return body.finishedAt === null ? undefined : body;
    });
    expect(evaluation).toMatchObject({
      status: "failed",
      error: expect.stringContaining("did not accept the call (no connection)"),
      cases: [{runs: []}],
    });
  } finally {
    await away.stop();
  }
});

test("an evaluation fails if its model's provider does not answer in time", async () => {
  const mute = await askService({environment: {AGENT_TIMEOUT_MS: "3000", LLM_TIMEOUT_MS: "3000"}});
  try {
    mute.provider.script("The question:\nHow many?", [{delayMs: 60_000}], {repeats: true});
    const path = `/api/projects/${mute.shops.duckdb.projectId}/evaluations`;
    const {id} = await mute.made(path, {cases: [{question: "How many?", query}]});
    const evaluation = await until(async () => {
      const {body} = await mute.call("GET", `${path}/${id}`);
      return body.finishedAt === null ? undefined : body;
    });
    expect(evaluation).toMatchObject({
      status: "failed",
      error: "The time of the run was used up.",
      cases: [{runs: []}],
    });
  } finally {
    await mute.stop();
  }
});

test("an expected answer is computed later if too many queries run, and the evaluation continues", async () => {
  await t.worker.stop();
  // This worker answers questions, but carries no evaluation on.
  const worker = await t.addWorker({WORKER_RUNNERS: "interactive,questions"});
  const {runner} = worker;
  const {id} = await t.made(at, {name: "busy", cases: [{question: question(good), query}]});
  const job = {orgId: t.org.id, evaluationId: id};
  const {signal} = new AbortController();
  await stepEvaluation(worker.worker, runner, job, signal);
  await until(async () => {
    const {rows} = await sql`
      select from agent_runs r join evaluation_runs e on e.run_id = r.id
      where e.evaluation_id = ${id} and r.status = 'succeeded'`.execute(t.db);
    return rows.length > 0;
  });
  let refused = 0;
  const busy = {
    ...runner,
    run: async () => {
      refused++;
      throw new ServiceError("rate_limited", "Too many queries are under way.");
    },
  };
  await stepEvaluation(worker.worker, busy, job, signal);
  expect(refused).toBe(1);
  expect((await t.call("GET", `${at}/${id}`)).body).toMatchObject({status: "running", cases: [{runs: []}]});
  const waiting = await sql`select from graphile_worker.jobs where key = ${id} and run_at > now()`.execute(
    t.db,
  );
  expect(waiting.rows).toHaveLength(1);
  await stepEvaluation(worker.worker, runner, job, signal);
  expect(await ended(id)).toMatchObject({status: "succeeded", summary: {runs: 1, correct: 1}});
  await worker.stop();
});

describe("a question that has ended but is not yet judged", () => {
  let worker: Awaited<ReturnType<AskService["addWorker"]>>;
  beforeAll(async () => {
    await t.worker.stop();
    // This worker answers questions, but carries no evaluation on.
    worker = await t.addWorker({WORKER_RUNNERS: "interactive,questions"});
  });
  afterAll(() => worker.stop());

  /**
   * Starts an evaluation of one question. Returns its id, the question's run, and a function that judges the answer.
   */
  async function startEvaluation(name: string, turns: readonly Turn[] = good) {
    const {id} = await t.made(at, {name, cases: [{question: question(turns), query}]});
    const job = {orgId: t.org.id, evaluationId: id};
    const {signal} = new AbortController();
    const step = () => stepEvaluation(worker.worker, worker.runner, job, signal);
    await step();
    const {rows} = await sql<{run_id: string}>`
      select run_id from evaluation_runs where evaluation_id = ${id} and run_id is not null`.execute(t.db);
    const runId = rows[0]?.run_id ?? "";
    const judge = async () => {
      await step();
      return (await t.call("GET", `${at}/${id}`)).body;
    };
    return {id, runId, judge};
  }

  test("fails if the rows behind its answer have changed by now", async () => {
    const {runId, judge} = await startEvaluation("other rows");
    await t.askEnded(runId);
    const layer = `/api/projects/${t.shops.duckdb.projectId}/layer`;
    const {models, joins} = (await t.call("GET", layer)).body;
    const changed = models.map((one: Json) =>
      one.name === "orders" ? {...one, rowAccess: [{dimension: "status", attribute: "statuses"}]} : one,
    );
    const apply = (body: object) =>
      t.call("POST", `/api/projects/${t.shops.duckdb.projectId}/introspect`, {body});
    expect((await apply({models: changed, joins})).status).toBe(201);
    try {
      const evaluation = await judge();
      expect(evaluation).toMatchObject({status: "failed", summary: null, cases: [{runs: []}]});
      expect(evaluation.error).toContain("an answer would now be based on other rows");
    } finally {
      expect((await apply({models, joins})).status).toBe(201);
    }
  });

  test("is judged later if the warehouse does not answer the expected query", async () => {
    const unreachable = {errorClass: "57P01", kind: "unreachable", cause: undefined} as const;
    const away = [
      new ServiceError("connection_failed", "Nobody listens there."),
      new ServiceError("warehouse_error", "The warehouse could not be reached, or broke off (57P01).", {
        cause: new WarehouseError("terminating connection", unreachable),
      }),
    ];
    const {id, runId, judge} = await startEvaluation("warehouse away");
    await t.askEnded(runId);
    for (const error of away) {
      const runner = {...worker.runner, run: () => Promise.reject(error)};
      const {signal} = new AbortController();
      await stepEvaluation(worker.worker, runner, {orgId: t.org.id, evaluationId: id}, signal);
      expect((await t.call("GET", `${at}/${id}`)).body).toMatchObject({
        status: "running",
        cases: [{runs: []}],
      });
    }
    const {rows} = await sql`
      select from graphile_worker.jobs where key = ${id} and run_at < now() + interval '1 minute'`.execute(
      t.db,
    );
    expect(rows).toHaveLength(1);
    expect(await judge()).toMatchObject({status: "succeeded", summary: {runs: 1, correct: 1}});
  });

  test("fails if the warehouse has not answered for a day, with the reason", async () => {
    const {id, runId, judge} = await startEvaluation("warehouse gone");
    await t.askEnded(runId);
    await sql`update evaluations set started_at = now() - interval '25 hours' where id = ${id}`.execute(t.db);
    const gone = new ServiceError("connection_failed", "Nobody listens there.");
    const runner = {...worker.runner, run: () => Promise.reject(gone)};
    const {signal} = new AbortController();
    await stepEvaluation(worker.worker, runner, {orgId: t.org.id, evaluationId: id}, signal);
    expect(await judge()).toMatchObject({status: "failed", error: gone.message, cases: [{runs: []}]});
  });

  test("fails if it was cancelled", async () => {
    const {runId, judge} = await startEvaluation("cancelled question", [
      {calls: [BY_STATUS], delayMs: 5000},
      ...good.slice(1),
    ]);
    expect((await t.call("DELETE", `/api/ask/${runId}`)).status).toBe(204);
    expect(await judge()).toMatchObject({
      status: "failed",
      error: "One of its questions was cancelled.",
      cases: [{runs: []}],
    });
  });

  test("fails if its conversation was deleted", async () => {
    const {runId, judge} = await startEvaluation("deleted question");
    const {conversationId} = await t.askEnded(runId);
    expect((await t.call("DELETE", `/api/conversations/${conversationId}`)).status).toBe(204);
    expect(await judge()).toMatchObject({
      status: "failed",
      error: "The conversation of one of its questions was deleted.",
      cases: [{runs: []}],
    });
  });

  test("fails if the process that answered it recorded no reason for its end, as in an earlier release", async () => {
    const {runId, judge} = await startEvaluation("earlier release", [{text: "I cannot.", stop: "refusal"}]);
    await t.askEnded(runId);
    await sql`update agent_runs set stop_code = null where id = ${runId}`.execute(t.db);
    expect(await judge()).toMatchObject({status: "failed", error: "The model refused to answer."});
  });
});

test("an evaluation continues where a killed worker has left it, and asks no question twice", async () => {
  const environment = {ANTHROPIC_API_KEY: "sk-test", ANTHROPIC_BASE_URL: t.provider.anthropicUrl};
  const doomed = await spawnWorker(t, environment);
  const slow = good.map((turn, index) => (index === 0 ? turn : {...turn, delayMs: 1500}));
  const cases = Array.from({length: 6}, () => ({question: question(slow), query}));
  const {id} = await t.made(at, {name: "killed", cases});
  const results = async () => {
    const {rows} = await sql<{count: number}>`
      select count(result)::int as count from evaluation_runs where evaluation_id = ${id}`.execute(t.db);
    return rows[0]?.count ?? 0;
  };
  await until(async () => (await results()) > 0);
  await doomed.kill("SIGKILL");
  expect(await results()).toBeLessThan(6);
  t.worker = await t.addWorker();
  // Whether an answer is right depends on which turn of its script was lost by the kill.
  expect(await ended(id)).toMatchObject({status: "succeeded", summary: {runs: 6}});
  const {rows} = await sql<{count: number}>`
    select count(*)::int as count from conversations where evaluation_id = ${id}`.execute(t.db);
  expect(rows[0]?.count).toBe(6);
});
