import {describe, expect, test} from "bun:test";
import {parse} from "yaml";
import type {LayerChange} from "../../../shared/modeling/layer-formats/common/apply-changes.ts";
import {WriteFault} from "../../../shared/modeling/layer-formats/common/write-fault.ts";
import {manifest, simple} from "../read/dbt-manifest.ts";
import {CUBE, DBT, DBT_MODELS, type Files, LIGHTDASH, OSSIE} from "./fixtures.ts";
import {remove, set, written} from "./written.ts";

describe("a change is written into dbt's semantic models", () => {
  const ORDERS = "models/orders.yml";

  test.each<[string, LayerChange[], Record<string, string[]>]>([
    [
      "a description of a model",
      [set("model", "orders", undefined, {description: "What was ordered"})],
      {[ORDERS]: ["+    description: What was ordered"]},
    ],
    [
      "texts of fields",
      [
        set("dimension", "orders", "placed_at", {label: "Placed", description: "Placed at"}),
        set("measure", "orders", "orders_placed", {label: "Orders: all"}),
        set("measure", "orders", "total", {description: "All of it"}),
      ],
      {
        [ORDERS]: [
          "+        label: Placed",
          "-        description: 'When'  # short",
          "+        description: 'Placed at'  # short",
          "-      - {name: total, agg: sum, expr: amount, create_metric: true}",
          "+      - {name: total, description: All of it, agg: sum, expr: amount, create_metric: true}",
          "-    label: Orders",
          '+    label: "Orders: all"',
        ],
      },
    ],
    [
      "dimensions",
      [
        set("dimension", "orders", "channel", {type: "string", column: "channel_name", label: "Channel"}),
        set("dimension", "orders", "paid_on", {type: "date", sql: "cast(paid_at as date)"}),
        set("dimension", "orders", "paid_at", {type: "timestamp", column: "paid_at"}),
      ],
      {
        [ORDERS]: [
          "+      - name: channel",
          "+        label: Channel",
          "+        type: categorical",
          "+        expr: channel_name",
          "+      - name: paid_on",
          "+        type: time",
          "+        expr: paid_at",
          "+        type_params:",
          "+          time_granularity: day",
          "+      - name: paid_at",
          "+        type: time",
          "+        type_params:",
          "+          time_granularity: second",
        ],
      },
    ],
    [
      "a number, whose type is declared at its column",
      [set("dimension", "orders", "discount", {type: "number", column: "discount"})],
      {
        [ORDERS]: [
          "+      - {name: discount, data_type: numeric}",
          "+      - name: discount",
          "+        type: categorical",
        ],
      },
    ],
    [
      "measures of each kind",
      [
        set("measure", "orders", "highest", {type: "max", column: "amount"}),
        set("measure", "orders", "open_orders", {type: "count", where: "${status} = 'open'"}),
        set("measure", "orders", "open_share", {type: "number", sql: "${open_orders} / ${orders_placed}"}),
        set("measure", "orders", "p90", {
          type: "percentile",
          column: "amount",
          percentile: 0.9,
          hidden: true,
        }),
      ],
      {
        [ORDERS]: [
          "+      - name: highest",
          "+        agg: max",
          "+        expr: amount",
          "+        create_metric: true",
          "+      - name: p90",
          "+        agg: percentile",
          "+        expr: amount",
          "+        agg_params:",
          "+          percentile: 0.9",
          "+  - name: open_orders",
          "+    type: simple",
          "+    type_params:",
          "+      measure: order_count",
          "+    filter: \"{{ Dimension('order__status') }} = 'open'\"",
          "+  - name: open_share",
          "+    type: derived",
          "+    type_params:",
          "+      expr: open_orders / orders_placed",
          "+      metrics:",
          "+        - open_orders",
          "+        - orders_placed",
        ],
      },
    ],
    [
      "columns and formulas of measures",
      [
        set("measure", "orders", "total", {column: "price"}),
        set("measure", "orders", "mean", {sql: "${total} * 100 / ${orders_placed}"}),
      ],
      {
        [ORDERS]: [
          "-      - {name: total, agg: sum, expr: amount, create_metric: true}",
          "+      - {name: total, agg: sum, expr: price, create_metric: true}",
          "-      expr: total / orders_placed",
          "+      expr: total * 100 / orders_placed",
        ],
      },
    ],
    [
      "removals",
      [
        remove("measure", "orders", "mean"),
        remove("dimension", "orders", "placed_at"),
        remove("model", "customers"),
      ],
      {
        [ORDERS]: [
          "-      - name: placed_at",
          "-        type: time",
          "-        description: 'When'  # short",
          "-        type_params:",
          "-          time_granularity: day",
          "-  - name: mean",
          "-    type: derived",
          "-    type_params:",
          "-      expr: total / orders_placed",
          "-      metrics: [total, orders_placed]",
        ],
        "models/customers.yml": [
          "-semantic_models:",
          "-- name: customers",
          "-  model: ref('customers')",
          "-  entities:",
          "-  - {name: customer, type: primary, expr: id}",
          "-  dimensions:",
          "-  - {name: region, type: categorical}",
          "+semantic_models: []",
        ],
      },
    ],
    [
      "a model, and a join to it",
      [
        set("model", "regions", undefined, {
          table: {name: "regions"},
          primaryKey: ["region"],
          dimensions: [{name: "region", type: "string", column: "region"}],
        }),
        set("join", "customers", undefined, {
          to: "regions",
          relationship: "many_to_one",
          on: [{from: "region", to: "region"}],
        }),
      ],
      {
        [ORDERS]: [
          "+  - name: regions",
          "+    model: ref('regions')",
          "+    entities:",
          "+      - name: regions_key",
          "+        type: primary",
          "+        expr: region",
          "+    dimensions:",
          "+      - name: region",
          "+        type: categorical",
        ],
        "models/customers.yml": ["+  - {name: regions_key, type: foreign, expr: region}"],
      },
    ],
  ])("%s", (_, changes, expected) => {
    expect(written(DBT, changes)).toEqual(expected);
  });
});

