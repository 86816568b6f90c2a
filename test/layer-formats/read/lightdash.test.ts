import {describe, expect, test} from "bun:test";
import {importFiles} from "../../../shared/modeling/layer-formats/import-files.ts";
import {checkGraph} from "../../../shared/semantic/check/graph.ts";

const MODELS = `
models:
  - name: orders
    description: All orders
    meta:
      label: Sales
      primary_key: id
      ai_hint: Ask by month
      joins:
        - join: customers
          sql_on: \${orders.customer_id} = \${customers.id}
          relationship: many-to-one
          type: inner
        - join: customers
          alias: payers
          sql_on: \${payers.id} = \${TABLE}.payer_id
        - join: days
          sql_on: \${orders.placed_at} >= \${days.day}
      metrics:
        revenue_per_order:
          type: number
          sql: \${revenue} / \${order_count}
          format: usd
          round: 2
        net:
          type: sum
          sql: \${TABLE}.amount - \${TABLE}.tax
          label: Net
        raw_rate:
          type: number
          sql: sum(\${TABLE}.paid) / nullif(count(*), 0)
        running:
          type: running_total
          sql: \${revenue}
    columns:
      - name: id
        meta:
          dimension: {type: number, hidden: true}
          metrics:
            order_count: {type: count_distinct}
      - name: customer_id
      - name: placed_at
        data_type: timestamp
        meta:
          dimension:
            time_intervals: [DAY, MONTH]
      - name: status
        description: Where it stands
        meta:
          additional_dimensions:
            is_open: {type: boolean, sql: "\${status} = 'open'"}
      - name: amount
        meta:
          dimension: {type: number, name: value, format: eur}
          metrics:
            revenue: {type: sum}
            p95: {type: percentile, percentile: 95}
            paid_revenue:
              type: sum
              filters:
                - status: [paid, "it's done"]
                - value: "> 5"
            not_void: {type: sum, filters: [{status: "!void"}]}
            named: {type: sum, filters: [{status: "%x%"}]}
            recent: {type: sum, filters: [{placed_at: inThePast 14 days}]}
            sweet: {type: sum, flavour: 1}
  - name: customers
    columns:
      - name: id
        data_type: int
      - name: country
        data_type: text
  - name: days
    columns:
      - name: day
        data_type: date
  - name: staging
    columns:
      - name: x
`;

function read(text: string) {
  const {graph, notes} = importFiles([{path: "models/a.yml", text}]);
  expect(checkGraph(graph)).toEqual([]);
  const model = (name: string) => graph.models.find(one => one.name === name);
  const measure = (name: string) => model("orders")?.measures?.find(one => one.name === name);
  return {graph, notes, model, measure};
}

describe.each([
  ["meta", MODELS],
  [
    "config.meta",
    MODELS.replace(
      /^( *)meta:\n((?:\1 +.*\n)+)/gm,
      (_, indent: string, inner: string) =>
        `${indent}config:\n${indent}  meta:\n${inner.replace(/^/gm, "  ").trimEnd()}\n`,
    ),
  ],
])("Lightdash's %s", (_name, text) => {
  const {graph, notes, model, measure} = read(text);

  test("columns become dimensions, with the settings of their meta", () => {
    expect(model("orders")).toMatchObject({
      label: "Sales",
      description: "All orders",
      hint: "Ask by month",
      table: {name: "orders"},
      primaryKey: ["id"],
      dimensions: [
        {name: "id", type: "number", column: "id", hidden: true},
        {name: "customer_id", type: "string", column: "customer_id"},
        {name: "placed_at", type: "timestamp", column: "placed_at"},
        {name: "status", type: "string", column: "status", description: "Where it stands"},
        {name: "is_open", type: "boolean", sql: "${status} = 'open'"},
        {name: "value", type: "number", column: "amount", format: {style: "currency", currency: "EUR"}},
      ],
    });
  });

  test("metrics become measures", () => {
    expect(measure("order_count")).toEqual({name: "order_count", type: "count_distinct", column: "id"});
    expect(measure("revenue")).toEqual({name: "revenue", type: "sum", column: "amount"});
    expect(measure("p95")).toMatchObject({type: "percentile", percentile: 0.95});
    expect(measure("net")).toEqual({
      name: "net",
      type: "sum",
      sql: "${TABLE}.amount - ${TABLE}.tax",
      label: "Net",
    });
    expect(measure("revenue_per_order")).toEqual({
      name: "revenue_per_order",
      type: "number",
      sql: "${revenue} / ${order_count}",
      format: {style: "currency", currency: "USD", decimals: 2},
    });
  });

  test("aggregates within a number become measures of their own", () => {
    expect(measure("raw_rate")).toEqual({
      name: "raw_rate",
      type: "number",
      sql: "${raw_rate__sum} / nullif(${raw_rate__count}, 0)",
    });
    expect(measure("raw_rate__sum")).toEqual({
      name: "raw_rate__sum",
      type: "sum",
      sql: "${TABLE}.paid",
      hidden: true,
    });
    expect(measure("raw_rate__count")).toEqual({name: "raw_rate__count", type: "count", hidden: true});
  });

  test("filters become conditions, and one that cannot be expressed leaves the metric out", () => {
    expect(measure("paid_revenue")?.where).toBe(
      "((${status} = 'paid') or (${status} = 'it''s done')) and (${value} > 5)",
    );
    expect(measure("not_void")?.where).toBe("(${status} <> 'void' or ${status} is null)");
    expect(measure("named")?.where).toBe("${status} like '%x%'");
    expect(measure("recent")).toBeUndefined();
    expect(measure("running")).toBeUndefined();
    const dropped = notes.filter(note => note.code === "metric_dropped");
    expect(dropped.map(note => note.field).sort()).toEqual(["recent", "running"]);
    expect(dropped.every(note => note.file === "models/a.yml" && Number(note.line) > 10)).toBe(true);
  });

  test("joins over equal columns become joins, each under its alias; others are noted", () => {
    expect(graph.joins).toEqual([
      {
        name: "customer",
        from: "orders",
        to: "customers",
        relationship: "many_to_one",
        on: [{from: "customer_id", to: "id"}],
      },
      {
        name: "payers",
        from: "orders",
        to: "customers",
        relationship: "many_to_one",
        on: [{from: "payer_id", to: "id"}],
      },
    ]);
    expect(notes.filter(note => note.code === "join_skipped")).toHaveLength(1);
    expect(notes).toContainEqual(
      expect.objectContaining({code: "not_supported", message: expect.stringContaining("inner")}),
    );
  });

  test("joined models are imported too, and the others are counted", () => {
    expect(graph.models.map(one => one.name)).toEqual(["orders", "customers", "days"]);
    expect(notes).toContainEqual(
      expect.objectContaining({code: "file_skipped", message: expect.stringMatching(/: 1 of them/)}),
    );
  });

  test("an unknown key is reported with its line", () => {
    expect(notes).toContainEqual(
      expect.objectContaining({code: "not_understood", model: "orders", field: "sweet"}),
    );
  });
});

