import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {shopProjects} from "../support/shop.ts";
import {until} from "../support/until.ts";
import {shopGraph} from "../support/warehouse.ts";
import {type TestService, testService} from "../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
beforeAll(async () => {
  t = await testService({WORKER_BACKGROUND_CONCURRENCY: "4", QUERY_TIMEOUT_MS: "120000"});
  shops = await shopProjects(t);
});
afterAll(async () => {
  await t.stop();
  await shops.drop();
});

const running = async () =>
  (
    await sql`select from graphile_worker.jobs where task_identifier = 'build_rollup' and locked_at is not null`.execute(
      t.db,
    )
  ).rows.length;

/** Resolves when background work of another organization is done. */
async function runOthers(): Promise<void> {
  const other = JSON.stringify({orgId: newId("org"), datasetId: newId("ds")});
  await sql`select graphile_worker.add_job('delete_snapshot', ${other}::json)`.execute(t.db);
  const left = async () =>
    (await sql`select from graphile_worker.jobs where task_identifier = 'delete_snapshot'`.execute(t.db)).rows
      .length;
  await until(async () => (await left()) === 0, 10_000);
}

test("the builds of one organization leave slots for background work of others", async () => {
  const rollups = Array.from({length: 8}, (_, i) => ({
    name: `slow_${i}`,
    model: "slow",
    dimensions: ["slow.n"],
    measures: ["slow.count"],
  }));
  const graph = {...shopGraph("postgres", "public"), rollups};
  const path = `/api/projects/${shops.postgres.projectId}/introspect`;
  expect((await t.call("POST", path, {body: graph})).status).toBeLessThan(300);
  await until(async () => (await running()) > 0);
  await runOthers();
  expect(await running()).toBeWithin(1, 3);
});

test("work of several kinds of one organization, each in its own lanes, leaves slots for others", async () => {
  // Outside of the lanes of builds, all waiting builds may run, as the work of other kinds may.
  await sql`
    update graphile_worker._private_jobs j set job_queue_id = null
    from graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'build_rollup' and j.locked_at is null`.execute(t.db);
  await until(async () => (await running()) >= 3);
  await runOthers();
  expect(await running()).toBe(3);
});

test("a returned job that another slot takes at once is not failed with the attempt that returned it", async () => {
  // The lock of the other slot, which is under the same name.
  await sql`
    create function take_at_once() returns trigger language plpgsql as $$
    begin
      new.locked_by := old.locked_by;
      new.locked_at := now();
      return new;
    end $$`.execute(t.db);
  await sql`
    create trigger take_at_once before update on graphile_worker._private_jobs for each row
    when (new.flags is distinct from old.flags) execute function take_at_once()`.execute(t.db);
  const job = JSON.stringify({orgId: t.org.id, runId: newId("run")});
  await sql`select graphile_worker.add_job('run_action', ${job}::json)`.execute(t.db);
  const returned = async () =>
    (
      await sql`
        select locked_by is not null as is_locked, attempts, last_error from graphile_worker.jobs
        where task_identifier = 'run_action' and flags is not null`.execute(t.db)
    ).rows;
  await until(async () => (await returned()).length === 1);
  await runOthers();
  expect(await running()).toBe(3);
  expect(await returned()).toEqual([{is_locked: true, attempts: 0, last_error: null}]);
});
