import {describe, expect, test} from "bun:test";
import {parserOf} from "../../../shared/core/validate.ts";
import {importFiles} from "../../../shared/modeling/layer-formats/import-files.ts";
import {checkGraph} from "../../../shared/semantic/check/graph.ts";
import {Graph} from "../../../shared/semantic/layer/graph.ts";
import {customers, derived, manifest, orders, ratio, simple} from "./dbt-manifest.ts";

const parse = parserOf(Graph);

function read(text: string) {
  const {graph, notes} = importFiles([{path: "target/manifest.json", text}]);
  expect(checkGraph(parse(graph))).toEqual([]);
  const model = (name: string) => graph.models.find(one => one.name === name);
  const measure = (name: string, of = "orders") => model(of)?.measures?.find(one => one.name === name);
  return {graph, notes, model, measure};
}

describe("semantic models of a manifest", () => {
  test("become models with tables, keys, dimensions and types", () => {
    const {model, graph} = read(
      manifest({
        columns: {
          fct_orders: {ordered_at: "TIMESTAMP_NTZ(9)", status: "varchar(20)", order_id: "NUMBER(38,0)"},
        },
      }),
    );
    expect(model("orders")).toMatchObject({
      label: "Orders",
      description: "One row per order",
      table: {catalog: "wh", schema: "marts", name: "fct_orders"},
      primaryKey: ["order_id"],
      dimensions: [
        {name: "ordered_at", type: "date", sql: "cast(ordered_at as date)"},
        {name: "status", type: "string", column: "status"},
        {name: "is_large", type: "string", sql: "amount > 100"},
        {name: "order", type: "number", column: "order_id"},
        {name: "customer", type: "string", column: "customer_id"},
      ],
    });
    expect(graph.joins).toEqual([
      {from: "orders", to: "customers", relationship: "many_to_one", on: [{from: "customer_id", to: "id"}]},
    ]);
  });

  test("get a date for a time of the grain day whose column type is unknown", () => {
    expect(read(manifest()).model("orders")?.dimensions[0]).toEqual({
      name: "ordered_at",
      type: "date",
      sql: "cast(ordered_at as date)",
    });
  });

  test("get their types from a catalog beside the manifest", () => {
    const catalog = JSON.stringify({
      metadata: {dbt_schema_version: "https://schemas.getdbt.com/dbt/catalog/v1.json"},
      nodes: {"model.shop.fct_orders": {columns: {STATUS: {type: "BOOLEAN", name: "STATUS"}}}},
    });
    const text = manifest({columns: {fct_orders: {}}});
    const {graph} = importFiles([
      {path: "target/manifest.json", text},
      {path: "target/catalog.json", text: catalog},
    ]);
    expect(graph.models[0]?.dimensions[1]).toMatchObject({name: "status", type: "boolean"});
  });

  test("have a note for types that are unknown", () => {
    expect(read(manifest()).notes).toContainEqual(
      expect.objectContaining({model: "orders", code: "type_assumed", file: "models/orders.yml"}),
    );
  });

  test("have hidden measures where no metric shows them", () => {
    const {measure} = read(manifest());
    expect(measure("revenue")).toEqual({name: "revenue", type: "sum", column: "amount", hidden: true});
    expect(measure("order_count")).toEqual({name: "order_count", type: "count", hidden: true});
    expect(measure("p90")).toMatchObject({type: "percentile", percentile: 0.9});
    expect(measure("balance")).toMatchObject({
      nonAdditive: {dimension: "ordered_at", take: "last", per: ["customer"], over: "query"},
    });
  });

  test("join one to one if an entity has a primary and a unique key", () => {
    const details = {
      ...customers,
      name: "details",
      entities: [{name: "customer", type: "unique", expr: "customer_key"}],
      dimensions: [],
      measures: [],
    };
    expect(read(manifest({models: [customers, details]})).graph.joins).toEqual([
      {from: "customers", to: "details", relationship: "one_to_one", on: [{from: "id", to: "customer_key"}]},
    ]);
  });

  test("name two joins to one model after their entities", () => {
    const flights = {
      ...orders,
      entities: [...orders.entities, {name: "payer", type: "foreign", expr: "payer_id"}],
    };
    const people = {
      ...customers,
      entities: [...customers.entities, {name: "payer", type: "unique", expr: "id"}],
    };
    expect(read(manifest({models: [flights, people]})).graph.joins).toEqual([
      {
        name: "customer",
        from: "orders",
        to: "customers",
        relationship: "many_to_one",
        on: [{from: "customer_id", to: "id"}],
      },
      {
        name: "payer",
        from: "orders",
        to: "customers",
        relationship: "many_to_one",
        on: [{from: "payer_id", to: "id"}],
      },
    ]);
  });
});

