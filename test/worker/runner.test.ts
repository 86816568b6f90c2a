import {afterAll, beforeAll, expect, test} from "bun:test";
import {requireChart} from "../../shared/content/charts/charts.ts";
import {drawingFor, drawPicture} from "../../shared/content/charts/draw.ts";
import {filterTiles} from "../../shared/content/dashboards/filter-tiles.ts";
import {dashboardDataOf} from "../../shared/content/dashboards/run-tiles.ts";
import {chartsOfTiles} from "../../shared/content/dashboards/tile-charts.ts";
import {createDataset} from "../../shared/content/datasets/create.ts";
import {snapshotWriter} from "../../shared/content/datasets/freeze.ts";
import {calculateSheet, exportSheet} from "../../shared/content/sheets/calculate.ts";
import {requireSheet} from "../../shared/content/sheets/sheets.ts";
import type {QueryContext} from "../../shared/querying/queries/query-runner.ts";
import {readResultText} from "../../shared/querying/queries/results/result-text.ts";
import {runQueryTool} from "../../shared/surfaces/tools/run-query.ts";
import {requireContent} from "../../shared/tenancy/content-kinds/content.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";
import {REPORT} from "./email/reports.ts";

const ORDERS = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
});

afterAll(async () => {
  await t?.stop();
  await shops?.drop();
});

async function made(path: string, body: object): Promise<string> {
  const answer = await t.call("POST", path, {body});
  expect(answer.status).toBe(201);
  return answer.body.id;
}

/** The admin as the requester of a job's work. */
async function asking(): Promise<QueryContext> {
  const headers = {authorization: `Bearer ${t.org.admin.token}`};
  const {actor} = await t.web.authenticate(new Request("http://service.test/", {headers}));
  return {actor, requestId: "req_of_a_job", signal: new AbortController().signal, trigger: "schedule"};
}

async function bytesOf(path: string): Promise<Buffer<ArrayBuffer>> {
  const headers = {authorization: `Bearer ${t.org.admin.token}`};
  const response = await t.app.handle(new Request(`http://service.test${path}`, {headers}));
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test("a chart drawn in the worker has the same bytes as one drawn by the API", async () => {
  const {runner} = t.worker;
  const id = await made("/api/charts", {name: "Orders", type: "bar", query: ORDERS});
  const by = await asking();
  const chart = await requireChart(runner.db, by.actor, id, "view");
  const {drawing} = await drawingFor(runner, by, chart, "light");
  const size = {width: 800, height: 480};
  for (const format of ["svg", "png"] as const) {
    const piece = {x: 0, y: 0, ...size, drawing};
    const picture = {format, scale: 1, ...size, theme: "light" as const, pieces: [piece]};
    expect(await drawPicture(runner, by, picture)).toEqual(
      await bytesOf(`/api/charts/${id}/image.${format}`),
    );
  }
});

test("a mail that the runner and the worker's request render is the same", async () => {
  const by = await asking();
  const mail = await t.worker.runner.renderMail(by, REPORT);
  expect(mail.html).toContain("312,907");
  expect(mail.text).toContain("312,907");
  expect(await t.web.runner.renderMail(by, REPORT)).toEqual(mail);
});

test("a dashboard run in the worker has the API's answer, with each tile's filters", async () => {
  const {runner} = t.worker;
  const charts = [
    await made("/api/charts", {name: "Orders", type: "bar", query: ORDERS}),
    await made("/api/charts", {
      name: "Broken",
      type: "table",
      query: {...ORDERS, measures: ["orders.broken"]},
    }),
  ];
  const id = await made("/api/dashboards", {name: "Shop"});
  const tiles = charts.map((chartId, i) => ({chartId, x: i * 12, y: 0, w: 12, h: 12}));
  await t.call("PUT", `/api/dashboards/${id}/layout`, {body: {tiles}});
  const filters = [{field: "orders.status", op: "=" as const, value: "paid"}];
  const direct = await t.call("POST", `/api/dashboards/${id}/data`, {body: {filters}});
  const by = await asking();
  await requireContent(runner.db, by.actor, "dashboard", id, "view");
  const shown = await chartsOfTiles(runner.db, by.actor, id);
  const filtered = await filterTiles(runner, by.actor, id, shown, filters, new Date());
  const parts: Uint8Array[] = [];
  for await (const part of dashboardDataOf(runner, by, filtered, new Date())) parts.push(part);
  const answer = JSON.parse(Buffer.concat(parts).toString());
  const [first, second] = answer.tiles;
  expect(first).toEqual(direct.body.tiles[0]);
  expect(first.result.rows).toEqual([["paid", 3]]);
  expect(second.error).toMatchObject({code: "warehouse_error", requestId: "req_of_a_job"});
});

test("a sheet filled in the worker has the API's values and file", async () => {
  const {runner} = t.worker;
  const queries = [{anchor: "A1", query: ORDERS}];
  const id = await made("/api/sheets", {
    name: "S",
    tabs: [{name: "One", cells: {D1: "=SUM(B2:B9)"}, queries}],
  });
  const by = await asking();
  const sheet = await requireSheet(runner.db, by.actor, id, "view");
  const direct = await t.call("POST", `/api/sheets/${id}/calculate`);
  const calculated = await calculateSheet(runner, by, sheet);
  expect(JSON.parse(JSON.stringify(calculated))).toEqual(direct.body);
  expect(direct.body.tabs[0].cells.D1).toBe(4);
  const file = await exportSheet(runner, by, sheet);
  expect(file.byteLength).toBe((await bytesOf(`/api/sheets/${id}/export.xlsx`)).byteLength);
});

test("a snapshot made in the worker has the rows of its query, or of a CSV", async () => {
  const {runner} = t.worker;
  const by = await asking();
  const writer = snapshotWriter(runner, by);
  const {projectId} = shops.postgres;
  const frozen = await createDataset(runner, writer, by.actor, projectId, {
    name: "Frozen",
    kind: "snapshot",
    query: ORDERS,
  });
  const direct = await t.call("POST", "/api/query", {body: {...ORDERS, projectId}});
  expect((await t.call("GET", `/api/datasets/${frozen.id}/data`)).body.rows).toEqual(direct.body.rows);
  const csv = await createDataset(runner, writer, by.actor, projectId, {
    name: "Sent",
    kind: "snapshot",
    snapshotCsv: "name,n\nä,1\n🐘,2\n",
  });
  expect((await t.call("GET", `/api/datasets/${csv.id}/data`)).body.rows).toEqual([
    ["ä", 1],
    ["🐘", 2],
  ]);
});

test("a tool called in the worker answers, and its query is in the history with its trigger", async () => {
  const {runner, executor} = t.worker;
  const by = await asking();
  const answer = await runQueryTool.call({...by, runner}, ORDERS);
  expect(answer.text).toContain("paid\t3");
  await executor.runLog.flush();
  const runs = await t.call("GET", "/api/query/runs");
  expect(runs.body[0]).toMatchObject({trigger: "schedule", status: "succeeded", model: "orders"});
});

test("work in the worker ends when its caller leaves", async () => {
  const {runner} = t.worker;
  const by = await asking();
  const left = new AbortController();
  left.abort(new Error("left"));
  const {prepareQuery} = await import("../../shared/querying/queries/prepare.ts");
  const prepared = await prepareQuery(runner, by.actor, ORDERS, new Date());
  const running = runner.run({...by, signal: left.signal}, ORDERS, prepared, "json");
  await expect(running.then(({body}) => readResultText(body, {bytes: 1000}))).rejects.toThrow("left");
});
