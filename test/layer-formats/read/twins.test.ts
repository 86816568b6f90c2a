import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {ServiceError, statusOf} from "../../../shared/core/errors.ts";
import {importFiles} from "../../../shared/modeling/layer-formats/import-files.ts";
import {checkGraph} from "../../../shared/semantic/check/graph.ts";
import {compile} from "../../../shared/semantic/compile.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {openAllEngines} from "../../semantic/all-engines.ts";
import type {Cell, Engine} from "../../semantic/engines.ts";

let engines: Map<string, Engine>;
beforeAll(async () => {
  engines = await openAllEngines();
  for (const engine of engines.values()) {
    await engine.load({
      orders: {
        columns: {id: "int", customer_id: "int", payer_id: "int", amount: "int"},
        rows: [
          [1, 1, 2, 10],
          [2, 1, 1, 20],
          [3, 2, 1, 30],
        ],
      },
      customers: {
        columns: {id: "int", country: "text", first_order_id: "int"},
        rows: [
          [1, "DE", 1],
          [2, "FR", 3],
        ],
      },
    });
  }
});
afterAll(async () => {
  for (const engine of engines.values()) await engine.close();
});

const OSSIE = `
version: 0.2.0.dev0
semantic_model:
  - name: shop
    datasets:
      - name: orders
        source: orders
        primary_key: [id]
      - name: customers
        source: customers
        primary_key: [id]
        fields:
          - {name: country, expression: {dialects: [{dialect: ANSI_SQL, expression: country}]}, datatype: String}
    relationships:
      - {name: customer, from: orders, to: customers, from_columns: [customer_id], to_columns: [id]}
      - {name: payer, from: orders, to: customers, from_columns: [payer_id], to_columns: [id]}
    metrics:
      - {name: total, expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(orders.amount)}]}}
`;
const DBT = `
models:
  - name: orders
    semantic_model: true
    columns:
      - {name: id, data_type: int, entity: {type: primary, name: order}}
      - {name: customer_id, data_type: int, entity: {type: foreign, name: customer}}
      - {name: payer_id, data_type: int, entity: {type: foreign, name: payer}}
    metrics:
      - {name: total, agg: sum, expr: amount}
  - name: customers
    semantic_model: true
    columns:
      - {name: id, data_type: int, entity: {type: primary, name: customer}}
      - {name: country, data_type: text, dimension: categorical}
    derived_semantics:
      entities:
        - {name: payer, type: unique, expr: id}
`;
const CUBE = `
cubes:
  - name: orders
    sql_table: orders
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}
    dimensions: [{name: id, sql: id, type: number, primary_key: true}]
    measures:
      - {name: total, sql: amount, type: sum}
      - {name: per_head, sql: "{total} / {customers.count}", type: number}
  - name: customers
    sql_table: customers
    joins:
      - {name: orders, relationship: many_to_one, sql: "{CUBE}.first_order_id = {orders.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: country, sql: country, type: string}
    measures: [{name: count, type: count}]
`;
const LIGHTDASH = `
models:
  - name: orders
    meta:
      primary_key: id
      joins:
        - {join: customers, sql_on: "\${orders.customer_id} = \${customers.id}"}
        - {join: customers, alias: payer, sql_on: "\${orders.payer_id} = \${payer.id}"}
      metrics:
        per_head: {type: number, sql: "\${total} / \${customers.heads}"}
    columns:
      - {name: id, data_type: int}
      - {name: customer_id, data_type: int}
      - {name: payer_id, data_type: int}
      - name: amount
        data_type: int
        meta: {metrics: {total: {type: sum}}}
  - name: customers
    meta: {primary_key: id}
    columns:
      - name: id
        data_type: int
        meta: {metrics: {heads: {type: count}}}
      - {name: country, data_type: text}
`;

function read(text: string) {
  const {graph, notes} = importFiles([{path: "models/a.yml", text}]);
  expect(checkGraph(graph)).toEqual([]);
  return {graph, notes, layer: buildLayer(graph)};
}

