import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {replaceSheet} from "../../../shared/content/sheets/sheets.ts";
import {unzipped} from "../../support/archives.ts";
import {callTool} from "../../support/mcp.ts";
import {addPerson, addTeam} from "../../support/people.ts";
import {lockAwaited} from "../../support/postgres.ts";
import {minProcessorMs} from "../../support/processor-time.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

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

const byStatus = {
  model: "orders",
  dimensions: ["orders.status"],
  measures: ["orders.count"],
  orderBy: ["orders.status"],
};

async function makeSheet(tabs: unknown, token = t.org.admin.token, more: object = {}) {
  const answer = await t.call("POST", "/api/sheets", {token, body: {name: "Numbers", tabs, ...more}});
  expect([answer.status, answer.text]).toEqual([201, expect.stringContaining('"id":"sheet_')]);
  return answer.body;
}

async function calculated(id: string, token = t.org.admin.token) {
  const answer = await t.call("POST", `/api/sheets/${id}/calculate`, {token});
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"tabs"')]);
  return answer.body.tabs;
}

async function cellsOf(cells: object, more: object = {}) {
  const {id} = await makeSheet([{name: "One", cells, ...more}]);
  return (await calculated(id))[0].cells;
}

describe("creating a sheet", () => {
  test("needs no more than a name: the sheet has one empty tab", async () => {
    const answer = await t.call("POST", "/api/sheets", {body: {name: "Empty"}});
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({name: "Empty", tabs: [{name: "Sheet1"}], teamId: null});
    expect((await calculated(answer.body.id))[0].cells).toEqual({});
  });

  test.each([
    [[{name: "a/b"}], "/tabs/0/name"],
    [[{name: "'x"}], "/tabs/0/name"],
    [[{name: "  "}], "/tabs/0/name"],
    [[{name: "A"}, {name: "a"}], "/tabs/1/name"],
    [[{name: "A", cells: {A0: 1}}], "/tabs/0/cells/A0"],
    [[{name: "A", cells: {XFE1: 1}}], "/tabs/0/cells/XFE1"],
    [[{name: "A", cells: {A1: {}}}], "/tabs/0/cells/A1"],
    [[{name: "A", cells: {A1: '=WEBSERVICE("https://example.com")'}}], "/tabs/0/cells/A1"],
    [[{name: "A", cells: {A1: "=cmd|'/c calc'!A1"}}], "/tabs/0/cells/A1"],
    [[{name: "A", cells: {A1: "='[book.xlsx]Sheet1'!A1"}}], "/tabs/0/cells/A1"],
    [[{name: "A", cells: {A1: "='it''s [book.xlsx]Sheet1'!A1"}}], "/tabs/0/cells/A1"],
    // A quote inside a tab's name does not begin a text.
    [[{name: 'a"b', cells: {A1: `='a"b'!B1&WEBSERVICE("x")&'a"b'!B1`}}], "/tabs/0/cells/A1"],
    [[{name: "A", cells: {A1: '=DDE("soffice","x","y")'}}], "/tabs/0/cells/A1"],
    [[{name: "A", cells: {A1: "=MAP(B1,_xleta.WEBSERVICE)"}}], "/tabs/0/cells/A1"],
    [[{name: "A", cells: {A1: '=LET(w,WEBSERVICE,w("https://example.com"))'}}], "/tabs/0/cells/A1"],
    [[{name: "A", cells: {A1: '=HYPERLINK("file://server/share")'}}], "/tabs/0/cells/A1"],
    [[{name: "A", queries: [{anchor: "A9999999", query: byStatus}]}], "/tabs/0/queries/0/anchor"],
    [[{name: "A", cells: {A1: 1}, queries: [{anchor: "A1", query: byStatus}]}], "/tabs/0/queries/0/anchor"],
    [
      [{name: "A", queries: [{anchor: "A1", query: {...byStatus, model: "odrers"}}]}],
      "/tabs/0/queries/0/query/model",
    ],
    [[{name: "A", formats: {"A1:": "0"}}], "/tabs/0/formats/A1:"],
    [[{name: "A", colour: 1}], "/tabs/0/colour"],
    [[], "/tabs"],
  ])("with tabs %j is refused with the path of the fault", async (tabs, path) => {
    const {status, body} = await t.call("POST", "/api/sheets", {body: {name: "n", tabs}});
    expect(status).toBe(422);
    expect(body.errors.map((error: {path: string}) => error.path)).toContain(path);
  });

  test("with formulas of nothing but brackets does not block the process", async () => {
    const sheetOf = (text: string) => () => {
      const cells = Object.fromEntries(Array.from({length: 60}, (_, i) => [`A${i + 1}`, `=${text}`]));
      return makeSheet([{name: "One", cells}]);
    };
    const texts = ["a+".repeat(4000), "[]".repeat(4000), "[[".repeat(4000)] as const;
    const [plain, closed, open] = await minProcessorMs(
      [sheetOf(texts[0]), sheetOf(texts[1]), sheetOf(texts[2])],
      3,
    );
    expect(closed).toBeLessThan(plain * 6 + 200);
    expect(open).toBeLessThan(plain * 6 + 200);
  });

  test("accepts the names of forbidden functions inside a text", async () => {
    expect(await cellsOf({A1: '="WEBSERVICE(1) | x"', A2: "=cmd"})).toEqual({
      A1: "WEBSERVICE(1) | x",
      A2: {error: "#NAME?"},
    });
  });
});

