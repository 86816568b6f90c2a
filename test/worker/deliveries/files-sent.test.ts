import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdtemp, readdir, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {sql} from "../../../shared/core/db.ts";
import {until} from "../../support/until.ts";
import {onPostgres} from "../../support/warehouse.ts";
import {textOfPages} from "../charts/read-pdf.ts";
import {BY_STATUS, type MailService, mailService} from "./service.ts";

const SOFFICE = Bun.which("soffice") ?? undefined;
/** As CSV, these are 26 MB. */
const [LONG_ROWS, LONG_TEXT] = [6500, 4000];

let t: MailService;
let chartId: string;

beforeAll(async () => {
  t = await mailService();
  chartId = (await t.made("/api/charts", {name: "Orders by status", type: "bar", query: BY_STATUS})).id;
});

afterAll(() => t?.stop());

const schedule = async (resourceId: string, more: object) =>
  (await t.made("/api/schedules", {resourceType: "chart", resourceId, cron: "0 8 * * 1", ...more})).id;

test("twelve schedules of one chart that come due together run one query and draw one picture", async () => {
  const ids = await Promise.all(
    Array.from({length: 12}, (_, n) => schedule(chartId, {recipients: [`together${n}@example.com`]})),
  );
  const deliveries = await Promise.all(ids.map(id => t.due(id)));
  expect(deliveries.map(({status}) => status)).toEqual(ids.map(() => "succeeded"));
  await t.worker.worker.log.flush?.();
  const pictures = ids.map((_, n) => t.mailTo(`together${n}@example.com`)[0]?.mail.attachments[0]?.checksum);
  expect(new Set(pictures).size).toBe(1);
  const runs = await until(async () => {
    const {rows} = await sql<{count: number}>`
      select count(*)::int as count from query_runs where trigger = 'schedule'`.execute(t.db);
    return rows[0]?.count;
  });
  expect(runs).toBe(1);
});

test("a mail that is sent again a moment later has the present rows, as its file has", async () => {
  const {projectId} = t.shops.postgres;
  const query = {model: "orders", projectId, measures: ["orders.count"]};
  const {id: table} = await t.made("/api/charts", {name: "Counted", type: "table", query});
  const id = await schedule(table, {recipients: ["again@example.com"], formats: ["html", "csv"]});
  const counts = async () => {
    const delivery = await t.sent(id);
    const file = await t.call("GET", `/api/deliveries/${delivery.id}/files/${delivery.files[0].name}`);
    const html = String(t.mailTo("again@example.com").at(-1)?.mail.html);
    return [/>(\d)<\/td>/.exec(html)?.[1], file.text.split("\r\n")[1]];
  };
  expect(await counts()).toEqual(["4", "4"]);
  await onPostgres(t.shops.postgresUrl, ["insert into orders values (1, 1, 'paid', 1, now())"]);
  expect(await counts()).toEqual(["5", "5"]);
  await onPostgres(t.shops.postgresUrl, ["delete from orders where id = 1"]);
});

test("a file that is too large for a mail is named in the mail, and can be downloaded whole", async () => {
  const graph = {
    models: [
      {
        name: "long",
        table: {
          sql: `select g as n, repeat('x', ${LONG_TEXT}) as label from generate_series(1, ${LONG_ROWS}) g`,
        },
        dimensions: [
          {name: "n", type: "number", column: "n"},
          {name: "label", type: "string", column: "label"},
        ],
        measures: [{name: "count", type: "count"}],
      },
    ],
  };
  const {connectionId} = t.shops.postgres;
  const {id: projectId} = await t.made("/api/projects", {name: "long", connectionId});
  await t.made(`/api/projects/${projectId}/introspect`, graph);
  const query = {model: "long", projectId, dimensions: ["long.n", "long.label"], limit: LONG_ROWS};
  const long = await t.made("/api/charts", {name: "Long", type: "table", query, projectId});
  const resources = [long.id, chartId].map(resourceId => ({resourceType: "chart", resourceId}));
  const {id} = await t.made("/api/schedules", {
    resources,
    cron: "0 8 * * 1",
    formats: ["csv"],
    recipients: ["large@example.com"],
  });
  const delivery = await t.sent(id);
  expect(delivery.files.map(({name}: {name: string}) => name)).toEqual(["long.csv", "orders-by-status.csv"]);
  const [received] = t.mailTo("large@example.com");
  expect(received?.mail.attachments.map(({filename}) => filename)).toEqual(["orders-by-status.csv"]);
  expect(received?.mail.text).toContain("long.csv (26.");
  expect(received?.mail.text).toContain("too large for a mail");
  const headers = {authorization: `Bearer ${t.org.admin.token}`};
  const path = `http://service.test/api/deliveries/${delivery.id}/files/long.csv`;
  const answer = await t.app.handle(new Request(path, {headers}));
  const text = await answer.text();
  expect(Buffer.byteLength(text)).toBe(delivery.files[0].sizeBytes);
  expect(text.trimEnd().split("\r\n")).toHaveLength(LONG_ROWS + 1);
});

