import {afterAll, beforeAll, expect, test} from "bun:test";
import pg from "pg";
import {sql} from "../../shared/core/db.ts";
import {lockAwaited} from "../support/postgres.ts";
import {type ActionService, actionService} from "./service.ts";

let t: ActionService;

beforeAll(async () => {
  t = await actionService();
});

afterAll(() => t?.stop());

/** Three orders of the shop are paid, one is open. */
const over = (value: number) => ({
  type: "threshold",
  query: {
    model: "orders",
    projectId: t.shops.postgres.projectId,
    dimensions: ["orders.status"],
    measures: ["orders.count"],
  },
  measure: "orders.count",
  op: ">",
  value,
  mode: "became_true",
  cron: "0 8 * * 1",
});

const body = (value: number) => ({
  name: "Check",
  trigger: over(value),
  effects: [{type: "email", recipients: ["changed@example.com"], subject: "{{count}}", message: "{{value}}"}],
});

test.each(["by hand", "as it came due"])(
  "a check made %s has no effect on a trigger that was changed before the check was evaluated",
  async how => {
    const {id} = await t.made("/api/actions", body(0));
    await t.worker.stop();
    if (how === "by hand") await t.made(`/api/actions/${id}/runs`, {});
    else {
      // The run exists, and waits for a worker that evaluates it.
      const other = await t.addWorker({WORKER_RUNNERS: "interactive"});
      await sql`update cadences set next_at = date_trunc('minute', now()) where id = ${id}`.execute(t.db);
      await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
      for (let made = 0; made === 0; await Bun.sleep(20))
        made = (await t.call("GET", `/api/actions/${id}/runs`)).body.length;
      await other.stop();
    }
    expect((await t.call("PUT", `/api/actions/${id}`, {body: body(2)})).status).toBe(200);
    t.worker = await t.addWorker();
    expect(await t.runs(id, 1)).toMatchObject([
      {
        status: "skipped",
        error:
          "The trigger, or the account whose rights the run has, was changed before the run was evaluated.",
        effects: [{status: "skipped"}],
      },
    ]);
    expect(await t.ran(id)).toMatchObject({rows: [["paid", 3]], rowCount: 1});
  },
);

test("a check has no effect once its action has another principal", async () => {
  const {id} = await t.made("/api/actions", body(0));
  await t.worker.stop();
  await t.made(`/api/actions/${id}/runs`, {});
  const {effects, ...same} = body(0);
  const taken = await t.call("PUT", `/api/actions/${id}`, {
    token: t.org.adminUser.token,
    body: {...same, effects: effects.map(one => ({...one, subject: "Mine"}))},
  });
  expect(taken.body.runAs).toBe(t.org.adminUser.id);
  t.worker = await t.addWorker();
  expect(await t.runs(id, 1)).toMatchObject([
    {
      status: "skipped",
      error:
        "The trigger, or the account whose rights the run has, was changed before the run was evaluated.",
    },
  ]);
  expect((await sql`select from action_states where action_id = ${id}`.execute(t.db)).rows).toEqual([]);
});

test("an action that is deleted during an evaluation leaves nothing behind", async () => {
  const {id} = await t.made("/api/actions", body(0));
  await sql`
    insert into action_states (org_id, action_id, key, holds) values (${t.org.id}, ${id}, 'seen', false)`.execute(
    t.db,
  );
  // The statements of an evaluation, in order.
  const judging = new pg.Client({connectionString: t.databaseUrl});
  await judging.connect();
  await judging.query("begin");
  await judging.query("select from actions where id = $1 for no key update", [id]);
  await judging.query(
    "insert into action_states (org_id, action_id, key, holds) values ($1, $2, 'new', true)",
    [t.org.id, id],
  );
  const deletion = t.call("DELETE", `/api/actions/${id}`);
  await lockAwaited(t.db);
  await judging.query("update action_states set holds = false where action_id = $1", [id]);
  await judging.query("commit");
  await judging.end();
  expect((await deletion).status).toBe(204);
  expect((await sql`select key from action_states where action_id = ${id}`.execute(t.db)).rows).toEqual([]);
});

test("a threshold keeps watching the project for which it was saved, whichever is the default one", async () => {
  const {duckdb, postgres} = t.shops;
  const trigger = {...over(0), query: {model: "orders", measures: ["orders.count"]}};
  const {id, trigger: saved} = await t.made("/api/actions", {...body(0), trigger});
  expect([duckdb.projectId, postgres.projectId]).toContain(saved.query.projectId);
  const other = saved.query.projectId === duckdb.projectId ? postgres : duckdb;
  const path = `/api/projects/${other.projectId}`;
  expect((await t.call("PATCH", path, {body: {default: true}})).status).toBe(200);
  const {rows} = await sql<{project: string}>`
    select trigger -> 'query' ->> 'projectId' as project from action_runs
    where id = ${(await t.ran(id)).id}`.execute(t.db);
  expect(rows).toEqual([{project: saved.query.projectId}]);
});
