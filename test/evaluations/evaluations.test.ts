import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {sql} from "../../shared/core/db.ts";
import type {Turn} from "../agents/provider/script.ts";
import {answer, BY_STATUS} from "../agents/service.ts";
import {ANSWER, type AskService, askService} from "../ask/service.ts";
import {until} from "../support/until.ts";
import {onPostgres} from "../support/warehouse.ts";
import {evaluate} from "./evaluate.ts";

type Json = ReturnType<typeof JSON.parse>;

let t: AskService;
let at: string;
let folder: string;

beforeAll(async () => {
  t = await askService();
  at = `/api/projects/${t.shops.duckdb.projectId}`;
  folder = await mkdtemp(join(tmpdir(), "evaluations-"));
  t.app.listen({port: 0, hostname: "127.0.0.1"});
});

afterAll(async () => {
  await t?.app.stop();
  await t?.stop();
  await rm(folder, {recursive: true, force: true});
});

const query = BY_STATUS.arguments;
const bare = {text: "Paid are {{paid}} orders.", figures: ANSWER.figures};
const good: readonly Turn[] = [{calls: [BY_STATUS]}, answer(bare)];
const other = {
  ...BY_STATUS,
  arguments: {...BY_STATUS.arguments, filters: [{field: "orders.status", op: "=", value: "paid"}]},
};
const bad: readonly Turn[] = [
  {calls: [other]},
  answer({text: "Paid are {{paid}} orders.", figures: [{...ANSWER.figures[0], row: 1}]}),
];

let count = 0;
/** A question whose model follows these turns, and repeats the last of them each time that it is asked again. */
function question(turns: readonly Turn[], text = `Case ${++count}: how many are paid?`): string {
  t.provider.script(`The question:\n${text}`, turns, {repeats: true});
  return text;
}

async function evaluated(body: object): Promise<Json> {
  const {id, status} = await t.made(`${at}/evaluations`, body);
  expect([id, status]).toEqual([expect.stringMatching(/^eval_/), "queued"]);
  return evaluationEnded(id, t.shops.duckdb.projectId);
}

async function evaluationEnded(id: string, projectId: string): Promise<Json> {
  await until(async () => {
    const {rows} = await sql`select from evaluations where id = ${id} and finished_at is not null`.execute(
      t.db,
    );
    return rows.length > 0;
  });
  return (await t.call("GET", `/api/projects/${projectId}/evaluations/${id}`)).body;
}

