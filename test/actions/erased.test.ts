import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {type ActionService, actionService} from "./service.ts";

let t: ActionService;

beforeAll(async () => {
  t = await actionService();
});

afterAll(() => t?.stop());

const email = (...recipients: string[]) => ({type: "email", recipients, subject: "News", message: "Read."});

const action = async (...effects: object[]) =>
  (await t.made("/api/actions", {name: "Mails", trigger: {type: "manual"}, effects})).id;

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
  const path = `/api/orgs/${t.org.id}/recipients/${encodeURIComponent(gone)}`;
  expect((await t.call("DELETE", path)).status).toBe(204);
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
