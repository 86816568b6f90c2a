import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {compile} from "../../../shared/semantic/compile.ts";
import {importFiles} from "../../../shared/semantic/import/import.ts";
import {buildLayer} from "../../../shared/semantic/layer.ts";
import {type Engine, openEngines} from "../engines.ts";

let engines: Engine[];
beforeAll(async () => {
  engines = await openEngines();
  for (const engine of engines) {
    await engine.load({
      orders: {
        columns: {id: "int", customer_id: "int", status: "text", amount: "int", at: "timestamp"},
        rows: [
          [1, 1, "paid", 10, "2026-01-05 10:00:00"],
          [2, 1, "open", 20, "2026-01-20 10:00:00"],
          [3, 2, "paid", 30, "2026-02-03 10:00:00"],
          [4, 2, "void", 40, "2026-02-04 10:00:00"],
          [5, null, "paid", 50, "2026-02-05 10:00:00"],
        ],
      },
      customers: {
        columns: {id: "int", country: "text"},
        rows: [
          [1, "DE"],
          [2, "FR"],
          [3, "FR"],
        ],
      },
    });
  }
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
});

const DBT = `
models:
  - name: orders
    semantic_model: true
    agg_time_dimension: at
    columns:
      - {name: id, data_type: int, entity: {type: primary, name: order}}
      - {name: customer_id, data_type: int, entity: {type: foreign, name: customer}}
      - {name: status, data_type: text, dimension: categorical}
      - {name: at, data_type: timestamp, granularity: day, dimension: time}
    metrics:
      - {name: revenue, agg: sum, expr: amount}
      - {name: paid, agg: sum, expr: amount, filter: "{{ Dimension('order__status') }} = 'paid'", fill_nulls_with: 0}
      - {name: open_orders, agg: sum_boolean, expr: status = 'open'}
      - {name: paid_share, type: ratio, numerator: paid, denominator: revenue}
      - name: change
        type: derived
        expr: revenue - before
        input_metrics: [{name: revenue}, {name: revenue, alias: before, offset_window: 1 month}]
  - name: customers
    semantic_model: true
    columns:
      - {name: id, data_type: int, entity: {type: primary, name: customer}}
      - {name: country, data_type: text, dimension: categorical}
    metrics:
      - {name: customer_count, agg: count, expr: "1"}
metrics:
  - name: per_customer
    type: ratio
    numerator: revenue
    denominator: customer_count
`;
const CUBE = `
cubes:
  - name: orders
    sql_table: orders
    joins: [{name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}]
    dimensions: [{name: id, sql: id, type: number, primary_key: true}]
    segments: [{name: is_paid, sql: "{CUBE}.status = 'paid'"}]
    measures:
      - {name: revenue, sql: amount, type: sum}
      - {name: paid, sql: amount, type: sum, filters: [{sql: "{is_paid}"}]}
      - {name: mean, sql: "sum({CUBE}.amount) / count(*)", type: number}
  - name: customers
    sql_table: customers
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: country, sql: country, type: string}
`;

async function ask(text: string, dimensions: string[], measures: string[]) {
  const layer = buildLayer(importFiles([{path: "a.yml", text}]).graph);
  const answers = [];
  for (const {name, run} of engines) {
    const context = {
      dialect: name,
      timezone: "UTC",
      weekStart: "monday",
      attributes: {},
      now: new Date(),
    } as const;
    const {sql, parameters} = compile(layer, {model: "orders", dimensions, measures}, context);
    const rows = await run(sql, parameters);
    answers.push(rows.map(numbered).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)));
  }
  expect(answers[1]).toEqual(answers[0] ?? []);
  return answers[0] ?? [];
}

/** Decimals to four places: the engines carry them to different ends. */
function numbered(row: readonly (string | null)[]): (string | number | null)[] {
  return row.map(cell => (cell !== null && /^-?[\d.]+$/.test(cell) ? Number(Number(cell).toFixed(4)) : cell));
}

describe("what was imported gives the right numbers on Postgres and DuckDB", () => {
  test("of dbt, over a join, with a filter, a ratio and a share", async () => {
    const rows = await ask(
      DBT,
      ["customers.country"],
      ["orders.revenue", "orders.paid", "orders.open_orders", "orders.paid_share", "orders.per_customer"],
    );
    expect(rows).toEqual([
      ["DE", 30, 10, 1, 0.3333, 30],
      ["FR", 70, 30, 0, 0.4286, 35],
      [null, 50, 50, 0, 1, null],
    ]);
  });

  test("of dbt, against the month before", async () => {
    const rows = await ask(DBT, ["orders.at.month"], ["orders.revenue", "orders.change"]);
    expect(rows.map(([, ...numbers]) => numbers).slice(0, 2)).toEqual([
      [30, null],
      [120, 90],
    ]);
  });

  test("of Cube, by a segment", async () => {
    expect(
      await ask(
        CUBE,
        ["customers.country", "orders.is_paid"],
        ["orders.revenue", "orders.paid", "orders.mean"],
      ),
    ).toEqual([
      ["DE", "false", 20, null, 20],
      ["DE", "true", 10, 10, 10],
      ["FR", "false", 40, null, 40],
      ["FR", "true", 30, 30, 30],
      [null, "true", 50, 50, 50],
    ]);
  });
});
