import {describe, expect, test} from "bun:test";
import {importFiles} from "../../../shared/modeling/layer-formats/import-files.ts";
import {checkGraph} from "../../../shared/semantic/check/graph.ts";

const CUBES = `
cubes:
  - name: base
    sql_table: none
    public: false
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: created_at, sql: "{CUBE}.created", type: time}
  - name: orders
    extends: base
    sql_table: shop.orders
    title: Sales
    data_source: default
    joins:
      - name: customers
        relationship: many_to_one
        sql: "{CUBE}.customer_id = {customers.id}"
      - name: lines
        relationship: one_to_many
        sql: "{orders.id} = {lines}.order_id AND {CUBE}.tenant = {lines}.tenant"
      - name: gone
        relationship: many_to_one
        sql: "{CUBE}.x = {gone.id}"
    dimensions:
      - name: status
        sql: status
        type: string
        description: Where it stands
      - name: size
        type: string
        case:
          when:
            - {sql: "{CUBE}.amount > 100", label: big}
          else: {label: small}
      - {name: upper_status, sql: "upper({status})", type: string, public: false}
      - {name: spot, type: geo, latitude: {sql: lat}, longitude: {sql: lon}}
      - {name: per_customer, sql: "{customers.count}", type: number, sub_query: true}
    segments:
      - {name: is_paid, sql: "{CUBE}.status = 'paid'"}
    measures:
      - {name: count, type: count}
      - {name: revenue, sql: amount, type: sum, format: currency, currency: usd}
      - name: paid
        sql: "{CUBE}.amount"
        type: sum
        filters:
          - sql: "{CUBE}.status = 'paid'"
          - sql: "{size} = 'big'"
          - sql: "{customers.id} > 7"
      - {name: share, sql: "1.0 * {paid} / {CUBE.revenue}", type: number, format: percent}
      - {name: raw, sql: "sum({CUBE}.amount) / count(distinct {CUBE}.customer_id)", type: number}
      - {name: per_head, sql: "{revenue} / {customers.count}", type: number}
      - name: weekly
        sql: amount
        type: sum
        rolling_window: {trailing: 7 day}
      - name: month_so_far
        sql: amount
        type: sum
        rolling_window: {type: to_date, granularity: month}
      - name: ahead
        sql: amount
        type: sum
        rolling_window: {leading: 7 day}
      - {name: ranked, sql: "{revenue}", type: rank, multi_stage: true}
      - {name: secret, sql: "{SECURITY_CONTEXT.x}", type: sum}
    pre_aggregations:
      - {name: main}
  - name: customers
    sql: select * from shop.customers
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
    measures:
      - {name: count, type: count, flavour: 1}
  - name: lines
    sql: select * from shop.lines where not deleted
    joins:
      - name: orders
        relationship: many_to_one
        sql: "{lines}.order_id = {orders.id} and {lines}.tenant = {orders}.tenant"
views:
  - name: all
    cubes: [{join_path: orders}]
`;

