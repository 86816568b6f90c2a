import {describe, expect, test} from "bun:test";
import {parse as parseYaml} from "yaml";
import {parserOf} from "../../../shared/core/validate.ts";
import {importFiles} from "../../../shared/modeling/layer-formats/import-files.ts";
import {writeOssie} from "../../../shared/modeling/layer-formats/ossie/write/write-ossie.ts";
import {checkGraph} from "../../../shared/semantic/check/graph.ts";
import {Graph, type Measure} from "../../../shared/semantic/layer/graph.ts";
import {addRowAccess, Chance, randomLayer} from "../../semantic/differential/random-layer.ts";
import {inLongRun} from "../../support/long.ts";

const parse = parserOf(Graph);
const readGraph = (value: unknown) => {
  try {
    return parse(value);
  } catch {
    return undefined;
  }
};

function read(text: string) {
  const {graph, notes} = importFiles([{path: "layer.yml", text}], {readGraph});
  expect(checkGraph(graph)).toEqual([]);
  return {graph, notes};
}

/** The graph as reading returns it: without empty lists of measures, and with a list of joins. */
function plain(graph: Graph): Graph {
  const models = graph.models.map(({measures = [], ...model}) => ({
    ...model,
    ...(measures.length > 0 ? {measures} : {}),
  }));
  return {...graph, models, joins: graph.joins ?? []};
}

const TEXTS = [
  "",
  "plain",
  "with: colon",
  "- dash",
  "two\nlines\n",
  "'quoted' \"twice\"",
  "# no comment",
  "ünï çødé ☃",
  "null",
  "1.50",
];

/** Adds parts that random layers lack: texts, formats, unusual measures and tables. */
function decorate(chance: Chance, graph: Graph): void {
  const describe = (thing: {label?: string; description?: string; hint?: string; hidden?: boolean}) => {
    if (chance.chance(0.3)) thing.label = chance.pick(TEXTS);
    if (chance.chance(0.3)) thing.description = chance.pick(TEXTS);
    if (chance.chance(0.3)) thing.hint = chance.pick(TEXTS);
    if (chance.chance(0.2)) thing.hidden = chance.chance(0.5);
  };
  for (const model of graph.models) {
    describe(model);
    const names = new Set([...model.dimensions, ...(model.measures ?? [])].map(({name}) => name));
    for (const field of [...model.dimensions, ...(model.measures ?? [])]) {
      describe(field);
      if (chance.chance(0.2))
        field.format = chance.pick([{style: "percent"}, {style: "currency", currency: "EUR", decimals: 2}]);
    }
    const extra: Measure[] = [
      {name: 'odd name\'s "measure"', type: "percentile", column: "weird col", percentile: 0.25},
      {name: "approx", type: "count_distinct_approx", sql: "lower(x)"},
      {name: "counted", type: "count", where: "x > 1"},
    ];
    for (const measure of extra) {
      if (chance.chance(0.5) && !names.has(measure.name))
        model.measures = [...(model.measures ?? []), measure];
    }
    if (chance.chance(0.3)) model.table = {sql: "select * from \"t\" -- all\nwhere a = 'x: y'"};
    if (chance.chance(0.3)) model.table = {catalog: "Cat", schema: "my schema", name: "t.x"};
  }
}

describe("a graph that is written as Ossie is read back unchanged", () => {
  test("with its calendar and its roll-ups", () => {
    const graph: Graph = {
      models: [
        {
          name: "orders",
          table: {name: "orders"},
          dimensions: [{name: "placed", type: "date", column: "placed"}],
          measures: [{name: "count", type: "count"}],
        },
      ],
      joins: [],
      calendar: {fiscalYearStart: {month: 4}},
      rollups: [
        {
          name: "daily",
          model: "orders",
          measures: ["orders.count"],
          time: {dimension: "orders.placed", grain: "day"},
        },
      ],
    };
    expect(checkGraph(graph)).toEqual([]);
    expect(read(writeOssie(graph, "layer"))).toEqual({graph: plain(graph), notes: []});
    // A roll-up that no longer fits is left out with a note.
    const broken = writeOssie(graph, "layer").replace("orders.count", "orders.amount");
    const {graph: again, notes} = read(broken);
    expect([again.rollups, again.calendar]).toEqual([undefined, graph.calendar]);
    expect(notes).toMatchObject([{code: "rollup_dropped"}]);
  });

  for (let seed = 0; seed < inLongRun(30, 3000); seed++) {
    test(`with the seed ${seed}`, () => {
      const chance = new Chance(seed);
      // A copy, because layers share the models of calendars.
      const graph = structuredClone(randomLayer(chance).graph);
      addRowAccess(chance, graph.models, graph.joins ?? []);
      decorate(chance, graph);
      expect(checkGraph(graph)).toEqual([]);
      const {graph: again, notes} = read(writeOssie(graph, "layer"));
      expect(again).toEqual(plain(graph));
      expect(notes).toEqual([]);
    });
  }
});

