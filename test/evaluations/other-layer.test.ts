import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {sql} from "../../shared/core/db.ts";
import {collectEvaluations} from "../../worker/tasks/evaluations/collect.ts";
import {type Provider, startProvider} from "../agents/provider/provider.ts";
import {answer} from "../agents/service.ts";
import {lightdashFiles} from "../github/project-files.ts";
import {type GitService, gitService, type Shop} from "../github/service.ts";
import {until} from "../support/until.ts";
import {evaluate} from "./evaluate.ts";

type Json = ReturnType<typeof JSON.parse>;

let t: GitService;
let provider: Provider;
let shop: Shop;
let at: string;

const AVERAGE = "            average: {type: average}\n";
const query = {model: "orders", measures: ["orders.average"]};

beforeAll(async () => {
  provider = startProvider();
  t = await gitService({
    ANTHROPIC_API_KEY: "sk-test",
    ANTHROPIC_BASE_URL: provider.anthropicUrl,
    ASK_MODEL: "anthropic/test",
  });
  shop = await t.shop();
  at = `/api/projects/${shop.projectId}/evaluations`;
  await shop.repository.store.git([
    "update-ref",
    "refs/heads/feature/average",
    await shop.repository.store.head("main"),
  ]);
  await shop.repository.store.commit({files: lightdashFiles(AVERAGE), branch: "feature/average"});
});

afterAll(async () => {
  await t?.stop();
  await provider?.stop();
});

async function evaluated(body: object): Promise<Json> {
  const {id} = await t.made(at, body);
  await until(async () => {
    const {rows} = await sql`select from evaluations where id = ${id} and finished_at is not null`.execute(
      t.db,
    );
    return rows.length > 0;
  });
  return (await t.call("GET", `${at}/${id}`)).body;
}

/** A question that only the layer of the branch can answer. */
function question(): string {
  const text = "What is the average order?";
  provider.script(
    `The question:\n${text}`,
    [
      {calls: [{name: "run_query", arguments: query}]},
      answer({
        text: "See the table.",
        figures: [],
        charts: [{name: "Average", type: "table", queryRunId: "$run1"}],
      }),
    ],
    {repeats: true},
  );
  return text;
}

test("an evaluation asks its questions over the layer of a branch, while the project's layer stays unchanged", async () => {
  const before = await t.layer(shop.projectId);
  const asked = question();
  const head = await shop.repository.store.head("feature/average");
  const made = await evaluated({
    name: "average",
    layer: {ref: "feature/average"},
    cases: [{question: asked, query}],
  });
  expect([made.status, made.error]).toEqual(["succeeded", undefined]);
  expect(made).toMatchObject({
    layer: {ref: "feature/average", commit: head},
    summary: {runs: 1, correct: 1},
  });
  const run = (await t.call("GET", `/api/ask/${made.cases[0].runs[0].runId}`)).body;
  expect(run.redacted).toBeUndefined();
  expect(run.evidence).toMatchObject([{query: {measures: ["orders.average"]}}]);
  expect(await t.layer(shop.projectId)).toEqual(before);
  // Over the project's own layer the expected query is refused.
  const refused = await t.call("POST", at, {body: {cases: [{question: asked, query}]}});
  expect([refused.status, refused.body.errors[0].path]).toEqual([422, "/cases/0/query/measures/0"]);
});

test("an evaluation can name a commit", async () => {
  const asked = question();
  const commit = await shop.repository.store.head("main");
  const made = await evaluated({name: "commit", layer: {ref: commit}, cases: [{question: asked, query}]});
  expect(made).toMatchObject({layer: {ref: commit, commit}, summary: {runs: 1, correct: 0}});
  expect(made.cases[0].runs[0].why).toStartWith("The query of the truth failed: ");
});

test("a layer is stored once for all evaluations over it, and deleted with the last one", async () => {
  const {rows: before} = await sql`select from evaluated_layers`.execute(t.db);
  const layer = {ref: "feature/stored"};
  const {store} = shop.repository;
  await store.git(["update-ref", "refs/heads/feature/stored", await store.head("main")]);
  await store.commit({files: lightdashFiles(`${AVERAGE}            most: {type: max}\n`), branch: layer.ref});
  const made = [];
  for (let i = 0; i < 3; i++) {
    made.push(await evaluated({name: "stored", layer, cases: [{question: question(), query}]}));
  }
  expect(made.map(({summary}) => summary.correct)).toEqual([1, 1, 1]);
  const sizes = async () => {
    const {rows} = await sql<{whole: string; apart: string}>`
      select (select count(*) from evaluated_layers)::text as whole,
        (select count(*) from evaluations where layer is not null)::text as apart`.execute(t.db);
    return rows[0];
  };
  expect(await sizes()).toEqual({whole: String(before.length + 1), apart: "0"});

  const undone = new Error("undone");
  const deletion = t.db.transaction().execute(async tx => {
    await sql`delete from projects where id = ${shop.projectId}`.execute(tx);
    await sql`set constraints all immediate`.execute(tx);
    expect((await sql`select from evaluated_layers`.execute(tx)).rows).toEqual([]);
    throw undone;
  });
  await expect(deletion).rejects.toBe(undone);

  const age = (id: string) =>
    sql`update evaluations set created_at = now() - interval '40 days' where id = ${id}`.execute(t.db);
  await sql`update evaluated_layers set kept_at = now() - interval '2 hours'`.execute(t.db);
  const [first, second, third] = made.map(({id}) => id);
  await age(first);
  await age(second);
  await collectEvaluations(t.db, 30);
  expect(await sizes()).toEqual({whole: String(before.length + 1), apart: "0"});
  await age(third);
  await collectEvaluations(t.db, 30);
  expect(await sizes()).toEqual({whole: String(before.length), apart: "0"});
});