describe("a change is written into dbt's newer form", () => {
  test.each<[string, LayerChange[], string[]]>([
    [
      "texts",
      [
        set("dimension", "orders", "status", {label: "State", description: "Where it is"}),
        set("measure", "orders", "total", {label: "Total, net"}),
        set("model", "orders", undefined, {label: "Orders"}),
      ],
      [
        "+    label: Orders",
        "-          Where the order",
        "-          stands",
        "-        dimension: categorical",
        "+          Where it is",
        "+        dimension:",
        "+          type: categorical",
        "+          label: State",
        "-      - {name: total, type: simple, agg: sum, expr: amount}",
        '+      - {name: total, label: "Total, net", type: simple, agg: sum, expr: amount}',
      ],
    ],
    [
      "dimensions",
      [
        set("dimension", "orders", "amount", {type: "number", column: "amount"}),
        set("dimension", "orders", "channel", {type: "string", column: "channel", description: "How"}),
        set("dimension", "orders", "upper_status", {type: "string", sql: "upper(status)"}),
      ],
      [
        "+        dimension: categorical",
        "+      - name: channel",
        "+        description: How",
        "+        data_type: varchar",
        "+        dimension: categorical",
        "+    derived_semantics:",
        "+      dimensions:",
        "+        - name: upper_status",
        "+          type: categorical",
        "+          expr: upper(status)",
      ],
    ],
    [
      "measures",
      [
        set("measure", "orders", "paid", {type: "sum", column: "amount", where: "${status} = 'paid'"}),
        set("measure", "orders", "mean", {type: "number", sql: "${total} / ${order_count}"}),
        set("measure", "orders", "order_count", {type: "count_distinct"}),
        remove("dimension", "orders", "placed_at"),
      ],
      [
        "-      - {name: placed_at, data_type: timestamp, granularity: day, dimension: time}",
        "+      - {name: placed_at, data_type: timestamp}",
        "-        agg: count",
        "+        agg: count_distinct",
        "+      - name: paid",
        "+        type: simple",
        "+        agg: sum",
        "+        expr: amount",
        "+        filter: \"{{ Dimension('order__status') }} = 'paid'\"",
        "+      - name: mean",
        "+        type: derived",
        "+        expr: total / order_count",
        "+        input_metrics:",
        "+          - total",
        "+          - order_count",
      ],
    ],
  ])("%s", (_, changes, expected) => {
    expect(written(DBT_MODELS, changes)).toEqual({"models/orders.yml": expected});
  });
});