describe("an evaluation", () => {
  test("is in the audit log with its name", async () => {
    const {id} = await evaluated({name: "Before the release", cases: [{question: question(good), query}]});
    const {body} = await t.call("GET", `/api/orgs/${t.org.id}/audit-log?resourceType=evaluation&limit=1`);
    expect(body).toMatchObject([{resourceId: id, resourceName: "Before the release"}]);
  });

  test("judges by the present rows, also if the last one has just read others", async () => {
    const {postgres} = t.shops;
    const judged = async (paid: string, more: object) => {
      const asked = {...BY_STATUS, arguments: {...BY_STATUS.arguments, ...more}};
      const figures = [{...ANSWER.figures[0], value: paid}];
      const turns = [{calls: [asked]}, answer({...bare, figures})];
      const {id} = await t.made(`/api/projects/${postgres.projectId}/evaluations`, {
        cases: [{question: question(turns), query}],
      });
      return (await evaluationEnded(id, postgres.projectId)).summary.correct;
    };
    expect(await judged("3", {})).toBe(1);
    await onPostgres(t.shops.postgresUrl, ["insert into orders values (1, 1, 'paid', 1, now())"]);
    expect(await judged("4", {limit: 100})).toBe(1);
    await onPostgres(t.shops.postgresUrl, ["delete from orders where id = 1"]);
  });

  test("judges answers, refusals and clarifying questions as right or wrong", async () => {
    const right = question(good);
    const wrong = question(bad);
    const rows = question(good);
    const refused = question([
      answer({text: "There is no weather.", figures: [], cannotAnswer: "no_such_data"}),
    ]);
    const guessed = question(good);
    const back = question([
      answer({text: "", figures: [], clarify: {text: "Which?", choices: ["By amount?", "By count?"]}}),
    ]);
    const made = await evaluated({
      name: "kinds",
      cases: [
        {question: right, query},
        {question: wrong, query},
        {
          question: rows,
          rows: [
            [3, "paid"],
            [1, "open"],
          ],
        },
        {question: refused, answerable: false},
        {question: guessed, answerable: false},
        {question: back, asksBack: true},
      ],
    });
    expect([made.status, made.error]).toEqual(["succeeded", undefined]);
    const found = new Map(
      made.cases.map((one: Json) => [one.question, one.runs.map((run: Json) => run.correct)]),
    );
    expect(Object.fromEntries(found)).toEqual({
      [right]: [true],
      [wrong]: [false],
      [rows]: [true],
      [refused]: [true],
      [guessed]: [false],
      [back]: [true],
    });
    expect(made.summary).toMatchObject({cases: 6, runs: 6, correct: 4, wrongButVerified: 0});
    expect(made.summary.tokens).toBeGreaterThan(0);
    // Cases with wrong answers come first.
    expect(
      made.cases
        .slice(0, 2)
        .map((one: Json) => one.question)
        .sort(),
    ).toEqual([wrong, guessed].sort());
    expect(made.cases[0].runs[0]).toMatchObject({
      status: "succeeded",
      rounds: 2,
      figures: {verified: 1, unverified: 0, wrong: 0},
      durationMs: expect.any(Number),
    });
  });

  test("ignores totals that only the answer has", async () => {
    const withTotals = {...BY_STATUS, arguments: {...BY_STATUS.arguments, totals: true}};
    const extra = question([{calls: [withTotals]}, answer(bare)]);
    const [same, missing] = [question([{calls: [withTotals]}, answer(bare)]), question(good)];
    const made = await evaluated({
      name: "totals",
      cases: [
        {question: extra, query},
        {question: same, query: withTotals.arguments},
        {question: missing, query: withTotals.arguments},
      ],
    });
    const found = made.cases.map((one: Json) => [one.question, one.runs[0].correct]);
    expect(Object.fromEntries(found)).toEqual({[extra]: true, [same]: true, [missing]: false});
    expect(made.summary).toMatchObject({wrongButVerified: 0});
  });

  test("is compared with the previous one of its name, and lists what became worse first", async () => {
    const [steady, worse, better] = [question(good), question(good), question(bad)];
    const cases = [steady, worse, better].map(one => ({question: one, query}));
    const first = await evaluated({name: "again", cases});
    expect(first.comparedWith).toBeUndefined();
    question(good, steady);
    question(bad, worse);
    question(good, better);
    const second = await evaluated({name: "again", cases});
    expect(second.summary).toMatchObject({runs: 3, correct: 2});
    expect(second.comparedWith).toEqual({id: first.id, correct: 2, worse: [worse], better: [better]});
  });

  test("compares two cases of one question each with its own earlier result, in whatever order", async () => {
    // Both cases share a script, which decides by the contents of the conversation.
    const look = {
      calls: [{...BY_STATUS, id: "toolu_looked"}],
      told: {text: "toolu_looked", turn: answer(bare)},
    };
    const no = answer({text: "No.", figures: [], cannotAnswer: "other"});
    const clarify = answer({text: "", figures: [], clarify: {text: "Which?", choices: ["By count?"]}});
    const twice = question([look]);
    const [rows, refusal] = [
      {question: twice, query},
      {question: twice, answerable: false},
    ];
    const first = await evaluated({name: "twice", cases: [rows, refusal]});
    expect(first.summary).toMatchObject({runs: 2, correct: 1});
    const same = await evaluated({name: "twice", cases: [refusal, rows]});
    expect(same.comparedWith).toEqual({id: first.id, correct: 1, worse: [], better: []});
    question([clarify], twice);
    const worse = await evaluated({name: "twice", cases: [rows, refusal]});
    expect(worse.comparedWith).toEqual({id: same.id, correct: 1, worse: [twice], better: []});
    question([no], twice);
    const third = {question: question(good), query};
    const swapped = await evaluated({name: "twice", cases: [rows, refusal, third]});
    expect(swapped.comparedWith).toEqual({id: worse.id, correct: 0, worse: [], better: [twice]});
    question([look], twice);
    const both = await evaluated({name: "twice", cases: [refusal, rows]});
    expect(both.comparedWith).toEqual({id: swapped.id, correct: 2, worse: [twice], better: [twice]});
    // An expected answer that is written anew still belongs to its question.
    const other = await evaluated({name: "twice", cases: [refusal, {question: twice, figures: [3]}]});
    expect(other.comparedWith).toEqual({id: both.id, correct: 1, worse: [], better: []});
  });

  test("asks the verified questions, and gives none of them as an example for itself", async () => {
    const asked = question(good, "How many orders are paid by now?");
    const twin = question(good, "How many orders were paid by now?");
    const made = [];
    for (const one of [asked, twin])
      made.push(await t.made(`${at}/verified-questions`, {question: one, query}));
    const done = await evaluated({name: "verified"});
    expect(done.summary).toMatchObject({cases: 2, correct: 2});
    const prompts = t.provider.asked.map(({body}) => JSON.stringify(body));
    const ofAsked = prompts.filter(text => text.includes(`The question:\\n${asked}`));
    expect(ofAsked.length).toBeGreaterThan(0);
    for (const text of ofAsked) {
      expect(text).not.toContain(made[0].id);
      expect(text).toContain(made[1].id);
    }
  });

  test("asks each question as often as its setting says", async () => {
    const asked = question([answer({text: "No.", figures: [], cannotAnswer: "other"})]);
    const made = await evaluated({name: "thrice", runs: 3, cases: [{question: asked, answerable: false}]});
    expect(made.summary).toMatchObject({cases: 1, runs: 3, correct: 3});
    expect(made.cases[0].runs).toHaveLength(3);
  });

  test("asks nothing more after it is cancelled", async () => {
    const asked = question([{delayMs: 200, ...good[0]}, ...good.slice(1)]);
    const cases = Array.from({length: 30}, () => ({question: asked, query}));
    const {id} = await t.made(`${at}/evaluations`, {name: "cancelled", cases});
    const path = `${at}/evaluations/${id}`;
    expect((await t.call("DELETE", path)).status).toBe(204);
    expect((await t.call("GET", path)).body).toMatchObject({status: "cancelled", summary: null});
    expect((await t.call("DELETE", path)).status).toBe(409);
    const begun = async () => {
      const {rows} = await sql<{count: number}>`
        select count(run_id)::int as count from evaluation_runs where evaluation_id = ${id}`.execute(t.db);
      return rows[0]?.count;
    };
    const before = await begun();
    await Bun.sleep(1500);
    expect(await begun()).toBe(before);
  });

  test("names an expected query that the warehouse refuses, and judges the others", async () => {
    const [refused, right] = [question(good), question(good)];
    const made = await evaluated({
      name: "refused",
      cases: [
        {question: refused, query: {model: "orders", measures: ["orders.broken"]}},
        {question: right, query},
      ],
    });
    expect([made.status, made.summary.correct]).toEqual(["succeeded", 1]);
    const [first] = made.cases;
    expect(first).toMatchObject({question: refused, runs: [{correct: false, figures: {verified: 1}}]});
    expect(first.runs[0].why).toStartWith("The query of the truth failed: ");
  });

  test("names the attribute that the rows of an expected query need, when it begins and when it judges", async () => {
    const limited = {model: "customers", measures: ["customers.count"]};
    const cases = [{question: "How many?", query: limited}];
    const refused = await t.call("POST", `${at}/evaluations`, {body: {cases}});
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{path: "/cases/0/query"}]]);
    expect(refused.body.detail).toContain("does not have: region.");
    const asked = question(good, "How many customers are there by now?");
    await t.made(`${at}/verified-questions`, {question: asked, query: limited});
    const made = await evaluated({name: "limited"});
    const found = made.cases.find((one: Json) => one.question === asked);
    expect(found.runs).toMatchObject([{correct: false, why: expect.stringContaining("not have: region.")}]);
  });

  test("counts verified figures that differ from their cells", async () => {
    const asked = question(good, "Planted: how many are paid?");
    // The service never verifies such a figure, so a trigger changes the answer as it is stored.
    await sql
      .raw(
        `create function plant() returns trigger language plpgsql as $$ begin
           new.answer = replace(new.answer::text, '"text":"3"', '"text":"5"')::json; return new; end $$;
         create trigger plant before update on agent_runs for each row
           when (new.answer is not null and new.name like 'Planted%') execute function plant()`,
      )
      .execute(t.db);
    try {
      const made = await evaluated({name: "planted", cases: [{question: asked, query}]});
      expect(made.summary).toMatchObject({runs: 1, wrongButVerified: 1});
      expect(made.cases[0].runs).toMatchObject([{figures: {verified: 1, unverified: 0, wrong: 1}}]);
    } finally {
      await sql.raw("drop trigger plant on agent_runs; drop function plant()").execute(t.db);
    }
  });

  test("fails when its job is lost, and is deleted when it is old", async () => {
    const ids = ["abandoned", "queued", "old"].map(name => `eval_${name}`);
    const definition = JSON.stringify({model: "anthropic/test", runs: 1, cases: []});
    await sql`
      insert into evaluations (id, org_id, project_id, name, run_as, definition, status, created_at)
      select id, ${t.org.id}, ${t.shops.duckdb.projectId}, id, ${t.org.admin.id}, ${definition}::json, status,
        now() - days * interval '1 day'
      from unnest(${ids}::text[], array['running', 'queued', 'succeeded'], array[1, 1, 31]) as e (id, status, days)`.execute(
      t.db,
    );
    await sql`
      select graphile_worker.add_job('step_evaluation', ${JSON.stringify({orgId: t.org.id, evaluationId: ids[1]})}::json,
        job_key => ${ids[1]}, run_at => now() + interval '1 day')`.execute(t.db);
    await sql`select graphile_worker.add_job('collect_garbage')`.execute(t.db);
    const [abandoned, queued, old] = ids.map(id => `${at}/evaluations/${id}`);
    await until(async () => (await t.call("GET", old ?? "")).status === 404);
    expect((await t.call("GET", abandoned ?? "")).body).toMatchObject({
      status: "failed",
      error: expect.stringContaining("its worker ended"),
    });
    expect((await t.call("GET", queued ?? "")).body).toMatchObject({status: "queued"});
    await sql`select graphile_worker.remove_job(${ids[1]})`.execute(t.db);
  });

  test("can be begun only by an org-admin's service account, with queries that compile", async () => {
    const begin = async (token: string, body: object) =>
      (await t.call("POST", `${at}/evaluations`, {token, body})).status;
    const cases = [{question: "Q?", asksBack: true}];
    expect(await begin(t.org.member.token, {cases})).toBe(403);
    const broken = [{question: "Q?", query: {model: "orders", measures: ["orders.nothing"]}}];
    const refused = await t.call("POST", `${at}/evaluations`, {body: {cases: broken}});
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, "/cases/0/query/measures/0"]);
    // A blank name is refused, because the list of evaluations would show a link without a text.
    const blank = await t.call("POST", `${at}/evaluations`, {body: {name: " \t", cases}});
    expect([blank.status, blank.body.errors?.[0].path]).toEqual([422, "/name"]);
  });
});