const FOREIGN = `
version: 0.2.0.dev0
semantic_model:
  - name: shop
    description: All of it
    ai_context: {instructions: Be kind}
    datasets:
      - name: orders
        source: wh.public.orders
        primary_key: [order_id]
        unique_keys: [[number]]
        description: Order rows
        ai_context: {instructions: One row each, synonyms: [purchases, sales]}
        fields:
          - name: order_id
            expression: {dialects: [{dialect: ANSI_SQL, expression: order_id}]}
            datatype: Integer
          - name: placed
            expression: {dialects: [{dialect: SNOWFLAKE, expression: "placed_at::date"}]}
            dimension: {is_time: true}
            datatype: Date
          - name: value
            label: Value
            expression: {dialects: [{dialect: ANSI_SQL, expression: amount}, {dialect: BIGQUERY, expression: x}]}
            datatype: Decimal
          - name: cubed
            expression: {dialects: [{dialect: MDX, expression: "[x]"}]}
      - name: customers
        source: public.customers
        fields:
          - name: id
            expression: {dialects: [{dialect: ANSI_SQL, expression: customers.id}]}
            custom_extensions: [{vendor_name: SNOWFLAKE, data: "{}"}]
      - name: recent
        source: select * from orders where placed_at > current_date - 7
    relationships:
      - {name: buys, from: orders, to: customers, from_columns: [customer_id], to_columns: [id]}
      - {name: pays, from: orders, to: customers, from_columns: [payer_id], to_columns: [id]}
      - {name: broken, from: orders, to: customers, from_columns: [a, b], to_columns: [id]}
    metrics:
      - name: revenue
        expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(orders.value)}]}
        description: All of it
      - name: per_head
        expression: {dialects: [{dialect: ANSI_SQL, expression: "SUM(orders.value * orders.rate) / COUNT(DISTINCT customers.id)"}]}
      - name: rows
        expression: {dialects: [{dialect: ANSI_SQL, expression: COUNT(*)}]}
      - name: ranked
        expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(orders.value) OVER ()}]}
        flavour: 1
`;

describe("Ossie that others wrote", () => {
  const {graph, notes} = read(FOREIGN);
  const [orders, customers, recent] = graph.models;
  const noted = (code: string) =>
    notes.filter(note => note.code === code).map(note => note.field ?? note.model);

  test("datasets are models, and fields dimensions", () => {
    expect(orders).toMatchObject({
      table: {catalog: "wh", schema: "public", name: "orders"},
      primaryKey: ["order_id"],
      description: "Order rows",
      hint: "One row each",
      synonyms: ["purchases", "sales"],
      dimensions: [
        {name: "order_id", type: "number", column: "order_id"},
        {name: "placed", type: "date", sql: "placed_at::date"},
        {name: "value", type: "number", column: "amount", label: "Value"},
      ],
    });
    expect(customers?.dimensions).toEqual([{name: "id", type: "string", column: "id"}]);
    expect(recent?.table).toEqual({sql: "select * from orders where placed_at > current_date - 7"});
  });

  test("metrics are measures of their datasets, and their parts are hidden measures", () => {
    expect(orders?.measures).toEqual([
      {name: "revenue", type: "sum", column: "amount", description: "All of it"},
      {name: "per_head__sum", type: "sum", sql: "${value} * rate", hidden: true},
      {name: "per_head", type: "number", sql: "${per_head__sum} / ${customers.per_head__count_distinct}"},
    ]);
    expect(customers?.measures).toMatchObject([
      {name: "per_head__count_distinct", column: "id", hidden: true},
    ]);
  });

  test("relationships are joins, each under its own name where there are two", () => {
    expect(graph.joins).toEqual([
      {
        name: "buys",
        from: "orders",
        to: "customers",
        relationship: "many_to_one",
        on: [{from: "customer_id", to: "id"}],
      },
      {
        name: "pays",
        from: "orders",
        to: "customers",
        relationship: "many_to_one",
        on: [{from: "payer_id", to: "id"}],
      },
    ]);
  });

  test("what a layer cannot express is noted", () => {
    expect(noted("metric_dropped")).toEqual(["rows", "ranked"]);
    expect(noted("field_dropped")).toEqual(["cubed"]);
    expect(noted("join_skipped")).toEqual(["orders"]);
    expect(noted("not_understood")).toEqual(["ranked"]);
    expect(notes.map(note => note.message).join("\n")).toContain("unique_keys");
    expect(notes.every(note => note.file === "layer.yml" && note.line !== undefined)).toBe(true);
  });
});

