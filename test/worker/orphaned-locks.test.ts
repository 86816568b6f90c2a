import {afterAll, beforeAll, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {until} from "../support/until.ts";
import {type TestService, testService} from "../support/worker.ts";

let t: TestService;
beforeAll(async () => {
  t = await testService();
});
afterAll(() => t.stop());

/** A job that was locked a minute ago. Its dataset does not exist, so that a worker that takes the job is done at once. */
async function lockedJob(poolId: string, queue?: string): Promise<string> {
  const payload = JSON.stringify({orgId: t.org.id, datasetId: newId("ds")});
  const {rows} = await sql<{id: string}>`
    select id::text from graphile_worker.add_job('delete_snapshot', ${payload}::json,
      queue_name => ${queue ?? null}, run_at => now() + interval '1 hour')`.execute(t.db);
  const id = rows[0]?.id ?? "";
  await sql`
    update graphile_worker._private_jobs
    set locked_at = now() - interval '1 minute', locked_by = ${poolId}, run_at = now()
    where id = ${id}::bigint`.execute(t.db);
  await sql`
    update graphile_worker._private_job_queues
    set locked_at = now() - interval '1 minute', locked_by = ${poolId} where queue_name = ${queue ?? null}`.execute(
    t.db,
  );
  return id;
}

async function isThere(id: string): Promise<boolean> {
  const {rows} = await sql`select from graphile_worker.jobs where id = ${id}::bigint`.execute(t.db);
  return rows.length > 0;
}

test("a locked job runs if its locker is not running it, and is left to a living locker", async () => {
  const {rows} = await sql<{pools: string[]}>`
    select queue_pool_ids as pools from workers where id = ${t.worker.worker.id}`.execute(t.db);
  await sql`
    insert into workers (id, runners, queue_pool_ids, heartbeat_at)
    values ('worker_other', '{background}', '{pool-other}', now() + interval '1 hour')`.execute(t.db);
  // One is locked by this worker, which is not running it; one by a process that is no longer registered; one by a living
  // process.
  const pools = [rows[0]?.pools[0] ?? "", "pool-forgotten", "pool-other"];
  const alone = await Promise.all(pools.map(pool => lockedJob(pool)));
  const queued = await Promise.all(pools.map(pool => lockedJob(pool, `queue of ${pool}`)));
  const left = () => Promise.all([...alone, ...queued].map(isThere));
  const expected = [false, false, true, false, false, true];
  await until(async () => Bun.deepEquals(await left(), expected));
});
