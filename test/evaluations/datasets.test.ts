import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {answer} from "../agents/service.ts";
import {type AskService, askService} from "../ask/service.ts";
import {until} from "../support/until.ts";

let t: AskService;
let projectId: string;

beforeAll(async () => {
  t = await askService();
  ({projectId} = t.shops.duckdb);
});

afterAll(async () => {
  await t?.stop();
});

async function addDataset(cell: number): Promise<string> {
  const body = {name: "Targets", kind: "snapshot", snapshotCsv: `team,target\nsales,${cell}\n`};
  const {id, slug} = await t.made(`/api/projects/${projectId}/datasets`, body);
  expect(slug).toBe("targets");
  return id;
}

async function lastEnded(before?: string) {
  const id = await until(async () => {
    const {rows} = await sql<{id: string}>`
      select id from evaluations where finished_at is not null order by id desc limit 1`.execute(t.db);
    return rows[0]?.id === before ? undefined : rows[0]?.id;
  });
  return (await t.call("GET", `/api/projects/${projectId}/evaluations/${id}`)).body;
}

test("an expected query reads the dataset that it was saved with, and no later dataset of the same name", async () => {
  const datasetId = await addDataset(7);
  const question = "What is the target of sales?";
  t.provider.script(`The question:\n${question}`, [answer({text: "7", figures: []})], {repeats: true});
  const query = {model: "targets", measures: ["targets.target_sum"], dimensions: ["targets.team"]};
  const cadence = {cron: "0 6 * * 1"};
  const at = `/api/projects/${projectId}/evaluations`;
  const {id} = await t.made(at, {cases: [{question, query}], cadence});
  const [{runs}] = (await lastEnded()).cases;
  expect(runs[0].why).toBe("The answer has figures that are not verified.");
  expect((await t.call("DELETE", `/api/datasets/${datasetId}`)).status).toBe(204);
  await addDataset(1_000_000);
  await sql`update cadences set next_at = date_trunc('minute', now()) where id = ${id}`.execute(t.db);
  await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
  const again = await lastEnded(id);
  expect(again).toMatchObject({status: "failed", error: expect.stringContaining(datasetId)});
});

test("if a dataset is deleted during an evaluation, its result says that the dataset is the reason", async () => {
  await sql`update datasets set slug = 'targets_before' where slug = 'targets'`.execute(t.db);
  const datasetId = await addDataset(8);
  const question = "And what is it now?";
  const {promise: deleted, resolve} = Promise.withResolvers<void>();
  t.provider.script(`The question:\n${question}`, [{after: deleted, ...answer({text: "8", figures: []})}]);
  const query = {model: "targets", measures: ["targets.target_sum"], dimensions: ["targets.team"]};
  const {id} = await t.made(`/api/projects/${projectId}/evaluations`, {cases: [{question, query}]});
  expect((await t.call("DELETE", `/api/datasets/${datasetId}`)).status).toBe(204);
  await addDataset(2_000_000);
  resolve();
  await until(async () => {
    const {rows} = await sql`select from evaluations where id = ${id} and finished_at is not null`.execute(
      t.db,
    );
    return rows.length > 0;
  });
  const {cases} = (await t.call("GET", `/api/projects/${projectId}/evaluations/${id}`)).body;
  expect(cases[0].runs[0].why).toContain(`The dataset ${datasetId} is deleted`);
});
