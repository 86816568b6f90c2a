import {afterAll, beforeAll, expect, test} from "bun:test";
import {openPostgresProxy, type PostgresProxy} from "../../support/postgres-proxy.ts";
import {shopGraph} from "../../support/warehouse.ts";
import {BY_STATUS, type MailService, mailService} from "./service.ts";

/** A warehouse that is away while a delivery queries it. */

let t: MailService;
let proxy: PostgresProxy;
let chartId: string;
let query: object;

beforeAll(async () => {
  t = await mailService();
  proxy = await openPostgresProxy(t.shops.postgresUrl);
  const connection = await t.made("/api/connections", {
    name: "through the proxy",
    type: "postgres",
    config: {url: `${proxy.url}?sslmode=disable`},
  });
  const project = await t.made("/api/projects", {name: "proxied", connectionId: connection.id});
  await t.made(`/api/projects/${project.id}/introspect`, shopGraph("postgres", "public"));
  query = {...BY_STATUS, projectId: project.id};
  chartId = (await t.made("/api/charts", {name: "Orders by status", type: "bar", query})).id;
});

afterAll(async () => {
  proxy?.stop();
  await t?.stop();
});

const schedule = async (email: string, more: object = {}): Promise<string> =>
  (
    await t.made("/api/schedules", {
      resourceType: "chart",
      resourceId: chartId,
      cron: "0 8 * * 1",
      recipients: [email],
      ...more,
    })
  ).id;

test("a delivery whose query the warehouse does not answer is tried again later", async () => {
  const id = await schedule("rows@example.com");
  await proxy.down();
  const due = t.due(id);
  const delivery = await t.putOff(id, 1);
  expect(delivery.seconds).toBeWithin(30, 61);
  await proxy.up();
  await t.later(delivery.id);
  expect(await due).toMatchObject({status: "succeeded", resources: [{status: "succeeded"}]});
  expect(t.mailTo("rows@example.com")).toHaveLength(1);
});

test("a threshold that could not be queried is queried later", async () => {
  const outcomes = [
    {value: 1, status: "succeeded", mails: 1},
    {value: 1000, status: "skipped", mails: 0},
  ];
  const ids: string[] = [];
  for (const {value, status} of outcomes) {
    const condition = {type: "threshold", query, measure: "orders.count", op: ">=", value};
    ids.push(await schedule(`${status}@example.com`, {condition}));
  }
  await proxy.down();
  const due = ids.map(id => t.due(id));
  const first = await Promise.all(ids.map(id => t.putOff(id, 1)));
  for (const delivery of first) await t.later(delivery.id);
  const second = await Promise.all(ids.map(id => t.putOff(id, 2)));
  for (const {seconds} of second) expect(seconds).toBeWithin(200, 301);
  await proxy.up();
  for (const delivery of second) await t.later(delivery.id);
  for (const [i, {status, mails}] of outcomes.entries()) {
    expect(await due[i]).toMatchObject({status});
    expect(t.mailTo(`${status}@example.com`)).toHaveLength(mails);
  }
});
