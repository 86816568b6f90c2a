import {afterAll, beforeAll, expect, test} from "bun:test";
import {parserOf} from "../../shared/core/validate.ts";
import {checkGraph} from "../../shared/semantic/check/graph.ts";
import {compile} from "../../shared/semantic/compile.ts";
import {DEFAULT_LIMIT, Query} from "../../shared/semantic/documents.ts";
import type {Graph, Model} from "../../shared/semantic/layer/graph.ts";
import type {Join} from "../../shared/semantic/layer/join.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import {type Engine, openEngines, type TestData} from "../semantic/engines.ts";
import {jsonBlocks, readPage} from "./pages.ts";

// Examples for the shell run against the demo (`test/bin/start.test.ts`). The others are of layers that their text describes.

const column = (name: string, type: string) => ({name, type, column: name});
const model = (name: string, dimensions: readonly object[], measures: readonly object[] = []) =>
  ({
    name,
    table: {name},
    primaryKey: ["id"],
    dimensions: [column("id", "number"), ...dimensions],
    measures,
  }) as Model;
const toOne = (from: string, to: string, by: string): Join => ({
  from,
  to,
  relationship: "many_to_one",
  on: [{from: by, to: "id"}],
});
const total = {name: "total", type: "sum", column: "amount"};
const count = {name: "count", type: "count"};

interface World {
  graph: Graph;
  data: TestData;
}

/** Ann's first order and Bob's only one were sent too late. Ann got a full refund of hers, and Bob a quarter. */
const SHOP: World = {
  graph: {
    models: [
      model("customers", [column("name", "string")]),
      {
        ...model(
          "orders",
          [
            column("placed_at", "timestamp"),
            column("sent_at", "timestamp"),
            column("promised_on", "date"),
            column("status", "string"),
          ],
          [total],
        ),
        time: "placed_at",
      },
      model("order_items", [column("sku", "string")], [count]),
      {...model("refunds", [column("paid_on", "date")], [total]), time: "paid_on"},
    ],
    joins: [
      toOne("orders", "customers", "customer_id"),
      toOne("order_items", "orders", "order_id"),
      toOne("refunds", "customers", "customer_id"),
    ],
  },
  data: {
    customers: {
      columns: {id: "integer", name: "text"},
      rows: [
        [1, "Ann"],
        [2, "Bob"],
        [3, "Cid"],
      ],
    },
    orders: {
      columns: {
        id: "integer",
        customer_id: "integer",
        placed_at: "timestamp",
        sent_at: "timestamp",
        promised_on: "date",
        status: "text",
        amount: "integer",
      },
      rows: [
        [1, 1, "2025-05-10 09:00:00", "2025-05-20 09:00:00", "2025-05-15", "sent", 50],
        [2, 1, "2026-01-05 09:00:00", "2026-01-10 23:00:00", "2026-01-10", "sent", 30],
        [3, 2, "2026-01-20 09:00:00", "2026-01-25 09:00:00", "2026-01-22", "returned", 40],
        [4, 3, "2026-03-02 09:00:00", "2026-03-02 10:00:00", "2026-03-03", "sent", 70],
        [5, 3, "2025-02-01 09:00:00", "2025-02-01 10:00:00", "2025-02-03", "sent", 90],
      ],
    },
    order_items: {
      columns: {id: "integer", order_id: "integer", sku: "text"},
      rows: [
        [1, 1, "shirts"],
        [2, 2, "shoes"],
        [3, 2, "shirts"],
        [4, 3, "shoes"],
        [5, 3, "shirts"],
        [6, 4, "shoes"],
        [7, 5, "shirts"],
      ],
    },
    refunds: {
      columns: {id: "integer", customer_id: "integer", paid_on: "date", amount: "integer"},
      rows: [
        [1, 1, "2025-06-01", 50],
        [2, 2, "2026-02-03", 10],
      ],
    },
  },
};

const ARTICLES: World = {
  graph: {
    models: [
      model("articles", [column("title", "string"), {...column("tags", "json"), items: "string"}], [count]),
    ],
  },
  data: {
    articles: {
      columns: {id: "integer", title: "text", tags: "text[]"},
      rows: [
        [1, "A sale", '["new", "sale"]'],
        [2, "A draft", '["new", "draft"]'],
        [3, "Untagged", "[]"],
        [4, "Unknown", null],
        [5, "News", '["new", null]'],
      ],
    },
  },
};

