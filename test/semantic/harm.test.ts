import {afterAll, describe, expect, test} from "bun:test";
import {checkGraph} from "../../shared/semantic/check/graph.ts";
import type {Query} from "../../shared/semantic/documents.ts";
import {type CompileContext, compile} from "../../shared/semantic/index.ts";
import type {Dimension, Graph, Measure} from "../../shared/semantic/layer/graph.ts";
import {buildLayer} from "../../shared/semantic/layers.ts";
import {processorMs} from "../support/processor-time.ts";
import {shopGraph} from "../support/warehouse.ts";

// This file leaves a gigabyte of garbage, for which the process would otherwise take new memory.
afterAll(() => Bun.gc(true));

/**
 * Queries are compiled in the process that answers all callers, and layers are checked in a worker that runs the statements of
 * all organizations. A document within its limits may be refused, but must neither block these processes nor fill their memory.
 * Without the bounds, these cases took seconds, minutes or gigabytes.
 */
const MAX_MS = 2000;

const list = <T>(count: number, item: (i: number) => T): T[] =>
  Array.from({length: count}, (_, i) => item(i));
const context = (dialect: CompileContext["dialect"]): CompileContext => ({
  dialect,
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date("2026-03-01T12:00:00Z"),
  defaultLimit: 1000,
});

/** A layer of one table. */
function oneTable(dimensions: Dimension[], measures: Measure[] = []): Graph {
  return {models: [{name: "t", table: {name: "t"}, primaryKey: ["id"], dimensions, measures}]};
}

const TRIES = 3;

/** Fails if each of several tries takes too long. A single try may include the garbage collection of other tests. */
function inTime<T>(run: () => T): T {
  let minMs = Number.POSITIVE_INFINITY;
  for (let tries = 1; ; tries++) {
    const before = processorMs();
    const outcome = outcomeOf(run);
    minMs = Math.min(minMs, processorMs() - before);
    if (minMs >= MAX_MS && tries < TRIES) continue;
    expect(minMs).toBeLessThan(MAX_MS);
    if ("fault" in outcome) throw outcome.fault;
    return outcome.value;
  }
}

function outcomeOf<T>(run: () => T): {value: T} | {fault: unknown} {
  try {
    return {value: run()};
  } catch (fault) {
    return {fault};
  }
}

const refused = (text: RegExp) =>
  expect.objectContaining({code: "invalid_request", message: expect.stringMatching(text)});

describe("a statement that would double with each field", () => {
  const step = (i: number, sql: string): Dimension => ({name: `d${i}`, type: "string", sql});
  const first: Dimension = {name: "d0", type: "string", column: "s"};
  const doubling = [first, ...list(39, i => step(i + 1, `\${d${i}} || \${d${i}}`))];
  const sum = (name: string, sql: string): Measure => ({name, type: "number", sql});

  test.each(["postgres", "clickhouse"] as const)("of dimensions is refused, on %s", dialect => {
    const layer = buildLayer(oneTable(doubling));
    const query: Query = {model: "t", dimensions: ["t.d39"]};
    expect(() => inTime(() => compile(layer, query, context(dialect)))).toThrow(refused(/characters/));
  });

  test("of dimensions in a measure's input or condition is refused", () => {
    const measures: Measure[] = [
      {name: "input", type: "max", sql: "${d39}"},
      {name: "condition", type: "count", where: "${d39} = 'x'"},
    ];
    const layer = buildLayer(oneTable(doubling, measures));
    for (const {name} of measures) {
      const query: Query = {model: "t", measures: [`t.${name}`]};
      expect(() => inTime(() => compile(layer, query, context("postgres")))).toThrow(refused(/characters/));
    }
  });

  test("of measures that repeat one other measure is refused", () => {
    const measures = [
      {name: "m0", type: "count" as const},
      ...list(39, i => sum(`m${i + 1}`, `\${m${i}} + \${m${i}}`)),
    ];
    const layer = buildLayer(oneTable([first], measures));
    const query: Query = {model: "t", measures: ["t.m39"]};
    expect(() => inTime(() => compile(layer, query, context("postgres")))).toThrow(refused(/characters/));
  });

  test("of measures that repeat two other measures is refused", () => {
    const measures = [
      {name: "a0", type: "count" as const},
      {name: "b0", type: "count" as const},
      ...list(39, i => [
        sum(`a${i + 1}`, `\${a${i}} + \${b${i}}`),
        sum(`b${i + 1}`, `\${a${i}} - \${b${i}}`),
      ]).flat(),
    ];
    const layer = buildLayer(oneTable([first], measures));
    const query: Query = {model: "t", measures: ["t.a39"]};
    expect(() => inTime(() => compile(layer, query, context("postgres")))).toThrow(
      refused(/computed from more than 1000 measures/),
    );
  });

  test("is refused before others: many long measures are compiled, up to the limit of a statement's length", () => {
    const long = `s || '${"x".repeat(9000)}'`;
    const layer = buildLayer(
      oneTable(
        [first],
        list(600, i => ({name: `m${i}`, type: "max", sql: long})),
      ),
    );
    const compiled = (count: number) =>
      compile(layer, {model: "t", measures: list(count, i => `t.m${i}`)}, context("postgres"));
    // 540 measures of 9,000 characters, and some more characters each.
    const {length} = compiled(540).sql;
    expect(length).toBeGreaterThan(4_860_000);
    expect(length).toBeLessThan(5_000_000);
    expect(() => compiled(560)).toThrow(refused(/5,000,000 characters/));
  });

  test("is compiled if it repeats a field only a few times", () => {
    const layer = buildLayer(oneTable(doubling));
    const {sql} = compile(layer, {model: "t", dimensions: ["t.d4"]}, context("postgres"));
    expect(sql.split('"s"')).toHaveLength(16 + 1);
  });
});