describe("a change is written into Lightdash's files", () => {
  test.each<[string, LayerChange[], Record<string, string[]>]>([
    [
      "texts and number formats",
      [
        set("model", "orders", undefined, {label: "Orders", description: "All"}),
        set("dimension", "orders", "status", {label: "State", description: "Open, paid"}),
        set("dimension", "customers", "name", {hidden: true}),
        set("measure", "orders", "total", {format: {style: "currency", currency: "EUR", decimals: 2}}),
        set("measure", "orders", "mean", {label: "Mean"}),
      ],
      {
        "models/orders.yml": [
          "+    description: All",
          "+      label: Orders",
          '-        description: "Where it stands" # open or paid',
          '+        description: "Open, paid" # open or paid',
          "+        meta:",
          "+          dimension:",
          "+            label: State",
          "-            total: {type: sum}",
          "+            total: {type: sum, format: eur, round: 2}",
          "+              label: Mean",
        ],
        "models/customers.yml": [
          "-      - {name: name, data_type: varchar}",
          "+      - {name: name, data_type: varchar, meta: {dimension: {hidden: true}}}",
        ],
      },
    ],
    [
      "fields",
      [
        set("dimension", "orders", "placed_on", {type: "date", column: "placed_on"}),
        set("dimension", "orders", "shouted", {type: "string", sql: "upper(${TABLE}.status)"}),
        set("measure", "orders", "paid", {type: "sum", column: "amount", where: "${status} = 'paid'"}),
        set("measure", "orders", "paid_share", {
          type: "number",
          sql: "${paid} / ${total}",
          format: {style: "percent", decimals: 1},
        }),
        remove("measure", "orders", "mean"),
      ],
      {
        "models/orders.yml": [
          "+      metrics:",
          "+        paid_share:",
          "+          type: number",
          "+          sql: ${paid} / ${total}",
          "+          format: percent",
          "+          round: 1",
          "+        meta:",
          "+          additional_dimensions:",
          "+            shouted:",
          "+              type: string",
          "+              sql: upper(${TABLE}.status)",
          "+            paid:",
          "+              type: sum",
          "+              filters:",
          "+                - status: paid",
          "-            mean:",
          "-              type: average",
          "+      - name: placed_on",
          "+        data_type: date",
        ],
      },
    ],
    [
      "joins and models",
      [
        remove("join", "orders", "customers"),
        set("model", "regions", undefined, {
          table: {name: "regions"},
          primaryKey: ["id"],
          dimensions: [{name: "id", type: "number", column: "id"}],
        }),
        set("join", "customers", undefined, {
          to: "regions",
          relationship: "many_to_one",
          on: [{from: "region_id", to: "id"}],
        }),
      ],
      {
        "models/orders.yml": [
          "-      joins:",
          "-        - join: customers",
          "-          sql_on: ${orders.customer_id} = ${customers.id}",
          "-          relationship: many-to-one",
        ],
        "models/customers.yml": [
          "-    config: {meta: {primary_key: id}}",
          '+    config: {meta: {primary_key: id, joins: [{join: regions, sql_on: "${customers.region_id} = ${regions.id}", relationship: many-to-one}]}}',
        ],
        "models/regions.yml": ["+    meta:", "+      primary_key: id"],
      },
    ],
  ])("%s", (_, changes, expected) => {
    expect(written(LIGHTDASH, changes)).toEqual(expected);
  });
});

test("a key of Lightdash is changed in the one of `meta` and `config.meta` that has it", () => {
  const text = `models:
  - name: orders
    config: {meta: {owner: finance, metrics: {n: {label: Orders}}}}
    meta:
      metrics:
        total: {type: sum, sql: "\${TABLE}.amount"} # in euros
        n: {type: count}
    columns:
      - name: id
        config: {meta: {pii: true, dimension: {label: Key}}}
        meta: {dimension: {type: number, hidden: true}}
`;
  expect(
    written({"models/orders.yml": text}, [
      set("measure", "orders", "total", {label: "Total"}),
      set("measure", "orders", "n", {label: "Number"}),
      set("dimension", "orders", "id", {hidden: null, label: "Id"}),
      set("model", "orders", undefined, {label: "Sales"}),
    ]),
  ).toEqual({
    "models/orders.yml": [
      "-    config: {meta: {owner: finance, metrics: {n: {label: Orders}}}}",
      "+    config: {meta: {owner: finance, metrics: {n: {label: Number}}, label: Sales}}",
      '-        total: {type: sum, sql: "${TABLE}.amount"} # in euros',
      '+        total: {type: sum, sql: "${TABLE}.amount", label: Total} # in euros',
      "-        config: {meta: {pii: true, dimension: {label: Key}}}",
      "-        meta: {dimension: {type: number, hidden: true}}",
      "+        config: {meta: {pii: true, dimension: {label: Id}}}",
      "+        meta: {dimension: {type: number}}",
    ],
  });
  expect(written({"models/orders.yml": text}, [remove("measure", "orders", "n")])).toEqual({
    "models/orders.yml": [
      "-    config: {meta: {owner: finance, metrics: {n: {label: Orders}}}}",
      "+    config: {meta: {owner: finance}}",
      "-        n: {type: count}",
    ],
  });
});

