import {describe, expect, test} from "bun:test";
import {ServiceError} from "../../shared/core/errors.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import type {Query} from "../../shared/semantic/query/query.ts";
import {resolveQuery} from "../../shared/semantic/resolve/resolve.ts";
import type {BuiltColumn} from "../../shared/semantic/rollup-matching/built.ts";
import {fitQuery} from "../../shared/semantic/rollup-matching/fit.ts";
import {planRollup} from "../../shared/semantic/rollup-matching/plan.ts";
import {rollupLayer} from "../../shared/semantic/rollup-matching/rollup-layer.ts";
import {shapeOf} from "../../shared/semantic/rollup-matching/shape.ts";
import {nearQuery, randomRollup} from "../worker/rollup-builds/differential.ts";
import {Chance, graphFor, randomLayer} from "./differential/random-layer.ts";
import {randomQuery} from "./differential/random-query.ts";

const QUERY: Query = {
  model: "orders",
  projectId: "proj_1",
  dimensions: ["orders.status"],
  measures: ["orders.total"],
  filters: [
    {field: "orders.status", op: "in", value: ["secret-a", "secret-b"]},
    {or: [{not: {field: "orders.note", op: "contains", value: "secret", caseSensitive: true}}]},
    {field: "orders.amount", op: ">", value: 98765},
    {
      per: ["customers.id"],
      field: "orders.total",
      op: ">=",
      value: 98765,
      filters: [{field: "orders.status", op: "=", value: "secret"}],
    },
    {some: "lines", filters: [{field: "lines.sku", op: "=", value: "secret"}]},
    {field: "Ms Secret", op: ">", value: 0.98765},
    {field: "orders.placed_at", op: "in_past", value: {unit: "day", count: 98765}},
  ],
  calculations: [{name: "Ms Secret", type: "percent_of_total", of: "orders.total"}],
  top: {dimension: "orders.status", by: "orders.total", count: 98765, others: "secret"},
  orderBy: ["Ms Secret desc", "orders.status"],
  limit: 98765,
};

describe("the shape of a query", () => {
  test("names both fields of a comparison", () => {
    const filters = [{not: {field: "orders.placed_at.month", op: "!=", other: "orders.due_on.month"}}];
    const query: Query = {model: "orders", measures: ["orders.total"], filters};
    expect(shapeOf(query, "monday")).toEqual(query);
  });

  test("omits the names and the percentiles of the query's own measures", () => {
    const query: Query = {
      model: "orders",
      dimensions: ["orders.status"],
      measures: [
        "orders.total",
        {
          name: "Mr Secret",
          agg: "percentile",
          percentile: 0.98765,
          of: "orders.total",
          per: ["customers.id"],
        },
      ],
      filters: [
        {field: "orders.placed_at", op: "=", value: "2024-02"},
        {field: "Mr Secret", op: ">", value: 98765},
      ],
      top: {dimension: "orders.status", by: "Mr Secret", count: 3},
      compare: {offset: {unit: "month", count: 1}},
      orderBy: ["Mr Secret@before desc", "Mr Secret"],
    };
    const shape = shapeOf(query, "monday");
    expect(JSON.stringify(shape)).not.toMatch(/secret|98765/i);
    expect(shape?.measures?.[1]).toEqual({
      name: "n0",
      agg: "percentile",
      percentile: 0.5,
      of: "orders.total",
      per: ["customers.id"],
    });
    expect(shape?.top?.by).toBe("n0");
    expect(shape?.orderBy).toEqual(["n0@before desc", "n0"]);
    expect(shape?.filters?.[1]).toMatchObject({field: "n0"});
  });

  test("omits the edges and the names of bins", () => {
    const query: Query = {
      model: "orders",
      dimensions: [
        "orders.status",
        {field: "orders.amount", bin: {edges: [98765]}, name: "Mr Secret"},
        {field: "orders.amount", bin: {width: 98765, labels: true}},
      ],
      measures: ["orders.total"],
      calculations: [
        {name: "place", type: "rank", of: "orders.total", within: ["Mr Secret"]},
        {name: "so far", type: "running_total", of: "orders.total", along: "Mr Secret"},
        {name: "so many", type: "running_total", of: "orders.total", along: "so far"},
      ],
      top: {dimension: "Mr Secret", by: "orders.total", count: 3, within: ["orders.status"]},
      orderBy: ["Mr Secret desc", "orders.amount.bin"],
    };
    const shape = shapeOf(query, "monday");
    expect(JSON.stringify(shape)).not.toMatch(/secret|98765/i);
    expect(shape).toEqual({
      model: "orders",
      dimensions: [
        "orders.status",
        {field: "orders.amount", bin: {width: 1}, name: "b1"},
        {field: "orders.amount", bin: {width: 1, labels: true}},
      ],
      measures: ["orders.total"],
      calculations: [
        {name: "c0", type: "rank", of: "orders.total", within: ["b1"]},
        {name: "c1", type: "running_total", of: "orders.total", along: "b1"},
        {name: "c2", type: "running_total", of: "orders.total", along: "c1"},
      ],
      top: {dimension: "b1", by: "orders.total", count: 1, within: ["orders.status"]},
      orderBy: ["b1 desc", "orders.amount.bin"],
    });
  });

  test("names the query's fields, and omits the values that they are compared with", () => {
    const shape = shapeOf(QUERY, "monday");
    expect(JSON.stringify(shape)).not.toMatch(/secret|98765|proj_1/i);
    expect(shape).toEqual({
      model: "orders",
      dimensions: ["orders.status"],
      measures: ["orders.total"],
      filters: [
        {field: "orders.status", op: "in", value: ["x"]},
        {or: [{not: {field: "orders.note", op: "contains", value: "x", caseSensitive: true}}]},
        {field: "orders.amount", op: ">", value: 1},
        {
          per: ["customers.id"],
          field: "orders.total",
          op: ">=",
          value: 1,
          filters: [{field: "orders.status", op: "=", value: "x"}],
        },
        {some: "lines", filters: [{field: "lines.sku", op: "=", value: "x"}]},
        {field: "c0", op: ">", value: 1},
        {field: "orders.placed_at", op: "in_past", value: {unit: "day", count: 1}},
      ],
      calculations: [{name: "c0", type: "percent_of_total", of: "orders.total"}],
      top: {dimension: "orders.status", by: "orders.total", count: 1, others: "x"},
      orderBy: ["c0 desc", "orders.status"],
      limit: 10_001,
    });
  });

  const filtered = (op: string, value: unknown, field = "o.at") =>
    shapeOf({model: "o", measures: ["o.n"], filters: [{field, op, value}]}, "monday");

  test.each<[string, unknown, unknown]>([
    ["=", "2019-03-01", "2024-03-01"],
    [">=", "2019-01-01", "2020-01-01"],
    ["<=", "2019-01-31", "2021-05-31"],
    [">", "2019-12-31", "2022-12-31"],
    ["between", ["2019-01-01", "2019-12-31"], ["2020-01-01", "2021-12-31"]],
    [">=", "2019-07-02T13:00:00Z", "2020-02-03T04:00:00+00:00"],
    ["in", ["a"], ["b", "c", "d"]],
    ["=", "12", "-7.5"],
  ])("is the same for %s %p and %p", (op, one, other) => {
    expect(filtered(op, one)).toEqual(filtered(op, other));
  });

  test.each<[string, unknown, unknown]>([
    [">=", "2019-03-01", "2019-03-02"],
    [">=", "2018-01-01", "2019-01-01"],
    [">=", "2019-07-02T13:00:00Z", "2019-07-02T13:30:00Z"],
    ["<=", "2019-01-31", "2019-01-30"],
    ["=", "2019", "2019-05"],
    ["in_past", {unit: "day", count: 2}, {unit: "week", count: 2}],
  ])("differs for %s %p and %p, because other periods begin", (op, one, other) => {
    expect(filtered(op, one)).not.toEqual(filtered(op, other));
  });

  test("does not exist for a funnel, nor for a query that must run in the warehouse", () => {
    expect(shapeOf({...QUERY, rollups: false}, "monday")).toBeUndefined();
    const funnel = {entity: "o.who", steps: [{name: "a"}, {name: "b"}]};
    expect(shapeOf({model: "o", funnel}, "monday")).toBeUndefined();
  });
});