describe("calculating a sheet", () => {
  test("keeps numbers exact and text as text, and returns errors as values", async () => {
    expect(
      await cellsOf({
        A1: 12,
        A2: "=A1/7",
        A3: "=0.1+0.2",
        A4: "00123",
        A5: "2026-01-31",
        A6: "=1/0",
        A7: "=#REF!+1",
        A8: true,
        A9: "=A8",
        A10: '=A4&"x"',
        A11: "=1E-300*3",
        A12: "=A12",
        A13: "'quoted",
        A14: "=DATE(2026,1,31)",
        A15: 202811,
      }),
    ).toEqual({
      A1: 12,
      A2: 12 / 7,
      A3: 0.1 + 0.2,
      A4: "00123",
      A5: "2026-01-31",
      A6: {error: "#DIV/0!"},
      A7: {error: "#REF!"},
      A8: true,
      A9: true,
      A10: "00123x",
      A11: 3e-300,
      A12: {error: "#CIRC!"},
      A13: "'quoted",
      A14: 46053,
      A15: 202811,
    });
  });

  test("lets formulas read other tabs, and arrays spill", async () => {
    const {id} = await makeSheet([
      {name: "Scratch 0", cells: {A1: 2}},
      {name: "Other tab", cells: {A1: "='Scratch 0'!A1*2", B1: "=SEQUENCE(2)*1.5"}},
    ]);
    const [, other] = await calculated(id);
    expect(other.cells).toEqual({A1: 4, B1: 1.5, B2: 3});
  });

  test("fills the ranges of queries, and formulas read them", async () => {
    const {id} = await makeSheet([
      {
        name: "One",
        cells: {D1: "=SUM(B2:B10)"},
        queries: [
          {anchor: "A1", query: byStatus},
          {anchor: "F5", query: {...byStatus, measures: ["orders.total"], limit: 1}, header: false},
        ],
      },
    ]);
    const [tab] = await calculated(id);
    expect(tab.cells).toEqual({
      D1: 4,
      A1: "Status",
      B1: "Count",
      A2: "open",
      B2: 1,
      A3: "paid",
      B3: 3,
      F5: "open",
      G5: 0.1,
    });
    expect(tab.queries).toEqual([
      {anchor: "A1", range: "A1:B3", rowCount: 2, truncated: false},
      {anchor: "F5", range: "F5:G5", rowCount: 1, truncated: true},
    ]);
  });

  test("gives a number with more digits than a spreadsheet holds as text, and a date as a day", async () => {
    const query = {
      model: "orders",
      dimensions: ["orders.id", "orders.placed_at.day", "orders.placed_at"],
      limit: 1,
    };
    const {id} = await makeSheet([{name: "One", queries: [{anchor: "A1", query, header: false}]}]);
    expect((await calculated(id))[0].cells).toEqual({
      A1: "9007199254740993",
      B1: 46053,
      C1: 46053 + (23 * 60 + 30) / 1440,
    });
  });

  test("includes numbers that a double cannot hold in sums, and their cells show every digit", async () => {
    const query = {
      model: "orders",
      dimensions: ["orders.status", "orders.id"],
      measures: ["orders.total"],
      orderBy: ["orders.total desc"],
    };
    const cells = {E1: "=SUM(C2:C9)", E2: "=COUNT(C2:C9)", E3: "=C2*2"};
    const {id} = await makeSheet([{name: "One", cells, queries: [{anchor: "A1", query}]}]);
    const [tab] = await calculated(id);
    // The shop's orders: 99999999999999999999.99, 10.50 and 0.10, and one without an amount.
    expect(tab.cells).toMatchObject({E1: 1e20, E2: 3, E3: 2e20, C2: 1e20, C3: 10.5, C4: 0.1});
    expect(tab.texts["C2"]).toBe("99999999999999999999.99");
    expect(tab.texts).not.toHaveProperty("C3");
    // In the file it is a number as well, which spreadsheets add up.
    const request = new Request(`http://service.test/api/sheets/${id}/export.xlsx`, {
      headers: {authorization: `Bearer ${t.org.admin.token}`},
    });
    const file = unzipped(new Uint8Array(await (await t.app.handle(request)).arrayBuffer()));
    expect(file.get("xl/worksheets/sheet1.xml")).toMatch(/<c r="C2"[^>]*><v>100000000000000000000<\/v>/);
    // An id of rows is exact, to the last digit.
    expect(tab.cells["B2"]).toBe("9007199254740995");
    expect([tab.cells["A1"], tab.cells["B1"], tab.cells["C1"]]).toEqual(["Status", "Id", "Total"]);
  });

  test("returns a number with a format together with the text that a spreadsheet shows", async () => {
    const query = {model: "orders", dimensions: ["orders.placed_at.day", "orders.placed_at"], limit: 1};
    const cells = {
      A1: "=1/8",
      A2: 1234.5,
      A3: 1234.5,
      A4: "text",
      A5: "=SEQUENCE(2)",
      A7: 46053,
      A8: -5,
      A9: 1,
      A10: "=DATE(2026,1,31)+0.75",
    };
    const formats = {
      "A1:A9": "0.0%",
      "A2:A3": "#,##0.00",
      A3: '[Red]0;-0" min"',
      A7: "mmm yy",
      A8: "yyyy-mm-dd",
      A9: "bogus [",
      A10: "yyyy-mm-dd hh:mm",
    };
    const {id} = await makeSheet([{name: "One", cells, formats, queries: [{anchor: "C1", query}]}]);
    const [tab] = await calculated(id);
    expect(tab.texts).toEqual({
      A1: "12.5%",
      A2: "1,234.50",
      A3: "1235",
      A5: "100.0%",
      A6: "200.0%",
      A7: "Jan 26",
      A10: "2026-01-31 18:00",
      C2: "2026-01-31",
      D2: "2026-01-31 23:30:00",
    });
    expect(tab.cells).toMatchObject({A1: 0.125, A6: 2, A8: -5, A9: 1, A10: 46053.75, C2: 46053});
    const data = await callTool(t, "get_data", {id});
    expect(data.text).toContain("C2=2026-01-31\tD2=2026-01-31 23:30:00");
    expect(data.text).toContain("A2=1234.5");
  });

  test("marks the range of a query that fails, and calculates the rest", async () => {
    const broken = {...byStatus, measures: ["orders.broken"]};
    const {id} = await makeSheet([
      {
        name: "One",
        cells: {D1: "=1+1"},
        queries: [
          {anchor: "A1", query: broken},
          {anchor: "A10", query: byStatus},
        ],
      },
    ]);
    const [tab] = await calculated(id);
    expect(tab.queries[0]).toMatchObject({anchor: "A1", error: {code: "warehouse_error", status: 502}});
    expect(tab.queries[1].range).toBe("A10:B12");
    expect(tab.cells).toMatchObject({D1: 2, B12: 3});
    expect(tab.cells.A1).toBeUndefined();
  });

  test("refuses a result that would overwrite cells, names them, and moves nothing", async () => {
    const {id} = await makeSheet([
      {
        name: "One",
        cells: {A3: "mine", B2: 7},
        queries: [
          {anchor: "A1", query: byStatus},
          {anchor: "D1", query: byStatus},
          {anchor: "E2", query: byStatus},
        ],
      },
    ]);
    const [tab] = await calculated(id);
    expect(tab.queries[0].error).toMatchObject({code: "conflict"});
    expect(tab.queries[0].error.detail).toContain("overwrite A3, B2");
    expect(tab.queries[1].range).toBe("D1:E3");
    expect(tab.queries[2].error.detail).toContain("begins at D1");
    expect(tab.cells).toMatchObject({A3: "mine", B2: 7, E3: 3});
  });

  test("gives each reader their own rows", async () => {
    const team = await addTeam(t, "sheet readers");
    const member = {id: team, role: "member" as const};
    const south = await addPerson(t, {teams: [member], attributes: {region: ["south"]}});
    const nobody = await addPerson(t, {teams: [member]});
    const query = {model: "customers", measures: ["customers.count"]};
    const {id} = await makeSheet(
      [{name: "One", queries: [{anchor: "A1", query, header: false}]}],
      south.token,
      {
        teamId: team,
      },
    );
    expect((await calculated(id, south.token))[0].cells).toEqual({A1: 1});
    expect((await calculated(id, nobody.token))[0].cells).toEqual({A1: 0});
  });
});