describe("fields of Ossie that are computed from other fields", () => {
  const fields = (expressions: Record<string, string>) =>
    Object.entries(expressions)
      .map(
        ([name, expression]) =>
          `          - {name: ${name}, datatype: Decimal, expression: {dialects: [{dialect: ANSI_SQL, expression: ${JSON.stringify(expression)}}]}}\n`,
      )
      .join("");
  const document = (expressions: Record<string, string>, metric = "SUM(net)") =>
    `version: 0.2.0.dev0\nsemantic_model:\n  - name: shop\n    datasets:\n      - name: orders\n        source: orders\n        fields:\n${fields(expressions)}` +
    `    metrics:\n      - {name: m, expression: {dialects: [{dialect: ANSI_SQL, expression: ${JSON.stringify(metric)}}]}}\n`;
  const sqlOf = (expressions: Record<string, string>) => {
    const {graph, notes} = read(document(expressions));
    const dimensions = graph.models[0]?.dimensions ?? [];
    return {
      of: Object.fromEntries(dimensions.map(({name, column, sql}) => [name, column ?? sql])),
      notes: notes.filter(note => note.code !== "metric_dropped"),
    };
  };

  test("refer to them in any order, bare, quoted or with their dataset", () => {
    const {of, notes} = sqlOf({
      net: 'gross - orders.tax - "fee" - orders."fee" - shipping',
      gross: "price_cents / 100",
      tax: "gross * 0.2",
      fee: "fee_cents",
      again: "net",
    });
    expect(of).toEqual({
      net: "${gross} - ${tax} - ${fee} - ${fee} - shipping",
      gross: "price_cents / 100",
      tax: "${gross} * 0.2",
      fee: "fee_cents",
      again: "${net}",
    });
    expect(notes).toEqual([]);
  });

  test("do not refer to them by their own name, by a call, a type, a text or a part of a path", () => {
    expect(
      sqlOf({
        amount: "amount / 100",
        date: "placed_at::date",
        lower: "lower(status) || 'amount' || cast(x as date) || payload.amount",
        copy: "amount",
        state: "state",
        told: "orders.state",
      }).of,
    ).toEqual({
      amount: "amount / 100",
      date: "placed_at::date",
      lower: "lower(status) || 'amount' || cast(x as date) || payload.amount",
      copy: "${amount}",
      state: "state",
      told: "state",
    });
  });

  test("in a circle: the second reads the name of the first as a column, with a note", () => {
    const {of, notes} = sqlOf({a: "b + 1", b: "a * 2"});
    expect(of).toEqual({a: "${b} + 1", b: "a * 2"});
    expect(notes).toMatchObject([{code: "not_supported", field: "b", line: 9}]);
  });

  test("metrics over them aggregate the fields", () => {
    const {graph} = read(document({net: "gross - tax"}, "SUM(net) / SUM(orders.net - 1)"));
    const measures = graph.models[0]?.measures ?? [];
    expect(measures.slice(0, 2).map(({sql}) => sql)).toEqual(["${net}", "${net} - 1"]);
  });
});

describe("the service's extension in a document", () => {
  const graph: Graph = {
    models: [
      {
        name: "orders",
        table: {name: "orders"},
        dimensions: [{name: "status", type: "string", column: "status", hidden: true}],
        measures: [{name: "paid", type: "sum", column: "amount", where: "${status} = 'paid'"}],
      },
    ],
    joins: [],
  };

  test("gives way to an expression that somebody changed", () => {
    const text = writeOssie(graph, "x").replace("expression: status\n", "expression: state\n");
    const {graph: read1, notes} = read(text);
    expect(read1.models[0]?.dimensions).toEqual([{name: "status", type: "string", column: "state"}]);
    expect(notes).toContainEqual(expect.objectContaining({code: "not_supported", field: "status"}));
  });

  test("gives way to texts that somebody changed", () => {
    const document = parseYaml(writeOssie(graph, "x"));
    document.semantic_model[0].metrics[0].description = "New";
    expect(read(JSON.stringify(document)).graph.models[0]?.measures).toEqual([
      {name: "paid", type: "sum", column: "amount", where: "${status} = 'paid'", description: "New"},
    ]);
  });

  test.each(["{}", "[]", "5", "{", '{"said":"status","thing":{"name":5}}', '{"said":1,"thing":{}}'])(
    "is ignored where it is %s",
    data => {
      const document = parseYaml(writeOssie(graph, "x"));
      document.semantic_model[0].datasets[0].fields[0].custom_extensions[0].data = data;
      const {graph: found, notes} = read(JSON.stringify(document));
      expect(found.models[0]?.dimensions).toEqual([{name: "status", type: "string", column: "status"}]);
      expect(notes.length).toBeGreaterThan(0);
    },
  );
});
