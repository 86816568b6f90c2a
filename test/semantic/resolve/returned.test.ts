import {describe, expect, test} from "bun:test";
import {ServiceError} from "../../../shared/core/errors.ts";
import {type CompileContext, compile} from "../../../shared/semantic/compile.ts";
import type {Graph} from "../../../shared/semantic/layer/graph.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import type {Retention} from "../../../shared/semantic/query/journeys.ts";

const context: CompileContext = {
  dialect: "postgres",
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date("2024-03-15T12:00:00Z"),
};

describe("a retention's measures are computed over the returning rows", () => {
  const time = "orders.placed_at";
  const offset = {dimension: "placed_at", unit: "month", count: 1} as const;
  const graph: Graph = {
    models: [
      {
        name: "orders",
        table: {name: "orders"},
        primaryKey: ["id"],
        dimensions: [
          {name: "buyer", type: "number", column: "buyer"},
          {name: "placed_at", type: "timestamp", column: "placed_at"},
        ],
        measures: [
          {name: "count", type: "count"},
          {name: "total", type: "sum", column: "amount"},
          {name: "before", type: "sum", column: "amount", offset},
          {name: "growth", type: "number", sql: "${total} / ${before}"},
          {name: "hidden_before", type: "count", hidden: true, offset},
          {name: "hidden_growth", type: "number", sql: "${count} / ${hidden_before}"},
          {
            name: "closing",
            type: "sum",
            column: "amount",
            nonAdditive: {dimension: "placed_at", take: "last"},
          },
          {name: "per_person", type: "number", sql: "${count} / ${people.count}"},
          {
            name: "again",
            type: "conversion",
            conversion: {measure: "orders.count", entity: "buyer", time: "placed_at"},
          },
        ],
      },
      {
        name: "people",
        table: {name: "people"},
        primaryKey: ["id"],
        dimensions: [{name: "id", type: "number", column: "id"}],
        measures: [{name: "count", type: "count"}],
      },
    ],
    joins: [
      {from: "orders", to: "people", relationship: "many_to_one", on: [{from: "buyer", to: "id"}]},
      {
        name: "friend",
        from: "orders",
        to: "orders",
        relationship: "many_to_one",
        on: [{from: "of", to: "id"}],
      },
    ],
  };
  const faultOf = (measures: string[], orderBy: string[] = []) => {
    const retention = {entity: "orders.buyer", grain: "month", time, measures} as const;
    try {
      compile(buildLayer(graph), {model: "orders", retention, orderBy}, context);
    } catch (fault) {
      if (fault instanceof ServiceError) return fault.details.errors ?? [];
      throw fault;
    }
    return [];
  };

  test.each([
    ["people.count", `"people.count" is not measured over the returning rows themselves`],
    ["friend.count", `"friend.count" is not measured over the returning rows themselves`],
    ["orders.per_person", `"orders.per_person" is computed from "people.count", which is not measured over`],
    ["orders.before", `"orders.before" has a window ("offset")`],
    ["orders.growth", `"orders.growth" is computed from "orders.before", which has a window ("offset")`],
    ["orders.hidden_growth", `is computed from a hidden measure, which has a window`],
    ["orders.closing", `"orders.closing" has "nonAdditive"`],
    ["orders.again", `"orders.again" counts the rows that follow a row`],
    ["orders.buyer", `"orders.buyer" is a dimension`],
    ["orders.totl", `is not a field of`],
  ])("%s is refused, with the reason", (name, message) => {
    const [fault, ...others] = faultOf(["orders.count", name]);
    expect(fault?.path).toBe("/retention/measures/1");
    expect(fault?.message).toContain(message);
    expect(others).toEqual([]);
  });

  test("the refusal of a measure over other rows suggests the possible measures", () => {
    expect(faultOf(["people.count"])[0]?.suggestions).toEqual(["orders.count", "orders.total"]);
  });

  test("a measure is named once, and has no name of a column that every retention has", () => {
    const faults = faultOf(["orders.total", "orders.count", "orders.total"]);
    expect(faults.map(({path, message}) => [path, message])).toEqual([
      ["/retention/measures/2", `The result already has a column "orders.total". Name each measure once.`],
    ]);
    const [model] = graph.models;
    if (model === undefined) throw new Error("no model");
    const called = {...model, name: "retention", measures: [{name: "share", type: "count" as const}]};
    const retention: Retention = {entity: "retention.buyer", grain: "month", measures: ["retention.share"]};
    expect(() => compile(buildLayer({models: [called]}), {model: "retention", retention}, context)).toThrow(
      'The result already has a column "retention.share"',
    );
  });

  test("an order is never suggested by a missing measure", () => {
    const faults = faultOf(["orders.totl", "orders.count"], ["orders.coutn"]);
    expect(faults.map(({path}) => path)).toEqual(["/retention/measures/0", "/orderBy/0"]);
    expect(faults[1]?.allowed).not.toContain("orders.totl");
    expect(faults[1]?.suggestions).toContain("orders.count");
  });
});
