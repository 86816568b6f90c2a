import {afterAll, beforeAll, expect, test} from "bun:test";
import {makeLogger} from "../../../shared/core/log.ts";
import type {ResultColumn} from "../../../shared/semantic/compile.ts";
import {decimalOfMoney} from "../../../worker/warehouses/postgres/money.ts";

import {openPostgres} from "../../../worker/warehouses/postgres/warehouse.ts";
import type {RowFormat, Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {textOf} from "../../support/http-warehouse.ts";
import {type ShopDatabase, shopInPostgres} from "../../support/warehouse.ts";

let shop: ShopDatabase;
let warehouse: Warehouse;

beforeAll(async () => {
  shop = await shopInPostgres();
  const {hostname, port, pathname, username, password} = new URL(shop.url);
  warehouse = openPostgres(
    {
      host: hostname,
      port: Number(port || 5432),
      database: pathname.slice(1),
      user: username,
      password,
      ssl: "disable",
    },
    {
      concurrency: 1,
      statementTimeoutMs: 30_000,
      connectTimeoutMs: 3000,
      duckdbMemoryLimit: "512MB",
      duckdbThreads: 2,
      tempDir: "",
    },
    makeLogger("test", "silent"),
  );
});

afterAll(async () => {
  await warehouse.close();
  await shop.drop();
});

async function ask(sql: string, count: number, format: RowFormat = "json"): Promise<string> {
  const columns = Array.from({length: count}, (_, i): ResultColumn => ({name: `m.c${i}`, type: "number"}));
  const options = {columns, format, timezone: "UTC", limit: undefined, signal: new AbortController().signal};
  const pieces: string[] = [];
  for await (const piece of warehouse.stream({sql, parameters: []}, options)) pieces.push(textOf(piece));
  return pieces.filter(piece => piece !== "").join(format === "json" ? "," : "");
}

const AMOUNTS = ["1234.5", "-0.10", "-92233720368547758.08", "92233720368547758.07", "0"];

test("an amount of money is the number that its cast to numeric gives", async () => {
  const amounts = [...AMOUNTS.map(amount => `'${amount}'::money`), "null::money"];
  for (const format of ["json", "ndjson", "csv"] as const) {
    const told = await ask(`select ${amounts.join(", ")}`, amounts.length, format);
    expect(told).toBe(
      await ask(`select ${amounts.map(amount => `${amount}::numeric`).join(", ")}`, 6, format),
    );
  }
  expect(await ask(`select ${amounts.join(", ")}`, 6)).toBe(
    "[1234.5,-0.1,-92233720368547758.08,92233720368547758.07,0,null]",
  );
});

test("sums of money are numbers, too, over many batches and beside other columns", async () => {
  const rows = "from generate_series(1, 5000) as g (n)";
  const told = await ask(`select n, (n * 1.01)::numeric::money, max(n::money) over () ${rows}`, 3);
  expect(told).toBe(await ask(`select n, (n * 1.01)::numeric, 5000 ${rows}`, 3));
  expect(await ask(`select sum((n * 1.01)::numeric::money) ${rows}`, 1)).toBe("[12627525]");
});

test("the server's locale decides how an amount is parsed", () => {
  const written: [string, number, string][] = [
    ["$1,234.50", 2, "1234.50"],
    ["-$1,234.50", 2, "-1234.50"],
    ["($0.05)", 2, "-0.05"],
    ["1.234,50 \u20ac", 2, "1234.50"],
    ["1\u202f234,50-\u00a0\u20ac", 2, "-1234.50"],
    ["\u22121 234,50 kr", 2, "-1234.50"],
    ["\uffe51,235", 0, "1235"],
    ["1,234.567 \u062f.\u062a", 3, "1234.567"],
  ];
  for (const [text, fraction, decimal] of written) expect(decimalOfMoney(text, fraction)).toBe(decimal);
});