describe("partitions of a manifest", () => {
  const partition = (expr: string | null = null) => ({
    name: "ds",
    type: "categorical",
    expr,
    is_partition: true,
  });
  const daily = {...orders, dimensions: [...orders.dimensions, partition("order_ds")]};

  test("on both sides become a second pair of the join, and a part of each key", () => {
    const {graph, model} = read(
      manifest({models: [daily, {...customers, dimensions: [...customers.dimensions, partition()]}]}),
    );
    expect(graph.joins).toEqual([
      {
        from: "orders",
        to: "customers",
        relationship: "many_to_one",
        on: [
          {from: "customer_id", to: "id"},
          {from: "order_ds", to: "ds"},
        ],
      },
    ]);
    expect(model("orders")?.primaryKey).toEqual(["order_id", "order_ds"]);
    expect(model("customers")?.primaryKey).toEqual(["id", "ds"]);
  });

  test("that are expressions make no join, with a note", () => {
    const {graph, notes} = read(
      manifest({
        models: [daily, {...customers, dimensions: [...customers.dimensions, partition("cast(x as date)")]}],
      }),
    );
    expect(graph.joins).toEqual([]);
    expect(notes).toContainEqual(
      expect.objectContaining({
        code: "join_skipped",
        model: "orders",
        message: expect.stringContaining("ds"),
      }),
    );
  });

  test("that the other side does not have are noted if its rows would multiply", () => {
    const {graph, notes} = read(
      manifest({models: [orders, {...customers, dimensions: [...customers.dimensions, partition()]}]}),
    );
    expect(graph.joins?.[0]?.on).toEqual([{from: "customer_id", to: "id"}]);
    expect(notes).toContainEqual(
      expect.objectContaining({
        code: "not_supported",
        message: expect.stringContaining('partitioned by "ds"'),
      }),
    );
  });
});

describe("the keywords of dbt", () => {
  const loud = (value: unknown): unknown =>
    typeof value === "string" && /^[a-z_]+$/.test(value) ? value.toUpperCase() : value;

  test("for types, aggregates, grains and choices are read in any case", () => {
    const spelled = {
      ...orders,
      entities: orders.entities.map(entity => ({...entity, type: loud(entity.type)})),
      dimensions: [
        {name: "ordered_at", type: "TIME", type_params: {time_granularity: "DAY"}},
        ...orders.dimensions.slice(1).map(dimension => ({...dimension, type: loud(dimension.type)})),
      ],
      measures: [
        {name: "revenue", agg: "SUM", expr: "amount"},
        {
          name: "balance",
          agg: "AggregationType.SUM",
          expr: "open_amount",
          non_additive_dimension: {name: "ordered_at", window_choice: "MAX", window_groupings: ["customer"]},
        },
      ],
    };
    const metrics = [
      {...simple("sales", "revenue"), type: "SIMPLE"},
      {...ratio("share", "sales", "sales", "{{ Dimension('order__status') }} = 'paid'"), type: "RATIO"},
      {
        name: "week",
        type: "CUMULATIVE",
        type_params: {
          measure: {name: "revenue"},
          cumulative_type_params: {window: {count: 7, granularity: "DAY"}, period_agg: "LAST"},
        },
      },
      {...derived("twice", "sales * 2", {name: "sales"}), type: "MetricType.DERIVED"},
      {name: "c", type: "CONVERSION", type_params: {conversion_type_params: {entity: "customer"}}},
    ];
    const quiet = JSON.parse(manifest({models: [spelled, customers], metrics}));
    const {measure, graph, notes, model} = read(JSON.stringify(quiet));
    expect(measure("sales")).toEqual({name: "sales", type: "sum", column: "amount"});
    expect(measure("share")).toMatchObject({type: "number"});
    expect(measure("week")?.rolling).toEqual({dimension: "ordered_at", window: {unit: "day", count: 7}});
    expect(measure("twice")?.sql).toBe("${sales} * 2");
    expect(measure("balance")?.nonAdditive).toMatchObject({take: "last"});
    expect(model("orders")?.dimensions[0]).toMatchObject({type: "date"});
    expect(graph.joins).toHaveLength(1);
    expect(notes.filter(note => note.code !== "type_assumed").map(note => note.field)).toEqual(["c"]);
  });

  test("that are unknown leave the measure out, with a note", () => {
    const spelled = {
      ...orders,
      measures: [
        {name: "b", agg: "sum", non_additive_dimension: {name: "ordered_at", window_choice: "mean"}},
      ],
    };
    const {measure, notes} = read(manifest({models: [spelled, customers]}));
    expect(measure("b")).toBeUndefined();
    expect(notes).toContainEqual(expect.objectContaining({code: "field_dropped", field: "b"}));
  });
});