test("a model whose rows are filtered is left out, because it would have other numbers without the filter", () => {
  const text =
    "models:\n  - name: orders\n    meta:\n      sql_filter: ${TABLE}.deleted = false\n      metrics:\n        n: {type: count}\n";
  const {graph, notes} = read(text);
  expect(graph.models).toEqual([]);
  expect(notes).toContainEqual(expect.objectContaining({code: "model_dropped", line: 4}));
});

describe("settings in both `meta` and `config.meta`", () => {
  const text = `models:
  - name: orders
    config:
      meta:
        owner: finance
        metrics: {total: {label: Turnover}}
    meta:
      primary_key: id
      metrics:
        total: {type: sum, sql: "\${TABLE}.amount", label: Total}
        n: {type: count, flavour: 1}
    columns:
      - name: id
        config: {meta: {pii: true}}
        meta: {dimension: {type: number, hidden: true}}
`;

  test("are read together, and those of `config.meta` take precedence", () => {
    const {model, notes} = read(text);
    expect(model("orders")).toEqual({
      name: "orders",
      table: {name: "orders"},
      primaryKey: ["id"],
      dimensions: [{name: "id", type: "number", column: "id", hidden: true}],
      measures: [
        {name: "total", type: "sum", sql: "${TABLE}.amount", label: "Turnover"},
        {name: "n", type: "count"},
      ],
    });
    const understood = notes.filter(({code}) => code === "not_understood");
    expect(understood.map(({line, message}) => [line, message.slice(0, 9)])).toEqual([
      [11, '"flavour"'],
      [5, '"owner" o'],
    ]);
  });

  test("filter the rows from either place", () => {
    const filtered = text.replace("primary_key: id", "sql_filter: ${TABLE}.deleted = false");
    expect(read(filtered).graph.models).toEqual([]);
  });
});

test("a manifest's nodes give the same result, with their relations", () => {
  const node = {
    unique_id: "model.shop.orders",
    resource_type: "model",
    name: "orders",
    relation_name: '"wh"."prod"."orders_v2"',
    original_file_path: "models/orders.yml",
    config: {meta: {metrics: {n: {type: "count"}}}},
    meta: {metrics: {n: {type: "count"}}},
    columns: {
      status: {name: "status", data_type: "VARCHAR", meta: {metrics: {kinds: {type: "count_distinct"}}}},
    },
  };
  const text = JSON.stringify({
    metadata: {},
    nodes: {"model.shop.orders": node},
    semantic_models: {},
    metrics: {},
  });
  const {graph} = importFiles([{path: "manifest.json", text}]);
  expect(graph.models).toEqual([
    {
      name: "orders",
      table: {catalog: "wh", schema: "prod", name: "orders_v2"},
      dimensions: [{name: "status", type: "string", column: "status"}],
      measures: [
        {name: "kinds", type: "count_distinct", column: "status"},
        {name: "n", type: "count"},
      ],
    },
  ]);
});

