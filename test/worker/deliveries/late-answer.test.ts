import {afterAll, afterEach, beforeAll, expect, mock, spyOn, test} from "bun:test";
import {sql} from "../../../shared/core/db.ts";
import {sendDelivery} from "../../../worker/delivery-runs/send.ts";
import {MailError} from "../../../worker/email/message.ts";
import {refusal} from "../../support/smtp.ts";
import {until} from "../../support/until.ts";
import {BY_STATUS, type MailService, mailService} from "./service.ts";

let t: MailService;
let chartId: string;

beforeAll(async () => {
  t = await mailService({judge: () => refusal(450, "greylisted")});
  chartId = (await t.made("/api/charts", {name: "Orders by status", type: "table", query: BY_STATUS})).id;
});
afterAll(() => t.stop());
afterEach(() => mock.restore());

/**
 * A delivery whose mail is stored, and whose recipient is due. No job sends it. `sender` begins to send it as a worker
 * that is not listed as alive, so that the next sender takes the recipient over from it.
 */
async function storedDelivery() {
  const {id: sourceId} = await t.made("/api/schedules", {
    resourceType: "chart",
    resourceId: chartId,
    cron: "0 8 * * 1",
    recipients: ["ada@example.com"],
  });
  const {deliveryId: id} = await t.made(`/api/schedules/${sourceId}/run`, {});
  const recipient = async () => {
    const {rows} = await sql<{status: string; attempts: number; claimed_by: string | null; answer: string}>`
      select status, attempts, claimed_by, answer from delivery_recipients where delivery_id = ${id}`.execute(
      t.db,
    );
    return rows[0];
  };
  const isPutOff = async () => {
    const {rows} = await sql`
      select from graphile_worker.jobs j join delivery_recipients r on r.delivery_id = j.key
      where j.key = ${id} and r.status = 'queued' and r.attempts = 1 and j.run_at > now()
        and j.locked_at is null`.execute(t.db);
    return rows.length > 0;
  };
  await until(isPutOff);
  await sql`delete from graphile_worker._private_jobs where key = ${id}`.execute(t.db);
  const due = () =>
    sql`update delivery_recipients set next_attempt_at = now() where delivery_id = ${id}`.execute(t.db);
  await due();
  const delivery = {id, orgId: t.org.id, sourceType: "schedule", sourceId, isRendered: true};
  const warn = spyOn(t.worker.worker.log, "warn");
  let handedOver = 0;
  const sender = async (name: string) => {
    const {promise, resolve, reject} = Promise.withResolvers<string>();
    const send = () => {
      handedOver++;
      return promise;
    };
    const worker = {
      ...t.worker.worker,
      id: name,
      handedOver: new Map(),
      mail: {...t.worker.worker.mail, send},
    };
    const ended = sendDelivery(worker, delivery, new AbortController().signal);
    await Promise.race([ended, until(async () => (await recipient())?.claimed_by === name)]);
    return {
      async accept() {
        resolve("250 accepted");
        await ended;
      },
      async fail(isFinal: boolean) {
        reject(new MailError(isFinal, "421 timeout"));
        await ended;
      },
    };
  };
  return {
    recipient,
    due,
    sender,
    warnings: () => warn.mock.calls.map(([, text]) => text),
    handedOver: () => handedOver,
  };
}

test.each([
  ["temporary", false],
  ["final", true],
])("the late %s failure of a replaced sender leaves its successor's claim", async (_, isFinal) => {
  const {recipient, due, sender, handedOver} = await storedDelivery();
  const replaced = await sender("replaced");
  const successor = await sender("successor");
  await replaced.fail(isFinal);
  expect(await recipient()).toMatchObject({status: "sending", claimed_by: "successor", attempts: 3});
  await successor.accept();
  expect(await recipient()).toMatchObject({status: "sent", claimed_by: null, answer: "250 accepted"});
  await due();
  await sender("next");
  expect(handedOver()).toBe(2);
});

test("the acceptance of a replaced sender's mail counts, whatever its successor does", async () => {
  const {recipient, due, sender, warnings, handedOver} = await storedDelivery();
  const replaced = await sender("replaced");
  const successor = await sender("successor");
  await replaced.accept();
  expect(await recipient()).toMatchObject({status: "sent", claimed_by: null});
  await successor.fail(false);
  expect(await recipient()).toMatchObject({status: "sent", answer: "250 accepted"});
  await due();
  await sender("next");
  expect(handedOver()).toBe(2);
  expect(warnings()).toEqual([]);
});

test("the acceptance of a replaced sender's mail counts after its successor has failed", async () => {
  const {recipient, sender, due, handedOver} = await storedDelivery();
  const replaced = await sender("replaced");
  const successor = await sender("successor");
  await successor.fail(false);
  expect(await recipient()).toMatchObject({status: "queued", claimed_by: null});
  await replaced.accept();
  expect(await recipient()).toMatchObject({status: "sent", answer: "250 accepted"});
  await due();
  await sender("next");
  expect(handedOver()).toBe(2);
});

test("a mail that was handed over twice is logged", async () => {
  const {recipient, sender, warnings} = await storedDelivery();
  const replaced = await sender("replaced");
  const successor = await sender("successor");
  await successor.accept();
  await replaced.accept();
  expect(await recipient()).toMatchObject({status: "sent"});
  expect(warnings()).toEqual([
    "a mail was handed over to a recipient who is already marked as sent, or no longer exists",
  ]);
});
