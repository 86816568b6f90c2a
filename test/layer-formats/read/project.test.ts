import {describe, expect, test} from "bun:test";
import {renderTemplate} from "../../../shared/modeling/layer-formats/dbt/jinja.ts";
import {type DbtSettings, templatesIn} from "../../../shared/modeling/layer-formats/dbt/read/templates.ts";
import {importFiles} from "../../../shared/modeling/layer-formats/import-files.ts";
import {checkGraph} from "../../../shared/semantic/check/graph.ts";

/** A small project in the older form. */
const PROJECT = `
name: shop
model-paths: [models]
vars:
  tier: gold
models:
  +schema: base
  shop:
    marts:
      +schema: marts
      +database: warehouse
`;
const ORDERS = `
version: 2
models:
  - name: fct_orders
    config:
      alias: order_facts
    columns:
      - name: status
        data_type: varchar
semantic_models:
  - name: orders
    model: ref('fct_orders')
    defaults:
      agg_time_dimension: ordered_at
    entities:
      - name: order
        type: primary
        expr: id
    dimensions:
      - name: ordered_at
        type: time
        type_params:
          time_granularity: second
      - name: status
        type: categorical
    measures:
      - name: revenue
        agg: sum
        expr: amount
        create_metric: true
metrics:
  - name: paid
    type: simple
    label: Paid
    type_params:
      measure: revenue
    filter: |
      {{ Dimension('order__status') }} = 'paid'
  - name: paid_share
    type: ratio
    type_params:
      numerator: paid
      denominator:
        name: revenue
        filter: "{{ Dimension('order__status') }} != 'void'"
  - name: growth
    type: derived
    type_params:
      expr: revenue_now - revenue_before
      metrics:
        - name: paid
          alias: revenue_now
        - name: paid
          alias: revenue_before
          offset_window: 1 month
`;

function read(files: Record<string, string>, settings: DbtSettings = {schema: "prod"}) {
  const given = Object.entries(files).map(([path, text]) => ({path, text}));
  const task = templatesIn(given, settings);
  const rendered = new Map(task.templates.map(text => [text, renderTemplate(text, task)]));
  const {graph, notes} = importFiles(given, {settings, rendered});
  expect(checkGraph(graph)).toEqual([]);
  return {graph, notes, tables: Object.fromEntries(graph.models.map(model => [model.name, model.table]))};
}

function project(sql: string, more: Record<string, string> = {}, settings?: DbtSettings) {
  const files = {
    "dbt_project.yml": PROJECT,
    "models/marts/fct_orders.sql": sql,
    "models/marts/orders.yml": ORDERS,
  };
  return read({...files, ...more}, settings);
}

describe("where a dbt model's table is", () => {
  test("the nearest folder of dbt_project.yml counts, and the target's schema is put before its schema", () => {
    expect(project("select 1").tables).toEqual({
      orders: {catalog: "warehouse", schema: "prod_marts", name: "order_facts"},
    });
  });

  test("a model's own config takes precedence over YAML, and YAML over the project", () => {
    const sql = `{# {{ config(schema='old') }} #}
      {{ config(materialized='table', alias="facts", post_hook=["grant (x)", 'y'], schema = 'own') }}
      select 1`;
    expect(project(sql).tables["orders"]).toEqual({catalog: "warehouse", schema: "prod_own", name: "facts"});
  });

  test.each([
    ["{{ config(schema=var('tier')) }}", "prod_gold"],
    ["{{ config(schema=var('absent', 'none_told')) }}", "prod_none_told"],
    ["{{ config(schema=env_var('DBT_SCHEMA') | lower) }}", "prod_env"],
    ["{{ config(schema=target.name ~ '_x') }}", "prod_default_x"],
    ["{{ config(schema='a' if var('tier') == 'gold' else 'b') }}", "prod_a"],
  ])("%s is evaluated", (sql, schema) => {
    const {tables} = project(sql, {}, {schema: "prod", env: {DBT_SCHEMA: "ENV"}});
    expect(tables["orders"]).toMatchObject({schema});
  });

  test.each([
    "{{ config(schema=my_macro()) }}",
    "{{ config(schema=env_var('SECRET')) }}",
    "{{ config(schema=range(1000000000)|join('')) }}",
    "{{ config(schema='a' * 1000000000) }}",
    "{{ config(schema=''.constructor.constructor('return process')()) }}",
  ])("%s is ignored with a note that names file and line", sql => {
    const {tables, notes} = project(`\n${sql}`);
    expect(tables["orders"]).toMatchObject({schema: "prod_marts"});
    expect(notes).toContainEqual(
      expect.objectContaining({code: "template_failed", file: "models/marts/fct_orders.sql", line: 2}),
    );
  });

  test("without the target's schema the model's own schema is used, with a note", () => {
    const {tables, notes} = project("select 1", {}, {});
    expect(tables["orders"]).toMatchObject({schema: "marts"});
    expect(notes).toContainEqual(expect.objectContaining({code: "schema_assumed", line: 12}));
  });

  test("macros that name schemas are not run, which is noted", () => {
    const macro = "\n{% macro generate_schema_name(custom, node) %}x{% endmacro %}";
    expect(project("select 1", {"macros/names.sql": macro}).notes).toContainEqual(
      expect.objectContaining({code: "macro_not_run", file: "macros/names.sql", line: 2}),
    );
  });

  test.each([
    ["{{ config(enabled=false) }}", "disabled"],
    ["{{ config(materialized='ephemeral') }}", "ephemeral"],
  ])("%s has no table: the semantic model is left out with a note", (sql, why) => {
    const {graph, notes} = project(sql);
    expect(graph.models).toEqual([]);
    const found = notes.find(note => note.code === "unknown_relation");
    expect(found).toMatchObject({file: "models/marts/orders.yml", line: 12});
    expect(found?.message).toContain(why);
  });

  test("a reference to a model that the project does not have is noted with its line", () => {
    const {notes} = read({
      "models/a.sql": "",
      "models/b.yml": ORDERS.replace("ref('fct_orders')", "ref('none')"),
    });
    expect(notes).toContainEqual(
      expect.objectContaining({code: "unknown_relation", file: "models/b.yml", line: 12}),
    );
  });

  test("a reference to a model with versions means the latest, or the version that it names", () => {
    const versions = `
models:
  - name: fct_orders
    latest_version: 2
    versions:
      - v: 1
      - v: 2
      - v: 3
        config: {alias: third}
`;
    const semantic = ORDERS.slice(ORDERS.indexOf("semantic_models"));
    const files = {"models/fct_orders_v2.sql": "", "models/fct_orders_v3.sql": "", "models/v.yml": versions};
    expect(read({...files, "models/s.yml": semantic}).tables["orders"]).toEqual({
      schema: "prod",
      name: "fct_orders_v2",
    });
    const third = semantic.replace("ref('fct_orders')", "ref('fct_orders', v=3)");
    expect(read({...files, "models/s.yml": third}).tables["orders"]).toEqual({schema: "prod", name: "third"});
  });
});