test("an evaluation fails if its questions were asked before its layer was read, as by an earlier release", async () => {
  const made = await evaluated({layer: {ref: "main"}, cases: [{question: question(), query}]});
  await sql`
    update evaluations set status = 'running', finished_at = null, layer_hash = null, layer_commit = null
    where id = ${made.id}`.execute(t.db);
  await sql`
    select graphile_worker.add_job('step_evaluation', json_build_object('orgId', org_id, 'evaluationId', id))
    from evaluations where id = ${made.id}`.execute(t.db);
  const ended = await until(async () => {
    const {body} = await t.call("GET", `${at}/${made.id}`);
    return body.status !== "running" && body;
  });
  expect(ended).toMatchObject({status: "failed", error: expect.stringContaining("earlier release")});
});

test("an evaluation is compared with one over the project's layer by the same model, and a worse branch is no event", async () => {
  const asked = "Will it rain?";
  const says = (cannotAnswer?: "other") =>
    provider.script(
      `The question:\n${asked}`,
      [answer({text: "No.", figures: [], ...(cannotAnswer && {cannotAnswer})})],
      {repeats: true},
    );
  const body = {name: "nightly", cases: [{question: asked, answerable: false}]};
  const branch = {...body, layer: {ref: "feature/average"}};
  const action = await t.made("/api/actions", {
    name: "worse",
    trigger: {type: "event", event: "evaluation.worse", resourceId: shop.projectId},
    effects: [{type: "email", recipients: ["ada@example.com"], subject: "Worse", message: "{{resource}}"}],
  });
  says();
  expect((await evaluated(branch)).comparedWith).toBeUndefined();
  says("other");
  const first = await evaluated(body);
  expect(first).toMatchObject({summary: {correct: 1}});
  expect(first.comparedWith).toBeUndefined();
  await evaluated({...body, model: "anthropic/another"});
  says();
  expect((await evaluated(branch)).comparedWith).toMatchObject({id: first.id, worse: [asked]});
  const second = await evaluated(body);
  expect(second.comparedWith).toMatchObject({id: first.id, worse: [asked]});
  const runs = await until(async () => {
    const {body: all} = await t.call("GET", `/api/actions/${action.id}/runs`);
    return all.length > 0 && all;
  });
  expect(runs.map((run: Json) => (run.trigger ?? run.cause).resourceId)).toEqual([second.id]);
});

test("`analytics eval` compares two wordings of a model's instructions, with and without the branch", async () => {
  const instruction = "Revenue is the total of the amounts of orders.";
  const files = lightdashFiles();
  const worded = {
    ...files,
    "models/orders.yml": files["models/orders.yml"]!.replace(
      "  - name: orders\n",
      `  - name: orders\n    description: ${instruction}\n`,
    ),
  };
  const {store} = shop.repository;
  await store.git(["update-ref", "refs/heads/clearer", await store.head("main")]);
  await store.commit({files: worded, branch: "clearer"});
  const asked = "What was the revenue of all?";
  const total = {model: "orders", measures: ["orders.total"]};
  const turns = (measures: string[]) => [
    {calls: [{name: "run_query", arguments: {model: "orders", measures}}]},
    answer({text: "See.", figures: [], charts: [{name: "Revenue", type: "table", queryRunId: "$run1"}]}),
  ];
  // The model chooses the wrong measure unless the instructions name the right one.
  provider.script(`The question:\n${asked}`, turns(["orders.count"]), {repeats: true});
  provider.script(instruction, turns(["orders.total"]), {repeats: true});
  const file = join(await mkdtemp(join(tmpdir(), "instructions-")), "questions.yml");
  await Bun.write(file, JSON.stringify({name: "wording", cases: [{question: asked, query: total}]}));
  if (!t.app.server) t.app.listen({port: 0, hostname: "127.0.0.1"});
  try {
    const right = async (...more: string[]) => {
      const {code, out, err} = await evaluate(
        t,
        file,
        "--project",
        shop.projectId,
        "--format",
        "json",
        ...more,
      );
      expect([code, err]).toEqual([expect.any(Number), expect.stringContaining("has begun")]);
      return {code, ...JSON.parse(out)};
    };
    const before = await right();
    expect(before).toMatchObject({code: 1, summary: {runs: 1, correct: 0}});
    const after = await right("--ref", "clearer");
    expect(after).toMatchObject({
      code: 0,
      layer: {ref: "clearer"},
      summary: {runs: 1, correct: 1},
      comparedWith: {id: before.id, worse: []},
    });
  } finally {
    await rm(dirname(file), {recursive: true, force: true});
    await t.app.stop();
  }
});

