import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {sql} from "../../../shared/core/db.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {BY_STATUS, type MailService, mailService} from "./service.ts";

/** Two workers, two organizations, and a mail server that takes as long as a test says. */

let t: MailService;
let chartId: string;
let takesMs = 0;
/** The promise that the mail server waits for in place of that time. */
let confirms: PromiseWithResolvers<void> | undefined;
let other: {made: (path: string, body: object) => Promise<{id: string; deliveryId: string}>; chartId: string};
let dropOther: () => Promise<void>;

beforeAll(async () => {
  t = await mailService({kept: () => confirms?.promise ?? Bun.sleep(takesMs)});
  await t.addWorker();
  chartId = (await t.made("/api/charts", {name: "Orders", type: "table", query: BY_STATUS})).id;
  const org = await t.addOrg("Other");
  const call: MailService["call"] = (method, path, options) =>
    t.call(method, path, {token: org.admin.token, ...options});
  dropOther = (await shopProjects({...t, org, call})).drop;
  const made = (path: string, body: object) => t.made(path, body, org.admin.token);
  other = {made, chartId: (await made("/api/charts", {name: "Orders", type: "table", query: BY_STATUS})).id};
});

beforeEach(() => {
  takesMs = 0;
  confirms = undefined;
});

afterAll(async () => {
  takesMs = 0;
  await t?.stop();
  await dropOther?.();
});

let sequence = 0;

async function schedule(count: number, made: typeof other.made = t.made, resourceId = chartId) {
  const run = sequence++;
  const recipients = Array.from({length: count}, (_, i) => `r${i}.share${run}@example.com`);
  const {id} = await made("/api/schedules", {
    resourceType: "chart",
    resourceId,
    cron: "0 8 * * 1",
    recipients,
  });
  return {id, recipients};
}

const messages = ({recipients}: {recipients: string[]}) => recipients.map(email => t.mailTo(email).length);

async function deliveriesOf(id: string) {
  const {rows} = await sql<{id: string; status: string}>`
    select id, status from deliveries where source_id = ${id}`.execute(t.db);
  return rows;
}

test("thirty schedules that come due at once are sent once each by two workers", async () => {
  const all = await Promise.all(Array.from({length: 30}, () => schedule(2)));
  const ids = all.map(({id}) => id);
  await sql`update cadences set next_at = date_trunc('minute', now()) where id = any (${ids}::text[])`.execute(
    t.db,
  );
  for (let i = 0; i < 6; i++) await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
  const isOver = async () => {
    const made = await Promise.all(ids.map(deliveriesOf));
    return made.every(([one]) => one?.status === "succeeded");
  };
  await until(isOver);
  for (const one of all) {
    expect(await deliveriesOf(one.id)).toHaveLength(1);
    expect(messages(one)).toEqual([1, 1]);
  }
});

describe("a schedule, while its delivery is sent,", () => {
  const sent = (one: {recipients: string[]}) => messages(one).reduce((sum, count) => sum + count);

  /**
   * Starts a delivery to ten recipients, five at a time. Resolves when the mail server has the first five and has confirmed
   * none.
   */
  async function underWay() {
    const gate = Promise.withResolvers<void>();
    confirms = gate;
    const one = await schedule(10);
    const {deliveryId} = await t.made(`/api/schedules/${one.id}/run`, {});
    await until(() => sent(one) === 5);
    return {...one, deliveryId, goOn: gate.resolve};
  }

  test("that is deleted sends only the messages that were begun", async () => {
    const one = await underWay();
    expect((await t.call("DELETE", `/api/schedules/${one.id}`)).status).toBe(204);
    const {rows} = await sql`select from graphile_worker.jobs where key = ${one.deliveryId}`.execute(t.db);
    expect(rows.length).toBeLessThan(2);
    one.goOn();
    await Bun.sleep(1500);
    expect(sent(one)).toBe(5);
    expect((await t.call("GET", `/api/deliveries/${one.deliveryId}`)).status).toBe(404);
  });

  test("that is paused or edited does not change the delivery", async () => {
    const one = await underWay();
    const paused = await t.call("PATCH", `/api/schedules/${one.id}/active`, {body: {active: false}});
    expect(paused.status).toBe(200);
    const edited = await t.call("PUT", `/api/schedules/${one.id}`, {
      body: {
        resourceType: "chart",
        resourceId: chartId,
        cron: "0 9 * * 1",
        recipients: ["new@example.com"],
        message: "Edited",
      },
    });
    expect(edited.status).toBe(200);
    one.goOn();
    expect((await t.ended(one.deliveryId)).status).toBe("succeeded");
    expect(messages(one)).toEqual(Array(10).fill(1));
    expect(t.mailTo("new@example.com")).toEqual([]);
    for (const email of one.recipients) expect(t.mailTo(email)[0]?.mail.text).not.toContain("Edited");
  });
});

test("many slow deliveries of one organization hold up neither another organization's delivery nor a person's query", async () => {
  takesMs = 800;
  const many = await Promise.all(Array.from({length: 12}, () => schedule(10)));
  for (const {id} of many) await t.made(`/api/schedules/${id}/run`, {});
  await until(() =>
    messages(many[0]!)
      .concat(...many.map(messages))
      .some(count => count > 0),
  );
  const few = await schedule(2, other.made, other.chartId);
  await other.made(`/api/schedules/${few.id}/run`, {});
  const queries: number[] = [];
  while (messages(few).includes(0)) {
    const started = performance.now();
    const answer = await t.call("POST", "/api/query", {
      body: {...BY_STATUS, projectId: t.shops.duckdb.projectId},
      headers: {"cache-control": "no-cache"},
    });
    expect(answer.status).toBe(200);
    queries.push(performance.now() - started);
    await Bun.sleep(20);
  }
  const waiting = (await Promise.all(many.map(({id}) => deliveriesOf(id)))).flat();
  // The others take 12 × 2 × 0.8 s in two queues: most of them still wait.
  expect(waiting.filter(({status}) => status === "queued").length).toBeGreaterThan(4);
  expect(queries.toSorted((a, b) => a - b)[Math.floor(queries.length / 2)]).toBeLessThan(onBusyMachine(500));
  takesMs = 0;
  for (const {id} of many) await until(async () => (await deliveriesOf(id))[0]?.status === "succeeded");
});