describe("input that is too much for the engine", () => {
  test.each([
    ["an array of all cells there are", {A1: "=SEQUENCE(1048576,16384)"}],
    ["a formula that nests too deep", {A1: `=${"(".repeat(4000)}1${")".repeat(4000)}`}],
    ["a formula that is one long chain", {A1: `=${"-".repeat(8000)}1`}],
    [
      "a chain of cells that is too long",
      Object.fromEntries(Array.from({length: 20_000}, (_, i) => [`A${20_000 - i}`, `=A${20_001 - i}+1`])),
    ],
    [
      "a text that doubles from cell to cell",
      Object.fromEntries(
        Array.from({length: 40}, (_, i) => [`A${i + 1}`, i === 0 ? '=REPT("x",30000)' : `=A${i}&A${i}`]),
      ),
    ],
  ])("such as %s is refused, or is an error in its cells, and harms no other sheet", async (_, cells) => {
    const {id} = await makeSheet([{name: "One", cells}]);
    const answer = await t.call("POST", `/api/sheets/${id}/calculate`);
    expect([200, 422]).toContain(answer.status);
    if (answer.status === 422) {
      expect(answer.body.code).toBe("invalid_request");
      expect(answer.body.detail).toContain("smaller");
    }
    expect(await cellsOf({A1: 20, A2: "=A1+1"})).toEqual({A1: 20, A2: 21});
  });
});