describe("Cube's YAML", () => {
  const {graph, notes} = importFiles([{path: "model/cubes.yml", text: CUBES}]);
  const model = (name: string) => graph.models.find(one => one.name === name);
  const measure = (name: string) => model("orders")?.measures?.find(one => one.name === name);
  const noted = (code: string) => notes.filter(note => note.code === code);

  test("becomes a graph that can be applied", () => expect(checkGraph(graph)).toEqual([]));

  test("has cubes that become models, with what they inherit", () => {
    expect(model("orders")).toMatchObject({
      label: "Sales",
      table: {schema: "shop", name: "orders"},
      primaryKey: ["id"],
      dimensions: [
        {name: "id", type: "number", column: "id"},
        {name: "created_at", type: "timestamp", column: "created"},
        {name: "status", type: "string", column: "status", description: "Where it stands"},
        {name: "size", type: "string", sql: "case when ${TABLE}.amount > 100 then 'big' else 'small' end"},
        {name: "upper_status", type: "string", sql: "upper(${status})", hidden: true},
        {name: "is_paid", type: "boolean", sql: "${TABLE}.status = 'paid'"},
      ],
    });
    expect(model("customers")?.table).toEqual({schema: "shop", name: "customers"});
    expect(model("lines")?.table).toEqual({sql: "select * from shop.lines where not deleted"});
  });

  test("has measures that become measures", () => {
    expect(measure("count")).toEqual({name: "count", type: "count"});
    expect(measure("revenue")).toEqual({
      name: "revenue",
      type: "sum",
      column: "amount",
      format: {style: "currency", currency: "USD"},
    });
    expect(measure("paid")).toEqual({
      name: "paid",
      type: "sum",
      column: "amount",
      where: "(${TABLE}.status = 'paid') and (${size} = 'big') and (${customers.id} > 7)",
    });
    expect(measure("share")).toEqual({
      name: "share",
      type: "number",
      sql: "1.0 * ${paid} / ${revenue}",
      format: {style: "percent"},
    });
    expect(measure("per_head")?.sql).toBe("${revenue} / ${customers.count}");
    expect(measure("raw")?.sql).toBe("${raw__sum} / ${raw__count_distinct}");
    expect(measure("raw__count_distinct")).toMatchObject({type: "count_distinct", column: "customer_id"});
    expect(measure("weekly")?.rolling).toEqual({dimension: "created_at", window: {unit: "day", count: 7}});
    expect(measure("month_so_far")?.toDate).toEqual({dimension: "created_at", grain: "month"});
  });

  test("has joins, each of which becomes one join even if both cubes declare it", () => {
    expect(graph.joins).toEqual([
      {from: "orders", to: "customers", relationship: "many_to_one", on: [{from: "customer_id", to: "id"}]},
      {
        from: "orders",
        to: "lines",
        relationship: "one_to_many",
        on: [
          {from: "id", to: "order_id"},
          {from: "tenant", to: "tenant"},
        ],
      },
    ]);
  });

  test("is imported without what a layer cannot express, with a note and a line for each", () => {
    expect(noted("metric_dropped").map(note => note.field)).toEqual(["ahead", "ranked", "secret"]);
    expect(noted("field_dropped").map(note => note.field)).toEqual(["spot", "per_customer"]);
    expect(noted("join_skipped")).toHaveLength(1);
    expect(noted("not_understood")).toMatchObject([{model: "customers", field: "count", line: 74}]);
    expect(noted("not_supported").some(note => note.message.includes('view "all"'))).toBe(true);
    expect(
      noted("key_unused")
        .map(note => note.message)
        .join(),
    ).toContain("data_source");
    expect(noted("rollup_dropped").map(({message}) => message)).toEqual([
      'The pre-aggregation "main" is left out: it keeps no measure.',
    ]);
    expect(notes.every(note => note.file === "model/cubes.yml" && note.line !== undefined)).toBe(true);
  });
});

describe("a measure of Cube", () => {
  function imported(measure: string) {
    const text = `cubes:
  - name: orders
    sql_table: shop.orders
    dimensions:
      - {name: created_at, sql: created, type: time}
    measures:
      - {name: total, sql: amount, ${measure}}
`;
    const {graph, notes} = importFiles([{path: "a.yml", text}]);
    return {measures: graph.models[0]?.measures, dropped: notes.filter(one => one.code === "metric_dropped")};
  }

  test.each([
    ["year_to_date", "year"],
    ["quarter_to_date", "quarter"],
    ["month_to_date", "month"],
  ] as const)("with a rolling window of the type %s begins anew with each %s", (type, grain) => {
    expect(imported(`type: sum, rolling_window: {type: ${type}}`).measures).toEqual([
      {name: "total", type: "sum", column: "amount", toDate: {dimension: "created_at", grain}},
    ]);
  });

  test.each([
    ["a rolling window of an unknown type", "type: sum, rolling_window: {type: decade_to_date}"],
    ["a rolling window without a length", "type: sum, rolling_window: {offset: end}"],
    ["a filter that is only text", `type: sum, filters: ["{CUBE}.status = 'paid'"]`],
    ["a filter without sql", "type: sum, filters: [{sql: x}, {member: status}]"],
    ["filters that are no list", `type: sum, filters: {sql: "{CUBE}.status = 'paid'"}`],
    ["a shift in time", "type: sum, time_shift: [{interval: 1 year, type: prior}]"],
    ["a grouping of its own", "type: sum, group_by: [created_at]"],
    ["a type that is a property of every object", "type: constructor"],
  ])("with %s is left out with a note, because it would have other numbers", (_, measure) => {
    const {measures, dropped} = imported(measure);
    expect(measures).toBeUndefined();
    expect(dropped).toMatchObject([{model: "orders", field: "total", line: 7}]);
  });
});

