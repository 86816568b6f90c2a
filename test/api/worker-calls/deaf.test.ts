import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {overDatabase, type TestApp} from "../../support/app.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {addPerson, addTeam} from "../../support/people.ts";
import {openPostgresProxy, type PostgresProxy} from "../../support/postgres-proxy.ts";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

/** One process changes what another one caches, and the notification channel of the other one is half open. */

let changing: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let proxy: PostgresProxy;
let holding: TestApp;

beforeAll(async () => {
  changing = await testService();
  shops = await shopProjects(changing);
  proxy = await openPostgresProxy(changing.databaseUrl);
  const {dataDir} = changing.web.config;
  holding = await overDatabase(proxy.url, {DATA_DIR: dataDir}, changing.org);
});

afterAll(async () => {
  await holding.stop();
  proxy.stop();
  await changing.stop();
  await shops.drop();
});

beforeEach(async () => {
  proxy.speak();
  await until(() => holding.web.notices.connected);
});

const deafen = () => proxy.silence("analytics-service notices");

/** Waits until the answer is cached: earlier notices have arrived and no longer empty the cache. */
async function held<T>(ask: () => Promise<T>): Promise<T> {
  await Bun.sleep(100);
  await ask();
  return ask();
}

/** How many milliseconds pass until the condition holds. */
async function staleFor(isSo: () => Promise<boolean>): Promise<number> {
  const since = performance.now();
  while (!(await isSo())) {
    if (performance.now() - since > 60_000) break;
    await Bun.sleep(10);
  }
  return performance.now() - since;
}

/** These limits distinguish the two cases on a busy machine; the real times are measured in the benchmark. */
const HEARD_MS = 1500;
const DEAF_MS = 8000;

describe.each([
  ["heard", HEARD_MS],
  ["half open", DEAF_MS],
] as const)("if the notification channel is %s", (channel, maxMs) => {
  const isOpen = channel === "heard";

  test("a revoked token is refused", async () => {
    const {id, token} = await addPerson(changing);
    const status = async () => (await holding.call("GET", "/api/whoami", {token})).status;
    expect(await held(status)).toBe(200);
    if (!isOpen) deafen();
    const path = `/api/orgs/${changing.org.id}/service-accounts/${id}`;
    expect((await changing.call("DELETE", path)).status).toBe(204);
    expect(await staleFor(async () => (await status()) === 401)).toBeLessThan(onBusyMachine(maxMs));
  });

  test("a project that was given to a team is 404 for others", async () => {
    const teamId = await addTeam(changing, `Team ${channel}`);
    const {projectId} = shops.postgres;
    const {token} = await addPerson(changing);
    const query = {projectId, model: "orders", measures: ["orders.count"]};
    const status = async () => (await holding.call("POST", "/api/query", {token, body: query})).status;
    expect(await held(status)).toBe(200);
    if (!isOpen) deafen();
    const changed = await changing.call("PATCH", `/api/projects/${projectId}`, {body: {teamIds: [teamId]}});
    expect(changed.status).toBe(200);
    expect(await staleFor(async () => (await status()) >= 400)).toBeLessThan(onBusyMachine(maxMs));
    proxy.speak();
    await changing.call("PATCH", `/api/projects/${projectId}`, {body: {teamIds: []}});
  });

  test("an applied layer can be queried", async () => {
    const {projectId} = shops.duckdb;
    const name = `orders_${channel.replace(" ", "_")}`;
    const query = {projectId, model: name, measures: [`${name}.count`]};
    const status = async () => (await holding.call("POST", "/api/query", {body: query})).status;
    expect(await held(status)).toBe(422);
    if (!isOpen) deafen();
    const model = {
      name,
      table: {schema: "main", name: "orders"},
      primaryKey: ["id"],
      dimensions: [{name: "id", type: "number", column: "id"}],
      measures: [{name: "count", type: "count"}],
    };
    const applied = await changing.call("POST", `/api/projects/${projectId}/introspect`, {
      body: {models: [model]},
    });
    expect(applied.status).toBe(201);
    expect(await staleFor(async () => (await status()) === 200)).toBeLessThan(onBusyMachine(maxMs));
  });
});

test("a process without notices is not ready, and continues to work", async () => {
  const ready = () => holding.call("GET", "/readyz", {token: null});
  expect((await ready()).body.checks.notices).toEqual({ok: true});
  deafen();
  expect(await staleFor(async () => (await ready()).status === 503)).toBeLessThan(onBusyMachine(4000));
  const {status, body} = await ready();
  expect([status, body.checks.notices]).toEqual([
    503,
    {
      ok: false,
      message: "Notices from other processes do not arrive, so the process uses no memory caches.",
    },
  ]);
  expect((await holding.call("GET", "/api/whoami")).status).toBe(200);
  proxy.speak();
  expect(await staleFor(async () => (await ready()).status === 200)).toBeLessThan(onBusyMachine(8000));
});
