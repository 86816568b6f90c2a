import {describe, expect, test} from "bun:test";
import {ServiceError} from "../../../shared/core/errors.ts";
import {compile} from "../../../shared/semantic/compile.ts";
import type {Graph} from "../../../shared/semantic/layer/graph.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";

const graph: Graph = {
  models: [
    {
      name: "orders",
      table: {name: "orders"},
      dimensions: [
        {name: "placed_at", type: "timestamp", column: "placed_at"},
        {name: "due_on", type: "date", column: "due_on"},
      ],
      measures: [
        {name: "running", type: "count", rolling: {dimension: "placed_at", window: "unbounded"}},
        {name: "weekly", type: "count", offset: {dimension: "placed_at", unit: "week", count: 1}},
        {
          name: "hourly",
          type: "count",
          rolling: {dimension: "placed_at", window: {unit: "hour", count: 6}},
        },
        {
          name: "astray",
          type: "count",
          rolling: {dimension: "placed_at", window: "unbounded"},
          offset: {dimension: "due_on", unit: "year", count: 1},
        },
      ],
    },
    {
      name: "lines",
      table: {name: "lines"},
      dimensions: [{name: "sku", type: "string", column: "sku"}],
    },
  ],
  joins: [{from: "lines", to: "orders", relationship: "many_to_one", on: [{from: "order_id", to: "id"}]}],
};
const layer = buildLayer(graph);

function refusal(query: Omit<Query, "model">): string {
  try {
    compile(
      layer,
      {model: "orders", ...query},
      {dialect: "postgres", timezone: "UTC", weekStart: "monday", attributes: {}, now: new Date(0)},
    );
  } catch (fault) {
    if (fault instanceof ServiceError) return fault.message;
    throw fault;
  }
  throw new Error("it was compiled");
}

describe("a window whose periods are not defined is refused with a remedy", () => {
  const measures = ["orders.running"];
  const month = ["orders.placed_at.month"];

  test("without its dimension", () => {
    const message = refusal({measures, dimensions: ["orders.due_on.month"]});
    expect(message).toContain('such as "orders.placed_at.month"');
  });
  test("without its dimension, for a total", () => {
    expect(refusal({measures, totals: true})).toContain('such as "orders.placed_at.month"');
    expect(refusal({measures})).toContain("take a measure that has no window.");
  });
  test("with its dimension at two grains that overlap", () => {
    expect(refusal({measures, dimensions: [...month, "orders.placed_at.week"]})).toBe(
      '"orders.running" is computed along "orders.placed_at", which the query has at grains that overlap: "orders.placed_at.month", "orders.placed_at.week". Add "orders.placed_at.day", so that they are the periods of each day, or keep one of them.',
    );
    const parts = ["orders.placed_at.day_of_week", ...month];
    expect(refusal({measures, dimensions: parts})).toContain('Add "orders.placed_at.day"');
  });
  test("by parts of its dimension alone", () => {
    expect(refusal({measures, dimensions: ["orders.placed_at.hour_of_day"]})).toBe(
      '"orders.running" is computed along "orders.placed_at", and a part of a time is not a period that a window could end with: add "orders.placed_at.day" to "orders.placed_at.hour_of_day", which is then the part of each day.',
    );
  });
  test("of days at the grain of hours", () => {
    expect(
      refusal({
        measures: ["orders.weekly"],
        dimensions: [...month, "orders.placed_at.week", "orders.placed_at.hour"],
      }),
    ).toBe(
      '"orders.weekly" is computed along "orders.placed_at", and its windows consist of days: take "orders.placed_at.day" or a longer grain instead of "orders.placed_at.hour", or have a measure in the layer whose window is counted in hours.',
    );
  });
  test("of hours at the grain of days", () => {
    expect(refusal({measures: ["orders.hourly"], dimensions: ["orders.placed_at.day"]})).toBe(
      '"orders.hourly" is computed along "orders.placed_at", and its windows are counted in hours or minutes: take "orders.placed_at.hour" or "orders.placed_at.minute" instead of "orders.placed_at.day", or have a measure in the layer whose window is counted in days.',
    );
    expect(refusal({measures: ["orders.hourly"]})).toContain('such as "orders.placed_at.hour"');
  });
  test("at the grain of seconds", () => {
    expect(refusal({measures, dimensions: ["orders.placed_at.second"]})).toContain(
      'take "orders.placed_at.minute" or a longer grain instead of "orders.placed_at.second"',
    );
  });
  test("by hours and days, where hours lie in two days", () => {
    const message = refusal({
      measures,
      dimensions: ["orders.placed_at.hour", "orders.placed_at.day"],
      timezone: "Asia/Kolkata",
    });
    expect(message).toContain('overlap: "orders.placed_at.hour", "orders.placed_at.day". Keep one of them.');
  });
  test("over more hours than a statement can list", () => {
    const filters = [
      {field: "orders.placed_at", op: "between" as const, value: ["2000-01-01", "2020-01-01"]},
    ];
    const message = refusal({measures, dimensions: ["orders.placed_at.hour"], filters});
    expect(message).toContain('"orders.running" goes over at most 100,000 periods');
  });
  test("beside the moments of its dimension", () => {
    expect(refusal({measures, dimensions: [...month, "orders.placed_at"]})).toContain(
      "the query must group by that dimension once",
    );
  });
  test("with a filter on its time that is no span", () => {
    const filters = [{field: "orders.placed_at", op: "!=", value: "2024-01-01"}];
    expect(refusal({measures, dimensions: month, filters})).toContain(
      "Ask for each span in a query of its own.",
    );
  });
  test("rolling along one dimension and shifted along another", () => {
    const message = refusal({measures: ["orders.astray"], dimensions: month});
    expect(message).toContain("the same dimension in the layer");
  });
  test("grouped by a many side, if its model has no key", () => {
    const message = refusal({measures, dimensions: [...month, "lines.sku"]});
    expect(message).toContain('Give the model "orders" a "primaryKey"');
  });
});
