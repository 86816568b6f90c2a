import {afterAll, beforeAll, beforeEach, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {readHits} from "../../shared/modeling/rollups/hits.ts";
import {readQueryHistory} from "../../shared/modeling/rollups/query-history.ts";
import {makeRunDays, runIdAt} from "../../shared/querying/queries/run-days.ts";
import {readRunSums, sumRuns} from "../../shared/querying/queries/run-sums.ts";
import {type TestApp, testApp} from "../support/app.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const RETENTION_DAYS = 30;
/** An afternoon, so that "hours ago" are on the same day. */
const NOW = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS + 15 * HOUR_MS;
const LONG_AGO = new Date(NOW - 8 * DAY_MS);

let t: TestApp;
let projectId: string;
let project: {orgId: string; projectId: string};

beforeAll(async () => {
  t = await testApp();
  projectId = await addProject("Shop");
  project = {orgId: t.org.id, projectId};
});
afterAll(() => t.stop());

async function addProject(name: string): Promise<string> {
  const [connection, id] = [newId("conn"), newId("proj")];
  await sql`
    insert into connections (id, org_id, name, type, config)
    values (${connection}, ${t.org.id}, ${name}, 'duckdb', '{}')`.execute(t.db);
  await sql`
    insert into projects (id, org_id, name, connection_id)
    values (${id}, ${t.org.id}, ${name}, ${connection})`.execute(t.db);
  return id;
}

beforeEach(async () => {
  await sql`delete from query_runs`.execute(t.db);
  await sql`delete from query_run_sums`.execute(t.db);
  await sql`update query_run_sums_until set run_id = ''`.execute(t.db);
});

interface Run {
  agoMs: number;
  source?: string;
  model?: string;
  shape?: string | null;
  cache?: string | null;
  times?: number;
  ms?: number | null;
  status?: string;
  orgId?: string;
  projectId?: string;
}

let count = 0;

async function addRuns(runs: readonly Run[]): Promise<void> {
  await makeRunDays(
    t.db,
    runs.map(({agoMs}) => NOW - agoMs),
  );
  for (const run of runs) {
    const id = `${runIdAt(NOW - run.agoMs)}${String(count++).padStart(16, "0")}`;
    const {source = "conn_1", model = "orders", shape = "s1", cache = "miss", times = 1, ms = 10} = run;
    await sql`
      insert into query_runs (id, org_id, principal_id, project_id, connection_id, model, trigger, status, fingerprint,
        cache, times, duration_ms, shape, created_at)
      values (${id}, ${run.orgId ?? t.org.id}, ${t.org.admin.id}, ${run.projectId ?? projectId}, ${source}, ${model},
        'interactive', ${run.status ?? "succeeded"}, 'f', ${cache}, ${times}, ${ms}, ${shape},
        ${new Date(NOW - run.agoMs)})`.execute(t.db);
  }
}

const sumsOf = async (since = LONG_AGO) => {
  const sums = await readRunSums(t.db, project, since);
  return sums.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
};

const add = () => sumRuns(t.db, RETENTION_DAYS, NOW);
const stored = async () => {
  const {rows} = await sql<{
    runs: number;
  }>`select coalesce(sum(runs), 0)::float8 as runs from query_run_sums`.execute(t.db);
  return rows[0]?.runs;
};

test("the totals of runs are the same before and after they are summed, and however often they are", async () => {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
  const runs = Array.from(
    {length: 300},
    (): Run => ({
      agoMs: Math.floor(Math.random() * 7 * DAY_MS),
      source: pick(["conn_1", "rlb_1", "rlb_1+rlb_2"]),
      model: pick(["orders", "visits"]),
      shape: pick(["s1", "s2", null]),
      cache: pick(["miss", "hit", "shared", null]),
      times: pick([1, 1, 5]),
      ms: pick([1, 20, 300, null]),
      status: pick(["succeeded", "succeeded", "failed"]),
    }),
  );
  await addRuns(runs);
  const before = await sumsOf();
  const succeeded = runs.filter(({status}) => status === "succeeded");
  expect(before.reduce((sum, {runs}) => sum + runs, 0)).toBe(succeeded.length);
  expect(before.reduce((sum, {hits}) => sum + hits, 0)).toBe(
    succeeded.reduce((sum, {times}) => sum + (times ?? 0), 0),
  );
  expect(before.reduce((sum, {answersMs}) => sum + answersMs, 0)).toBe(
    succeeded.reduce((sum, {times, ms}) => sum + (times ?? 0) * (ms ?? 0), 0),
  );
  await add();
  expect(await sumsOf()).toEqual(before);
  const old = succeeded.filter(({agoMs}) => agoMs >= 80 * MINUTE_MS);
  expect(await stored()).toBeGreaterThanOrEqual(old.length);
  await Promise.all([add(), add(), add()]);
  expect(await sumsOf()).toEqual(before);
});

test("runs of the last hour are not summed yet, because more runs of that time may still be written", async () => {
  await addRuns([{agoMs: 3 * HOUR_MS}, {agoMs: 60 * MINUTE_MS}]);
  await add();
  expect(await stored()).toBe(1);
  await addRuns([{agoMs: 60 * MINUTE_MS}]);
  expect((await sumsOf())[0]?.runs).toBe(3);
  await sumRuns(t.db, RETENTION_DAYS, NOW + HOUR_MS);
  expect(await stored()).toBe(3);
  expect((await sumsOf())[0]?.runs).toBe(3);
});

test("sums belong to one organization and project, and are deleted with the project", async () => {
  const other = await addProject("Other");
  await addRuns([
    {agoMs: DAY_MS},
    {agoMs: DAY_MS, projectId: other},
    {agoMs: DAY_MS, projectId: "proj_gone"},
  ]);
  await add();
  expect(await sumsOf()).toMatchObject([{runs: 1}]);
  expect(await readRunSums(t.db, {orgId: newId("org"), projectId}, LONG_AGO)).toEqual([]);
  expect(await stored()).toBe(2);
  await sql`delete from projects where org_id = ${t.org.id} and id = ${other}`.execute(t.db);
  expect(await stored()).toBe(1);
});

test("sums that have expired are deleted", async () => {
  await addRuns([{agoMs: DAY_MS}, {agoMs: 40 * DAY_MS}]);
  await add();
  expect(await stored()).toBe(1);
});

test("neither the list of roll-ups nor the suggestions wait while a day of the history is summed", async () => {
  await addRuns([{agoMs: 3 * DAY_MS}, {agoMs: 3 * DAY_MS, cache: "hit", times: 4}]);
  await add();
  const day = `query_runs_${new Date(NOW - 3 * DAY_MS).toISOString().slice(0, 10).replaceAll("-", "_")}`;
  await t.db.transaction().execute(async tx => {
    await sql`lock table ${sql.table(day)} in access exclusive mode`.execute(tx);
    const waiting = Promise.all([
      readHits(t.db, project, new Date(NOW)),
      readQueryHistory(t.db, project, new Date(NOW - 7 * DAY_MS)),
    ]);
    const answer = await Promise.race([waiting, Bun.sleep(2000)]);
    expect(answer?.[1].shapes).toEqual([{runs: 1, warehouseMs: 10}]);
  });
});