describe("a sheet", () => {
  test("of somebody else is 404", async () => {
    const {id} = await makeSheet([{name: "One"}], t.org.member.token);
    for (const [method, path] of [
      ["GET", ""],
      ["PUT", ""],
      ["DELETE", ""],
      ["POST", "/calculate"],
      ["GET", "/export.xlsx"],
    ] as const) {
      const body = method === "PUT" ? {body: {name: "x"}} : {};
      const answer = await t.call(method, `/api/sheets/${id}${path}`, {
        token: (await addPerson(t)).token,
        ...body,
      });
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
    const list = await t.call("GET", "/api/sheets", {token: t.org.member.token});
    expect(list.body.map((sheet: {id: string}) => sheet.id)).toContain(id);
  });

  test("is replaced as a whole, under If-Match, and can be sent back as it was read", async () => {
    const made = await makeSheet([{name: "One", queries: [{anchor: "A1", query: byStatus}]}]);
    const read = await t.call("GET", `/api/sheets/${made.id}`);
    const etag = read.headers.get("etag") ?? "";
    const sent = await t.call("PUT", `/api/sheets/${made.id}`, {
      body: read.body,
      headers: {"if-match": etag},
    });
    expect(sent.status).toBe(200);
    expect({...sent.body, updatedAt: read.body.updatedAt}).toEqual(read.body);
    const stale = await t.call("PUT", `/api/sheets/${made.id}`, {
      body: {name: "x"},
      headers: {"if-match": etag},
    });
    expect(stale.status).toBe(412);
    const emptied = await t.call("PUT", `/api/sheets/${made.id}`, {body: {name: "Emptied"}});
    expect(emptied.body).toMatchObject({name: "Emptied", tabs: [{name: "Sheet1"}]});
  });

  test("makes the person who moves an unchanged query the author of its cells", async () => {
    const {id} = await makeSheet([{name: "One"}]);
    const tabs = [{name: "One", queries: [{anchor: "A1", query: byStatus}]}];
    const body = {name: "Numbers", tabs};
    const author = async () =>
      (await t.db.selectFrom("sheets").select("cells_by").where("id", "=", id).executeTakeFirst())?.cells_by;
    const makeDefault = (projectId: string) =>
      t.call("PATCH", `/api/projects/${projectId}`, {body: {default: true}});
    const usual = (await t.call("GET", "/api/projects")).body.find(
      (one: {default: boolean}) => one.default,
    ).id;
    const other = Object.values(shops)
      .flatMap(shop => (typeof shop === "object" && "projectId" in shop ? [shop.projectId] : []))
      .find(projectId => projectId !== usual);
    const later = await addPerson(t, {role: "admin"});
    const headers = {authorization: `Bearer ${later.token}`};
    const {actor} = await t.web.authenticate(new Request("http://service.test/", {headers}));
    // The second request begins before the first one is saved, and its body ends after it.
    const whileRead = async () => {
      const first = await t.call("PUT", `/api/sheets/${id}`, {body});
      expect([first.status, await author()]).toEqual([200, expect.not.stringContaining(later.id)]);
      expect((await makeDefault(other ?? "")).status).toBe(200);
      return body;
    };
    try {
      await replaceSheet(t.web, actor, id, whileRead, () => undefined);
      expect(await author()).toBe(later.id);
    } finally {
      await makeDefault(usual);
    }
  });

  test("that is deleted twice is 404 the second time", async () => {
    const {id} = await makeSheet([{name: "One"}]);
    expect((await t.call("DELETE", `/api/sheets/${id}`)).status).toBe(204);
    expect((await t.call("DELETE", `/api/sheets/${id}`)).status).toBe(404);
  });
});

async function fileOf(id: string): Promise<Map<string, string>> {
  const response = await t.app.handle(
    new Request(`http://service.test/api/sheets/${id}/export.xlsx`, {
      headers: {authorization: `Bearer ${t.org.admin.token}`},
    }),
  );
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="Numbers.xlsx"');
  return unzipped(new Uint8Array(await response.arrayBuffer()));
}

test("a dataset that is deleted while a sheet over it is saved is reported as unknown, and not as an error of the service", async () => {
  const definition = {model: "orders", dimensions: ["orders.status"]};
  const dataset = await t.call("POST", `/api/projects/${shops.duckdb.projectId}/datasets`, {
    body: {name: "Going", kind: "live", definition},
  });
  const queries = [{anchor: "A1", query: {model: dataset.body.slug, dimensions: ["going.status"]}}];
  const held = Promise.withResolvers<void>();
  const deleted = Promise.withResolvers<void>();
  const deleting = t.db.transaction().execute(async tx => {
    await tx.deleteFrom("content").where("id", "=", dataset.body.id).execute();
    deleted.resolve();
    await held.promise;
  });
  await deleted.promise;
  const saving = t.call("POST", "/api/sheets", {body: {name: "Late", tabs: [{name: "One", queries}]}});
  await lockAwaited(t.db);
  held.resolve();
  await deleting;
  const {status, body} = await saving;
  expect([status, body.code, body.errors?.[0]?.path]).toEqual([422, "unknown_model", "/tabs"]);
});

describe("the exported file", () => {
  test("keeps formulas, formats and types", async () => {
    const {id} = await makeSheet([
      {
        name: "A & B",
        cells: {
          A1: 202811,
          A2: "00123",
          A3: "=A1*2",
          A4: "=1/0",
          A5: '=XLOOKUP("x",A1:A2,A1:A2)',
          A6: "=SEQUENCE(2)",
        },
        formats: {"A1:A3": "#,##0.00"},
        queries: [
          {
            anchor: "C1",
            query: {
              model: "orders",
              dimensions: ["orders.placed_at.day"],
              measures: ["orders.count"],
              limit: 1,
            },
          },
        ],
      },
    ]);
    const files = await fileOf(id);
    expect(files.get("xl/workbook.xml")).toContain('name="A &amp; B"');
    const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
    const formats = [...(files.get("xl/styles.xml") ?? "").matchAll(/formatCode="([^"]*)"/g)].map(
      found => found[1],
    );
    const styleOf = (format: string) => formats.indexOf(format) + 3;
    expect(sheet).toContain(`<c r="A1" s="${styleOf("#,##0.00")}"><v>202811</v></c>`);
    expect(sheet).toContain('<t xml:space="preserve">00123</t>');
    expect(sheet).toContain(`<c r="A3" s="${styleOf("#,##0.00")}"><f>A1*2</f><v>405622</v></c>`);
    expect(sheet).toContain('<c r="A4" t="e"><f>1/0</f><v>#DIV/0!</v></c>');
    expect(sheet).toContain('<f>_xlfn.XLOOKUP("x",A1:A2,A1:A2)</f>');
    expect(sheet).toContain('<f t="array" ref="A6:A7">_xlfn.SEQUENCE(2)</f><v>1</v>');
    expect(sheet).toContain(`<c r="C2" s="${styleOf("yyyy-mm-dd")}"><v>46053</v></c>`);
  });
});