test("a low percentile of Lightdash and a filter by a number in a text keep their meaning", () => {
  const text = `models:
  - name: orders
    columns:
      - {name: zip, data_type: text}
      - name: amount
        data_type: number
        meta:
          metrics:
            low: {type: percentile, percentile: 10}
            n: {type: count, filters: [{zip: a}]}
`;
  expect(
    written({"models/orders.yml": text}, [
      set("measure", "orders", "low", {percentile: 0.005}),
      set("measure", "orders", "n", {where: "${zip} = '0815'"}),
    ]),
  ).toEqual({
    "models/orders.yml": [
      "-            low: {type: percentile, percentile: 10}",
      "-            n: {type: count, filters: [{zip: a}]}",
      "+            low: {type: percentile, percentile: 0.5}",
      '+            n: {type: count, filters: [{zip: "0815"}]}',
    ],
  });
});

test("a part of a file that the service could not have written stays as it is", () => {
  const text = `models:
  - name: orders
    meta: {primary_key: id}
    columns:
      - {name: status, data_type: varchar}
      - name: id
        data_type: bigint
        meta:
          metrics:
            some:
              type: count
              filters: [{status: ["a", "b%", "> 3"]}]
`;
  const files = {"dbt_project.yml": "name: shop\n", "models/orders.yml": text};
  expect(written(files, [set("measure", "orders", "some", {label: "Some"})])).toEqual({
    "models/orders.yml": ["+              label: Some"],
  });
});

describe("a change is written into Cube's files", () => {
  test.each<[string, LayerChange[], Record<string, string[]>]>([
    [
      "texts and fields",
      [
        set("dimension", "orders", "status", {label: "State"}),
        set("measure", "orders", "paid", {type: "sum", column: "amount", where: "${status} = 'paid'"}),
        set("measure", "orders", "share", {type: "number", sql: "${paid} / ${total}"}),
        set("dimension", "customers", "name", {type: "string", column: "name"}),
      ],
      {
        "model/orders.yml": [
          "+        title: State",
          "+      - name: paid",
          "+        sql: amount",
          "+        type: sum",
          "+        filters:",
          "+          - sql: \"{status} = 'paid'\"",
          "+      - name: share",
          '+        sql: "{paid} / {total}"',
          "+        type: number",
        ],
        "model/customers.yml": ["+  - {name: name, sql: name, type: string}\r"],
      },
    ],
    [
      "a new model in a file of its own, and a join to it",
      [
        set("model", "regions", undefined, {
          table: {schema: "main", name: "regions"},
          primaryKey: ["id"],
          dimensions: [{name: "id", type: "number", column: "id"}],
          measures: [{name: "count", type: "count"}],
        }),
        set("join", "customers", undefined, {
          to: "regions",
          relationship: "many_to_one",
          on: [{from: "region_id", to: "id"}],
        }),
      ],
      {
        "model/regions.yml": [
          "+cubes:",
          "+  - name: regions",
          "+    sql_table: main.regions",
          "+    dimensions:",
          "+      - name: id",
          "+        sql: id",
          "+        type: number",
          "+        primary_key: true",
          "+    measures:",
          "+      - name: count",
          "+        type: count",
        ],
        "model/customers.yml": [
          "+  joins:\r",
          "+  - name: regions\r",
          "+    relationship: many_to_one\r",
          '+    sql: "{CUBE}.region_id = {regions}.id"\r',
        ],
      },
    ],
    [
      "a removed model, with the joins to it",
      [remove("model", "customers")],
      {
        "model/orders.yml": [
          "-    joins:",
          '-      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers}.id"}',
          "-",
        ].slice(0, 2),
        "model/customers.yml": [
          "-cubes:\r",
          "-- name: customers\r",
          "-  sql_table: main.customers\r",
          "-  dimensions:\r",
          "-  - {name: id, sql: id, type: number, primary_key: true}\r",
          "+cubes: []\r",
        ],
      },
    ],
  ])("%s", (_, changes, expected) => {
    expect(written(CUBE, changes)).toEqual(expected);
  });
});

describe("a cube with pre-aggregations", () => {
  const files: Files = {
    ...CUBE,
    "model/orders.yml": `${CUBE["model/orders.yml"]}
    pre_aggregations:
      - name: by_status
        measures: [total]
        dimensions: [CUBE.status]   # for the board
        refresh_key: {every: 1 hour}
`,
  };

  test("keeps them when a member is changed or added", () => {
    const changes = [
      set("measure", "orders", "total", {label: "Total"}),
      set("measure", "orders", "count", {type: "count"}),
    ];
    expect(written(files, changes)["model/orders.yml"]).toEqual([
      "+        title: Total",
      "+      - name: count",
      "+        type: count",
    ]);
  });

  test("is removed with them", () => {
    const diff = written(files, [remove("model", "orders")])["model/orders.yml"] ?? [];
    expect(diff).toContain("-    pre_aggregations:");
    expect(diff.filter(line => line.startsWith("+"))).toEqual(["+cubes: []"]);
  });
});