async function ask(engine: Engine, layer: ReturnType<typeof buildLayer>, query: Query) {
  const context = {
    dialect: engine.name,
    timezone: "UTC",
    weekStart: "monday",
    attributes: {},
    now: new Date(),
  } as const;
  const {sql, parameters} = compile(layer, query, context);
  return engine.run(sql, parameters);
}

function refusal(layer: ReturnType<typeof buildLayer>, query: Query): ServiceError {
  try {
    compile(layer, query, {
      dialect: "postgres",
      timezone: "UTC",
      weekStart: "monday",
      attributes: {},
      now: new Date(),
    });
  } catch (fault) {
    if (fault instanceof ServiceError) return fault;
    throw fault;
  }
  throw new Error("the query was not refused");
}

function sorted(rows: Cell[][]): Cell[][] {
  return rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

const BY_CUSTOMER =
  "select country, sum(amount) from orders o join customers c on c.id = o.customer_id group by 1";
const BY_PAYER = "select country, sum(amount) from orders o join customers c on c.id = o.payer_id group by 1";
const BY_FIRST =
  "select country, sum(amount) from orders o left join customers c on c.first_order_id = o.id group by 1";

describe.each([
  ["Ossie", OSSIE, {customer: BY_CUSTOMER, payer: BY_PAYER}],
  ["dbt", DBT, {customer: BY_CUSTOMER, payer: BY_PAYER}],
  ["Cube", CUBE, {customer: BY_CUSTOMER, customers_by_first_order_id: BY_FIRST}],
  ["Lightdash", LIGHTDASH, {customer: BY_CUSTOMER, payer: BY_PAYER}],
] as const)("two relationships between one pair of models, in %s", (_format, text, sqlOfRoles) => {
  const {graph, notes, layer} = read(text);
  const roles = Object.keys(sqlOfRoles);

  test("both are named, and that is noted", () => {
    expect(graph.joins?.map(join => [join.from, join.name, join.to])).toEqual(
      roles.map(role => ["orders", role, "customers"]),
    );
    expect(notes.some(note => note.message.includes(`"customer"`) && note.line !== undefined)).toBe(true);
  });

  test("the unnamed use is refused with both candidates", () => {
    const fault = refusal(layer, {
      model: "orders",
      dimensions: ["customers.country"],
      measures: ["orders.total"],
    });
    expect([fault.code, statusOf(fault)]).toEqual(["ambiguous_join_path", 422]);
    expect(fault.details.errors?.[0]?.suggestions).toEqual(roles.map(role => `${role}.country`));
  });

  test("each named use gives the rows of SQL by hand", async () => {
    for (const [role, byHand] of Object.entries(sqlOfRoles)) {
      const expected = sorted(await engines.get("postgres")!.run(byHand));
      for (const engine of engines.values()) {
        const query = {model: "orders", dimensions: [`${role}.country`], measures: ["orders.total"]};
        expect(sorted(await ask(engine, layer, query))).toEqual(expected);
      }
    }
  });
});

test.each([
  ["Cube", CUBE, "${total} / ${customer.count}"],
  ["Lightdash", LIGHTDASH, "${total} / ${customer.heads}"],
])("the bare name of a model keeps the meaning that it has in %s", (_format, text, sql) => {
  const measures = read(text).graph.models.find(({name}) => name === "orders")?.measures;
  expect(measures?.find(({name}) => name === "per_head")?.sql).toBe(sql);
});

test("a relationship that both models declare becomes one join without a name", () => {
  const both = CUBE.replace("{CUBE}.first_order_id = {orders.id}", "{orders}.customer_id = {CUBE}.id");
  expect(read(both).graph.joins).toEqual([
    {from: "orders", to: "customers", relationship: "many_to_one", on: [{from: "customer_id", to: "id"}]},
  ]);
});

test("a relationship with the name of a model is renamed after its column", () => {
  const {graph} = read(OSSIE.replace("name: customer,", "name: customers,"));
  expect(graph.joins?.map(join => join.name)).toEqual(["customer", "payer"]);
});
