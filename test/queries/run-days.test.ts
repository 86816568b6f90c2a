import {afterAll, beforeAll, beforeEach, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {makeLogger} from "../../shared/core/log.ts";
import {dropRunDays, makeNextRunDays, runIdAt, timeOfRun} from "../../shared/querying/queries/run-days.ts";
import {RunLog} from "../../shared/querying/queries/run-log.ts";
import {type TestApp, testApp} from "../support/app.ts";

const DAY_MS = 24 * 60 * 60_000;
const RETENTION_DAYS = 30;
const log = makeLogger("test", "silent");
let t: TestApp;

beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

/** As in a database whose worker has not run for weeks. */
beforeEach(async () => {
  for (const name of await days()) await sql`drop table ${sql.table(name)}`.execute(t.db);
});

async function days(): Promise<string[]> {
  const {rows} = await sql<{name: string}>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'query_runs'::regclass order by name`.execute(
    t.db,
  );
  return rows.map(({name}) => name);
}

const nameOf = (ago: number) =>
  `query_runs_${new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10).replaceAll("-", "_")}`;

/** Writes one run of each of these ages in days, as the processes do, and returns the ids. */
async function addRuns(ages: readonly number[], status: "succeeded" | "running" = "succeeded") {
  const runLog = new RunLog(t.db, log, "worker_1");
  const ids = ages.map((age, i) => `${runIdAt(Date.now() - age * DAY_MS - i)}${"0".repeat(16)}`);
  for (const runId of ids) {
    const principalId = t.org.admin.id;
    const record = {runId, principalId, projectId: "proj_1", model: "orders", requestId: "req_1", rights: ""};
    runLog.add({
      request: {
        orgId: t.org.id,
        source: {kind: "connection", id: "conn_1", version: 1},
        fingerprint: "f",
        record: {...record, trigger: "interactive"},
      },
      startedAt: new Date(timeOfRun(runId)),
      durationMs: 1,
      cache: "miss",
      stats: {rowCount: 1, sizeBytes: 1},
      outcome: {status: "succeeded"},
    });
  }
  await runLog.stop();
  if (status === "running")
    await sql`update query_runs set status = 'running' where id = any(${ids})`.execute(t.db);
  return ids;
}

// An example of the TypeID specification: 01890a5d-ac96-774b-bcce-b302099a8057.
test("an id begins with the time of its run", () => {
  expect(timeOfRun("run_01h455vb4pex5vsknk084sn02q")).toBe(0x01890a5dac96);
  expect(runIdAt(0x01890a5dac96)).toBe("run_01h455vb4p");
});

test("a run on a day without a partition creates the partition", async () => {
  await addRuns([0, 0, 3]);
  expect(await days()).toEqual([nameOf(3), nameOf(0)]);
  const {body} = await t.call("GET", "/api/query/runs");
  expect(body).toHaveLength(3);
});

test("all runs are written if many processes find the same partition missing", async () => {
  // The ages lead to noon on two days, so that the runs some minutes earlier are on the same two days.
  const age = (Date.now() % DAY_MS) / DAY_MS + 0.5;
  await Promise.all([0, 1, 2, 3, 4].map(i => addRuns([age + i / 1000, age + 1 + i / 1000])));
  expect(await days()).toHaveLength(2);
  const {rows} = await sql`select id from query_runs`.execute(t.db);
  expect(rows).toHaveLength(10);
});

test("the partitions of the next days are created ahead, once", async () => {
  await makeNextRunDays(t.db);
  const made = await days();
  expect(made).toContain(nameOf(0));
  expect(made).toContain(nameOf(-14));
  await Promise.all([makeNextRunDays(t.db), makeNextRunDays(t.db)]);
  expect(await days()).toEqual(made);
});

test("a partition is dropped when all of its day has expired, but not while one of its runs is going on", async () => {
  await addRuns([0, 29.5, 32, 33]);
  await addRuns([34], "running");
  await dropRunDays(t.db, log, RETENTION_DAYS);
  expect(await days()).toEqual([nameOf(34), nameOf(29.5), nameOf(0)]);
  await sql`update query_runs set status = 'failed' where status = 'running'`.execute(t.db);
  await dropRunDays(t.db, log, RETENTION_DAYS);
  expect(await days()).toEqual([nameOf(29.5), nameOf(0)]);
});

test("a partition that somebody reads for long is dropped later, and nobody has to wait for it", async () => {
  await addRuns([0, 40]);
  await t.db.transaction().execute(async reading => {
    await sql`select id from query_runs`.execute(reading);
    await dropRunDays(t.db, log, RETENTION_DAYS);
    expect(await days()).toHaveLength(2);
  });
  await dropRunDays(t.db, log, RETENTION_DAYS);
  expect(await days()).toEqual([nameOf(0)]);
});

test("pages of runs go back over days, months and years", async () => {
  const ids = await addRuns([0, 1, 1.5, 3, 20, 39, 45, 400, 1200]);
  const listed: string[] = [];
  let path: string | undefined = "/api/query/runs?limit=2";
  while (path) {
    const {body, headers} = await t.call("GET", path);
    listed.push(...body.map(({id}: {id: string}) => id));
    path = /<([^>]+)>/.exec(headers.get("link") ?? "")?.[1];
  }
  expect(listed).toEqual(ids);
  expect((await t.call("GET", `/api/query/runs/${ids[7]}`)).body.id).toBe(ids[7]);
  const foreign = Buffer.from("chart_1").toString("base64url");
  expect((await t.call("GET", `/api/query/runs?cursor=${foreign}`)).status).toBe(422);
});
