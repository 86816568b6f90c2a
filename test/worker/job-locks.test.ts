import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/db.ts";
import {newId} from "../../shared/ids.ts";
import {type TestService, testService} from "../support/worker.ts";

let t: TestService;
beforeAll(async () => {
  t = await testService();
});
afterAll(() => t.stop());

/** A job that somebody has locked a minute ago: its dataset is nowhere, so that whoever takes it is done at once. */
async function lockedJob(poolId: string): Promise<string> {
  const payload = JSON.stringify({orgId: t.org.id, datasetId: newId("ds")});
  const {rows} = await sql<{id: string}>`
    select id::text from graphile_worker.add_job('delete_snapshot', ${payload}::json,
      run_at => now() + interval '1 hour')`.execute(t.db);
  const id = rows[0]?.id ?? "";
  await sql`
    update graphile_worker._private_jobs
    set locked_at = now() - interval '1 minute', locked_by = ${poolId}, run_at = now()
    where id = ${id}::bigint`.execute(t.db);
  return id;
}

async function isThere(id: string): Promise<boolean> {
  const {rows} = await sql`select from graphile_worker.jobs where id = ${id}::bigint`.execute(t.db);
  return rows.length > 0;
}

test("a job is done that is locked by who is not at it, and left to who is alive", async () => {
  const {rows} = await sql<{pools: string[]}>`
    select queue_pool_ids as pools from workers where id = ${t.worker.worker.id}`.execute(t.db);
  await sql`
    insert into workers (id, runners, queue_pool_ids, heartbeat_at)
    values ('worker_other', '{background}', '{pool-other}', now() + interval '1 hour')`.execute(t.db);
  // Locked by us, and we are not at it; by a process that was forgotten; by another that is alive.
  const [ours, forgotten, others] = await Promise.all(
    [rows[0]?.pools[0] ?? "", "pool-forgotten", "pool-other"].map(lockedJob),
  );
  const until = performance.now() + 20_000;
  while (((await isThere(ours ?? "")) || (await isThere(forgotten ?? ""))) && performance.now() < until)
    await Bun.sleep(100);
  expect(await Promise.all([ours, forgotten, others].map(id => isThere(id ?? "")))).toEqual([
    false,
    false,
    true,
  ]);
}, 30_000);