describe("a measure that asks for a metric of its own", () => {
  const models = [
    {
      ...orders,
      measures: [{name: "revenue", agg: "sum", expr: "amount", create_metric: true, label: "Revenue"}],
    },
    customers,
  ];
  const shown = {name: "revenue", type: "sum", column: "amount", label: "Revenue"};

  test("is shown beside a metric that is computed from it", () => {
    const {measure} = read(manifest({models, metrics: [simple("sales", "revenue")]}));
    expect(measure("revenue")).toEqual(expect.objectContaining(shown));
    expect(measure("revenue")?.hidden).toBeUndefined();
  });

  test("is shown if other metrics name it as a metric", () => {
    const {measure} = read(manifest({models, metrics: [derived("twice", "revenue * 2", {name: "revenue"})]}));
    expect(measure("revenue")).toEqual(expect.objectContaining(shown));
    expect(measure("revenue")?.hidden).toBeUndefined();
    expect(measure("twice")?.sql).toBe("${revenue} * 2");
  });

  test("is shown once if the manifest already has its metric", () => {
    const {graph, measure} = read(manifest({models, metrics: [simple("revenue", "revenue")]}));
    expect(graph.models[0]?.measures?.map(({name}) => name)).toEqual(["revenue"]);
    expect(measure("revenue")?.hidden).toBeUndefined();
  });
});

describe("the time of a measure", () => {
  const shipped = {name: "shipped_at", type: "time", type_params: {time_granularity: "day"}};
  const models = [
    {
      ...orders,
      dimensions: [...orders.dimensions, shipped],
      measures: [
        {name: "revenue", agg: "sum", expr: "amount"},
        {name: "shipments", agg: "count", expr: "1", agg_time_dimension: "shipped_at"},
      ],
    },
    customers,
  ];
  const columns = {fct_orders: {ordered_at: "timestamp", shipped_at: "timestamp"}};
  const where = (measure: string, filter: string, more: object = {}) =>
    read(manifest({models, columns, metrics: [{...simple("m", measure, filter), ...more}]})).measure("m")
      ?.where;

  test.each([
    [
      "revenue",
      "{{ TimeDimension('metric_time', 'month') }} > '2026-01-01'",
      "date_trunc('month', ${ordered_at}) > '2026-01-01'",
    ],
    [
      "shipments",
      "{{ TimeDimension('metric_time', 'MONTH') }} > '2026-01-01'",
      "date_trunc('month', ${shipped_at}) > '2026-01-01'",
    ],
    [
      "shipments",
      "{{ Dimension('metric_time').grain('year') }} > '2026-01-01'",
      "date_trunc('year', ${shipped_at}) > '2026-01-01'",
    ],
    [
      "shipments",
      "{{ TimeDimension('metric_time') }} <= '2026-01-31'",
      "cast(${shipped_at} as date) <= '2026-01-31'",
    ],
    [
      "revenue",
      "{{ Dimension('order__ordered_at') }} <= '2026-01-31'",
      "cast(${ordered_at} as date) <= '2026-01-31'",
    ],
  ])("in a filter of %s: %s", (measure, filter, condition) => expect(where(measure, filter)).toBe(condition));

  test("has the metric's own grain in filters on metric_time, and the grain is noted as lost in queries", () => {
    const more = {time_granularity: "month"};
    expect(where("revenue", "{{ TimeDimension('metric_time') }} > '2026-01-01'", more)).toBe(
      "date_trunc('month', ${ordered_at}) > '2026-01-01'",
    );
    const {notes} = read(manifest({models, metrics: [{...simple("m", "revenue"), ...more}]}));
    expect(notes).toContainEqual(
      expect.objectContaining({
        code: "not_supported",
        field: "m",
        message: expect.stringContaining("time_granularity"),
      }),
    );
  });

  test("in a filter with an unknown grain leaves the metric out", () => {
    expect(
      where("revenue", "{{ TimeDimension('metric_time', 'alien_day') }} > '2026-01-01'"),
    ).toBeUndefined();
  });

  test("is the dimension of its rolling windows and offsets", () => {
    const {measure, notes} = read(
      manifest({
        models,
        metrics: [
          simple("shipped", "shipments"),
          derived(
            "growth",
            "shipped - before",
            {name: "shipped"},
            {
              name: "shipped",
              alias: "before",
              offset_window: "1 MONTH",
            },
          ),
          {name: "ever", type: "cumulative", type_params: {measure: {name: "shipments"}}},
        ],
      }),
    );
    expect(measure("growth__before")?.offset).toEqual({dimension: "shipped_at", unit: "month", count: 1});
    expect(measure("ever")?.rolling).toEqual({dimension: "shipped_at", window: "unbounded"});
    const lost = notes.filter(note => note.message.includes("metric_time"));
    expect(lost.map(note => note.field)).toEqual(["shipments"]);
  });
});