test("the labels of a case are texts or expressions, and a case without a condition is left out", () => {
  const text = `cubes:
  - name: orders
    sql_table: shop.orders
    dimensions:
      - name: place
        type: string
        case: {when: [{sql: "{CUBE}.a > 1", label: {sql: "{CUBE}.city"}}], else: {label: {sql: "{CUBE}.land"}}}
      - {name: broken, type: string, case: {when: [{label: x}]}}
`;
  const {graph, notes} = importFiles([{path: "a.yml", text}]);
  expect(graph.models[0]?.dimensions).toEqual([
    {
      name: "place",
      type: "string",
      sql: "case when ${TABLE}.a > 1 then ${TABLE}.city else ${TABLE}.land end",
    },
  ]);
  expect(notes).toMatchObject([{code: "field_dropped", field: "broken", line: 8}]);
});

test("a cube with a table and a statement has the table, as in Cube, and a note", () => {
  const text = `cubes:
  - {name: orders, sql_table: shop.orders}
  - name: paid
    extends: orders
    sql: select * from shop.orders where paid
`;
  const {graph, notes} = importFiles([{path: "a.yml", text}]);
  expect(graph.models.map(({table}) => table)).toEqual([
    {schema: "shop", name: "orders"},
    {schema: "shop", name: "orders"},
  ]);
  expect(notes).toMatchObject([{code: "not_supported", model: "paid"}]);
  expect(notes[0]?.message).toContain('"sql_table"');
});

test("a cube whose table is made by a template is left out with a note", () => {
  const text = 'cubes:\n  - name: a\n    sql_table: "{{ table }}"\n';
  const {graph, notes} = importFiles([{path: "a.yml", text}]);
  expect(graph.models).toEqual([]);
  expect(notes).toMatchObject([{code: "model_dropped", file: "a.yml", line: 3}]);
});

test("cubes that extend each other in a circle do not hang the import", () => {
  const text = "cubes:\n  - {name: a, extends: b, sql_table: a}\n  - {name: b, extends: a, sql_table: b}\n";
  expect(importFiles([{path: "a.yml", text}]).graph.models).toHaveLength(2);
});

test("everything that depends on a part that is left out is left out too, however long the chain", () => {
  const links = Array.from(
    {length: 120},
    (_, i) => `      - {name: m${i}, type: number, sql: "{m${i + 1}} + 1"}\n`,
  );
  const text = `cubes:\n  - name: a\n    sql_table: a\n    measures:\n${links.join("")}`;
  const {graph, notes} = importFiles([{path: "a.yml", text}]);
  expect(graph.models).toEqual([{name: "a", table: {name: "a"}, dimensions: []}]);
  expect(notes.filter(note => note.code === "field_dropped")).toHaveLength(120);
});

test("measures in a circle are left out with a note", () => {
  const text =
    'cubes:\n  - name: a\n    sql_table: a\n    measures:\n      - {name: x, type: number, sql: "{y}"}\n      - {name: y, type: number, sql: "{x}"}\n';
  const {graph, notes} = importFiles([{path: "a.yml", text}]);
  expect(graph.models[0]?.measures).toBeUndefined();
  expect(notes).toMatchObject([
    {field: "x", line: 5},
    {field: "y", line: 6},
  ]);
});

test("names in backticks, as BigQuery writes them, get double quotes, and backticks in texts stay", () => {
  const text = `
cubes:
  - name: orders
    sql: "select * from \`my-project.shop.orders\` where note <> 'a \`tick\`'"
    dimensions:
      - {name: id, sql: "\`order\`", type: number, primary_key: true}
      - {name: kind, sql: "upper({CUBE}.\`group\`)", type: string}
    measures:
      - {name: total, sql: "\`price\` * 2", type: sum, filters: [{sql: "{CUBE}.\`group\` = '\`'"}]}
      - {name: rate, sql: "sum(\`price\`) / count(*)", type: number}
`;
  const {graph, notes} = importFiles([{path: "model/cubes/orders.yml", text}]);
  expect(checkGraph(graph)).toEqual([]);
  expect(notes.filter(({code}) => code !== "key_unused")).toEqual([]);
  expect(graph.models).toEqual([
    {
      name: "orders",
      table: {sql: `select * from "my-project.shop.orders" where note <> 'a \`tick\`'`},
      primaryKey: ["order"],
      dimensions: [
        {name: "id", type: "number", column: "order"},
        {name: "kind", type: "string", sql: 'upper(${TABLE}."group")'},
      ],
      measures: [
        {name: "total", type: "sum", sql: '"price" * 2', where: "${TABLE}.\"group\" = '`'"},
        {name: "rate__sum", type: "sum", column: "price", hidden: true},
        {name: "rate__count", type: "count", hidden: true},
        {name: "rate", type: "number", sql: "${rate__sum} / ${rate__count}"},
      ],
    },
  ]);
});