test.each([["png"], ["html", "png", "csv"]])(
  "a file that cannot be made is recorded as a failure, and the rest is sent (%p)",
  async (...formats) => {
    const {id: dashboardId} = await t.made("/api/dashboards", {name: "Very high"});
    // As a picture, the dashboard would have more pixels than are allowed.
    const tiles = [
      {chartId, x: 0, y: 0, w: 36, h: 10},
      {chartId, x: 0, y: 50_000, w: 36, h: 10},
    ];
    expect((await t.call("PUT", `/api/dashboards/${dashboardId}/layout`, {body: {tiles}})).status).toBe(200);
    const recipient = `high${formats.length}@example.com`;
    const {id} = await t.made("/api/schedules", {
      resourceType: "dashboard",
      resourceId: dashboardId,
      cron: "0 8 * * 1",
      formats,
      recipients: [recipient],
    });
    const delivery = await t.sent(id);
    expect(delivery).toMatchObject({
      status: "failed",
      resources: [{status: "failed", error: expect.stringContaining("very-high.png is missing")}],
      recipients: [{status: "sent"}],
    });
    const [received] = t.mailTo(recipient);
    expect(received?.mail.subject).toEndWith("(incomplete)");
    expect(received?.mail.text?.split("very-high.png is missing")).toHaveLength(2);
    const attached = received?.mail.attachments.filter(({related}) => !related) ?? [];
    expect(attached.map(({contentType}) => contentType)).toEqual(
      formats.includes("csv") ? ["text/csv", "text/csv"] : [],
    );
  },
);

test("a high dashboard is sent as a picture of fewer pixels", async () => {
  const {id: dashboardId} = await t.made("/api/dashboards", {name: "High"});
  const tiles = [0, 100, 200].map(y => ({chartId, x: 0, y, w: 36, h: 100}));
  expect((await t.call("PUT", `/api/dashboards/${dashboardId}/layout`, {body: {tiles}})).status).toBe(200);
  const {id} = await t.made("/api/schedules", {
    resourceType: "dashboard",
    resourceId: dashboardId,
    cron: "0 8 * * 1",
    formats: ["png"],
    recipients: ["tower@example.com"],
  });
  const delivery = await t.sent(id);
  expect([delivery.status, delivery.resources[0].error]).toEqual(["succeeded", undefined]);
  const [picture] = t.mailTo("tower@example.com")[0]?.mail.attachments ?? [];
  expect([picture?.filename, picture?.content.readUInt32BE(16)]).toEqual(["high.png", 1200]);
});

test("a dashboard without tiles is sent as a picture and a PDF that say so", async () => {
  const {id: dashboardId} = await t.made("/api/dashboards", {name: "Empty"});
  const {id} = await t.made("/api/schedules", {
    resourceType: "dashboard",
    resourceId: dashboardId,
    cron: "0 8 * * 1",
    formats: ["png", "pdf"],
    recipients: ["empty@example.com"],
  });
  expect((await t.sent(id)).status).toBe("succeeded");
  const [received] = t.mailTo("empty@example.com");
  const files = received?.mail.attachments ?? [];
  expect(files.map(({filename}) => filename)).toEqual(["empty.png", "empty.pdf"]);
  expect(textOfPages(files[1]?.content ?? Buffer.alloc(0)).join("")).toContain("Thisdashboardhasnotiles");
});

test("the file of a chart with a limit ends at the limit, as the mail does, and the mail says so", async () => {
  const {projectId} = t.shops.duckdb;
  const query = {model: "numbers", dimensions: ["numbers.n"], orderBy: ["numbers.n"], limit: 10};
  const chart = await t.made("/api/charts", {projectId, name: "Ten", type: "table", query});
  const {id} = await t.made("/api/schedules", {
    resourceType: "chart",
    resourceId: chart.id,
    cron: "0 8 * * 1",
    formats: ["html", "csv"],
    recipients: ["ten@example.com"],
  });
  expect((await t.sent(id)).status).toBe("succeeded");
  const [received] = t.mailTo("ten@example.com");
  const csv = received?.mail.attachments[0]?.content.toString() ?? "";
  expect(csv.trimEnd().split("\r\n")).toHaveLength(11);
  const text = received?.mail.text?.replaceAll(/\s+/g, " ");
  expect(text).toContain(
    "The first 10 rows: there are more, beyond the limit of the query. ten.csv, which is attached, has the same",
  );
  expect(text).not.toContain("more are attached");
});