describe("the lost parts of a metric", () => {
  const cumulative = (params: object) => ({
    name: "m",
    type: "cumulative",
    type_params: {measure: {name: "revenue"}, ...params},
  });

  test.each([
    ["period_agg", cumulative({cumulative_type_params: {period_agg: "average"}})],
    ["period_agg", cumulative({cumulative_type_params: {}})],
    ["period_agg", cumulative({period_agg: "FIRST"})],
    [
      "join_to_timespine",
      {...simple("m", "revenue"), type_params: {measure: {name: "revenue", join_to_timespine: true}}},
    ],
    [
      "join_to_timespine",
      {...simple("m", "revenue"), type_params: {measure: "revenue", join_to_timespine: true}},
    ],
    [
      "fill_nulls_with",
      {
        ...ratio("m", "revenue", "revenue"),
        type_params: {numerator: {name: "revenue", fill_nulls_with: 1}, denominator: "revenue"},
      },
    ],
  ])("%s has a note", (key, metric) => {
    const {measure, notes} = read(manifest({metrics: [metric]}));
    expect(measure("m")).toBeDefined();
    expect(notes).toContainEqual(
      expect.objectContaining({code: "not_supported", field: "m", message: expect.stringContaining(key)}),
    );
  });

  test.each([
    cumulative({cumulative_type_params: {period_agg: "last"}}),
    {...simple("m", "revenue"), type_params: {measure: {name: "revenue", join_to_timespine: false}}},
  ])("a part that is imported has no note", metric => {
    expect(read(manifest({metrics: [metric]})).notes.map(note => note.code)).not.toContain("not_supported");
  });
});