describe("a query", () => {
  const layer = buildLayer(shopGraph("postgres", "public"));
  const bins = (count: number, labels = false) =>
    list(count, i => ({field: "orders.id", name: `b${i}`, bin: {count: i + 1, labels}}));
  const sums = list(200, i => ({name: `m${i}`, agg: "sum" as const, of: "orders.id"}));
  const nested = list(200, i => ({
    name: `m${i}`,
    agg: "sum" as const,
    of: "orders.count",
    per: ["customers.name", {field: "orders.id", name: `x${i}`, bin: {width: i + 1}}],
  }));
  const conditions = list(2, j => ({
    or: list(950, i => ({field: "orders.status", op: "!=", value: `x${i} ${j}`})),
  }));
  const nots = list(2, j => ({
    and: list(950, i => ({not: {field: "orders.status", op: "=", value: `x${i} ${j}`}})),
  }));

  test.each<[string, Query, RegExp]>([
    [
      "subtotals by many bins with labels",
      {
        model: "orders",
        dimensions: bins(200, true),
        measures: ["orders.count"],
        subtotals: true,
        totals: true,
      },
      /characters/,
    ],
    [
      "subtotals of many groups",
      {model: "orders", dimensions: bins(200), measures: nested, subtotals: true},
      /"subtotals" of 200 dimensions/,
    ],
    [
      "subtotals of many conditions",
      {model: "orders", dimensions: bins(200), measures: sums, filters: conditions, subtotals: true},
      /"subtotals" of 200 dimensions/,
    ],
    [
      "subtotals of many rows elsewhere",
      {
        model: "customers",
        dimensions: ["customers.region", ...bins(100)],
        measures: ["customers.count"],
        filters: nots,
        subtotals: true,
      },
      /"subtotals" of 101 dimensions/,
    ],
    [
      "one long value in many places",
      {
        model: "orders",
        dimensions: bins(200),
        measures: ["orders.count"],
        filters: [{field: "orders.status", op: "=", value: "x".repeat(900_000)}],
        subtotals: true,
      },
      /characters of values: .* one of which has 900,000 characters/,
    ],
  ])("of %s is refused before it takes long", (_, query, text) => {
    expect(() => inTime(() => compile(layer, query, context("postgres")))).toThrow(refused(text));
  });

  test("may repeat a long value, which is a parameter and not part of the statement's length", () => {
    const query: Query = {
      model: "orders",
      dimensions: bins(7),
      measures: ["orders.count"],
      filters: [{field: "orders.status", op: "=", value: "x".repeat(900_000)}],
      subtotals: true,
    };
    expect(compile(layer, query, context("postgres")).sql.length).toBeLessThan(100_000);
  });

  test.each(["postgres", "clickhouse", "mysql"] as const)(
    "of many filters on missing rows is compiled in time on %s, each with a table alias of its own",
    dialect => {
      const query: Query = {
        model: "customers",
        dimensions: ["customers.region"],
        measures: ["customers.count"],
        filters: nots,
      };
      const {sql} = inTime(() => compile(layer, query, context(dialect)));
      // The first table needs no alias.
      const aliases = [...sql.matchAll(/ as ["`](\w*orders(?:_\d+)?)["`]/g)].map(([, name]) => name);
      expect(aliases).toHaveLength(1899);
      expect(new Set(aliases).size).toBe(1899);
    },
  );
});

describe("names that are searched for among many joins", () => {
  /** Models that are all joined to each other. The last of them is joined to the models `t0`, `t1`, … if `isReached`. */
  const dense = (isReached: boolean): Graph => {
    const named = (name: string) => ({
      name,
      table: {name},
      primaryKey: ["id"],
      dimensions: [{name: "x", type: "string" as const, column: "x"}],
      measures: [{name: "n", type: "count" as const}],
    });
    const core = list(120, i => `c${i}`);
    const others = list(200, i => `t${i}`);
    const on = [{from: "a", to: "id"}];
    return {
      models: [...core, ...others].map(named),
      joins: [
        ...core.flatMap(from =>
          core
            .filter(to => to !== from)
            .map(to => ({from, to, name: `${from}_${to}`, relationship: "one_to_one" as const, on})),
        ),
        ...others.map((to, i) => ({
          from: isReached ? "c119" : others[(i + 1) % 200]!,
          to,
          relationship: "many_to_one" as const,
          on,
        })),
      ],
    };
  };

  test.each([
    [true, "ambiguous_join_path"],
    [false, "no_join_path"],
  ])("are refused in time (reached: %s)", (isReached, code) => {
    const layer = buildLayer(dense(isReached));
    const query: Query = {
      model: "c0",
      measures: ["c0.n", ...list(199, i => `t${i}.n`)],
      filters: list(200, i => ({field: `t${i}.x`, op: "=", value: "x"})),
    };
    expect(() => inTime(() => compile(layer, query, context("postgres")))).toThrow(
      expect.objectContaining({code}),
    );
  });
});

describe("a layer", () => {
  const deep = `${"f(".repeat(3300)}s${")".repeat(3300)}`;
  const divided = `s${" /s".repeat(3300)}`;
  const least = `${"min(1, ".repeat(1200)}s${")".repeat(1200)}`;
  const fragments = (sql: string, count: number) =>
    oneTable(list(count, i => ({name: `d${i}`, type: "number" as const, sql})));

  test.each([
    ["nested calls", deep],
    ["divisions", divided],
    ["nested minimums", least],
  ])("of long %s is checked, and a query over it compiled, in time", (_, sql) => {
    const graph = fragments(sql, 60);
    expect(inTime(() => checkGraph(graph))).toEqual([]);
    const query: Query = {model: "t", dimensions: graph.models[0]!.dimensions.map(({name}) => `t.${name}`)};
    inTime(() => compile(buildLayer(graph), query, context("postgres")));
  });

  test("of long chains of fields is checked in time", () => {
    const chain = [
      {name: "d0", type: "string" as const, column: "s"},
      ...list(1999, i => ({name: `d${i + 1}`, type: "string" as const, sql: `\${d${i}}`})),
    ];
    const models = list(20, i => ({name: `t${i}`, table: {name: "t"}, dimensions: chain}));
    expect(inTime(() => checkGraph({models}))).toEqual([]);
  });

  test("of one long cycle is refused in time, and short cycles are reported with their paths", () => {
    const field = (name: string, of: string): Dimension => ({name, type: "string", sql: `\${${of}}`});
    const circle = oneTable(list(2000, i => field(`d${i}`, `d${(i + 1) % 2000}`)));
    const faults = inTime(() => checkGraph(circle));
    expect(faults[0]?.message).toMatch(/^The field refers to itself: "t.d0" → "t.d1" → .* → … → "t.d0"\.$/);
    expect(JSON.stringify(faults).length).toBeLessThan(100_000);

    const short = oneTable([
      {name: "a", type: "string", sql: "${b}"},
      {name: "b", type: "string", sql: "${c} || ${a}"},
      {name: "c", type: "string", sql: "lower(s)"},
      field("e", "e"),
      field("f", "a"),
    ]);
    expect(checkGraph(short).map(({path, message}) => [path, message])).toEqual([
      ["/models/0/dimensions/0/sql", 'The field refers to itself: "t.a" → "t.b" → "t.a".'],
      ["/models/0/dimensions/1/sql", 'The field refers to itself: "t.b" → "t.a" → "t.b".'],
      ["/models/0/dimensions/3/sql", 'The field refers to itself: "t.e" → "t.e".'],
    ]);
  });

  test("of balances per many columns is checked in time", () => {
    const names = list(1999, i => `d${i}`);
    const dimensions = names.map(name => ({name, type: "number" as const, column: name}));
    const per = names.slice(-20);
    const measures = names.map(
      (name): Measure => ({
        name: `${name}_end`,
        type: "sum",
        column: name,
        nonAdditive: {dimension: "d1998", take: "last", per},
      }),
    );
    const models = list(5, i => ({name: `t${i}`, table: {name: "t"}, dimensions, measures}));
    expect(inTime(() => checkGraph({models}))).toEqual([]);
  });
});