test("a metric is filtered by any dimension of its model, also by one that is declared further down", () => {
  const text = `
models:
  - name: orders
    meta:
      metrics:
        open_orders: {type: count, filters: [{is_open: true}]}
      dimensions:
        is_open: {type: boolean, sql: "\${status} = 'open'"}
    columns:
      - name: amount
        meta:
          metrics:
            paid: {type: sum, filters: [{status: paid}]}
            large: {type: sum, filters: [{size: L}]}
      - name: status
        data_type: text
        meta:
          additional_dimensions:
            size: {type: string, sql: "left(\${status}, 1)"}
`;
  const {measure, notes} = read(text);
  expect(measure("paid")).toEqual({
    name: "paid",
    type: "sum",
    column: "amount",
    where: "${status} = 'paid'",
  });
  expect(measure("large")?.where).toBe("${size} = 'L'");
  expect(measure("open_orders")).toEqual({name: "open_orders", type: "count", where: "${is_open} = true"});
  expect(notes.filter(note => note.code === "metric_dropped")).toEqual([]);
});

describe("a metric's filter", () => {
  function imported(filters: string) {
    const text = `
models:
  - name: orders
    columns:
      - {name: zip, data_type: text}
      - {name: paid, data_type: boolean}
      - name: amount
        data_type: number
        meta:
          metrics:
            n: {type: count, filters: ${filters}}
`;
    const {measure, notes} = read(text);
    return {where: measure("n")?.where, dropped: notes.filter(({code}) => code === "metric_dropped")};
  }

  test.each([
    ["a number with a text, as text", "[{zip: 123}]", "${zip} = '123'"],
    ["a list of numbers with a text", "[{zip: [1, 2]}]", "(${zip} = '1') or (${zip} = '2')"],
    ["true with a text", "[{zip: true}]", "${zip} = 'true'"],
    ["a number with a number", "[{amount: 1.5}]", "${amount} = 1.5"],
    ["`yes`, a boolean in dbt's YAML", "[{paid: yes}]", "${paid} = true"],
    ["no null, in capitals", '[{zip: "!NULL"}]', "${zip} is not null"],
    ["a star, which is no pattern", '[{zip: "a*"}]', "${zip} = 'a*'"],
  ])("compares %s", (_, filters, where) => {
    expect(imported(filters).where).toBe(where);
  });

  test.each([
    ["both keeps and excludes values", '[{zip: ["!a", "b"]}]'],
    ["asks for empty values", "[{zip: empty}]"],
  ])("that %s leaves the metric out, with a note", (_, filters) => {
    expect(imported(filters).dropped).toMatchObject([{field: "n", line: 11}]);
  });
});

test.each([
  [0.5, 0.005],
  [1, 0.01],
  [99.9, 0.999],
])("the percentile %d is a part of a hundred", (percentile, share) => {
  const text = `
models:
  - name: orders
    columns:
      - name: amount
        data_type: number
        meta: {metrics: {p: {type: percentile, percentile: ${percentile}}}}
`;
  expect(read(text).measure("p")?.percentile).toBe(share);
});

test("a dimension without case is noted, because filters compare it with case", () => {
  const text = `
models:
  - name: orders
    columns:
      - name: zip
        data_type: text
        meta: {dimension: {case_sensitive: false}, metrics: {n: {type: count, filters: [{zip: a}]}}}
`;
  expect(read(text).notes).toMatchObject([{code: "not_supported", field: "zip", line: 7}]);
});

describe("types that the files do not give", () => {
  const files = [
    {
      path: "models/a.yml",
      text: `
models:
  - name: orders
    columns:
      - name: customer_id
      - name: ordered_at
        meta:
          dimension: {type: date}
      - name: shipped_on
        meta:
          dimension: {type: timestamp}
      - name: paid_on
        meta:
          dimension: {type: date}
      - name: status
        meta:
          dimension: {type: string}
`,
    },
  ];
  const known = {
    customer_id: "number",
    ordered_at: "timestamp",
    shipped_on: "date",
    paid_on: "date",
    status: "number",
  } as const;

  test("are listed as unknown", () => {
    expect(importFiles(files).untyped).toEqual([{name: "orders"}]);
  });

  test("are taken from the warehouse's catalog, which also decides between a date and a timestamp", () => {
    const {graph, notes} = importFiles(files, {columns: {tables: [{name: "orders", columns: known}]}});
    expect(graph.models[0]?.dimensions).toEqual([
      {name: "customer_id", type: "number", column: "customer_id"},
      {name: "ordered_at", type: "timestamp", column: "ordered_at"},
      {name: "shipped_on", type: "date", column: "shipped_on"},
      {name: "paid_on", type: "date", column: "paid_on"},
      {name: "status", type: "string", column: "status"},
    ]);
    expect(notes.map(({code, field, line}) => ({code, field, line}))).toEqual([
      {code: "type_assumed", field: "ordered_at", line: 8},
      {code: "type_assumed", field: "shipped_on", line: 11},
    ]);
  });
});
