import {afterAll, beforeAll, expect, test} from "bun:test";
import pg from "pg";
import {sql} from "../../shared/core/db.ts";
import {addPerson} from "../support/people.ts";
import {openPostgresProxy, type PostgresProxy} from "../support/postgres-proxy.ts";
import {until} from "../support/until.ts";
import {shopGraph} from "../support/warehouse.ts";
import {type ActionService, actionService} from "./service.ts";

let t: ActionService;
let proxy: PostgresProxy;
/** A project whose warehouse can be cut off. */
let projectId: string;

beforeAll(async () => {
  t = await actionService();
  proxy = await openPostgresProxy(t.shops.postgresUrl);
  const config = {url: `${proxy.url}?sslmode=disable`};
  const connection = await t.made("/api/connections", {name: "Far", type: "postgres", config});
  projectId = (await t.made("/api/projects", {name: "Far", connectionId: connection.id})).id;
  await t.made(`/api/projects/${projectId}/introspect`, shopGraph("postgres", "public"));
});

afterAll(async () => {
  await t?.stop();
  proxy?.stop();
});

const ORDERS = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
const email = (recipient: string) => ({
  type: "email",
  recipients: [recipient],
  subject: "News",
  message: "Read.",
});

/** Makes everything due that waits for a later minute. */
const hurry = (runId: string) =>
  sql`select graphile_worker.reschedule_jobs(array(
    select id from graphile_worker.jobs where key = ${runId} and run_at > now()), run_at => now())`.execute(
    t.db,
  );

test("an effect whose warehouse is unreachable is tried again, and the next run waits for it", async () => {
  const effects = [{type: "snapshot_dataset", name: "Far", query: ORDERS, projectId}, email("w@example.com")];
  const body = {name: "Patient", trigger: {type: "manual"}, effects};
  const {id} = await t.made("/api/actions", body);
  const path = `/api/actions/${id}/runs`;
  await proxy.down();
  const {id: runId} = await t.made(path, {});
  const read = async (run: string) => (await t.call("GET", `${path}/${run}`)).body;
  await until(async () => (await read(runId)).effects[0].error !== undefined);
  expect(await read(runId)).toMatchObject({
    status: "running",
    effects: [{status: "queued", error: expect.stringContaining("could not be reached")}, {status: "queued"}],
  });
  const {id: nextId} = await t.made(path, {});
  await Bun.sleep(300);
  expect((await read(nextId)).status).toBe("queued");
  await proxy.up();
  await hurry(runId);
  expect(await t.runEnded(id, runId)).toMatchObject({
    status: "succeeded",
    effects: [{status: "succeeded", result: {rowCount: 2}}, {status: "succeeded"}],
  });
  await hurry(nextId);
  expect((await t.runEnded(id, nextId)).status).toBe("succeeded");
  const {rows} = await sql<{count: number}>`
    select count(*)::int as count from datasets where starts_with(series, ${`${id} `})`.execute(t.db);
  expect(rows).toEqual([{count: 2}]);
});

test("a check of rows that are older than the last evaluated ones has no effect", async () => {
  const trigger = {
    type: "threshold",
    query: {...ORDERS, projectId},
    measure: "orders.count",
    op: ">",
    value: 0,
    mode: "became_true",
    cron: "0 8 * * 1",
  };
  const {id} = await t.made("/api/actions", {name: "Late", trigger, effects: [email("late@example.com")]});
  await sql`update actions set seen_at = now() + interval '1 minute' where id = ${id}`.execute(t.db);
  expect(await t.ran(id)).toMatchObject({
    status: "skipped",
    error: "A later check was evaluated before this check.",
    effects: [{status: "skipped"}],
  });
  await sql`update actions set seen_at = now() where id = ${id}`.execute(t.db);
  expect(await t.ran(id)).toMatchObject({status: "succeeded", rowCount: 2});
  await t.call("DELETE", `/api/actions/${id}`);
});

test("every owner whose check failed in a shared statement is notified", async () => {
  const people = [await addPerson(t), await addPerson(t)];
  const watching: string[] = [];
  const hearing: {id: string; token: string}[] = [];
  const query = {...ORDERS, projectId, measures: ["orders.broken"]};
  for (const {token} of people) {
    const trigger = {
      type: "threshold",
      query,
      measure: "orders.broken",
      op: ">",
      value: 0,
      mode: "became_true",
      cron: "0 8 * * 1",
    };
    watching.push(
      (await t.made("/api/actions", {name: "W", trigger, effects: [email("x@example.com")]}, token)).id,
    );
    const onFailure = {type: "event", event: "query.failed"};
    const effects = [email("y@example.com")];
    hearing.push({
      id: (await t.made("/api/actions", {name: "H", trigger: onFailure, effects}, token)).id,
      token,
    });
  }
  await sql`update cadences set next_at = now() where id = any (${watching}::text[])`.execute(t.db);
  await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
  for (const {id} of hearing) {
    const [run, ...others] = await t.runs(id, 1);
    expect(others).toEqual([]);
    expect(watching).toContain(run.cause.actionId);
  }
});

test("a waiting run is skipped if its action is paused, unless a person started it", async () => {
  await t.worker.stop();
  const trigger = {type: "event", event: "dataset.created"};
  const {id} = await t.made("/api/actions", {name: "Paused", trigger, effects: [email("p@example.com")]});
  const byHand = await t.made("/api/actions", {
    name: "By hand",
    trigger: {type: "manual"},
    effects: [email("h@example.com")],
  });
  const {id: handId} = await t.made(`/api/actions/${byHand.id}/runs`, {});
  await t.made(`/api/projects/${projectId}/datasets`, {
    name: "Made",
    kind: "live",
    definition: {model: "orders"},
  });
  // The test creates the run as the worker does that handles events.
  const client = new pg.Client({connectionString: t.databaseUrl});
  await client.connect();
  await client.query(
    `insert into action_runs (id, org_id, action_id, cause, name, trigger, run_as, effects, job_key)
     select 'run_waits', a.org_id, a.id, '{"type": "event"}', 'Paused', a.trigger, a.run_as,
       '[{"effect": {"type": "run_delivery", "scheduleId": "s"}, "status": "queued"}]', 'run_waits'
     from actions a where a.id = $1`,
    [id],
  );
  await client.end();
  for (const one of [id, byHand.id])
    await t.call("PATCH", `/api/actions/${one}/active`, {body: {active: false}});
  expect((await t.call("GET", `/api/actions/${id}/runs/run_waits`)).body).toMatchObject({
    status: "skipped",
    error: "The action was paused before the run began.",
    effects: [{status: "skipped"}],
  });
  t.worker = await t.addWorker();
  expect((await t.runEnded(byHand.id, handId)).status).toBe("succeeded");
});
