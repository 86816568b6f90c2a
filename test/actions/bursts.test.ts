import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {recordEvent} from "../../shared/core/events/record.ts";
import {newId} from "../../shared/core/ids.ts";
import type {RunningWorker} from "../../worker/start.ts";
import {type SpawnedWorker, spawnWorker} from "../support/spawn-worker.ts";
import {until} from "../support/until.ts";
import {type ActionService, actionService} from "./service.ts";

type Json = ReturnType<typeof JSON.parse>;

let t: ActionService;
let projectId: string;
/** A worker in a process of its own, for the one test that kills it. */
let doomed: SpawnedWorker | undefined;
/** The worker of the other tests, in this process. */
let working: RunningWorker | undefined;

beforeAll(async () => {
  t = await actionService();
  projectId = t.shops.duckdb.projectId;
  // Each test says when work begins.
  await t.worker.stop();
});
afterAll(async () => {
  await doomed?.kill("SIGKILL");
  await t?.stop();
});

const MAILS = {MAIL_FROM: "Reports <reports@service.example>"};

const work = async () => {
  working = await t.addWorker({SMTP_URL: t.smtp.url, ...MAILS});
};

async function rest(): Promise<void> {
  await working?.stop();
  working = undefined;
}

/** Kills the worker, and returns its jobs to the queue as other workers do when its heartbeat is missed. */
async function kill(): Promise<void> {
  const id = doomed?.id ?? "";
  await doomed?.kill("SIGKILL");
  doomed = undefined;
  await sql`
    with dead as (delete from workers where id = ${id} returning queue_pool_ids)
    select graphile_worker.force_unlock_workers(queue_pool_ids) from dead`.execute(t.db);
}

const email = {type: "email", recipients: ["burst@example.com"], subject: "{{resource}}", message: "x"};
const listener = async (effects: object[] = [email]): Promise<string> => {
  const trigger = {type: "event", event: "project.synced", resourceId: projectId};
  return (await t.made("/api/actions", {name: "Listens", trigger, effects})).id;
};

/** Events, one after another. */
async function happen(count: number): Promise<void> {
  for (let i = 0; i < count; i++)
    await t.db
      .transaction()
      .execute(tx =>
        recordEvent(tx, {orgId: t.org.id, type: "project.synced", resources: [projectId, newId("sync")]}),
      );
}

async function countOf(actionId: string, status: string): Promise<number> {
  const {rows} = await sql<{count: number}>`
    select count(*)::int as count from action_runs
    where action_id = ${actionId} and status = ${status}`.execute(t.db);
  return rows[0]?.count ?? 0;
}

test("a burst of events starts a run for each, in their order, even if a worker is killed in the middle", async () => {
  const id = await listener();
  const {rows: before} = await sql<{id: string}>`select id from deliveries`.execute(t.db);
  doomed = await spawnWorker(t, {SMTP_URL: t.smtp.url, ...MAILS});
  const happening = happen(60);
  await until(async () => (await countOf(id, "succeeded")) > 8);
  await kill();
  await happening;
  await work();
  await until(async () => (await countOf(id, "succeeded")) === 60);
  const {rows} = await sql<{started: string; finished: string}>`
    select extract(epoch from r.started_at)::text as started, extract(epoch from r.finished_at)::text as finished
    from action_runs r where r.action_id = ${id} order by r.id`.execute(t.db);
  const times = rows.flatMap(({started, finished}) => [Number(started), Number(finished)]);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(rows).toHaveLength(60);
  const {rows: after} = await sql<{id: string}>`select id from deliveries`.execute(t.db);
  expect(after.length - before.length).toBe(60);
  await rest();
  await t.call("DELETE", `/api/actions/${id}`);
});

