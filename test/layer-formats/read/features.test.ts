import {describe, expect, test} from "bun:test";
import {parserOf} from "../../../shared/core/validate.ts";
import {importFiles} from "../../../shared/modeling/layer-formats/import-files.ts";
import {compile} from "../../../shared/semantic/compile.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import {Query} from "../../../shared/semantic/query/query.ts";
import {customers, derived, manifest, orders, ratio, simple} from "./dbt-manifest.ts";

const parseQuery = parserOf(Query);

/** Imports a document. The result has the graph, a measure by its name, and the texts of all notes. */
function read(text: string, path = "target/manifest.json") {
  const {graph, notes} = importFiles([{path, text}]);
  const measures = graph.models.flatMap(model => model.measures ?? []);
  return {
    graph,
    measure: (name: string) => measures.find(one => one.name === name),
    noteTexts: notes.map(({message}) => message).join("\n"),
  };
}

const cumulative = (params: object) => ({
  name: "m",
  type: "cumulative",
  type_params: {measure: {name: "revenue"}, cumulative_type_params: params},
});

describe("a feature of MetricFlow becomes a measure", () => {
  test.each<[feature: string, metric: object, becomes: object]>([
    ["simple", simple("m", "revenue"), {type: "sum", column: "amount"}],
    ["ratio", ratio("m", "revenue", "order_count"), {type: "number", sql: "${revenue} / ${order_count}"}],
    [
      "derived over two models",
      derived("m", "r / c", {name: "revenue", alias: "r"}, {name: "customers", alias: "c"}),
      {type: "number", sql: "${revenue} / ${customers.customers}"},
    ],
    [
      "derived with its inputs in another case, as in SQL",
      derived("m", "Revenue / nullif(HEADS, 0)", {name: "revenue"}, {name: "customers", alias: "heads"}),
      {type: "number", sql: "${revenue} / nullif(${customers.customers}, 0)"},
    ],
    [
      "a filter over an entity",
      simple("m", "revenue", "{{ Dimension('customer__country') }} = 'DE'"),
      {where: "${customers.country} = 'DE'"},
    ],
    [
      "all of the past",
      cumulative({period_agg: "last"}),
      {rolling: {dimension: "ordered_at", window: "unbounded"}},
    ],
    [
      "a window",
      cumulative({window: {count: 7, granularity: "day"}, period_agg: "last"}),
      {rolling: {dimension: "ordered_at", window: {unit: "day", count: 7}}},
    ],
    ["to date", cumulative({grain_to_date: "month"}), {toDate: {dimension: "ordered_at", grain: "month"}}],
    [
      "nulls filled",
      {...simple("m", "revenue"), type_params: {measure: {name: "revenue", fill_nulls_with: 0}}},
      {type: "number", sql: "coalesce(${m__unfilled}, 0)"},
    ],
  ])("%s", (_, metric, becomes) => {
    const metrics = [
      simple("revenue", "revenue"),
      simple("order_count", "order_count"),
      simple("customers", "customers"),
    ];
    expect(read(manifest({metrics: [...metrics, metric]})).measure("m")).toMatchObject(becomes);
  });
});