test("a roll-up can answer a shape exactly if it can answer the query", () => {
  const tally = {yes: 0, no: 0};
  for (let seed = 1; seed <= 20; seed++) {
    const chance = new Chance(seed);
    const random = randomLayer(chance);
    const graph = graphFor("duckdb", random.graph);
    const layer = buildLayer(graph);
    const weekStart = chance.pick(["monday", "sunday"] as const);
    const now = new Date("2024-03-15T12:00:00Z");
    for (let i = 0; i < 4; i++) {
      const rollup = randomRollup(chance, graph, "r");
      const plan = planRollup(layer, rollup);
      if (Array.isArray(plan)) continue;
      const columns = [
        ...plan.dimensions.map(
          ({column, type}): BuiltColumn => ({
            name: column,
            engineType: "",
            same: true,
            sorted: true,
            kind:
              type === "string" ? "text" : type === "number" ? "decimal" : type === "json" ? "other" : type,
          }),
        ),
        ...[...plan.parts.values()].map(
          ({column}): BuiltColumn => ({name: column, engineType: "", kind: "integer"}),
        ),
      ];
      const built = {name: "r", buildId: "", signature: "", dataAsOf: "", rowCount: 1, columns};
      const candidate = {plan, layer: rollupLayer(layer, plan), built, dialect: "duckdb" as const};
      for (let j = 0; j < 25; j++) {
        const query = chance.chance(0.2)
          ? randomQuery(chance, random, {further: true})
          : nearQuery(chance, rollup);
        const shape = shapeOf(query, weekStart);
        if (!shape) continue;
        const answers = (asked: Query) =>
          typeof fitQuery(
            candidate,
            resolveQuery(layer, asked, {timezone: "UTC", weekStart, now, defaultLimit: 1000}),
          ) !== "string";
        let wanted: boolean;
        try {
          wanted = answers(query);
        } catch (fault) {
          if (fault instanceof ServiceError) continue;
          throw fault;
        }
        if (answers(shape) !== wanted)
          throw new Error(`seed ${seed}: ${JSON.stringify({query, shape, rollup, wanted})}`);
        tally[wanted ? "yes" : "no"]++;
      }
    }
  }
  expect(tally.yes).toBeGreaterThan(100);
  expect(tally.no).toBeGreaterThan(100);
});