/** The first goes all the way; the third fills a cart and pays a week too late; the fourth comes in February. */
const VISITORS: World = {
  graph: {
    models: [
      model("people", [], [count]),
      model("visits", [column("at", "timestamp"), column("channel", "string")], [count]),
      model("carts", [column("at", "timestamp")], [count]),
      model("orders", [column("at", "timestamp"), column("status", "string")], [count]),
    ],
    joins: ["visits", "carts", "orders"].map(name => toOne(name, "people", "person_id")),
  },
  data: {
    people: {columns: {id: "integer"}, rows: [[1], [2], [3], [4]]},
    visits: {
      columns: {id: "integer", person_id: "integer", at: "timestamp", channel: "text"},
      rows: [
        [1, 1, "2026-03-01 10:00:00", "ads"],
        [2, 2, "2026-03-02 09:00:00", "ads"],
        [3, 3, "2026-03-05 08:00:00", "mail"],
        [4, 4, "2026-02-20 08:00:00", "mail"],
      ],
    },
    carts: {
      columns: {id: "integer", person_id: "integer", at: "timestamp"},
      rows: [
        [1, 1, "2026-03-02 10:00:00"],
        [2, 3, "2026-03-06 10:00:00"],
        [3, 4, "2026-02-21 10:00:00"],
      ],
    },
    orders: {
      columns: {id: "integer", person_id: "integer", at: "timestamp", status: "text"},
      rows: [
        [1, 1, "2026-03-03 10:00:00", "paid"],
        [2, 3, "2026-03-07 10:00:00", "open"],
        [3, 3, "2026-03-12 08:00:00", "paid"],
        [4, 4, "2026-02-22 10:00:00", "paid"],
        [5, 4, "2026-03-10 10:00:00", "open"],
      ],
    },
  },
};

/** The query of each example, its world, and the rows of its answer, counted by hand. */
const EXAMPLES: [string, World, (string | null)[][]][] = [
  [
    "orders by when they were placed beside refunds by when they were paid back",
    SHOP,
    [
      ["2025-04-01", null, null],
      ["2025-05-01", "50", null],
      ["2025-06-01", null, "50"],
      ...["07", "08", "09", "10", "11", "12"].map(month => [`2025-${month}-01`, null, null]),
      ["2026-01-01", "70", null],
      ["2026-02-01", null, "10"],
      ["2026-03-01", "70", null],
    ],
  ],
  ["who was given back all that they paid for orders that were sent too late", SHOP, [["Ann", "50", "50"]]],
  ["articles that are tagged new and not draft", ARTICLES, [["A sale"], ["News"]]],
  ["who bought both in an order of 2026 and never sent one back", SHOP, [["Ann"]]],
  [
    "who orders within a week of a visit, by where it came from",
    VISITORS,
    [
      ["ads", "visits", "2", "1", null],
      ["ads", "carts", "1", "0.5", "0.5"],
      ["ads", "paid", "1", "0.5", "1"],
      ["mail", "visits", "1", "1", null],
      ["mail", "carts", "1", "1", "1"],
      ["mail", "paid", "0", "0", "0"],
    ],
  ],
  [
    "by the month of the first visit, who orders in that month and the six after it",
    VISITORS,
    [
      ["2026-02-01", "0", "1", "1", "1"],
      ["2026-02-01", "1", "1", "1", "1"],
      ["2026-03-01", "0", "0.6666667", "2", "3"],
    ],
  ],
];

let engines: Engine[];
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(async () => {
  await Promise.all(engines.map(engine => engine.close()));
});

const examples = jsonBlocks(readPage("docs/queries.md"));

test("each example that is no command has an expected answer", () => {
  expect(examples.length).toBe(EXAMPLES.length);
});

for (const [i, [name, {graph, data}, rows]] of EXAMPLES.entries()) {
  test(`the example is answered as expected by hand: ${name}`, async () => {
    expect(checkGraph(graph)).toEqual([]);
    const query = {limit: DEFAULT_LIMIT, ...parserOf(Query)(examples[i])};
    for (const engine of engines) {
      await engine.load(data);
      const {sql, parameters} = compile(buildLayer(graph), query, {
        dialect: engine.name,
        timezone: "UTC",
        weekStart: "monday",
        attributes: {},
        now: new Date("2026-03-15T12:00:00Z"),
      });
      expect([engine.name, await engine.run(sql, parameters)]).toEqual([engine.name, rows]);
    }
  });
}