describe("a change is written into Ossie's files", () => {
  test("texts, fields, metrics and relationships", () => {
    const changes = [
      set("dimension", "orders", "status", {label: "State", description: "Where it is"}),
      set("dimension", "customers", "id", {hidden: true}),
      set("measure", "orders", "total", {description: "All of it"}),
      set("measure", "orders", "paid", {type: "sum", column: "amount", where: "${status} = 'paid'"}),
      remove("join", "orders", "customers"),
    ];
    const diff = written(OSSIE, changes)["shop.yml"] ?? [];
    expect(diff.filter(line => line.startsWith("-"))).toEqual([
      "-    relationships:",
      "-      - {name: r, from: orders, to: customers, from_columns: [customer_id], to_columns: [id]}",
    ]);
    expect(diff).toContain("+            label: State");
    expect(diff).toContain("+            description: Where it is");
  });
});

test("what Ossie cannot express is written into an extension", () => {
  const rolling = {dimension: "placed_at", window: {unit: "day", count: 7}};
  const diff = written(OSSIE, [
    set("dimension", "orders", "placed_at", {type: "timestamp", column: "placed_at"}),
    set("measure", "orders", "week", {type: "sum", column: "amount", rolling}),
    set("measure", "orders", "total", {column: "price", format: {style: "bytes"}}),
    set("dimension", "orders", "status", {sql: "lower(status)"}),
    set("model", "regions", undefined, {
      table: {schema: "main", name: "regions"},
      primaryKey: ["id"],
      dimensions: [{name: "id", type: "number", column: "id"}],
      measures: [{name: "regions_count", type: "count"}],
    }),
    set("join", "customers", "home", {
      name: "home",
      to: "regions",
      relationship: "many_to_one",
      on: [{from: "region_id", to: "id"}],
    }),
    set("model", "customers", undefined, {label: "Who buys", hidden: true}),
  ]);
  expect(Object.keys(diff)).toEqual(["shop.yml"]);
  expect(diff["shop.yml"]?.filter(line => line.startsWith("-")).length).toBeLessThan(6);
});

describe("a change that a format cannot express is refused with a message", () => {
  const cube: Files = {
    "a.yml":
      "cubes:\n  - name: a\n    sql_table: a\n    measures:\n      - {name: n, type: count}\n    dimensions:\n      - {name: d, sql: d, type: string}\n",
  };
  test.each<[string, Files, LayerChange, string]>([
    ["a number format", cube, set("measure", "a", "n", {format: {style: "bytes"}}), "no format"],
    [
      "a type of measure",
      cube,
      set("measure", "a", "m", {type: "median", column: "x"}),
      "no measure of the type",
    ],
    [
      "a key of a measure",
      cube,
      set("measure", "a", "n", {offset: {dimension: "d", unit: "day", count: 1}}),
      '"offset"',
    ],
    [
      "a model that does not exist",
      cube,
      set("dimension", "b", "x", {type: "string", column: "x"}),
      'no model "b"',
    ],
    ["a field that does not exist", cube, remove("dimension", "a", "x"), "a.x"],
    [
      "a change of dbt's manifest, which dbt builds from other files",
      {...DBT, "target/manifest.json": manifest({metrics: [simple("revenue", "amount")]})},
      set("measure", "orders", "revenue", {label: "R"}),
      "dbt builds its manifest.json from other files",
    ],
    [
      "a change of a JSON file",
      {"shop.json": JSON.stringify(parse(OSSIE["shop.yml"] ?? ""))},
      set("dimension", "orders", "status", {label: "State"}),
      "is JSON, which is not written to",
    ],
    ["a new name for a field", cube, set("dimension", "a", "d", {name: "e"}), "remove it and add"],
    [
      "a field that a cube inherits",
      {...cube, "b.yml": "cubes:\n  - name: b\n    extends: a\n    sql_table: b\n"},
      set("dimension", "b", "d", {label: "D"}),
      'where "b.d" is declared',
    ],
  ])("%s", (_, files, change, message) => {
    expect(() => written(files, [change])).toThrow(WriteFault);
    expect(() => written(files, [change])).toThrow(message);
  });
});