describe("versions of a manifest", () => {
  const day = (name: string, validity: object) => ({
    name,
    type: "time",
    type_params: {time_granularity: "day", validity_params: validity},
  });
  const versions = {
    ...customers,
    entities: [{name: "customer", type: "natural", expr: "id"}],
    dimensions: [
      ...customers.dimensions,
      day("since", {is_start: true, is_end: false}),
      day("until", {is_start: false, is_end: true}),
    ],
  };

  test("make a natural entity join at the time of the row that refers to it", () => {
    const {graph, notes, measure} = read(
      manifest({
        models: [orders, versions],
        metrics: [simple("m", "revenue", "{{ Dimension('customer__country') }} = 'DE'")],
      }),
    );
    expect(graph.joins).toEqual([
      {
        from: "orders",
        to: "customers",
        relationship: "many_to_one",
        on: [{from: "customer_id", to: "id"}],
        validity: {from: "since", to: "until", at: "ordered_at"},
      },
    ]);
    expect(measure("m")?.where).toBe("${customers.country} = 'DE'");
    expect(notes.map(note => note.code)).not.toContain("join_skipped");
  });

  test("make no join if the times are unknown, and the note says what is missing", () => {
    const skipped = (models: object[]) =>
      read(manifest({models})).notes.flatMap(note => (note.code === "join_skipped" ? [note.message] : []));
    expect(skipped([orders, {...versions, dimensions: customers.dimensions}])).toEqual([
      expect.stringContaining("validity_params is_start and is_end"),
    ]);
    expect(skipped([{...orders, defaults: null}, versions])).toEqual([
      expect.stringContaining("agg_time_dimension"),
    ]);
  });
});

test.each([
  [{percentile: 0.9, use_discrete_percentile: true}, "discrete"],
  [{percentile: 0.9, use_approximate_percentile: true, use_discrete_percentile: true}, "approximate"],
  [{percentile: 0.9, use_discrete_percentile: false}, "continuous"],
])("a percentile with the parameters %j is %s", (agg_params, method) => {
  const measures = [{name: "late", agg: "percentile", expr: "minutes", agg_params}];
  const {measure, notes} = read(manifest({models: [{...orders, measures}, customers]}));
  expect(JSON.parse(JSON.stringify(measure("late")))).toEqual({
    name: "late",
    type: "percentile",
    column: "minutes",
    percentile: 0.9,
    ...(method === "continuous" ? {} : {method}),
    hidden: true,
  });
  expect(notes.map(note => note.code)).not.toContain("not_supported");
});