test("an exported file can be opened whatever its sheet contains", async () => {
  const {id} = await makeSheet([
    {
      name: "One",
      cells: {
        A1: "=",
        A2: "=SUM(1",
        A3: "=1 2 )(",
        A4: '=")("&"x"',
        A5: "a\u0001b",
        A6: '=REPT("z",32767)&"z"',
      },
      formats: {"A1:A9": '0"\u0001\uffff"'},
    },
  ]);
  const files = await fileOf(id);
  const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
  // Spreadsheets refuse a file with a formula that they cannot read.
  expect([...sheet.matchAll(/<f>(.*?)<\/f>/g)].map(([, formula]) => formula)).toEqual([
    '")("&amp;"x"',
    'REPT("z",32767)&amp;"z"',
  ]);
  // Neither do they read a longer text.
  const [, text = ""] = /<v>(z[^<]*)<\/v>/.exec(sheet) ?? [];
  expect([text.length, text.endsWith("z … (32768 characters, cut here)")]).toEqual([32_767, true]);
  for (const typed of ["=", "=SUM(1", "=1 2 )("]) expect(sheet).toContain(`>${typed}</t>`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML cannot hold
  expect([...files.values()].join("")).not.toMatch(/[\u0000-\u0008\ufffe\uffff]/);
});

test("twenty thousand cells are calculated", async () => {
  const cells: Record<string, string | number> = {};
  for (let row = 1; row <= 10_000; row++) {
    cells[`A${row}`] = row;
    cells[`B${row}`] = `=A${row}*2`;
  }
  const values = await cellsOf(cells);
  expect(Object.keys(values)).toHaveLength(20_000);
  expect(values.B10000).toBe(20_000);
});