test("an evaluation reports a missing ref, and files that cannot be read", async () => {
  const cases = [{question: "Q?", asksBack: true}];
  expect(await evaluated({layer: {ref: "nowhere"}, cases})).toMatchObject({
    status: "failed",
    error: expect.stringContaining('no branch "nowhere"'),
  });
  await shop.repository.store.git([
    "update-ref",
    "refs/heads/broken",
    await shop.repository.store.head("main"),
  ]);
  await shop.repository.store.commit({
    branch: "broken",
    files: {...lightdashFiles(), "models/orders.yml": "version: 2\nmodels: [\n"},
  });
  expect(await evaluated({layer: {ref: "broken"}, cases})).toMatchObject({
    status: "failed",
    error: expect.stringMatching(/^(?!.*stays as it was).*models\/orders\.yml/),
  });
});

test("an expected query reads the dataset that has the name at the start, unless a model of the branch has the name", async () => {
  const addDataset = async (name: string, cell: number) => {
    const body = {name, kind: "snapshot", snapshotCsv: `team,target\nsales,${cell}\n`};
    return (await t.made(`/api/projects/${shop.projectId}/datasets`, body)).id;
  };
  const deleted = Promise.withResolvers<void>();
  const targets = "What is the target of sales?";
  provider.script(`The question:\n${targets}`, [
    {after: deleted.promise, ...answer({text: "8", figures: []})},
  ]);
  const [goalsId, targetsId] = [await addDataset("Orders", 1), await addDataset("Targets", 8)];
  const begun = evaluated({
    layer: {ref: "feature/average"},
    cases: [
      {question: question(), query},
      {question: targets, query: {model: "targets", measures: ["targets.target_sum"]}},
    ],
  });
  await until(async () => {
    const {rows} = await sql`select from evaluations where finished_at is null`.execute(t.db);
    return rows.length > 0;
  });
  expect((await t.call("DELETE", `/api/datasets/${targetsId}`)).status).toBe(204);
  await addDataset("Targets", 2_000_000);
  deleted.resolve();
  const {cases, summary} = await begun;
  expect(summary).toMatchObject({runs: 2, correct: 1});
  expect(cases[0].runs[0].why).toContain(`The dataset ${targetsId} is deleted`);
  expect((await t.call("DELETE", `/api/datasets/${goalsId}`)).status).toBe(204);
});

/** Whether GitHub's outage, which `outage` begins, still lasts. */
let isAway = false;
async function outage(layer: {ref: string}, cases: object[]): Promise<string> {
  isAway = true;
  t.github.interfere = (_, path) =>
    isAway && path.includes("/tarball/") ? new Response("", {status: 503}) : undefined;
  const {id} = await t.made(at, {name: "outage", layer, cases});
  await until(async () => {
    const {rows} = await sql`
      select from graphile_worker.jobs
      where key = ${id} and run_at > now() + interval '1 second' and attempts = 0 and last_error is null`.execute(
      t.db,
    );
    return rows.length > 0;
  });
  return id;
}
const endOf = (id: string): Promise<Json> =>
  until(async () => {
    const {body} = await t.call("GET", `${at}/${id}`);
    return body.finishedAt !== null && body;
  });

test("an evaluation waits while GitHub is unavailable, longer after each attempt, and for a day at most", async () => {
  const layer = {ref: "feature/average"};
  const id = await outage(layer, [{question: question(), query}]);
  isAway = false;
  expect(await endOf(id)).toMatchObject({status: "succeeded", summary: {correct: 1}});

  const other = await outage(layer, [{question: question(), query}]);
  const again = (hours: number) =>
    sql`
    with aged as (
      update evaluations set started_at = now() - ${hours} * interval '1 hour', tries = 20
      where id = ${other} returning id, org_id)
    select graphile_worker.add_job('step_evaluation', json_build_object('orgId', org_id, 'evaluationId', id),
      job_key => id) from aged`.execute(t.db);
  await again(23);
  await until(async () => {
    const {rows} = await sql`
      select from graphile_worker.jobs where key = ${other} and run_at > now() + interval '9 minutes'`.execute(
      t.db,
    );
    return rows.length > 0;
  });
  await again(25);
  expect(await endOf(other)).toMatchObject({
    status: "failed",
    error: expect.stringContaining("GitHub gave no archive"),
  });
  t.github.interfere = undefined;
});

test("an evaluation of a branch is refused for a project without a repository", async () => {
  const project = await t.made("/api/projects", {name: "Plain", connectionId: t.connectionId});
  const body = {layer: {ref: "main"}, cases: [{question: "Q?", asksBack: true}]};
  const refused = await t.call("POST", `/api/projects/${project.id}/evaluations`, {body});
  expect([refused.status, refused.body.errors]).toMatchObject([422, [{path: "/layer"}]]);
});
