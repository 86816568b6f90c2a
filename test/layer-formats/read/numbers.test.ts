import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {importFiles} from "../../../shared/modeling/layer-formats/import-files.ts";
import {compile} from "../../../shared/semantic/compile.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import {openAllEngines} from "../../semantic/all-engines.ts";
import type {Engine} from "../../semantic/engines.ts";

let engines: Engine[];
beforeAll(async () => {
  engines = [...(await openAllEngines()).values()];
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

async function ask(text: string, dimensions: string[], measures: string[], model = "orders") {
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
    const {sql, parameters} = compile(layer, {model, dimensions, measures}, context);
    const rows = await run(sql, parameters);
    answers.push(rows.map(numbered).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)));
  }
  for (const [i, answer] of answers.entries()) {
    // MySQL returns booleans as numbers.
    const isMysql = engines[i]?.name === "mysql";
    const truth = (cell: string | number | null) => (cell === "true" ? 1 : cell === "false" ? 0 : cell);
    expect(answer).toEqual((answers[0] ?? []).map(row => (isMysql ? row.map(truth) : row)));
  }
  return answers[0] ?? [];
}

/** Rounds decimals to four places, because the engines return different numbers of digits. */
function numbered(row: readonly (string | null)[]): (string | number | null)[] {
  return row.map(cell => (cell !== null && /^-?[\d.]+$/.test(cell) ? Number(Number(cell).toFixed(4)) : cell));
}

describe("an imported layer gives the right numbers on every engine that runs here", () => {
  test("from dbt, over a join, with a filter, a ratio and a share", async () => {
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

  test("from dbt, compared with the month before", async () => {
    const rows = await ask(DBT, ["orders.at.month"], ["orders.revenue", "orders.change"]);
    expect(rows.map(([, ...numbers]) => numbers).slice(0, 2)).toEqual([
      [30, null],
      [120, 90],
    ]);
  });

  test("from Cube, by a segment", async () => {
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

const DBT_BALANCES = `
models:
  - name: balances
    semantic_model: true
    agg_time_dimension: taken_at
    columns:
      - {name: id, data_type: int, entity: {type: primary, name: balance}}
      - {name: account_id, data_type: int, entity: {type: foreign, name: account}}
      - {name: state, data_type: text, dimension: categorical}
      - {name: taken_at, data_type: timestamp, granularity: day, dimension: time}
      - {name: ds, data_type: date, dimension: {type: categorical, is_partition: true}}
    metrics:
      - {name: closing, agg: SUM, expr: amount, non_additive_dimension: {name: taken_at, window_agg: MAX}}
      - {name: latest, agg: sum, expr: amount, non_additive_dimension: {name: taken_at, window_agg: max, group_by: [account]}}
      - {name: total, agg: sum, expr: amount}
      - {name: january, agg: sum, expr: amount, filter: "{{ TimeDimension('metric_time') }} <= '2026-01-31'"}
  - name: accounts
    semantic_model: true
    columns:
      - {name: id, data_type: int, entity: {type: primary, name: account}}
      - {name: branch, data_type: text, dimension: categorical}
      - {name: ds, data_type: date, dimension: {type: categorical, is_partition: true}}
`;

describe("balances and partitions of dbt give the numbers of SQL by hand", () => {
  beforeAll(async () => {
    for (const engine of engines) {
      await engine.load({
        balances: {
          columns: {
            id: "int",
            account_id: "int",
            state: "text",
            taken_at: "timestamp",
            ds: "date",
            amount: "int",
          },
          rows: [
            [1, 1, "open", "2026-01-30 09:00:00", "2026-01-01", 10],
            [2, 2, "open", "2026-01-31 09:00:00", "2026-01-01", 20],
            [3, 1, "shut", "2026-01-31 18:00:00", "2026-01-01", 30],
            [4, 3, "open", "2026-02-02 08:00:00", "2026-02-01", 40],
            [5, 1, "open", "2026-02-02 20:00:00", "2026-02-01", 50],
          ],
        },
        accounts: {
          columns: {id: "int", branch: "text", ds: "date"},
          rows: [
            [1, "east", "2026-01-01"],
            [2, "east", "2026-01-01"],
            [1, "west", "2026-02-01"],
            [3, "north", "2026-02-01"],
          ],
        },
      });
    }
  });

  const byHand = async (sql: string) => {
    const rows = await engines[0]!.run(sql);
    return rows.map(numbered).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  };

  test("a balance is that of the last day among all rows, with every row of that day", async () => {
    expect(
      await ask(DBT_BALANCES, ["balances.state"], ["balances.closing", "balances.latest"], "balances"),
    ).toEqual(
      await byHand(`
        select b.state, sum(b.amount) filter (where b.taken_at::date = (select max(taken_at)::date from balances)),
          sum(b.amount) filter (where b.taken_at::date = m.day)
        from balances b
        join (select account_id, max(taken_at)::date as day from balances group by 1) m using (account_id)
        group by 1`),
    );
  });

  test("each month has the balance of its own last day", async () => {
    const rows = await ask(DBT_BALANCES, ["balances.taken_at.month"], ["balances.closing"], "balances");
    const expected = await byHand(`
      select m, sum(amount) from (
        select *, date_trunc('month', taken_at)::date as m, rank() over (
          partition by date_trunc('month', taken_at) order by taken_at::date desc) as place from balances
      ) t where place = 1 group by 1`);
    expect(rows).toEqual(expected);
    expect(rows.map(row => row[1])).toEqual([50, 90]);
  });

  test("an account is joined within its partition, and counts once", async () => {
    expect(await ask(DBT_BALANCES, ["accounts.branch"], ["balances.total"], "balances")).toEqual(
      await byHand(`
        select branch, sum(amount) from balances b left join accounts a on a.id = b.account_id and a.ds = b.ds
        group by 1`),
    );
  });

  test("a filter on metric_time includes the whole of its last day", async () => {
    expect(await ask(DBT_BALANCES, [], ["balances.january"], "balances")).toEqual(
      await byHand("select sum(amount) from balances where taken_at < '2026-02-01'"),
    );
  });
});

const OSSIE_FIELDS = `
version: 0.2.0.dev0
semantic_model:
  - name: shop
    datasets:
      - name: orders
        source: orders
        fields:
          - {name: doubled, datatype: Integer, expression: {dialects: [{dialect: ANSI_SQL, expression: large * 2}]}}
          - {name: large, datatype: Integer, expression: {dialects: [{dialect: ANSI_SQL, expression: amount + amount}]}}
    metrics:
      - {name: sum_doubled, expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(orders.doubled)}]}}
`;

test("a field of Ossie that refers to another field is computed from it", async () => {
  const amounts = [10, 20, 30, 40, 50];
  for (const engine of engines) {
    await engine.load({
      orders: {columns: {id: "int", amount: "int"}, rows: amounts.map((amount, id) => [id, amount])},
    });
  }
  expect(await ask(OSSIE_FIELDS, [], ["orders.sum_doubled"])).toEqual(
    (await engines[0]!.run("select sum((amount + amount) * 2) from orders")).map(numbered),
  );
});
