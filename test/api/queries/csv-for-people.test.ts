import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
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

/** The text of a cell, and its form in a CSV that people open. */
const CELLS: [text: string, safe: string][] = [
  ["=1+1", "'=1+1"],
  ['=HYPERLINK("http://evil.example","x")', `"'=HYPERLINK(""http://evil.example"",""x"")"`],
  ["+1", "'+1"],
  ["-5", "'-5"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t'=1"],
  ["\r=1", `"'\r'=1"`],
  ["\n=1", `"'\n'=1"`],
  ["\u{ff1d}1+1", "'\u{ff1d}1+1"],
  ["\u{feff}=1", "'\u{feff}=1"],
  ["\u{ff21}=1", "\u{ff21}=1"],
  // Where the comma is the decimal mark, spreadsheets split at semicolons, and a quote inside a line is an ordinary character.
  ["x;=1+1;y", "x;'=1+1;y"],
  ["x,;=1+1", `"x,;'=1+1"`],
  ["x\n=1+1\ny", `"x\n'=1+1\ny"`],
  ["x\t@SUM(A1)", "x\t'@SUM(A1)"],
  ["x;\u{ff0b}1", "x;'\u{ff0b}1"],
  ["x; y\r\nz", `"x; y\r\nz"`],
  ["plain", "plain"],
  ["a=b", "a=b"],
  ["'=1", "'=1"],
  ["", '""'],
];

describe.each(["duckdb", "postgres"] as const)("on %s", name => {
  let projectId: string;
  beforeAll(async () => {
    // One row each, in this order, beside a negative number.
    const rows = CELLS.map(([text], i) => {
      const hex = Buffer.from(text).toString("hex");
      const value =
        name === "duckdb" ? `decode(unhex('${hex}'))` : `convert_from(decode('${hex}', 'hex'), 'UTF8')`;
      return `select ${i} as id, ${value} as word, ${-5 - i} as amount, cast(${-5 - i} as text) as written`;
    });
    const {connectionId} = shops[name];
    const made = await t.call("POST", "/api/projects", {body: {name: `Cells on ${name}`, connectionId}});
    projectId = made.body.id;
    const graph = {
      models: [
        {
          name: "cells",
          table: {sql: rows.join(" union all ")},
          primaryKey: ["id"],
          dimensions: [
            {name: "id", type: "number", column: "id"},
            {name: "word", type: "string", column: "word"},
            {name: "amount", type: "number", column: "amount"},
            {name: "written", type: "number", column: "written"},
          ],
          measures: [{name: "total", type: "sum", column: "amount"}],
        },
      ],
    };
    const applied = await t.call("POST", `/api/projects/${projectId}/introspect`, {body: graph});
    if (applied.status !== 200 && applied.status !== 201) throw new Error(applied.text);
  });

  const ask = (query: string, accept = "text/csv") =>
    t.call("POST", `/api/query${query}`, {
      headers: {accept},
      body: {
        projectId,
        model: "cells",
        dimensions: ["cells.id", "cells.word", "cells.amount", "cells.written"],
        measures: ["cells.total"],
        orderBy: ["cells.id"],
      },
    });

  test("CSV for people has no cell that is a formula; numbers stay numbers", async () => {
    const {status, text, headers} = await ask("?csv=safe");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toBe('attachment; filename="cells.csv"');
    const lines = CELLS.map(([, safe], i) => `${i},${safe},${-5 - i},${-5 - i},${-5 - i}\r\n`);
    expect(text).toBe(`cells.id,cells.word,cells.amount,cells.written,cells.total\r\n${lines.join("")}`);
  });

  test("CSV for programs has the cells unchanged", async () => {
    const {text} = await ask("");
    const quoted = (cell: string) =>
      cell === "" || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
    const lines = CELLS.map(([cell], i) => `${i},${quoted(cell)},${-5 - i},${-5 - i},${-5 - i}\r\n`);
    expect(text).toBe(`cells.id,cells.word,cells.amount,cells.written,cells.total\r\n${lines.join("")}`);
  });

  test("the option applies to CSV alone, and an invalid value is refused", async () => {
    const {body} = await ask("?csv=safe", "application/json");
    expect(body.rows[0][1]).toBe("=1+1");
    expect((await ask("?csv=unsafe")).status).toBe(422);
  });

  test("charts, and results that are fetched later, accept the option, too", async () => {
    const query = {projectId, model: "cells", dimensions: ["cells.word"], orderBy: ["cells.word"]};
    const chart = await t.call("POST", "/api/charts", {body: {name: "Words", type: "table", query}});
    const headers = {accept: "text/csv"};
    const shown = await t.call("GET", `/api/charts/${chart.body.id}/data?csv=safe`, {headers});
    expect(shown.text).toContain("'=1+1\r\n");
    expect(shown.text).not.toContain("\n=1+1");
    const later = await t.call("POST", "/api/query?csv=safe", {
      headers: {...headers, prefer: "respond-async"},
      body: query,
    });
    expect(later.status).toBe(202);
    await until(async () => {
      const run = await t.call("GET", `/api/query/runs/${later.body.id}`);
      return run.body.status === "succeeded";
    });
    const kept = await t.call("GET", `/api/query/runs/${later.body.id}/result`, {headers});
    expect([kept.status, kept.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(kept.text).toContain("'=1+1\r\n");
  });
});
