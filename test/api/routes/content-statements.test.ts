import {afterAll, beforeAll, expect, test} from "bun:test";
import {Kysely, PostgresDialect} from "kysely";
import {makeApp} from "../../../api/app.ts";
import {type Database, openDatabase} from "../../../shared/core/db.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let app: ReturnType<typeof makeApp>;
let opened: Database;
let sent: string[] = [];
let ids: Record<"chart" | "dashboard" | "sheet" | "dataset" | "overDataset", string>;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  opened = openDatabase(t.databaseUrl, 2, t.web.log);
  const dialect = new PostgresDialect({pool: opened.connections});
  const db: TestService["db"] = new Kysely({dialect, log: ({query}) => void sent.push(query.sql)});
  app = makeApp({...t.web, db});
  ids = await makeContent();
});

afterAll(async () => {
  await opened.pool.end();
  await t.stop();
  await shops.drop();
});

const token = () => t.org.member.token;
const query = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};

async function makeContent() {
  const make = async (path: string, body: object) => {
    const answer = await t.call("POST", path, {token: token(), body});
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const live = {name: "Live", kind: "live", definition: query};
  const dataset = await make(`/api/projects/${shops.duckdb.projectId}/datasets`, live);
  const chart = await make("/api/charts", {name: "Orders", type: "bar", query});
  const over = {model: dataset.slug, measures: ["orders.count"]};
  const overDataset = await make("/api/charts", {name: "Over", type: "bar", query: over});
  const dashboard = await make("/api/dashboards", {name: "Shop"});
  const tiles = [chart, overDataset].map(({id}, i) => ({chartId: id, x: i * 6, y: 0, w: 6, h: 6}));
  const path = `/api/dashboards/${dashboard.id}/layout`;
  expect((await t.call("PUT", path, {token: token(), body: {tiles}})).status).toBe(200);
  const sheet = await make("/api/sheets", {name: "Sheet"});
  return {
    chart: chart.id,
    dashboard: dashboard.id,
    sheet: sheet.id,
    dataset: dataset.id,
    overDataset: overDataset.id,
  };
}

const TRANSACTION = new Set(["begin", "commit"]);

/** The statements of a request when everything that may be cached is cached. */
async function statementsOf(method: string, path: string, body?: object): Promise<string[]> {
  const headers = {
    authorization: `Bearer ${token()}`,
    ...(body ? {"content-type": "application/json"} : {}),
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name]);
  const request = () =>
    new Request(`http://service.test${filled}`, {
      method,
      headers,
      ...(body ? {body: JSON.stringify(body)} : {}),
    });
  const send = async () => {
    const answer = await app.handle(request());
    await answer.text();
    expect(answer.status).toBe(200);
  };
  await send();
  sent = [];
  await send();
  return sent.map(text => text.replaceAll(/\s+/g, " ").trim()).filter(text => !TRANSACTION.has(text));
}

/** Frequent reads: one statement that includes the check of the right, and is prepared once on a connection. */
const READS: [string, string, object?][] = [
  ["GET", "/api/charts"],
  ["GET", "/api/charts/{chart}"],
  ["GET", "/api/charts/{chart}/data"],
  ["GET", "/api/charts/{overDataset}/data"],
  ["GET", "/api/charts/{chart}/image.svg"],
  ["GET", "/api/dashboards"],
  ["GET", "/api/dashboards/{dashboard}"],
  ["GET", "/api/datasets"],
  ["GET", "/api/datasets/{dataset}"],
  ["GET", "/api/sheets"],
  ["GET", "/api/sheets/{sheet}"],
  ["POST", "/api/query", {model: "live", measures: ["orders.count"]}],
];

for (const [method, path, body] of READS) {
  test(`${method} ${path} runs one statement, which includes the check of the right`, async () => {
    const asked = await statementsOf(method, path, body);
    expect(asked).toEqual([expect.stringMatching(/^\/\* prepared \*\/ (select|with) .* content c /)]);
  });
}

/**
 * Other requests: first the right, then its subject. A change reads the right, locks, reads the current state, writes, and
 * notifies.
 */
const COUNTS: [string, string, number, object?][] = [
  ["POST", "/api/dashboards/{dashboard}/data", 2, {}],
  ["GET", "/api/datasets/{dataset}/usage", 3],
  ["GET", "/api/grants?resourceType=chart&resourceId={chart}", 2],
  ["PATCH", "/api/charts/{chart}", 5, {name: "Orders by status"}],
  ["PATCH", "/api/charts/{chart}", 6, {type: "line"}],
  ["PATCH", "/api/dashboards/{dashboard}", 5, {name: "The shop"}],
  ["PUT", "/api/dashboards/{dashboard}/layout", 10, {tiles: []}],
  ["PUT", "/api/sheets/{sheet}", 7, {name: "Sums", tabs: [{name: "A", cells: {}}]}],
];

for (const [method, path, count, body] of COUNTS) {
  test(`${method} ${path} runs ${count} statements: ${Object.keys(body ?? {})}`, async () => {
    expect(await statementsOf(method, path, body)).toHaveLength(count);
  });
}