describe("a saved query is reported as a query of the service", () => {
  const saved = (query_params: object) => {
    const document = JSON.parse(
      manifest({metrics: [simple("revenue", "revenue"), simple("people", "customers")]}),
    );
    const text = JSON.stringify({
      ...document,
      saved_queries: {q: {name: "q", query_params, exports: [{name: "e"}]}},
    });
    const {graph, noteTexts} = read(text);
    const [, query] =
      /The saved query "q" .* it is (\{.*\}): save that as a chart or a dataset/.exec(noteTexts) ?? [];
    return {graph, noteTexts, query: query === undefined ? undefined : parseQuery(JSON.parse(query))};
  };

  test("with its metrics, groups, filters, order and limit, as the compiler accepts them", () => {
    const {graph, noteTexts, query} = saved({
      metrics: ["revenue"],
      group_by: [
        "TimeDimension('metric_time', 'month')",
        "Dimension('customer__country')",
        "Entity('customer')",
        "order__status",
      ],
      where: {
        where_filters: [
          {
            where_sql_template:
              "{{ Dimension('order__status') }} <> 'it''s' and {{ Dimension('customer__country') }} in ('DE', 'AT')",
          },
          {where_sql_template: "{{ TimeDimension('metric_time', 'day') }} >= '2024-01-01'"},
          {where_sql_template: "{{ Dimension('order__is_large') }} is not null"},
        ],
      },
      order_by: ["-revenue", "Metric('revenue').descending(False)", "metric_time__month"],
      limit: 10,
    });
    expect(query).toEqual({
      model: "orders",
      dimensions: ["metric_time.month", "customers.country", "orders.customer", "orders.status"],
      measures: ["orders.revenue"],
      filters: [
        {field: "orders.status", op: "!=", value: "it's"},
        {field: "orders.status", op: "is_not_null"},
        {field: "customers.country", op: "in", value: ["DE", "AT"]},
        {field: "metric_time.day", op: ">=", value: "2024-01-01"},
        {field: "orders.is_large", op: "is_not_null"},
      ],
      orderBy: ["orders.revenue desc", "orders.revenue", "metric_time.month"],
      limit: 10,
    });
    expect(noteTexts).toContain("a delivery sends the result of a query");
    const context = {
      dialect: "postgres",
      timezone: "UTC",
      weekStart: "monday",
      attributes: {},
      now: new Date(),
    } as const;
    expect(compile(buildLayer(graph), query ?? {model: ""}, context).sql).toContain("limit 11");
  });

  test("without the parts that only SQL can express, which are named", () => {
    const {noteTexts, query} = saved({
      metrics: ["revenue", "people", "profit"],
      group_by: ["metric_time__month", "order__colour"],
      where: "{{ Dimension('order__status') }} like 'a%' and true",
    });
    // Customers have no time, so the query has no metric_time: it names the time of the orders.
    expect(query).toEqual({
      model: "orders",
      dimensions: ["orders.ordered_at.month"],
      measures: ["orders.revenue", "customers.people"],
    });
    expect(noteTexts).toMatch(
      /Not included: the metric "profit", .*"order__colour", .*the filter `.* like 'a%' and true`/,
    );
  });

  test("only if it has a metric", () => {
    expect(saved({group_by: ["order__status"]}).noteTexts).toMatch(
      /Not included: everything, as no metric shows/,
    );
  });
});