describe("the files of a dbt project", () => {
  test("metrics become measures", () => {
    const {graph} = project("select 1");
    expect(graph.models[0]?.measures).toEqual([
      {name: "paid", type: "sum", column: "amount", where: "${status} = 'paid'", label: "Paid"},
      {
        name: "paid_share__denominator",
        type: "sum",
        column: "amount",
        where: "${status} != 'void'",
        hidden: true,
      },
      {name: "paid_share", type: "number", sql: "${paid} / ${paid_share__denominator}"},
      {
        name: "growth__revenue_before",
        type: "sum",
        column: "amount",
        where: "${status} = 'paid'",
        offset: {dimension: "ordered_at", unit: "month", count: 1},
        hidden: true,
      },
      {name: "growth", type: "number", sql: "${paid} - ${growth__revenue_before}"},
      {name: "revenue", type: "sum", column: "amount"},
    ]);
  });

  test("a time spine with custom granularities becomes the layer's calendar", () => {
    const {graph, notes} = project("", {
      "models/spines.sql": "",
      "models/spines_by_hour.sql": "",
      "models/spines.yml": `
models:
  - name: spines
    time_spine:
      standard_granularity_column: date_day
      custom_granularities:
        - name: fiscal_year
          column_name: fiscal_year_start
        - name: season
    columns:
      - name: date_day
        granularity: day
      - name: fiscal_year_start
        data_type: date
  - name: spines_by_hour
    time_spine:
      standard_granularity_column: at
      custom_granularities:
        - name: shift
    columns:
      - name: at
        granularity: hour
`,
    });
    expect(graph.models.find(({name}) => name === "spines")).toEqual({
      name: "spines",
      hidden: true,
      table: {schema: "prod_base", name: "spines"},
      primaryKey: ["date_day"],
      dimensions: [
        {name: "date_day", type: "date", column: "date_day"},
        {name: "fiscal_year", type: "date", column: "fiscal_year_start"},
        {name: "season", type: "string", column: "season"},
      ],
      calendar: {day: "date_day", grains: ["fiscal_year", "season"]},
    });
    expect(graph.models.some(({name}) => name === "spines_by_hour")).toBe(false);
    expect(notes.some(({message}) => message.includes("it has a row for each hour"))).toBe(true);
    expect(checkGraph(graph)).toEqual([]);
  });

  test("the newer form, in which semantics are beside the model's columns, is imported", () => {
    const {graph, notes} = read({
      "models/orders.sql": "",
      "models/orders.yml": `
models:
  - name: orders
    description: All orders
    semantic_model:
      enabled: true
      name: sales
    agg_time_dimension: ordered_at
    columns:
      - name: id
        data_type: bigint
        entity:
          type: primary
          name: order
      - name: customer_id
        entity: foreign
      - name: ordered_at
        data_type: timestamp
        granularity: day
        dimension:
          type: time
      - name: state
        description: Where it stands
        dimension:
          type: categorical
          name: status
          label: Status
      - name: internal
    derived_semantics:
      dimensions:
        - name: size
          type: categorical
          expr: case when amount > 100 then 'large' else 'small' end
    metrics:
      - name: revenue
        label: Revenue
        description: What was paid
        config: {meta: {synonyms: [turnover]}}
        agg: sum
        expr: amount
        filter: "{{ Dimension('order__status') }} = 'paid'"
      - name: weekly
        type: cumulative
        input_metric: revenue
        window: 7 days
      - name: per_week
        type: derived
        expr: revenue / weekly
        input_metrics:
          - name: revenue
          - name: weekly
`,
    });
    expect(graph.models).toEqual([
      {
        name: "sales",
        description: "All orders",
        table: {schema: "prod", name: "orders"},
        primaryKey: ["id"],
        time: "ordered_at",
        dimensions: [
          {name: "ordered_at", type: "timestamp", column: "ordered_at"},
          {name: "status", type: "string", column: "state", label: "Status", description: "Where it stands"},
          {name: "size", type: "string", sql: "case when amount > 100 then 'large' else 'small' end"},
          {name: "order", type: "number", column: "id"},
          {name: "customer_id", type: "string", column: "customer_id"},
        ],
        measures: [
          {
            name: "revenue",
            type: "sum",
            column: "amount",
            where: "${status} = 'paid'",
            label: "Revenue",
            description: "What was paid",
            synonyms: ["turnover"],
          },
          {
            name: "weekly",
            type: "sum",
            column: "amount",
            where: "${status} = 'paid'",
            rolling: {dimension: "ordered_at", window: {unit: "day", count: 7}},
          },
          {name: "per_week", type: "number", sql: "${revenue} / ${weekly}"},
        ],
      },
    ]);
    expect(notes.map(note => note.code)).toEqual(["not_supported", "type_assumed"]);
    expect(notes[0]).toMatchObject({field: "weekly", message: expect.stringContaining("period_agg")});
  });

  test("with a manifest, the files beside it are not read, which is noted", () => {
    const manifest = JSON.stringify({metadata: {}, nodes: {}, semantic_models: {}, metrics: {}});
    const {graph, notes} = project("select 1", {"target/manifest.json": manifest});
    expect(graph.models).toEqual([]);
    expect(notes).toContainEqual(expect.objectContaining({code: "file_skipped"}));
  });

  test("a file that is broken leaves the others as they are", () => {
    const {graph, notes} = project("select 1", {"models/bad.yml": "models:\n  - name: [\n"});
    expect(graph.models).toHaveLength(1);
    expect(notes).toContainEqual(expect.objectContaining({code: "file_broken", file: "models/bad.yml"}));
  });

  test("every key that is not understood is named with its line", () => {
    const {notes} = project("select 1", {
      "models/marts/orders.yml": ORDERS.replace("    type: simple\n", "    type: simple\n    colour: red\n"),
    });
    expect(notes).toContainEqual(
      expect.objectContaining({
        code: "not_understood",
        field: "paid",
        file: "models/marts/orders.yml",
        line: 34,
      }),
    );
  });
});