describe("analytics eval", () => {
  const run = (...args: string[]) => evaluate(t, ...args);

  test("prints a table, JSON and JUnit, and exits with 1 below the threshold", async () => {
    const [right, wrong] = [question(good), question(bad)];
    const file = join(folder, "questions.json");
    const cases = [right, wrong].map(one => ({question: one, query}));
    await Bun.write(file, JSON.stringify({name: "cli", cases}));
    const junit = join(folder, "junit.xml");
    const table = await run(file, "--junit", junit);
    expect([table.code, table.err]).toEqual([1, expect.stringContaining("1 of 2 runs right")]);
    expect(table.out).toContain(right);
    const report = await Bun.file(junit).text();
    expect(report).toContain('tests="2" failures="1"');
    expect(report).toContain("The rows of the answer differ from the truth.");
    question(good, right);
    question(bad, wrong);
    const json = await run(file, "--threshold", "0.5", "--format", "json");
    expect([json.code, JSON.parse(json.out).summary.correct]).toEqual([0, 1]);
  });

  test("asks several models one after another, and exits with 1 if one of them is below the threshold", async () => {
    const file = join(folder, "models.json");
    const models = ["anthropic/test", "anthropic/other"];
    const flags = models.flatMap(model => ["--model", model]);
    const none = answer({text: "No.", figures: [], cannotAnswer: "other"});
    const cases = [{question: question([none]), answerable: false}];
    await Bun.write(file, JSON.stringify({name: "models", cases}));
    const junit = join(folder, "models.xml");
    const table = await run(file, ...flags, "--junit", junit);
    expect(table.code).toBe(0);
    expect(table.err).toMatch(/anthropic\/test: 1 of 1 run right(.|\n)*anthropic\/other: 1 of 1 run right/);
    for (const model of models) {
      expect(table.out).toContain(model);
      expect(await Bun.file(junit).text()).toContain(`models (${model})`);
    }
    // The script has no query left for the second model.
    await Bun.write(file, JSON.stringify({name: "models", cases: [{question: question(good), query}]}));
    const json = await run(file, ...flags, "--format", "json");
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject([
      {model: models[0], summary: {correct: 1}},
      {model: models[1], summary: {correct: 0}},
    ]);
  });

  test("reads the service's answers in a process of its own", async () => {
    const file = join(folder, "own.json");
    await Bun.write(file, JSON.stringify({name: "own process", cases: [{question: question(good), query}]}));
    const program = join(import.meta.dir, "..", "..", "bin", "analytics.ts");
    const env = {
      ANALYTICS_URL: `http://127.0.0.1:${t.app.server?.port}`,
      ANALYTICS_TOKEN: t.org.admin.token,
    };
    const args = ["eval", file, "--cadence", "0 6 * * 1"];
    const child = Bun.spawn([process.execPath, program, ...args], {env, stdout: "pipe", stderr: "pipe"});
    const [err, code] = await Promise.all([child.stderr.text(), child.exited]);
    expect([code, err]).toEqual([0, expect.stringContaining("1 of 1 run right")]);
    const {body: listed} = await t.call("GET", `${at}/evaluations`);
    const found = listed.find(({name}: Json) => name === "own process");
    expect((await t.call("DELETE", `${at}/evaluations/${found.id}`)).status).toBe(204);
  });

  test("sets a cadence", async () => {
    const file = join(folder, "weekly.json");
    await Bun.write(file, JSON.stringify({name: "cli weekly", cases: [{question: question(good), query}]}));
    const made = await run(file, "--cadence", "0 6 * * 1", "--timezone", "Europe/Berlin");
    expect([made.code, made.err]).toEqual([
      0,
      expect.stringMatching(/repeated by "0 6 \* \* 1" in Europe\/Berlin, next at \d{4}-/),
    ]);
    const {body: listed} = await t.call("GET", `${at}/evaluations`);
    const found = listed.find(({name}: Json) => name === "cli weekly");
    expect(found.cadence).toMatchObject({cron: "0 6 * * 1", timezone: "Europe/Berlin"});
    expect((await t.call("DELETE", `${at}/evaluations/${found.id}`)).status).toBe(204);
    expect((await run(file, "--timezone", "Europe/Berlin")).code).toBe(2);
    expect((await run(file, "--cadence", "* * * * *")).code).not.toBe(0);
  });

  test("accepts either a file or --verified", async () => {
    expect((await run()).code).toBe(2);
    expect((await run("--verified", "--threshold", "2")).code).toBe(2);
  });
});