test.each(["snapshot", "live"])(
  "a %s dataset is attached with all of its rows, and the mail shows the first of them",
  async kind => {
    const query = {model: "numbers", dimensions: ["numbers.n", "numbers.label"]};
    const {projectId} = t.shops.duckdb;
    const of = kind === "live" ? {definition: query} : {query: {...query, limit: 50_000}};
    const dataset = await t.made(`/api/projects/${projectId}/datasets`, {
      name: `Numbers ${kind}`,
      kind,
      ...of,
    });
    const {id} = await t.made("/api/schedules", {
      resourceType: "dataset",
      resourceId: dataset.id,
      cron: "0 8 * * 1",
      formats: ["html", "csv"],
      recipients: [`${kind}@example.com`],
    });
    expect((await t.sent(id)).status).toBe("succeeded");
    const [received] = t.mailTo(`${kind}@example.com`);
    const csv = received?.mail.attachments[0]?.content.toString() ?? "";
    expect(csv.trimEnd().split("\r\n")).toHaveLength(50_001);
    expect(received?.mail.text).toContain("50 of the first 10,000 rows: more are attached as ");
  },
);

test.skipIf(!SOFFICE)("the tiles of a dashboard are sheets of one workbook", async () => {
  const shares = {
    name: "Shares: [of] all / orders, by their status and nothing else",
    type: "table",
    query: {
      ...BY_STATUS,
      calculations: [{name: "share", type: "percent_of_total", of: "orders.count"}],
    },
  };
  const sharesId = (await t.made("/api/charts", shares)).id;
  const {id: dashboardId} = await t.made("/api/dashboards", {name: "Three"});
  const tiles = [chartId, sharesId, chartId].map((id, i) => ({chartId: id, x: 0, y: i * 10, w: 36, h: 10}));
  expect((await t.call("PUT", `/api/dashboards/${dashboardId}/layout`, {body: {tiles}})).status).toBe(200);
  const {id} = await t.made("/api/schedules", {
    resourceType: "dashboard",
    resourceId: dashboardId,
    cron: "0 8 * * 1",
    formats: ["xlsx"],
    recipients: ["sheets@example.com"],
  });
  expect((await t.sent(id)).files.map(({name}: {name: string}) => name)).toEqual(["three.xlsx"]);
  const [file] = t.mailTo("sheets@example.com")[0]?.mail.attachments ?? [];
  const dir = await mkdtemp(join(tmpdir(), "office-"));
  try {
    await writeFile(join(dir, "sent.xlsx"), file!.content);
    // The last option makes LibreOffice write a file for each sheet, with the values as displayed.
    const csv = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1";
    const profile = `-env:UserInstallation=file://${dir}/profile`;
    const office = Bun.spawn(
      [SOFFICE!, profile, "--headless", "--convert-to", csv, "--outdir", dir, join(dir, "sent.xlsx")],
      {stdout: "ignore", stderr: "ignore"},
    );
    await office.exited;
    const names = (await readdir(dir)).filter(name => name.endsWith(".csv")).sort();
    expect(names).toEqual([
      "sent-Orders by status (2).csv",
      "sent-Orders by status.csv",
      "sent-Shares of all orders, by their.csv",
    ]);
    const read = async (name: string) => (await readFile(join(dir, name), "utf8")).trim().split("\n");
    const [again, orders, shared] = await Promise.all(names.map(read));
    const given = await t.call("GET", `/api/charts/${chartId}/data`, {headers: {accept: "text/csv"}});
    const rows = given.text.trim().split("\r\n").slice(1);
    expect(orders).toEqual(["Status,Count", ...rows]);
    expect(again).toEqual(orders);
    const counts = rows.map(row => Number(row.split(",").at(-1)));
    const all = counts.reduce((sum, count) => sum + count);
    expect(shared).toEqual([
      "Status,Count,Share",
      ...rows.map((row, i) => `${row},${((counts[i] ?? 0) / all) * 100}%`),
    ]);
  } finally {
    await rm(dir, {recursive: true, force: true});
  }
});

test.skipIf(!SOFFICE)(
  "LibreOffice reads the same numbers from the attached workbook that the API returns",
  async () => {
    const id = await schedule(chartId, {recipients: ["office@example.com"], formats: ["xlsx"]});
    await t.sent(id);
    const [file] = t.mailTo("office@example.com")[0]?.mail.attachments ?? [];
    const dir = await mkdtemp(join(tmpdir(), "office-"));
    try {
      await writeFile(join(dir, "sent.xlsx"), file!.content);
      const profile = `-env:UserInstallation=file://${dir}/profile`;
      const office = Bun.spawn(
        [SOFFICE!, profile, "--headless", "--convert-to", "csv", "--outdir", dir, join(dir, "sent.xlsx")],
        {stdout: "ignore", stderr: "ignore"},
      );
      await office.exited;
      const opened = (await readFile(join(dir, "sent.csv"), "utf8")).trim().split("\n");
      const given = await t.call("GET", `/api/charts/${chartId}/data`, {headers: {accept: "text/csv"}});
      expect(opened[0]).toBe("Status,Count");
      expect(opened.slice(1)).toEqual(given.text.trim().split("\r\n").slice(1));
    } finally {
      await rm(dir, {recursive: true, force: true});
    }
  },
);
