import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {enqueue} from "../../shared/core/jobs.ts";
import {lockRunning} from "../../worker/action-runs/run.ts";
import {until} from "../support/until.ts";
import {type ActionService, actionService} from "./service.ts";

let t: ActionService;

beforeAll(async () => {
  t = await actionService();
});

afterAll(() => t?.stop());

test("planning checks and ending abandoned runs does not read a long history", async () => {
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
  await until(async () => {
    const {rows} = await sql`
      select from graphile_worker.jobs where task_identifier in ('plan_checks', 'collect_garbage')`.execute(
      t.db,
    );
    return rows.length === 0;
  });
  await t.worker.stop();
  // A process reports its reads when its connections end.
  await Bun.sleep(1500);
  t.worker = await t.addWorker();
  expect((await read()) - before).toBeLessThan(1000);
});

test("an action can be deleted while an effect of it is being stored: it is gone once that has ended", async () => {
  const effect = {type: "email", recipients: ["late@example.com"], subject: "News", message: "Read."};
  const {id} = await t.made("/api/actions", {name: "Late", trigger: {type: "manual"}, effects: [effect]});
  const run = {id: `run_${"9".repeat(26)}`, orgId: t.org.id, actionId: id, effects: []};
  await sql`
    insert into action_runs (id, org_id, action_id, status, cause, name, trigger, run_as, effects, job_key)
    values (${run.id}, ${t.org.id}, ${id}, 'running', '{"type": "manual"}', 'Late', '{"type": "manual"}',
      ${t.org.admin.id}, '[]', 'none')`.execute(t.db);
  let deleting: ReturnType<typeof t.call> | undefined;
  await t.db.transaction().execute(async tx => {
    expect(await lockRunning(tx, run)).toBe(true);
    deleting = t.call("DELETE", `/api/actions/${id}`);
    await until(async () => {
      const {rows} = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
      return rows.length > 0;
    });
    // Takes the lock that the foreign keys of an effect's results take.
    await sql`select from actions where org_id = ${t.org.id} and id = ${id} for key share`.execute(tx);
  });
  expect((await deleting)?.status).toBe(204);
  await t.db.transaction().execute(async tx => expect(await lockRunning(tx, run)).toBe(false));
});