describe("an expression that is a template", () => {
  const EXPRESSIONS = ORDERS.replace(
    "    measures:\n",
    `      - name: tier
        type: categorical
        expr: "'{{ var('tier') }}-' || status"
      - name: lost
        type: categorical
        expr: "{{ my_macro('status') }}"
      - name: kind
        type: categorical
        typ: wrong
    measures:
      - name: taxes
        agg: sum
        create_metric: true
        expr: >-
          amount *
          {{ var('tax_rate', 0.19) }}
`,
  );
  const {graph, notes} = project("select 1", {"models/marts/orders.yml": EXPRESSIONS});
  const [orders] = graph.models;

  test("is evaluated with the variables of the project, as dbt does", () => {
    expect(orders?.dimensions).toContainEqual({name: "tier", type: "string", sql: "'gold-' || status"});
    expect(orders?.measures).toContainEqual({name: "taxes", type: "sum", sql: "amount * 0.19"});
  });

  test("is left out with a note if it needs a macro, and the line numbers of other notes stay right", () => {
    expect(orders?.dimensions.map(({name}) => name)).not.toContain("lost");
    const line = (text: string) => EXPRESSIONS.slice(0, EXPRESSIONS.indexOf(text)).split("\n").length;
    expect(notes).toContainEqual({
      model: "",
      code: "template_failed",
      message: expect.stringContaining("my_macro"),
      file: "models/marts/orders.yml",
      line: line("my_macro"),
    });
    expect(notes).toContainEqual(expect.objectContaining({code: "not_understood", line: line("typ: wrong")}));
  });
});
