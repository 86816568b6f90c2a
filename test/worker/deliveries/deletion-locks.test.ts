import {afterAll, beforeAll, expect, test} from "bun:test";
import {openDatabase, sql} from "../../../shared/core/db.ts";
import {newId} from "../../../shared/core/ids.ts";
import {makeLogger} from "../../../shared/core/log.ts";
import {failRun} from "../../../worker/action-runs/end.ts";
import {failDelivery, finishDelivery} from "../../../worker/delivery-runs/finish.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {addChart} from "../../support/content.ts";
import {lockAwaited} from "../../support/postgres.ts";

let t: TestApp;
let chartId: string;
const options = {mailsFailures: true, billing: undefined};

beforeAll(async () => {
  t = await testApp();
  await sql`
    insert into connections (id, org_id, name, type, config) values ('conn_1', ${t.org.id}, 'Shop', 'duckdb', '{}')`.execute(
    t.db,
  );
  await sql`
    insert into projects (id, org_id, name, connection_id) values ('proj_1', ${t.org.id}, 'Shop', 'conn_1')`.execute(
    t.db,
  );
  chartId = await addChart(t, "proj_1", {ownerId: t.org.admin.id});
});
afterAll(() => t?.stop());

async function scheduledDelivery(recipient: string) {
  const {body} = await t.call("POST", "/api/schedules", {
    body: {
      resourceType: "chart",
      resourceId: chartId,
      cron: "0 8 * * 1",
      recipients: ["ada@example.com"],
    },
  });
  const [id, sourceId] = [newId("dlv"), body.id];
  await sql`
    insert into deliveries (id, org_id, source_type, source_id, schedule_id, trigger, status, name, run_as, definition,
      rows_hash)
    select ${id}, org_id, 'schedule', id, id, 'schedule', 'running', 'Weekly', run_as, '{}', 'hash'
    from schedules where org_id = ${t.org.id} and id = ${sourceId}`.execute(t.db);
  await sql`
    insert into delivery_recipients (org_id, delivery_id, position, email, status)
    values (${t.org.id}, ${id}, 0, 'ada@example.com', ${recipient})`.execute(t.db);
  return {id, orgId: t.org.id, sourceType: "schedule", sourceId};
}

/** Deletes the content while `end` waits for the source's row, which a deletion locks first. */
async function deletedWhile(table: "schedules" | "actions", id: string, end: () => Promise<void>) {
  const {db, pool} = openDatabase(t.databaseUrl, 1, makeLogger("test", "silent"));
  try {
    let ending: Promise<void> | undefined;
    await db.transaction().execute(async tx => {
      await sql`select from ${sql.table(table)} where org_id = ${t.org.id} and id = ${id} for update`.execute(
        tx,
      );
      ending = end();
      // It is handled below, if the deletion fails first.
      ending.catch(() => undefined);
      await lockAwaited(t.db);
      await sql`delete from content where org_id = ${t.org.id} and id = ${id}`.execute(tx);
    });
    await ending;
    const {rows} = await sql`select from content where org_id = ${t.org.id} and id = ${id}`.execute(t.db);
    expect(rows).toEqual([]);
  } finally {
    await pool.end();
  }
}

test("a schedule can be deleted while a delivery of it ends", async () => {
  const delivery = await scheduledDelivery("sent");
  await deletedWhile("schedules", delivery.sourceId, () => finishDelivery(t.db, delivery, options));
});

test("a schedule can be deleted while a delivery of it ends with failed recipients", async () => {
  const delivery = await scheduledDelivery("failed");
  await deletedWhile("schedules", delivery.sourceId, () => finishDelivery(t.db, delivery, options));
});

test("a schedule can be deleted while a delivery of it fails", async () => {
  const delivery = await scheduledDelivery("queued");
  await deletedWhile("schedules", delivery.sourceId, () => failDelivery(t.db, delivery, "Broken", options));
});

test("an action can be deleted while a run of it fails", async () => {
  const effect = {type: "email", recipients: ["ada@example.com"], subject: "News", message: "Read."};
  const {body} = await t.call("POST", "/api/actions", {
    body: {name: "News", trigger: {type: "manual"}, effects: [effect]},
  });
  const run = {id: newId("run"), orgId: t.org.id, actionId: body.id};
  await sql`
    insert into action_runs (id, org_id, action_id, status, cause, name, trigger, run_as, effects, job_key)
    values (${run.id}, ${run.orgId}, ${run.actionId}, 'running', '{"type": "manual"}', 'News', '{"type": "manual"}',
      ${t.org.admin.id}, '[{"status": "failed", "effect": {"type": "email"}, "error": "x"}]', 'none')`.execute(
    t.db,
  );
  await deletedWhile("actions", run.actionId, () => failRun(t.db, run, true, "Broken"));
});
