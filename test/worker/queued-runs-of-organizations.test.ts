import {afterAll, beforeAll, expect, test} from "bun:test";
import {addShopElsewhere, shopProjects} from "../support/shop.ts";
import {until} from "../support/until.ts";
import {type TestService, testService} from "../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
beforeAll(async () => {
  t = await testService({WORKER_INTERACTIVE_CONCURRENCY: "2"});
  shops = await shopProjects(t);
});
afterAll(async () => {
  await t.stop();
  await shops.drop();
});

test("an organization's queued queries leave a slot for those of others, and run one after another", async () => {
  const elsewhere = await addShopElsewhere(t, shops.postgresUrl);
  const {token} = elsewhere.org.admin;
  const headers = {prefer: "respond-async"};
  const queued = async (body: object, caller?: string) => {
    const answer = await t.call("POST", "/api/query", {headers, body, ...(caller ? {token: caller} : {})});
    expect(answer.status).toBe(202);
    return `/api/query/runs/${answer.body.id}`;
  };
  const {projectId} = shops.postgres;
  const slow = {model: "slow", projectId, measures: ["slow.count"]};
  const statusOf = async (path: string, caller?: string) =>
    (await t.call("GET", path, caller ? {token: caller} : {})).body.status;
  const slowRuns = await Promise.all([
    queued(slow),
    queued({...slow, limit: 5}),
    queued({...slow, limit: 6}),
    queued({...slow, limit: 7}),
  ]);
  await until(async () => (await Promise.all(slowRuns.map(path => statusOf(path)))).includes("running"));
  const quick = await queued({model: "orders", measures: ["orders.count"]}, token);
  await until(async () => (await statusOf(quick, token)) === "succeeded", 20_000);
  const statuses = await Promise.all(slowRuns.map(path => statusOf(path)));
  expect(statuses.toSorted()).toEqual(["queued", "queued", "queued", "running"]);
  // The slot that becomes free goes to the organization's next query.
  const first = slowRuns[statuses.indexOf("running")]!;
  expect((await t.call("DELETE", first)).status).toBe(204);
  const others = slowRuns.filter(path => path !== first);
  await until(async () => (await Promise.all(others.map(path => statusOf(path)))).includes("running"));
  for (const path of others) expect((await t.call("DELETE", path)).status).toBe(204);
  const last = await queued({model: "orders", projectId, measures: ["orders.count"]});
  await until(async () => (await statusOf(last)) === "succeeded");
});
