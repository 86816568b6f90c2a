import {afterAll, beforeAll, expect, test} from "bun:test";
import pg from "pg";
import {sql} from "../../shared/core/db.ts";
import {stopToken} from "../../shared/core/recipients/unsubscribes.ts";
import {until} from "../support/until.ts";
import {type ActionService, actionService} from "./service.ts";

let t: ActionService;

beforeAll(async () => {
  t = await actionService();
});

afterAll(() => t?.stop());

const email = (...recipients: string[]) => ({type: "email", recipients, subject: "News", message: "Read."});

const action = async (...effects: object[]) =>
  (await t.made("/api/actions", {name: "Mails", trigger: {type: "manual"}, effects})).id;

const erase = (address: string) =>
  t.call("DELETE", `/api/orgs/${t.org.id}/recipients/${encodeURIComponent(address)}`);

test("an erased address is removed from runs, and a waiting run sends nothing to it", async () => {
  const gone = "Gone.Person@example.com";
  const done = await action(email(gone), email("stays@example.com"));
  await t.ran(done);
  await t.ran(done, {dryRun: true});
  const [waits, empty] = [await action(email(gone, "stays@example.com")), await action(email(gone))];
  await t.worker.stop();
  const {id: runId} = await t.made(`/api/actions/${waits}/runs`, {});
  const {id: emptyId} = await t.made(`/api/actions/${empty}/runs`, {});
  const before = t.mailTo(gone).length;
  expect((await erase(gone)).status).toBe(204);
  t.worker = await t.addWorker();
  const [effect] = (await t.runEnded(waits, runId)).effects;
  const delivery = await t.ended(effect.result.deliveryId);
  expect(delivery.recipients).toMatchObject([{email: "stays@example.com", status: "sent"}]);
  expect(t.mailTo(gone)).toHaveLength(before);
  expect((await t.runEnded(empty, emptyId)).effects).toMatchObject([
    {status: "failed", error: expect.stringContaining("no recipients any more")},
  ]);
  const {rows} = await sql`
    select effects::text from action_runs where effects::text ilike '%gone.person%'`.execute(t.db);
  expect(rows).toEqual([]);
});

test.each(["by hand", "when it is due"])(
  "an address that is erased while a threshold is checked %s gets no mail, and is not stored again",
  async how => {
    const gone = `erased.${how.replaceAll(" ", ".")}@example.com`;
    const query = {
      model: "orders",
      projectId: t.shops.postgres.projectId,
      dimensions: ["orders.status"],
      measures: ["orders.count"],
    };
    const trigger = {
      type: "threshold",
      query,
      measure: "orders.count",
      op: ">",
      value: 0,
      mode: "while_true",
      cron: "0 8 * * 1",
    };
    const body = {name: "Watches", trigger, effects: [email(gone, "stays@example.com")]};
    const {id} = await t.made("/api/actions", body);
    const warehouse = new pg.Client({connectionString: t.shops.postgresUrl});
    await warehouse.connect();
    await warehouse.query("begin");
    await warehouse.query("lock table orders in access exclusive mode");
    if (how === "by hand") await t.made(`/api/actions/${id}/runs`, {});
    else {
      await sql`update cadences set next_at = now() where id = ${id}`.execute(t.db);
      await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
    }
    await until(async () => {
      // A transaction sees the activity of the moment when it first looked.
      await warehouse.query("select pg_stat_clear_snapshot()");
      const {rows} = await warehouse.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length > 0;
    });
    expect((await erase(gone)).status).toBe(204);
    await warehouse.query("commit");
    await warehouse.end();
    const [run] = await t.runs(id, 1);
    const delivery = await t.ended(run.effects[0].result.deliveryId);
    expect(delivery.recipients).toMatchObject([{email: "stays@example.com", status: "sent"}]);
    const {rows} = await sql`
      select from action_runs where position(${gone} in effects::text) > 0`.execute(t.db);
    expect(rows).toEqual([]);
  },
);

test("a recipient who was erased and is named again can stop the mail, and an earlier stop still holds", async () => {
  const [before, after] = ["stopped.before@example.com", "stops.after@example.com"];
  const effects = [email(before, after, "stays@example.com")];
  const id = await action(...effects);
  const stop = async (address: string) => {
    const answer = await t.call(
      "POST",
      `/unsubscribe?t=${stopToken(t.web.config.encryptionKeys, id, address)}`,
      {
        token: null,
        body: "List-Unsubscribe=One-Click",
        headers: {"content-type": "application/x-www-form-urlencoded"},
      },
    );
    expect(answer.status).toBe(200);
  };
  await stop(before);
  for (const address of [before, after]) expect((await erase(address)).status).toBe(204);
  const body = {name: "Mails", trigger: {type: "manual"}, effects};
  expect((await t.call("PUT", `/api/actions/${id}`, {body})).status).toBe(200);
  await stop(after);
  const run = await t.ran(id);
  expect((await t.ended(run.effects[0].result.deliveryId)).recipients).toMatchObject([
    {email: before, status: "skipped"},
    {email: after, status: "skipped"},
    {email: "stays@example.com", status: "sent"},
  ]);
});