describe("a part of MetricFlow that a layer does not have is refused with an alternative", () => {
  test.each<[feature: string, metric: object, alternative: RegExp]>([
    [
      "a metric in a filter",
      simple("m", "revenue", "{{ Metric('revenue', group_by=['customer']) }} > 10"),
      /filters by one with "per"/,
    ],
    [
      "a period to date within a day",
      cumulative({grain_to_date: "day"}),
      /"running_total".* along a time and within each day/,
    ],
    [
      "a window of a custom grain",
      cumulative({window: {count: 2, granularity: "retail_month"}}),
      /by retail_month, with a calculation \("moving_average"/,
    ],
    [
      "an offset by a custom grain",
      derived("m", "x", {
        name: "revenue",
        alias: "x",
        offset_window: {count: 1, granularity: "retail_month"},
      }),
      /"difference" with an "offset"/,
    ],
    [
      "a window of a derived metric",
      cumulative({metric: {name: "twice"}}),
      /cumulate the metrics that it is computed from/,
    ],
    ["the first of a period", cumulative({period_agg: "first"}), /a query at the grain of a day/i],
    [
      "a time spine",
      {...simple("m", "revenue"), type_params: {measure: {name: "revenue", join_to_timespine: true}}},
      /a query fills empty periods in with fillGaps/,
    ],
    ["a time of its own", {...simple("m", "revenue"), time_granularity: "month"}, /a query names the grain/],
  ])("%s", (_, metric, alternative) => {
    const metrics = [
      simple("revenue", "revenue"),
      derived("twice", "2 * r", {name: "revenue", alias: "r"}),
      metric,
    ];
    expect(read(manifest({metrics})).noteTexts).toMatch(alternative);
  });

  test("a measure's own time", () => {
    const dimensions = [...orders.dimensions, {name: "paid_at", type: "time"}];
    const measures = [
      ...orders.measures,
      {name: "paid", agg: "sum", expr: "amount", agg_time_dimension: "paid_at"},
    ];
    expect(read(manifest({models: [{...orders, dimensions, measures}, customers]})).noteTexts).toContain(
      'a second model over the table with "paid_at" as its "time"',
    );
  });

  test("a role of an entity", () => {
    const entities = [...orders.entities, {name: "payer", type: "foreign", role: "payer"}];
    expect(read(manifest({models: [{...orders, entities}, customers]})).noteTexts).toContain(
      "joins are named by their entities",
    );
  });
});

describe("a feature of Ossie is imported, or refused with an alternative", () => {
  const document = (metrics: string, more = "") => `
version: 0.2.0.dev0
name: shop
datasets:
  - name: orders
    source: shop.public.orders
    primary_key: [id]${more}
    fields:
      - name: amount
        expression: {dialects: [{dialect: ANSI_SQL, expression: amount}]}
      - name: placed
        dimension: {is_time: true}
        expression: {dialects: [{dialect: ANSI_SQL, expression: placed}]}
  - name: customers
    source: shop.public.customers
    primary_key: [id]
    fields:
      - name: region
        expression: {dialects: [{dialect: ANSI_SQL, expression: region}]}
relationships:
  - {name: of, from: orders, to: customers, from_columns: [customer_id], to_columns: [id]}
metrics:
${metrics}`;
  const metric = (expression: string, dialect = "ANSI_SQL") =>
    `  - name: m\n    expression: {dialects: [{dialect: ${dialect}, expression: ${JSON.stringify(expression)}}]}`;
  const of = (expression: string, dialect?: string, more?: string) =>
    read(document(metric(expression, dialect), more), "shop.yaml");

  test("datasets, keys and relationships become models and joins", () => {
    const {graph} = of("SUM(orders.amount)");
    expect(graph.models.map(({name, primaryKey}) => [name, primaryKey])).toEqual([
      ["orders", ["id"]],
      ["customers", ["id"]],
    ]);
    expect(graph.joins).toMatchObject([{from: "orders", to: "customers", relationship: "many_to_one"}]);
  });

  test.each([
    ["SUM(orders.amount)", {type: "sum", column: "amount"}],
    ["SUM(orders.amount) FILTER (WHERE orders.amount > 1)", {type: "sum", where: "${amount} > 1"}],
    ["SUM(orders.amount) / COUNT(DISTINCT customers.region)", {type: "number"}],
  ])("%s", (expression, becomes) => {
    expect(of(expression).measure("m")).toMatchObject(becomes);
  });

  test.each([
    [
      "SUM(CASE WHEN customers.region = 'EU' THEN orders.amount END)",
      "ANSI_SQL",
      /"where" may look at the others/,
    ],
    ["[Measures].[Sales]", "MDX", /SQL/],
  ])("%s in %s", (expression, dialect, alternative) => {
    const {measure, noteTexts} = of(expression, dialect);
    expect(measure("m")).toBeUndefined();
    expect(noteTexts).toMatch(alternative);
  });

  test("a document without a version writes its expressions as plain texts", () => {
    const {graph, noteTexts, measure} = read(
      foundation("  - {name: total, expression: SUM(orders.amount)}"),
      "shop.yaml",
    );
    expect(graph.models.map(({name, dimensions}) => [name, dimensions.map(one => one.column)])).toEqual([
      ["customers", ["id", "region"]],
      ["orders", ["id", "status", "amount"]],
    ]);
    expect(measure("total")).toEqual({name: "total", type: "sum", column: "amount"});
    expect(noteTexts.replaceAll(/.*no datatype.*\n?/g, "")).toBe("");
  });

  test.each<[metric: string, becomes: object]>([
    ['{name: m, expression: "n / total"}', {type: "number", sql: "${n} / ${total}"}],
    ['{name: m, expression: "SUM(orders.amount) / nullif(n, 0)"}', {sql: "${m__sum} / nullif(${n}, 0)"}],
    ['{name: m, expression: "COUNT(*)", dataset: orders}', {type: "count"}],
    [
      "{name: m, expression: SUM(orders.amount), filter: \"orders.status = 'paid'\"}",
      {type: "sum", where: "${status} = 'paid'"},
    ],
    [
      '{name: m, expression: "SUM(orders.amount) FILTER (WHERE orders.amount > 1)", named_filter: "orders.status = \'paid\'"}',
      {where: "(${amount} > 1) and (${status} = 'paid')"},
    ],
    [
      '{name: m, expression: "PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY orders.amount)"}',
      {type: "percentile", percentile: 0.9, column: "amount"},
    ],
    [
      '{name: m, expression: "PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY orders.amount DESC)"}',
      {type: "percentile", percentile: 0.1, column: "amount"},
    ],
    [
      '{name: m, expression: "PERCENTILE_DISC(0.9) WITHIN GROUP (ORDER BY orders.amount)"}',
      {type: "percentile", percentile: 0.9, method: "discrete", column: "amount"},
    ],
    ["{name: m, expression: SUM(orders.amount), joins: {type: LEFT}}", {type: "sum"}],
  ])("%s becomes a measure", (metric, becomes) => {
    expect(read(foundation(`  - ${metric}\n${SIMPLE}`), "shop.yaml").measure("m")).toMatchObject(becomes);
  });

  test.each<[metric: string, alternative: RegExp]>([
    ['{name: m, expression: "AVG(AVG(orders.amount))"}', /aggregate it once in a statement/],
    ['{name: m, expression: "SUM(orders.amount) OVER (ORDER BY orders.id)"}', /calculation of a query/],
    ['{name: m, expression: "STDDEV(orders.amount) / n"}', /compute it in a statement/],
    ['{name: m, expression: "PERCENTILE_DISC(0.9) WITHIN GROUP (ORDER BY orders.amount DESC)"}', /statement/],
    ['{name: m, expression: "COUNT(*)"}', /COUNT\(orders\.id\)/],
    ["{name: m, expression: SUM(orders.amount), grain: FIXED, agg: SUM}", /filter with "per"/],
    ["{name: m, expression: SUM(orders.amount), semi_additive: last}", /"nonAdditive"/],
    ["{name: m, expression: SUM(orders.amount), joins: {type: INNER}}", /"is_not_null"/],
    ["{name: m, expression: n, filter: \"orders.status = 'paid'\"}", /write the filter into that one/],
    ['{name: m, expression: "m + 1"}', /statement/],
    ['{name: m, expression: "EXISTS_IN(orders.id, customers.id)"}', /statement/],
  ])("%s is left out with an alternative", (metric, alternative) => {
    const {measure, noteTexts} = read(foundation(`  - ${metric}\n${SIMPLE}`), "shop.yaml");
    expect(measure("m")).toBeUndefined();
    expect(noteTexts).toMatch(alternative);
    expect(noteTexts).not.toContain("not understood");
  });

  test.each<
    [
      part: string,
      more: {field?: string; dataset?: string; relationship?: string; top?: string},
      alternative: RegExp,
    ]
  >([
    ["an aggregate in a field", {field: "SUM(amount)"}, /make a measure of it/],
    [
      "a window in a field",
      {field: "ROW_NUMBER() OVER (ORDER BY id)"},
      /in the model's table, as a statement/,
    ],
    [
      "another dataset in a field",
      {field: "customers.region"},
      /a query names itself, over the relationship/,
    ],
    ["a filter of a dataset", {dataset: "    filter: status = 'paid'"}, /make the source a statement/],
    ["a relationship with asof", {relationship: ", asof: orders.day"}, /"validity"/],
    [
      "referential integrity",
      {relationship: ", referential_integrity: enforced"},
      /without a partner are kept/,
    ],
    ["a grain of the model", {top: "natural_grain: customers"}, /names the model whose rows/],
  ])("%s is noted with an alternative", (_, more, alternative) => {
    const {noteTexts} = read(foundation(SIMPLE, more), "shop.yaml");
    expect(noteTexts).toMatch(alternative);
    expect(noteTexts).not.toContain("not understood");
  });

  test("a relationship over a condition is left out, and one with a role is named after it", () => {
    const {graph, noteTexts} = read(
      foundation(SIMPLE, {
        relationship:
          ', role: buyer}\n  - {name: p, from: orders, to: customers, condition: "orders.id > customers.id"',
      }),
      "shop.yaml",
    );
    expect(graph.joins).toMatchObject([{name: "buyer", from: "orders", to: "customers"}]);
    expect(noteTexts).toContain("joins compare columns for equality");
  });

  test("unique keys", () => {
    expect(of("SUM(orders.amount)", "ANSI_SQL", "\n    unique_keys: [[code]]").noteTexts).toContain(
      "name another as primaryKey",
    );
  });
});

const SIMPLE =
  "  - {name: total, expression: SUM(orders.amount)}\n  - {name: n, expression: COUNT(orders.id)}";

/** A document in the short form of Ossie's foundation. */
function foundation(
  metrics: string,
  more: {field?: string; dataset?: string; relationship?: string; top?: string} = {},
): string {
  const {field, dataset = "", relationship = "", top = ""} = more;
  return `
name: shop
datasets:
  - name: customers
    source: shop.customers
    primary_key: [id]
    fields:
      - {name: id, expression: id, dimension: {}}
      - {name: region, expression: region, dimension: {}}
  - name: orders
    source: shop.orders
    primary_key: [id]
${dataset}
    fields:
      - {name: id, expression: id, dimension: {}}
      - {name: status, expression: status, dimension: {}}
      - {name: amount, expression: amount}
${field === undefined ? "" : `      - {name: more, expression: "${field}"}`}
relationships:
  - {name: of, from: orders, to: customers, from_columns: [customer_id], to_columns: [id]${relationship}}
metrics:
${metrics}
${top}
`;
}
