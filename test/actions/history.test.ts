import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/db.ts";
import {enqueue} from "../../shared/jobs.ts";
import {type ActionService, actionService} from "./service.ts";

let t: ActionService;

beforeAll(async () => {
  t = await actionService();
});

afterAll(() => t?.stop());

test("planning checks and ending abandoned runs read nothing of a long history", async () => {
  const effect = {type: "email", recipients: ["history@example.com"], subject: "News", message: "Read."};
  const {id} = await t.made("/api/actions", {name: "Old", trigger: {type: "manual"}, effects: [effect]});
  await sql`
    insert into action_runs (id, org_id, action_id, status, cause, name, trigger, run_as, effects, finished_at,
      created_at, job_key)
    select 'run_' || lpad(g::text, 26, '0'), ${t.org.id}, ${id}, 'succeeded', '{"type": "manual"}', 'Old',
      '{"type": "manual"}', ${t.org.admin.id}, '[]', now(), now() - g * interval '1 second', 'done'
    from generate_series(1, 50000) g`.execute(t.db);
  await sql`analyze action_runs`.execute(t.db);
  await t.worker.stop();
  const read = async () => {
    const {rows} = await sql<{count: string}>`
      select seq_tup_read + idx_tup_fetch as count from pg_stat_user_tables where relname = 'action_runs'`.execute(
      t.db,
    );
    return Number(rows[0]?.count);
  };
  const before = await read();
  await enqueue(t.db, "plan_checks", {orgId: t.org.id});
  await enqueue(t.db, "collect_garbage", {});
  t.worker = await t.addWorker();
  for (let left = 1; left > 0; await Bun.sleep(20)) {
    const {rows} = await sql<{count: number}>`
      select count(*)::int as count from graphile_worker.jobs
      where task_identifier in ('plan_checks', 'collect_garbage')`.execute(t.db);
    left = rows[0]?.count ?? 0;
  }
  await t.worker.stop();
  // A process tells what it has read when its connections end.
  await Bun.sleep(1500);
  t.worker = await t.addWorker();
  expect((await read()) - before).toBeLessThan(1000);
}, 60_000);
