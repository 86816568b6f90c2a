import {expect, test} from "bun:test";
import {importFiles} from "../../../shared/modeling/layer-formats/import-files.ts";
import {checkGraph} from "../../../shared/semantic/check/graph.ts";

function read(text: string) {
  const {graph, notes} = importFiles([{path: "shop.yaml", text}]);
  expect(checkGraph(graph)).toEqual([]);
  return {graph, notes: notes.map(({code, message, line}) => ({code, message, line}))};
}

const SHOP = `
name: shop
description: Orders of a shop.
tables:
  - name: orders
    synonyms: [purchases]
    description: One row for each order.
    base_table: {database: prod, schema: sales, table: orders}
    primary_key: {columns: [order_id]}
    dimensions:
      - name: state
        synonyms: ["order state", status]
        description: How far it is.
        expr: order_state
        data_type: VARCHAR(20)
        sample_values: [open, paid]
        is_enum: true
      - {name: customer_id, expr: customer_id, data_type: NUMBER}
    time_dimensions:
      - {name: placed, expr: placed_at, data_type: TIMESTAMP_NTZ, unique: false}
      - {name: placed_on, expr: placed_at::date, data_type: DATE}
    facts:
      - {name: net, expr: amount - discount, data_type: "NUMBER(10,2)", access_modifier: private_access}
    filters:
      - {name: is_big, synonyms: [large], expr: amount > 100}
    metrics:
      - {name: turnover, synonyms: [revenue], expr: SUM(amount)}
      - {name: net_turnover, expr: SUM(net)}
      - {name: balance, expr: SUM(amount), non_additive_dimensions: [{table: orders, dimension: placed}]}
  - name: customers
    base_table: {database: prod, schema: sales, table: '"Customers"'}
    primary_key: {columns: [id]}
    dimensions:
      - {name: region, expr: region, data_type: TEXT}
    measures:
      - {name: people, expr: id, data_type: NUMBER, default_aggregation: count_distinct}
metrics:
  - {name: turnover_per_person, expr: orders.turnover / customers.people}
  - {name: share, expr: SUM(orders.amount) / COUNT(customers.id)}
relationships:
  - name: orders_to_customers
    left_table: orders
    right_table: customers
    relationship_columns: [{left_column: customer_id, right_column: id}]
    join_type: left_outer
    relationship_type: many_to_one
verified_queries:
  - name: turnover
    question: How much do we sell?
    sql: SELECT SUM(amount) FROM __orders
    verified_at: 1714497970
    verified_by: Ada
custom_instructions: Round to whole numbers.
`;

test("tables, fields, synonyms, measures and relationships of a semantic model become a layer", () => {
  const {graph} = read(SHOP);
  const [orders, customers] = graph.models;
  expect(orders).toMatchObject({
    name: "orders",
    table: {catalog: "PROD", schema: "SALES", name: "ORDERS"},
    primaryKey: ["ORDER_ID"],
    synonyms: ["purchases"],
    description: "One row for each order.",
    dimensions: [
      {
        name: "state",
        type: "string",
        column: "ORDER_STATE",
        synonyms: ["order state", "status"],
        description: "How far it is.",
      },
      {name: "customer_id", type: "number", column: "CUSTOMER_ID"},
      {name: "placed", type: "timestamp", column: "PLACED_AT"},
      {name: "placed_on", type: "date", sql: "placed_at::date"},
      {name: "net", type: "number", sql: "amount - discount", hidden: true},
      {name: "is_big", type: "boolean", sql: "amount > 100", synonyms: ["large"]},
    ],
  });
  expect(orders?.measures?.filter(({hidden}) => !hidden)).toMatchObject([
    {name: "turnover", type: "sum", column: "AMOUNT", synonyms: ["revenue"]},
    {name: "net_turnover", type: "sum", sql: "${net}"},
    {
      name: "turnover_per_person",
      type: "number",
      sql: "${turnover} / ${customers.people}",
    },
    {name: "share", type: "number"},
  ]);
  expect(customers).toMatchObject({
    table: {catalog: "PROD", schema: "SALES", name: "Customers"},
    primaryKey: ["ID"],
    measures: [{name: "people", type: "count_distinct", column: "ID"}, {hidden: true}],
  });
  expect(graph.joins).toEqual([
    {
      from: "orders",
      to: "customers",
      relationship: "many_to_one",
      on: [{from: "CUSTOMER_ID", to: "ID"}],
    },
  ]);
});

test("what a layer cannot express is left out with a note that names the line", () => {
  const {notes} = read(SHOP);
  const of = (code: string) => notes.filter(note => note.code === code);
  expect(of("metric_dropped")).toMatchObject([
    {message: expect.stringContaining('"balance" is left out'), line: 29},
  ]);
  expect(of("question_left_out")).toMatchObject([
    {message: expect.stringContaining("How much do we sell?"), line: 48},
  ]);
  expect(notes.map(({message}) => message).join("\n")).toContain("sample_values");
});

test("a table without a base table, a measure without a known aggregation and a relationship without columns are noted", () => {
  const {graph, notes} = read(`
tables:
  - name: a
    base_table: {table: a}
    dimensions: [{name: x, data_type: TEXT}]
    measures: [{name: m, expr: x, default_aggregation: mode}]
  - name: b
relationships:
  - {name: r, left_table: a, right_table: b}
`);
  expect(graph.models.map(({name}) => name)).toEqual(["a"]);
  expect(notes.map(({code}) => code).sort()).toEqual([
    "field_dropped",
    "join_skipped",
    "metric_dropped",
    "model_dropped",
  ]);
});

test("a bare name in a table's metric means only a metric of that table", () => {
  const {graph, notes} = read(`
name: shop
tables:
  - name: orders
    base_table: {table: orders}
    primary_key: {columns: [id]}
    metrics:
      - {name: total, expr: SUM(amount)}
      - {name: lost, expr: SUM(amount)}
      - {name: mean, expr: total / COUNT(id)}
  - name: returns
    base_table: {table: returns}
    primary_key: {columns: [id]}
    metrics:
      - {name: total, expr: SUM(worth)}
      - {name: lost, expr: SUM(worth), non_additive_dimensions: [{table: returns, dimension: id}]}
      - {name: mean, expr: total / COUNT(id)}
      - {name: rate, expr: lost / SUM(n)}
      - {name: share, expr: total / orders.total}
relationships:
  - name: returns_to_orders
    left_table: returns
    right_table: orders
    relationship_columns: [{left_column: order_id, right_column: id}]
`);
  const [orders, returns] = graph.models;
  expect(orders?.measures).toContainEqual({name: "mean", type: "number", sql: "${total} / ${mean__count}"});
  expect(returns?.measures).toContainEqual({name: "mean", type: "number", sql: "${total} / ${mean__count}"});
  expect(returns?.measures).toContainEqual({
    name: "share",
    type: "number",
    sql: "${total} / ${orders.total}",
  });
  expect(returns?.measures?.map(one => one.name)).not.toContain("rate");
  expect(notes).toContainEqual({
    code: "metric_dropped",
    message:
      'The metric "rate" is left out: it is computed from the metric "lost", which is left out or follows below.',
    line: 18,
  });
});
