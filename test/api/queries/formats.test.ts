import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Table, tableFromIPC} from "apache-arrow";
import {unzipped} from "../../support/archives.ts";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

const ARROW = "application/vnd.apache.arrow.stream";
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

async function ask(method: string, path: string, accept: string, body?: unknown): Promise<Response> {
  const headers = {authorization: `Bearer ${t.org.admin.token}`, accept, "content-type": "application/json"};
  return t.app.handle(
    new Request(`http://service.test${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : {body: JSON.stringify(body)}),
    }),
  );
}

const orders = {
  model: "orders",
  dimensions: ["orders.id", "orders.status", "orders.placed_at", "orders.placed_at.day"],
  measures: ["orders.total", "orders.count"],
};

test("a statement with more rows than a sheet holds gives no workbook, and its run says why", async () => {
  const {projectId} = shops.duckdb;
  const series = "select g from generate_series(1, 1048576) g";
  const response = await ask("POST", "/api/sql", XLSX, {sql: series, projectId});
  await expect(response.arrayBuffer()).rejects.toThrow();
  const run = await until(async () => (await t.call("GET", "/api/query/runs?limit=1")).body[0]);
  expect(run.status).toBe("failed");
  expect(run.error.message).toContain("more than the 1,048,575 rows");
});

describe.each(["duckdb", "postgres"] as const)("on %s", name => {
  const query = (more: object = {}) => ({...orders, projectId: shops[name].projectId, ...more});

  test("Arrow keeps types, nulls and every digit", async () => {
    const response = await ask("POST", "/api/query", ARROW, query());
    expect(response.headers.get("content-type")).toBe(ARROW);
    const table: Table = tableFromIPC(await response.arrayBuffer());
    const types = table.schema.fields.map(field => [field.name, String(field.type)]);
    expect(types).toEqual([
      ["orders.id", "Int64"],
      ["orders.status", "Utf8"],
      ["orders.placed_at", "Timestamp<MICROSECOND, UTC>"],
      ["orders.placed_at.day", "Date32<DAY>"],
      ["orders.total", "Decimal[38e+2]"],
      ["orders.count", "Int64"],
    ]);
    const column = (at: number) =>
      Array.from({length: table.numRows}, (_, i) => table.getChildAt(at)?.get(i));
    expect(column(0)).toEqual([9007199254740993n, 9007199254740994n, 9007199254740995n, 9007199254740996n]);
    expect(column(1)).toEqual(["paid", "open", "paid", "paid"]);
    expect(column(2)[0]).toBe(Date.UTC(2026, 0, 31, 23, 30));
    expect(column(3)[0]).toBe(Date.UTC(2026, 0, 31));
    expect(column(4).map(value => (value === null ? null : String(value)))).toEqual([
      "1050",
      "10",
      "9999999999999999999999",
      null,
    ]);
    expect(column(5)).toEqual([1n, 1n, 1n, 1n]);
  });

  test("fractions have no trailing zeros in any format, and a quotient is a number in a workbook", async () => {
    const sql =
      "select 1 as id, cast('231.4300000000000000' as decimal(30, 16)) as price, cast('1234567890.1234567890' as decimal(30, 10)) as exact union all select 2, 100, 0";
    const euros = {style: "currency", currency: "EUR"};
    const models = [
      {
        name: "prices",
        table: {sql},
        dimensions: [{name: "id", type: "number", column: "id", label: "Number"}],
        measures: [
          {name: "price", type: "sum", column: "price", label: "Price in euros", format: euros},
          {name: "exact", type: "sum", column: "exact"},
          {name: "third", type: "number", sql: "${price} / 3", format: {style: "percent", decimals: 0}},
          {name: "whole", type: "number", sql: "${price} / ${price}"},
        ],
      },
    ];
    const {projectId} = shops[name];
    const applied = await t.call("POST", `/api/projects/${projectId}/introspect`, {
      body: {models, joins: []},
    });
    expect(applied.status).toBe(201);
    const measures = ["prices.price", "prices.exact", "prices.third", "prices.whole"];
    const asked = {model: "prices", projectId, dimensions: ["prices.id"], measures};
    const json = await (await ask("POST", "/api/query", "application/json", asked)).text();
    const thirds = {
      duckdb: ["77.14333333333333", "33.333333333333336"],
      postgres: ["77.14333333333333333", "33.3333333333333333"],
    }[name];
    expect(json).toContain(
      `"rows":[[1,231.43,1234567890.123456789,${thirds[0]},1],[2,100,0,${thirds[1]},1]]`,
    );
    const csv = await (await ask("POST", "/api/query", "text/csv", asked)).text();
    expect(csv).toContain(`1,231.43,1234567890.123456789,${thirds[0]},1\r\n2,100,0,${thirds[1]},1\r\n`);

    const response = await ask("POST", "/api/query", XLSX, asked);
    const files = unzipped(new Uint8Array(await response.arrayBuffer()));
    const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
    const cells = (row: number) =>
      [
        ...([...sheet.matchAll(/<row>(.*?)<\/row>/g)][row]?.[1] ?? "").matchAll(
          /<c([^>]*?)(?:\/>|>(.*?)<\/c>)/g,
        ),
      ].map(([, attributes = "", content = ""]) => [attributes.trim(), content.replaceAll(/<[^>]*>/g, "")]);
    expect(cells(0).map(([, text]) => text)).toEqual(["Number", "Price in euros", "Exact", "Third", "Whole"]);
    expect(cells(1)).toEqual([
      ["", "1"],
      ['s="5"', "231.43"],
      // More digits than a spreadsheet holds: text, so that no digit is lost.
      ['s="2" t="inlineStr"', "1234567890.123456789"],
      ['s="6"', thirds[0]!],
      ["", "1"],
    ]);
    expect(files.get("xl/styles.xml")).toContain('formatCode="&quot;€&quot;#,##0.00"');
    expect(files.get("xl/styles.xml")).toContain('formatCode="0%"');
    expect(
      [...sheet.matchAll(/<col min="(\d)"[^>]*width="(\d+)"/g)].map(([, at, width]) => [at, width])[1],
    ).toEqual(["2", "20"]);
  });

  test("XLSX holds numbers as numbers, dates without a time, and no number loses a digit", async () => {
    const response = await ask("POST", "/api/query", XLSX, query());
    const files = unzipped(new Uint8Array(await response.arrayBuffer()));
    const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
    const rows = [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(match => match[1]);
    expect(rows).toHaveLength(5);
    expect(rows[1]).toBe(
      '<c s="2" t="inlineStr"><is><t>9007199254740993</t></is></c>' +
        '<c s="2" t="inlineStr"><is><t>paid</t></is></c>' +
        '<c s="4"><v>46053.979166666664</v></c><c s="3"><v>46053</v></c><c><v>10.5</v></c><c><v>1</v></c>',
    );
    expect(rows[3]).toContain(">99999999999999999999.99<");
    expect(rows[4]).toContain("<c/><c><v>1</v></c>");
    expect([...files.keys()]).toContain("[Content_Types].xml");
  });

  test.each([ARROW, XLSX])("an empty result is a complete %s", async accept => {
    const body = query({filters: [{field: "orders.status", op: "in", value: []}]});
    const bytes = new Uint8Array(await (await ask("POST", "/api/query", accept, body)).arrayBuffer());
    if (accept === ARROW) expect(tableFromIPC(bytes).numRows).toBe(0);
    else expect(unzipped(bytes).get("xl/worksheets/sheet1.xml")).toEndWith("</row></sheetData></worksheet>");
  });

  test("a long result is complete, and a limit cuts it", async () => {
    const numbers = query({model: "numbers", dimensions: ["numbers.n", "numbers.label"], measures: []});
    const response = await ask("POST", "/api/query", ARROW, {...numbers, limit: 40_000});
    const table = tableFromIPC(await response.arrayBuffer());
    expect(table.numRows).toBe(40_000);
    expect(response.headers.get("x-row-limit")).toBe("40000");
    const sums = Array.from({length: table.numRows}, (_, i) => Number(table.getChildAt(0)?.get(i)));
    expect(new Set(sums).size).toBe(40_000);
    const workbook = await ask("POST", "/api/query", XLSX, {...numbers, limit: 100_000});
    const sheet =
      unzipped(new Uint8Array(await workbook.arrayBuffer())).get("xl/worksheets/sheet1.xml") ?? "";
    expect(sheet.match(/<row>/g)).toHaveLength(50_001);
  });

  test.each([ARROW, XLSX])("an error before the first byte is a problem, as %s too", async accept => {
    const response = await ask("POST", "/api/query", accept, query({measures: ["orders.broken"]}));
    expect(response.status).toBe(502);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
  });
});

describe.each(["postgres", "duckdb"] as const)("far-away days, on %s", engine => {
  const era =
    engine === "postgres"
      ? (text: string) => `${text} BC`
      : (text: string) => text.replace(/\b( |$)/, " (BC)$1");
  const model = {
    name: `days_${engine}`,
    table: {
      sql:
        `select 1 as n, date '${era("2044-03-15")}' as d, timestamp '${era("2044-03-15 06:00:00")}' as t ` +
        `union all select 2, date '${era("0044-03-15")}', timestamp '${era("0044-03-15 06:00:00")}' ` +
        "union all select 3, date '10000-01-02', timestamp '10000-01-02 06:00:00' " +
        "union all select 4, date '9999-12-31', timestamp '9999-12-31 23:30:00' " +
        "union all select 5, date 'infinity', timestamp 'infinity'",
    },
    primaryKey: ["n"],
    dimensions: [
      {name: "n", type: "number", column: "n"},
      {name: "d", type: "date", column: "d"},
      {name: "t", type: "timestamp", column: "t"},
    ],
    measures: [{name: "count", type: "count"}],
  };
  const field = (name: string) => `days_${engine}.${name}`;
  const query = {model: model.name, dimensions: ["n", "d", "t"].map(field), orderBy: [field("n")]};

  beforeAll(async () => {
    const {connectionId} = shops[engine];
    const {body} = await t.call("POST", "/api/projects", {body: {name: model.name, connectionId}});
    await t.call("POST", `/api/projects/${body.id}/introspect`, {body: {models: [model], joins: []}});
  });

  test("have years as in ISO 8601, with all digits, in JSON and CSV", async () => {
    const {body} = await t.call("POST", "/api/query", {body: query});
    expect(body.rows).toEqual([
      [1, "-2043-03-15", "-2043-03-15T06:00:00Z"],
      [2, "-0043-03-15", "-0043-03-15T06:00:00Z"],
      [3, "10000-01-02", "10000-01-02T06:00:00Z"],
      [4, "9999-12-31", "9999-12-31T23:30:00Z"],
      [5, "infinity", "infinity"],
    ]);
    const csv = await (await ask("POST", "/api/query", "text/csv", query)).text();
    expect(csv).toContain("1,-2043-03-15,-2043-03-15T06:00:00Z\r\n");
    const berlin = await t.call("POST", "/api/query", {body: {...query, timezone: "Europe/Berlin"}});
    expect(berlin.body.rows.map((row: unknown[]) => row[2]).slice(2, 4)).toEqual([
      "10000-01-02T07:00:00+01:00",
      "10000-01-01T00:30:00+01:00",
    ]);
  });

  test("are found by a filter with their own text", async () => {
    for (const timezone of ["UTC", "Europe/Paris", "Etc/GMT-9"]) {
      const {body} = await t.call("POST", "/api/query", {body: {...query, timezone, limit: 2}});
      // The offset of Paris had seconds then: they are left out of the local time as well.
      for (const [row, c] of body.rows.flatMap((row: unknown[]) => [1, 2].map(c => [row, c])).values()) {
        const filters = [{field: field(c === 1 ? "d" : "t"), op: "=", value: row[c]}];
        const found = await t.call("POST", "/api/query", {body: {...query, timezone, filters}});
        expect(found.body.rows, `${row[c]}`).toEqual([row]);
      }
    }
  });

  test("are compared with others, by day and by moment", async () => {
    const ask = async (name: string, op: string, value: unknown, rest = {}) => {
      const filters = [{field: field(name), op, value}];
      const body = {...query, dimensions: [field("n")], filters, ...rest};
      const found = await t.call("POST", "/api/query", {body});
      return found.body.rows?.map(([n]: number[]) => n) ?? [found.status, found.body.code];
    };
    for (const name of ["d", "t"]) {
      expect(await ask(name, "<", "-0043-03-15")).toEqual([1]);
      expect(await ask(name, "<=", "-0043-03-15")).toEqual([1, 2]);
      expect(await ask(name, "=", "-0043-03-15")).toEqual([2]);
      expect(await ask(name, "in", ["-2043-03-15", "-0043-03-15"])).toEqual([1, 2]);
      expect(await ask(name, "between", ["-2043-03-16", "9999-12-30"])).toEqual([2]);
      expect(await ask(name, ">=", "0000-12-31")).toEqual([3, 4, 5]);
      expect(await ask(name, "=", "-0000-03-15")).toEqual([422, "invalid_filter"]);
      expect(await ask(name, "=", "-0043-02-30")).toEqual([422, "invalid_filter"]);
      const years = {dimensions: [`${field(name)}.year`], orderBy: [`${field(name)}.year`], limit: 2};
      expect(await ask(name, "<", "0001-01-01", years)).toEqual(["-2043-01-01", "-0043-01-01"]);
      expect(await ask(`${name}.year`, "=", "-0043-01-01")).toEqual([2]);
    }
    expect(await ask("t", "between", ["-2043-03-15T06:00:00.000001Z", "-0043-03-15T06:00:00Z"])).toEqual([2]);
    const filled = {
      dimensions: [`${field("d")}.month`],
      measures: [field("count")],
      orderBy: [],
      fillGaps: true,
    };
    expect(await ask("d", "between", ["-0043-01-01", "-0043-03-31"], filled)).toEqual([
      "-0043-01-01",
      "-0043-02-01",
      "-0043-03-01",
    ]);
    const compare = {measures: [field("count")], compare: {offset: {unit: "year", count: 1}}};
    expect(await ask("d", "between", ["-0043-01-01", "-0043-03-31"], compare)).toEqual([
      422,
      "invalid_request",
    ]);
    expect(await ask("t.hour", "=", "-0043-03-15T07:00:00+01:00")).toEqual([2]);
  });

  test("are the same days in Arrow, and null where they are no days", async () => {
    const table = tableFromIPC(await (await ask("POST", "/api/query", ARROW, query)).arrayBuffer());
    const days = Array.from({length: 5}, (_, i) => table.getChild(field("d"))?.get(i));
    const utc = (year: number, month: number, day: number) =>
      new Date(0).setUTCFullYear(year, month - 1, day);
    expect(days.map(day => (day === null ? null : Number(day)))).toEqual([
      utc(-2043, 3, 15),
      utc(-43, 3, 15),
      utc(10_000, 1, 2),
      utc(9999, 12, 31),
      null,
    ]);
    const moments = [1, 2].map(i => Number(table.getChild(field("t"))?.get(i)));
    expect(moments).toEqual([utc(-43, 3, 15), utc(10_000, 1, 2)].map(day => day + 6 * 3_600_000));
  });

  test("are texts in XLSX, which does not have such days", async () => {
    const bytes = await (await ask("POST", "/api/query", XLSX, query)).arrayBuffer();
    const sheet = unzipped(new Uint8Array(bytes)).get("xl/worksheets/sheet1.xml") ?? "";
    for (const day of ["-2043-03-15", "-0043-03-15T06:00:00Z", "10000-01-02", "10000-01-02T06:00:00Z"]) {
      expect(sheet).toContain(`>${day}</t>`);
    }
    expect(sheet).toContain("<v>2958465</v>");
  });

  test("are texts in a sheet", async () => {
    const tabs = [{name: "One", queries: [{anchor: "A1", query, header: false}]}];
    const {body} = await t.call("POST", "/api/sheets", {body: {name: model.name, tabs}});
    const {body: calculated} = await t.call("POST", `/api/sheets/${body.id}/calculate`);
    const {cells} = calculated.tabs[0];
    expect([cells.B1, cells.B2, cells.B3, cells.B4]).toEqual([
      "-2043-03-15",
      "-0043-03-15",
      "10000-01-02",
      2_958_465,
    ]);
  });
});

test("the file of a result has the name of its chart or model", async () => {
  const nameOf = async (method: string, path: string, accept: string, body?: unknown) =>
    (await ask(method, path, accept, body)).headers.get("content-disposition");
  const query = {model: "orders", measures: ["orders.count"], projectId: shops.duckdb.projectId};
  expect(await nameOf("POST", "/api/query", XLSX, query)).toBe('attachment; filename="orders.xlsx"');
  expect(await nameOf("POST", "/api/query", "text/csv", query)).toBe('attachment; filename="orders.csv"');
  expect(await nameOf("POST", "/api/query", "application/json", query)).toBe(
    'inline; filename="orders.json"',
  );
  const chart = await t.call("POST", "/api/charts", {
    body: {name: '../Umsätze "2026"\r\nx', type: "table", query},
  });
  expect(await nameOf("GET", `/api/charts/${chart.body.id}/data`, ARROW)).toBe(
    "attachment; filename=\"__Ums_tze _2026_x.arrows\"; filename*=UTF-8''__Ums%C3%A4tze%20_2026_x.arrows",
  );
});

describe("every result can be read in every format:", () => {
  const query = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
  const rowsOf = async (method: string, path: string, body?: unknown) => {
    const csv = await (await ask(method, path, "text/csv", body)).text();
    const table = tableFromIPC(await (await ask(method, path, ARROW, body)).arrayBuffer());
    const sheet = unzipped(new Uint8Array(await (await ask(method, path, XLSX, body)).arrayBuffer()));
    const lines = csv.trimEnd().split("\r\n");
    expect(table.numRows).toBe(lines.length - 1);
    expect(sheet.get("xl/worksheets/sheet1.xml")?.match(/<row>/g)).toHaveLength(lines.length);
    return lines;
  };

  test("a tile, with the filters of its dashboard", async () => {
    const chart = await t.call("POST", "/api/charts", {body: {name: "c", type: "bar", query}});
    const board = await t.call("POST", "/api/dashboards", {body: {name: "d"}});
    const tiles = [{chartId: chart.body.id, x: 0, y: 0, w: 9, h: 9}];
    await t.call("PUT", `/api/dashboards/${board.body.id}/layout`, {body: {tiles}});
    const path = `/api/dashboards/${board.body.id}/charts/${chart.body.id}/data`;
    const filters = [{field: "orders.status", op: "=", value: "paid"}];
    expect(await rowsOf("POST", path, {filters})).toEqual(["orders.status,orders.count", "paid,3"]);
    expect(await rowsOf("POST", path)).toHaveLength(3);
    const refused = await t.call("POST", path, {body: {filters: [{field: "numbers.n", op: "=", value: 1}]}});
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_filter"]);
    const other = await t.call("POST", "/api/charts", {body: {name: "o", type: "bar", query}});
    const elsewhere = `/api/dashboards/${board.body.id}/charts/${other.body.id}/data`;
    expect((await t.call("POST", elsewhere)).status).toBe(404);
    expect((await t.call("POST", path, {token: t.org.member.token})).status).toBe(404);
  });

  test("a dataset: a snapshot's rows as they were stored, a live one's fields", async () => {
    const make = async (body: object) =>
      (await t.call("POST", `/api/projects/${shops.duckdb.projectId}/datasets`, {body})).body.id;
    const snapshotCsv = "b,a\n1,x\n1,x\n2,\n";
    const snapshot = await make({name: "Stored", kind: "snapshot", snapshotCsv});
    expect(await rowsOf("GET", `/api/datasets/${snapshot}/data`)).toEqual([
      "stored.b,stored.a",
      "1,x",
      "1,x",
      "2,",
    ]);
    const cut = await t.call("GET", `/api/datasets/${snapshot}/data?limit=1`);
    expect(cut.body).toMatchObject({rows: [[1, "x"]], truncated: true});
    expect((await t.call("GET", `/api/datasets/${snapshot}/data?limit=1000001`)).status).toBe(422);
    expect((await t.call("GET", `/api/datasets/${snapshot}/data`, {token: t.org.member.token})).status).toBe(
      404,
    );
    const live = await make({
      name: "Paid",
      kind: "live",
      definition: {...query, filters: [{field: "orders.status", op: "=", value: "paid"}]},
    });
    expect(await rowsOf("GET", `/api/datasets/${live}/data`)).toHaveLength(2);
    const open = await make({name: "Open", kind: "live", definition: {model: "orders"}});
    const answer = await t.call("GET", `/api/datasets/${open}/data`);
    expect([answer.status, answer.body.detail]).toEqual([422, expect.stringContaining("lists no fields")]);
  });
});
