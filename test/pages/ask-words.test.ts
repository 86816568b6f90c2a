import {describe, expect, test} from "bun:test";
import {describeProgress} from "../../api/client/asking/describe-progress.ts";
import {describeQuery} from "../../api/client/asking/describe-query.ts";
import {eventsIn} from "../../api/client/asking/event-stream.ts";
import {titleInName} from "../../api/client/pages/explore/fields.ts";
import {filterInWords} from "../../shared/automation/deliveries/wording.ts";
import type {Query} from "../../shared/semantic/documents.ts";
import {OPERATORS} from "../../shared/semantic/vocabulary.ts";

const MODEL = {
  name: "orders",
  label: "Orders",
  dimensions: [
    {name: "orders.status", label: "State", type: "string"},
    {name: "orders.placed_at", label: "Placed", type: "timestamp", grains: ["month"]},
    {name: "customers.region", type: "string"},
  ],
  measures: [{name: "orders.count", label: "Number of orders", type: "number"}],
};

describe("a field within a name", () => {
  const model = {
    ...MODEL,
    dimensions: [
      ...MODEL.dimensions,
      {name: "orders.country", type: "string"},
      {name: "customers.country", type: "string"},
      {name: "delivery_addresses.countries.country", type: "string"},
      {name: "orders.total", label: "EU total", type: "number"},
      {name: "customers.total", label: "EU total", type: "number"},
      {name: "status.placed_at", label: "Placed", type: "timestamp", grains: ["month"]},
    ],
    measures: [...MODEL.measures, {name: "customers.count", label: "Number of orders", type: "number"}],
  };

  test.each([
    ["customers.region", "Region"],
    ["orders.country", "Country"],
    ["customers.country", "Customer country"],
    ["delivery_addresses.countries.country", "Delivery address country country"],
    ["customers.total", "Customer EU total"],
    ["status.placed_at.month", "Status placed (month)"],
    ["customers.count", "Customer number of orders"],
    ["orders.gone", "Gone"],
  ])("%s has the title %p: with its role only if another field has the same label", (field, title) => {
    expect(titleInName(model, field)).toBe(title);
  });
});

describe("a query in the words of its layer", () => {
  const cases: [Partial<Query>, string][] = [
    [
      {measures: ["orders.count"], dimensions: ["orders.status", "orders.placed_at.month"]},
      "Number of orders by State, Placed (month)",
    ],
    [
      {
        measures: ["orders.count"],
        filters: [
          {field: "orders.status", op: "in", value: ["open", "paid"]},
          {field: "orders.placed_at", op: "in_past", value: {unit: "day", count: 7}},
        ],
      },
      "Number of orders, where State is one of “open”, “paid” and Placed is in the past 7 days",
    ],
    [
      {
        measures: ["orders.count"],
        filters: [
          {
            or: [
              {field: "orders.count", op: "between", value: [1, 5]},
              {not: {field: "customers.region", op: "is_null"}},
            ],
          },
        ],
      },
      "Number of orders, where (Number of orders is between 1 and 5 or not (Region has no value))",
    ],
    [
      {
        measures: ["orders.count"],
        dimensions: ["orders.status"],
        top: {dimension: "orders.status", by: "orders.count", count: 5},
      },
      "Number of orders by State, the 5 with the greatest",
    ],
    [{dimensions: ["orders.status"], rows: true, limit: 1}, "Rows of Orders by State, at most 1 row"],
    [{measures: [{name: "Median", agg: "median", of: "orders.count", per: ["customers.region"]}]}, "Median"],
  ];

  test.each(cases)("%j", (query, words) => {
    expect(describeQuery({model: "orders", ...query}, MODEL)).toBe(words);
  });

  test("has the names themselves if the layer is unknown, and names are never markup", () => {
    const query: Query = {
      model: "orders",
      measures: ["orders.late_count"],
      filters: [{field: "orders.status", op: "=", value: "<b>x</b>"}],
    };
    expect(describeQuery(query)).toBe("Late count, where Status is “<b>x</b>”");
  });
});

describe("a filter on a page", () => {
  const onPage = (op: string, value?: unknown) =>
    describeQuery({model: "orders", measures: ["count"], filters: [{field: "amount", op, value}]});

  test.each(OPERATORS.map(op => [op] as const))("with %s has the same words as in mails", op => {
    const value = op.endsWith("between") ? [1, 5] : op.startsWith("in_") ? {unit: "day", count: 7} : 12;
    const filter = {field: "amount", op, value};
    expect(onPage(op, value)).toBe(`Count, where ${filterInWords(filter)}`);
  });

  test.each([
    ["isNot", 3, "Count, where Amount is not 3"],
    ["in_current", "month", "Count, where Amount is in the current month"],
    ["is_null", true, "Count, where Amount has no value"],
    ["another", 3, "Count, where Amount another 3"],
  ])("with %s of %j has plain words, too", (op, value, words) => {
    expect(onPage(op, value)).toBe(words);
  });
});

describe("the words for what a run is doing", () => {
  test.each([
    ["The first round: it is thinking", "The language model is thinking"],
    ["Round 3: anthropic/test is thinking", "The language model is thinking"],
    ["Round 2: describe_model, run_query, run_query", "The language model reads a model, runs a query"],
    ["Round 2: a_new_tool", "The language model uses a new tool"],
    ["Making the chart", "Making the chart"],
  ])("%s", (doing, words) => {
    expect(describeProgress(doing)).toBe(words);
  });
});

describe("events of a stream", () => {
  /** The events of a text that arrives in pieces of this many bytes. */
  async function read(text: string, size: number) {
    const bytes = new TextEncoder().encode(text);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    return Array.fromAsync(eventsIn(body));
  }

  test.each([1, 2, 7, 1000])("are whole in pieces of %d bytes", async size => {
    const text =
      ': hello\n\nevent: status\ndata: {"doing":"Zählt 🧮"}\n\nevent: query\r\ndata: {"a":\r\ndata: 1}\r\n\r\ndata: 2\n\n';
    expect(await read(text, size)).toEqual([
      {name: "status", data: {doing: "Zählt 🧮"}},
      {name: "query", data: {a: 1}},
      {name: "message", data: 2},
    ]);
  });

  test("are ignored if they were cut off or are not JSON", async () => {
    expect(await read('data: {"a"\n\nevent: done\ndata: {"status":"succ', 5)).toEqual([]);
  });
});
