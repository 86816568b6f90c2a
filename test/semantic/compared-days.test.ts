import {afterAll, beforeAll, expect, test} from "bun:test";
import {compile} from "../../shared/semantic/compile.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import {openAllEngines} from "./all-engines.ts";
import type {Engine} from "./engines.ts";

let engines: Map<string, Engine>;
beforeAll(async () => {
  engines = await openAllEngines(["postgres", "duckdb"]);
});
afterAll(async () => {
  await Promise.all([...engines.values()].map(engine => engine.close()));
});

const SALES = `select cast(day as date) as day, amount from (values
  ('2023-01-27', 1), ('2023-01-28', 2), ('2023-01-29', 4), ('2023-01-31', 8), ('2023-02-27', 16), ('2023-02-28', 32),
  ('2022-12-31', 64), ('2023-03-01', 128)) as s(day, amount)`;
const layer = buildLayer({
  models: [
    {
      name: "sales",
      table: {sql: SALES},
      dimensions: [{name: "day", type: "date", column: "day"}],
      measures: [{name: "total", type: "sum", column: "amount"}],
    },
  ],
});

test.each(["postgres", "duckdb"] as const)(
  "the last day of a short month stands beside the same day of a longer one, and the days after it beside none (%s)",
  async name => {
    const engine = engines.get(name);
    if (engine === undefined) throw new Error(`There is no engine ${name}.`);
    const query = {
      model: "sales",
      dimensions: ["sales.day"],
      measures: ["sales.total"],
      filters: [{field: "sales.day", op: "=", value: "2023-02"}],
      compare: {offset: {unit: "month" as const, count: 1}},
      orderBy: ["sales.day"],
    };
    const now = new Date("2024-06-01T00:00:00Z");
    const context = {dialect: name, timezone: "UTC", weekStart: "monday", attributes: {}, now} as const;
    const {sql, parameters} = compile(layer, query, context);
    const byHand = `with s as (${SALES})
      select cast(n.day as text), n.amount, b.amount from s as n
      join s as b on extract(day from b.day) = extract(day from n.day) and b.day between '2023-01-01' and '2023-01-31'
      where n.day between '2023-02-01' and '2023-02-28' order by 1`;
    const rows = await engine.run(sql, parameters);
    expect(rows.map(row => row.slice(0, 3))).toEqual(await engine.run(byHand));
    expect(rows.map(([day, , before]) => [day, before])).toEqual([
      ["2023-02-27", "1"],
      ["2023-02-28", "2"],
    ]);
  },
);
