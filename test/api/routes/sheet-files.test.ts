import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtemp, readdir, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

const SOFFICE = Bun.which("soffice") ?? undefined;

// Without an installed LibreOffice these tests are skipped, and counted as such.
describe.skipIf(SOFFICE === undefined)("in LibreOffice", () => {
  let t: TestService;
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  let dir: string;

  beforeAll(async () => {
    t = await testService();
    shops = await shopProjects(t);
    dir = await mkdtemp(join(tmpdir(), "office-"));
  });

  afterAll(async () => {
    await t?.stop();
    await shops?.drop();
    if (dir) await rm(dir, {recursive: true, force: true});
  });

  async function bytesOf(method: string, path: string, accept: string, body?: object): Promise<Uint8Array> {
    const response = await t.app.handle(
      new Request(`http://service.test${path}`, {
        method,
        headers: {authorization: `Bearer ${t.org.admin.token}`, accept, "content-type": "application/json"},
        ...(body ? {body: JSON.stringify(body)} : {}),
      }),
    );
    expect(response.status).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Converts a workbook with LibreOffice, recalculated. Returns the folder with the files. */
  async function converted(file: Uint8Array, filter: string): Promise<string> {
    const own = await mkdtemp(join(dir, "file-"));
    await writeFile(join(own, "file.xlsx"), file);
    const profile = `-env:UserInstallation=file://${dir}/profile`;
    const command = [SOFFICE ?? "", profile, "--headless", "--convert-to", filter, "--outdir", own];
    const office = Bun.spawn([...command, join(own, "file.xlsx")], {stdout: "ignore", stderr: "ignore"});
    expect(await office.exited).toBe(0);
    return own;
  }

  /** The values of each tab, by its name. With `formulas`, formulas are returned as such. */
  async function opened(file: Uint8Array, formulas = false): Promise<Map<string, string[]>> {
    // Comma, double quote, UTF-8, from the first line, all tabs. The tenth option says whether formulas are shown.
    const filter = `csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,${formulas},false,-1`;
    const own = await converted(file, filter);
    const tabs = new Map<string, string[]>();
    for (const name of await readdir(own)) {
      const tab = /^file-(.*)\.csv$/.exec(name)?.[1];
      if (tab) tabs.set(tab, (await readFile(join(own, name), "utf8")).trimEnd().split("\n"));
    }
    return tabs;
  }

  const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

  test("an exported sheet has the same values, types and formulas", async () => {
    const query = {model: "orders", dimensions: ["orders.placed_at.day"], measures: ["orders.count"]};
    const made = await t.call("POST", "/api/sheets", {
      body: {
        name: "Office",
        tabs: [
          {
            name: "One",
            cells: {
              A1: 202811,
              A2: "00123",
              A3: "=A1/7",
              A4: "=1/0",
              A5: "=XLOOKUP(202811,A1:A2,A1:A2)",
              A6: true,
              A7: "=SUM(Two!B2:B9)",
              A8: 'a, "b" & <c>',
            },
            formats: {A3: "#,##0.00"},
          },
          {name: "Two", queries: [{anchor: "A1", query}]},
        ],
      },
    });
    const file = await bytesOf("GET", `/api/sheets/${made.body.id}/export.xlsx`, XLSX);
    const tabs = await opened(file);
    expect(tabs.get("One")).toEqual([
      "202811",
      "00123",
      '"28,973.00"',
      "#DIV/0!",
      "202811",
      "TRUE",
      "4",
      '"a, ""b"" & <c>"',
    ]);
    expect(tabs.get("Two")).toEqual([
      "Placed at (day),Count",
      "2026-01-31,1",
      "2026-02-01,1",
      "2026-02-28,1",
      "2026-03-01,1",
    ]);
    const formulas = await opened(file, true);
    expect(formulas.get("One")?.slice(2, 4)).toEqual(["=A1/7", "=1/0"]);
    expect(formulas.get("One")?.[6]).toMatch(/^"?=SUM\(\$?Two\.B2:B9\)"?$/);
  });

  test("a result as XLSX has the same values, with every digit", async () => {
    const query = {
      model: "orders",
      dimensions: ["orders.id", "orders.placed_at"],
      measures: ["orders.total"],
      limit: 3,
    };
    const tabs = await opened(await bytesOf("POST", "/api/query", XLSX, query));
    expect(tabs.get("Result")).toEqual([
      "Id,Placed at,Total",
      "9007199254740993,2026-01-31 23:30:00,10.5",
      "9007199254740994,2026-02-01 00:30:00,0.1",
      "9007199254740995,2026-02-28 12:00:00,99999999999999999999.99",
    ]);
  });
});