test("runs are in the order of their events", async () => {
  const id = await listener();
  const {rows: events} = await sql<{id: string}>`select id from events`.execute(t.db);
  expect(events).toEqual([]);
  await happen(30);
  const {rows: order} = await sql<{id: string}>`select id from events order by id`.execute(t.db);
  await work();
  await until(async () => (await countOf(id, "succeeded")) === 30);
  const {rows: runs} = await sql<{event_id: string}>`
    select event_id from action_runs where action_id = ${id} order by started_at, id`.execute(t.db);
  expect(runs.map(row => row.event_id)).toEqual(order.map(row => row.id));
  await rest();
  await t.call("DELETE", `/api/actions/${id}`);
});

test("a waiting run that is cancelled does not hold up those behind it", async () => {
  const id = await listener();
  await happen(3);
  // The runs exist and have not begun: the first one counts as waiting for another attempt.
  const first = newId("run");
  await sql`
    insert into action_runs (id, org_id, action_id, status, cause, name, trigger, run_as, effects, started_at)
    select ${first}, a.org_id, a.id, 'running', '{"type": "manual", "by": "x"}', 'Listens', a.trigger, a.run_as, '[]', now()
    from actions a where a.id = ${id}`.execute(t.db);
  await work();
  await until(async () => (await countOf(id, "queued")) === 3);
  const jobs = async () => {
    const {rows} = await sql`
      select from graphile_worker.jobs j join action_runs r on r.id = j.key
      where r.action_id = ${id} and j.run_at <= now()`.execute(t.db);
    return rows.length;
  };
  await until(async () => (await jobs()) === 0);
  const queued: Json[] = (await t.call("GET", `/api/actions/${id}/runs`)).body.filter(
    (run: Json) => run.status === "queued",
  );
  const [, , head] = queued;
  expect((await t.call("DELETE", `/api/actions/${id}/runs/${head.id}`)).status).toBe(204);
  await sql`update action_runs set status = 'succeeded', finished_at = now() where id = ${first}`.execute(
    t.db,
  );
  await sql`
    select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs where key = ${head.id}), run_at => now())`.execute(t.db);
  await until(async () => (await countOf(id, "succeeded")) === 3);
  await rest();
  await t.call("DELETE", `/api/actions/${id}`);
});

test("waiting runs without a job are neither ended nor lost", async () => {
  const id = await listener();
  await sql`
    insert into action_runs (id, org_id, action_id, status, cause, name, trigger, run_as, effects, event_id, job_key,
      created_at)
    select 'run_lost' || i, a.org_id, a.id, 'queued', '{"type": "event", "event": "project.synced"}', 'Listens',
      a.trigger, a.run_as, json_build_array(json_build_object('effect', a.effects -> 0, 'status', 'queued')), 'evt_lost' || i, 'run_lost' || i, now() - interval '2 days'
    from actions a, generate_series(1, 3) i where a.id = ${id}`.execute(t.db);
  await sql`select graphile_worker.add_job('collect_garbage', '{}')`.execute(t.db);
  await work();
  await until(async () => (await countOf(id, "succeeded")) === 3);
  await rest();
  await t.call("DELETE", `/api/actions/${id}`);
});

test("of more than a thousand waiting runs, the rest is recorded as skipped, with the reason", async () => {
  const id = await listener();
  await sql`
    insert into action_runs (id, org_id, action_id, status, cause, name, trigger, run_as, effects, event_id)
    select 'run_old' || i, a.org_id, a.id, 'queued', '{"type": "event", "event": "project.synced"}', 'Listens',
      a.trigger, a.run_as, '[]', 'evt_old' || i
    from actions a, generate_series(1, 1000) i where a.id = ${id}`.execute(t.db);
  await happen(1);
  await work();
  await until(async () => (await countOf(id, "skipped")) === 1);
  const {rows} = await sql<{error: string}>`
    select error from action_runs where action_id = ${id} and status = 'skipped'`.execute(t.db);
  expect(rows).toEqual([{error: "1,000 runs of earlier events were already waiting."}]);
  await rest();
  await t.call("DELETE", `/api/actions/${id}`);
});
