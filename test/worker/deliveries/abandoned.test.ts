import {afterAll, beforeAll, expect, test} from "bun:test";
import {createDeliveries} from "../../../shared/automation/deliveries/create.ts";
import {sql} from "../../../shared/core/db.ts";
import {newId} from "../../../shared/core/ids.ts";
import {collectGarbage} from "../../../worker/tasks/collect-garbage.ts";
import {refusal} from "../../support/smtp.ts";
import {until} from "../../support/until.ts";
import {BY_STATUS, type MailService, mailService} from "./service.ts";

let t: MailService;
let scheduleId: string;
let isBusy = false;

beforeAll(async () => {
  t = await mailService({judge: () => (isBusy ? refusal(450, "busy") : undefined)});
  const {id: resourceId} = await t.made("/api/charts", {name: "Orders", type: "table", query: BY_STATUS});
  const body = {resourceType: "chart", resourceId, cron: "0 8 * * 1", recipients: ["ada@example.com"]};
  scheduleId = (await t.made("/api/schedules", body)).id;
});

afterAll(() => t?.stop());

/** Puts a delivery and its job into the state that they have when each worker that took them was killed. */
async function useUp(db: Parameters<typeof createDeliveries>[0] | MailService["db"], id: string) {
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${id}`.execute(db);
  await sql`update deliveries set created_at = now() - interval '1 hour' where id = ${id}`.execute(db);
}

test("a delivery whose workers are killed again and again while they send it is sent in the end", async () => {
  isBusy = true;
  const {deliveryId} = await t.made(`/api/schedules/${scheduleId}/run`, {});
  const isPutOff = async () => {
    const {rows} = await sql`
      select from graphile_worker.jobs j join delivery_recipients r on r.delivery_id = j.key
      where j.key = ${deliveryId} and r.status = 'queued' and r.attempts = 1 and j.run_at > now()
        and j.locked_at is null`.execute(t.db);
    return rows.length > 0;
  };
  await until(isPutOff);
  isBusy = false;
  await useUp(t.db, deliveryId);
  await sql`update delivery_recipients set next_attempt_at = now() where delivery_id = ${deliveryId}`.execute(
    t.db,
  );
  await collectGarbage(t.worker.worker);
  expect(await t.ended(deliveryId)).toMatchObject({status: "succeeded", recipients: [{status: "sent"}]});
  expect(t.mailTo("ada@example.com")).toHaveLength(1);
});

test("a delivery whose workers were killed while they rendered it fails with that reason", async () => {
  const id = newId("dlv");
  await t.db.transaction().execute(async tx => {
    const slot = new Date();
    await createDeliveries(tx, [{id, orgId: t.org.id, scheduleId, trigger: "test", slot}]);
    await useUp(tx, id);
  });
  await collectGarbage(t.worker.worker);
  expect(await t.ended(id)).toMatchObject({
    status: "failed",
    error: expect.stringContaining("its worker ended"),
    recipients: [{status: "failed"}],
  });
  // The delivery can be retried once its cause is mended.
  await t.call("POST", `/api/deliveries/${id}/retry`);
  expect(await t.ended(id)).toMatchObject({status: "succeeded", recipients: [{status: "sent"}]});
});