describe("metrics of a manifest", () => {
  test.each([
    ["{{ Dimension('order__status') }} = 'paid'", "${status} = 'paid'"],
    ['{{ Dimension("order__is_large") }}\n', "${is_large}"],
    [
      "{{ TimeDimension('order__ordered_at', 'month') }} >= '2026-01-01'",
      "date_trunc('month', ${ordered_at}) >= '2026-01-01'",
    ],
    ["{{ TimeDimension('order__ordered_at', 'day') }} >= '2026-01-01'", "${ordered_at} >= '2026-01-01'"],
    [
      "{{ Dimension('order__ordered_at').grain('year') }} > '2020-01-01'",
      "date_trunc('year', ${ordered_at}) > '2020-01-01'",
    ],
    ["{{ Entity('customer') }} is not null", "${customer} is not null"],
    ["{{ Dimension('customer__country') }} = 'DE'", "${customers.country} = 'DE'"],
    ["{{ Dimension('order__customer__country') }} = 'DE'", "${customers.country} = 'DE'"],
    ["{{ Dimension('country', entity_path=['order', 'customer']) }} = 'DE'", "${customers.country} = 'DE'"],
    [
      "{{ TimeDimension('customer__since', 'year') }} > '2020-01-01'",
      "date_trunc('year', ${customers.since}) > '2020-01-01'",
    ],
    ["{{ Entity('order__customer') }} is not null", "${customer} is not null"],
  ])("have the filter %s as a condition on rows", (filter, where) => {
    const since = {name: "since", type: "time", type_params: {time_granularity: "day"}};
    const models = [orders, {...customers, dimensions: [...customers.dimensions, since]}];
    expect(read(manifest({models, metrics: [simple("m", "revenue", filter)]})).measure("m")).toEqual({
      name: "m",
      type: "sum",
      column: "amount",
      where,
    });
  });

  test("name the join if a filter goes over one of several joins to a model", () => {
    const buyers = {
      ...orders,
      entities: [...orders.entities, {name: "payer", type: "foreign", expr: "payer_id"}],
    };
    const people = {
      ...customers,
      entities: [...customers.entities, {name: "payer", type: "unique", expr: "id"}],
    };
    const metric = simple("m", "revenue", "{{ Dimension('payer__country') }} = 'DE'");
    const {measure, graph} = read(manifest({models: [buyers, people], metrics: [metric]}));
    expect(graph.joins?.map(({name}) => name)).toEqual(["customer", "payer"]);
    expect(measure("m")?.where).toBe("${payer.country} = 'DE'");
  });

  test.each([
    "{{ Dimension('customer__nothing') }} = 'DE'",
    "{{ Dimension('supplier__country') }} = 'DE'",
    "{{ Dimension('order__nothing') }} = 'DE'",
    "{{ Metric('revenue', group_by=['customer']) }} > 10",
    "{{ var('status') }} = 'x'",
    "{% if true %} 1 = 1 {% endif %}",
    "{{ Dimension('order__status') }",
  ])("are left out if their filter cannot be expressed, and never counted without it: %s", filter => {
    const {measure, notes} = read(manifest({metrics: [simple("m", "revenue", filter)]}));
    expect(measure("m")).toBeUndefined();
    expect(notes).toContainEqual(
      expect.objectContaining({code: "metric_dropped", model: "orders", field: "m", file: "models/m.yml"}),
    );
  });

  test("are limited by all of several filters", () => {
    const metric = simple(
      "m",
      "revenue",
      "{{ Dimension('order__is_large') }}",
      "{{ Dimension('order__status') }} = 'a' or 1 = 2",
    );
    expect(read(manifest({metrics: [metric]})).measure("m")?.where).toBe(
      "(${is_large}) and (${status} = 'a' or 1 = 2)",
    );
  });

  test("of the type ratio become a division, with a separate measure for a filtered part", () => {
    const {measure} = read(
      manifest({
        metrics: [
          simple("paid", "revenue"),
          ratio("share", "paid", "paid", "{{ Dimension('order__status') }} = 'paid'"),
        ],
      }),
    );
    expect(measure("share")).toEqual({name: "share", type: "number", sql: "${share__numerator} / ${paid}"});
    expect(measure("share__numerator")).toMatchObject({where: "${status} = 'paid'", hidden: true});
  });

  test("derived from two models name the measure of the other model", () => {
    const {measure} = read(
      manifest({
        metrics: [
          simple("sales", "revenue"),
          simple("people", "customers"),
          derived("per_head", "sales / nullif(heads, 0)", {name: "sales"}, {name: "people", alias: "heads"}),
        ],
      }),
    );
    expect(measure("per_head")?.sql).toBe("${sales} / nullif(${customers.people}, 0)");
  });

  test("with an offset input use a measure with that offset, also through a derived metric", () => {
    const moved = {name: "doubled", alias: "before", offset_window: {count: 1, granularity: "year"}};
    const {measure} = read(
      manifest({
        metrics: [
          simple("sales", "revenue"),
          derived("doubled", "sales * 2", {name: "sales"}),
          derived("growth", "doubled - before", {name: "doubled"}, moved),
        ],
      }),
    );
    expect(measure("growth")?.sql).toBe("${doubled} - ${growth__before}");
    expect(measure("growth__before")).toMatchObject({sql: "${growth__before__sales} * 2", hidden: true});
    expect(measure("growth__before__sales")).toMatchObject({
      offset: {dimension: "ordered_at", unit: "year", count: 1},
    });
  });

  test("with an offset of a cumulative metric, or of one that contains it, use measures with that offset", () => {
    const {measure} = read(
      manifest({
        metrics: [
          {
            name: "week",
            type: "cumulative",
            type_params: {
              measure: {name: "revenue"},
              cumulative_type_params: {window: {count: 7, granularity: "day"}},
            },
          },
          derived("year_ago", "week", {name: "week", offset_window: {count: 1, granularity: "year"}}),
          derived("before_that", "year_ago + 0", {
            name: "year_ago",
            offset_window: {count: 1, granularity: "month"},
          }),
          derived("at_start", "year_ago + 0", {name: "year_ago", offset_to_grain: "quarter"}),
        ],
      }),
    );
    const year = {unit: "year", count: 1, dimension: "ordered_at"};
    expect(measure("year_ago__week")).toMatchObject({
      type: "sum",
      rolling: {dimension: "ordered_at", window: {unit: "day", count: 7}},
      offset: year,
    });
    expect(measure("before_that")?.sql).toBe("${before_that__year_ago} + 0");
    expect(measure("before_that__year_ago")?.sql).toBe("${before_that__year_ago__week}");
    expect(measure("before_that__year_ago__week")).toMatchObject({
      type: "number",
      sql: "${before_that__year_ago__week__moved}",
      offset: {dimension: "ordered_at", unit: "month", count: 1},
      hidden: true,
    });
    expect(measure("before_that__year_ago__week__moved")).toMatchObject({
      rolling: {dimension: "ordered_at", window: {unit: "day", count: 7}},
      offset: year,
      hidden: true,
    });
    expect(measure("at_start__year_ago__week")?.offset).toEqual({
      dimension: "ordered_at",
      to: "start",
      grain: "quarter",
    });
  });

  test("that are cumulative roll over all time or a window", () => {
    const cumulative = (name: string, params: object) => ({
      name,
      type: "cumulative",
      type_params: {measure: {name: "revenue"}, cumulative_type_params: params},
    });
    const {measure, notes} = read(
      manifest({
        metrics: [
          cumulative("ever", {window: null, grain_to_date: null, period_agg: "first"}),
          cumulative("week", {window: {count: 7, granularity: "day"}}),
          cumulative("mtd", {grain_to_date: "month"}),
          cumulative("dtd", {grain_to_date: "day"}),
          cumulative("hours", {window: {count: 7, granularity: "hour"}}),
        ],
      }),
    );
    expect(measure("ever")?.rolling).toEqual({dimension: "ordered_at", window: "unbounded"});
    expect(measure("week")?.rolling).toEqual({dimension: "ordered_at", window: {unit: "day", count: 7}});
    expect(measure("mtd")?.toDate).toEqual({dimension: "ordered_at", grain: "month"});
    expect(measure("dtd")).toBeUndefined();
    expect(notes.filter(note => note.code === "metric_dropped").map(note => note.field)).toEqual([
      "dtd",
      "hours",
    ]);
    expect(notes.map(note => note.message).join("\n")).toContain('its time "ordered_at" has only days');
    expect(notes.map(note => note.message).join("\n")).toContain("period_agg: first");
  });

  test("that are cumulative by hours roll along a timestamp", () => {
    const models = [{...orders, measures: [{name: "revenue", agg: "sum", expr: "amount"}]}, customers];
    const columns = {fct_orders: {ordered_at: "timestamp"}};
    const window = {count: 6, granularity: "hour"};
    const lately = {
      name: "lately",
      type: "cumulative",
      type_params: {measure: {name: "revenue"}, cumulative_type_params: {window}},
    };
    const before = (name: string, granularity: string) =>
      derived(name, "before", {name: "lately", alias: "before", offset_window: {count: 1, granularity}});
    const metrics = [lately, before("hour_ago", "hour"), before("day_ago", "day")];
    const {measure, notes, graph} = read(manifest({models, columns, metrics}));
    const rolling = {dimension: "ordered_at", window: {unit: "hour" as const, count: 6}};
    expect(measure("lately")).toEqual({name: "lately", type: "sum", column: "amount", rolling});
    const offset = {dimension: "ordered_at", unit: "hour", count: 1};
    expect(graph.models[0]?.measures).toContainEqual(expect.objectContaining({rolling, offset}));
    expect(notes.filter(note => note.code === "metric_dropped")).toEqual([
      expect.objectContaining({
        field: "day_ago",
        message: expect.stringContaining("in hours or minutes and in days or longer units"),
      }),
    ]);
  });

  test("with a value that replaces nulls become a coalesce", () => {
    const metric = {...simple("m", "revenue"), type_params: {measure: {name: "revenue", fill_nulls_with: 0}}};
    const {measure} = read(manifest({metrics: [metric]}));
    expect(measure("m")?.sql).toBe("coalesce(${m__unfilled}, 0)");
  });

  test("in the newer simple form have their own aggregate", () => {
    const metric = {
      name: "m",
      type: "simple",
      type_params: {metric_aggregation_params: {semantic_model: "orders", agg: "average", expr: "amount"}},
    };
    expect(read(manifest({metrics: [metric]})).measure("m")).toEqual({
      name: "m",
      type: "avg",
      column: "amount",
    });
  });

  test("in a circle are left out, each with its note", () => {
    const {measure, notes} = read(
      manifest({metrics: [derived("a", "b + 1", {name: "b"}), derived("b", "a + 1", {name: "a"})]}),
    );
    expect([measure("a"), measure("b")]).toEqual([undefined, undefined]);
    expect(notes.filter(note => note.code === "metric_dropped").map(note => note.field)).toEqual(["a", "b"]);
  });

  test.each([
    ["an offset", {offset_window: {count: 1, granularity: "month"}}],
    [
      "a filter",
      {filter: {where_filters: [{where_sql_template: "{{ Dimension('order__status') }} = 'open'"}]}},
    ],
  ])("that are computed from themselves through %s are left out", (_, how) => {
    const circle = [
      derived("a", "b + 1", {name: "b", ...how}),
      derived("b", "a + 1", {name: "a"}),
      derived("c", "before + 1", {name: "c", alias: "before", ...how}),
    ];
    const {notes} = read(manifest({metrics: [...circle, simple("d", "revenue")]}));
    const dropped = notes.filter(note => note.code === "metric_dropped");
    expect(dropped.map(note => note.field)).toEqual(["a", "b", "c"]);
    expect(dropped[2]?.message).toBe('The metric "c" is left out: it is computed from itself, through "c".');
  });

  test("of the type conversion count the conversions of base rows, or their share", () => {
    const conversion = {
      base_measure: {
        name: "order_count",
        filter: {where_filters: [{where_sql_template: "{{ Dimension('order__status') }} = 'open'"}]},
      },
      conversion_measure: {name: "revenue"},
      entity: "customer",
      window: "7 days",
      constant_properties: [{base_property: "status", conversion_property: "order__status"}],
    };
    const ofType = (name: string, calculation: string) => ({
      name,
      type: "conversion",
      type_params: {conversion_type_params: {...conversion, calculation}},
    });
    const {measure, notes} = read(
      manifest({metrics: [ofType("earned", "conversions"), ofType("rate", "conversion_rate")]}),
    );
    const made = {
      type: "conversion",
      where: "${status} = 'open'",
      conversion: {
        measure: "orders.revenue",
        entity: {base: "customer", conversion: "customer"},
        time: {base: "ordered_at", conversion: "ordered_at"},
        window: {unit: "day", count: 7},
        constantProperties: [{base: "status", conversion: "status"}],
      },
    };
    expect(measure("earned")).toMatchObject(made);
    expect(measure("rate__conversions")).toMatchObject({...made, hidden: true});
    expect(measure("rate")).toMatchObject({type: "number", sql: "${rate__conversions} / ${rate__base}"});
    expect(notes.filter(note => note.code === "metric_dropped")).toEqual([]);
  });

  test("of the type conversion are left out with a note if something is missing", () => {
    const metric = {
      name: "c",
      type: "conversion",
      type_params: {conversion_type_params: {entity: "customer"}},
    };
    expect(read(manifest({metrics: [metric]})).notes).toContainEqual(
      expect.objectContaining({code: "metric_dropped", field: "c"}),
    );
  });

  test("with the name of a dimension get another name, which metrics over them use", () => {
    const {measure, notes} = read(
      manifest({metrics: [simple("status", "revenue"), derived("twice", "status * 2", {name: "status"})]}),
    );
    expect(measure("status_2")).toMatchObject({type: "sum"});
    expect(measure("twice")?.sql).toBe("${status_2} * 2");
    expect(notes).toContainEqual(expect.objectContaining({code: "name_changed", field: "status_2"}));
  });

  test("are imported beside unknown or unused keys of a model, which are noted", () => {
    const {notes} = read(manifest({models: [{...orders, flavour: "sweet", group: "finance"}]}));
    expect(notes).toContainEqual(expect.objectContaining({code: "not_understood", model: "orders"}));
    expect(notes).toContainEqual(expect.objectContaining({code: "key_unused"}));
  });

  test("two models of one name: the second is left out", () => {
    const text = manifest();
    const twice = JSON.parse(text);
    twice.semantic_models["semantic_model.other.orders"] = {...orders, original_file_path: "other.yml"};
    expect(read(JSON.stringify(twice)).notes).toContainEqual(
      expect.objectContaining({code: "duplicate_name", model: "orders", file: "other.yml"}),
    );
  });
});
