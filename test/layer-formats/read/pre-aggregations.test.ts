import {describe, expect, test} from "bun:test";
import {importFiles} from "../../../shared/modeling/layer-formats/import-files.ts";
import {checkGraph} from "../../../shared/semantic/check/graph.ts";

/** The roll-ups and notes of a shop whose orders have the given pre-aggregations. */
function imported(preAggregations: string, more = "") {
  const lines = preAggregations.trim().split("\n");
  const text = `cubes:
  - name: orders
    sql_table: shop.orders
    joins: [{name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}]
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: status, sql: status, type: string}
      - {name: placed_at, sql: placed_at, type: time}
      - {name: paid_at, sql: paid_at, type: time}
    segments: [{name: is_paid, sql: "{CUBE}.status = 'paid'"}]
    measures:
      - {name: count, type: count}
      - {name: total, sql: amount, type: sum}
      - {name: weekly, sql: amount, type: sum, rolling_window: {trailing: 7 day}}
    pre_aggregations:
${lines.map(line => `      ${line}`).join("\n")}
${more}
  - name: customers
    sql_table: shop.customers
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: region, sql: region, type: string}
`;
  const {graph, notes} = importFiles([{path: "shop.yml", text}]);
  expect(checkGraph(graph)).toEqual([]);
  const relevant = notes.filter(({message}) => !message.startsWith("It rolls along"));
  return {rollups: graph.rollups ?? [], notes: relevant.map(({code, message}) => `${code}: ${message}`)};
}

const MAIN = "- {name: main, measures: [count]";

describe("Cube's pre-aggregations", () => {
  test("a `rollup` becomes a roll-up, with its members, time, refresh and partitions", () => {
    const {rollups, notes} = imported(`
- name: by_day
  type: rollup
  measures: [CUBE.count, "{CUBE.total}"]
  dimensions: [status, orders.id, customers.region, orders.customers.id]
  segments: [CUBE.is_paid]
  time_dimension: CUBE.placed_at
  granularity: day
  partition_granularity: month
  refresh_key: {every: 1 hour, incremental: true, update_window: 7 day}
`);
    expect(rollups).toEqual([
      {
        name: "orders_by_day",
        model: "orders",
        dimensions: ["orders.status", "orders.id", "customers.region", "customers.id", "orders.is_paid"],
        measures: ["orders.count", "orders.total"],
        time: {dimension: "orders.placed_at", grain: "day"},
        refresh: {every: "1h"},
        incremental: {window: "7d", partition: "month"},
      },
    ]);
    expect(notes).toEqual([]);
  });

  test.each<[string, string, object | undefined]>([
    ["every hour without a key", "", {every: "1h"}],
    ["every day", "refresh_key: {every: 1 day}", {every: "1d"}],
    [
      "a cron in a timezone",
      'refresh_key: {every: "30 5 * * 1-5", timezone: Europe/Berlin}',
      {cron: "30 5 * * 1-5", timezone: "Europe/Berlin"},
    ],
    ["a week", "refresh_key: {every: 1 week}", {cron: "0 0 * * 1"}],
    [
      "a statement",
      "refresh_key: {sql: SELECT MAX(updated_at) FROM shop.orders;}",
      {when: "SELECT MAX(updated_at) FROM shop.orders"},
    ],
  ])("the refresh key becomes the roll-up's refresh: %s", (_, key, refresh) => {
    const {rollups, notes} = imported(`${MAIN}${key === "" ? "" : `, ${key}`}}`);
    expect(rollups[0]?.refresh).toEqual(refresh as never);
    expect(notes).toEqual([]);
  });

  test.each<[string, string, object, string]>([
    [
      "a length that is not offered",
      "{every: 45 minutes}",
      {every: "30m"},
      "every 30m in place of every 45 minutes",
    ],
    ["seconds", "{every: 30 seconds}", {every: "5m"}, "every 5m in place"],
    ["six fields", '{every: "0 30 5 * * *"}', {every: "1h"}, "not a supported cron expression"],
    [
      "a cron that comes due every minute",
      '{every: "* * * * *"}',
      {every: "1h"},
      "not a supported cron expression",
    ],
    ["a day that does not exist", '{every: "0 0 31 2 *"}', {every: "1h"}, "not a supported cron expression"],
    ["an unknown timezone", '{every: "0 5 * * *", timezone: Mars/Base}', {every: "1h"}, 'in "Mars/Base"'],
    [
      "a statement that refers to members",
      '{sql: "select max({CUBE}.x) from t"}',
      {every: "1h"},
      "it refers to members",
    ],
    [
      "a statement that uses Cube's context",
      '{sql: "select {FILTER_PARAMS.a.b.filter()}"}',
      {every: "1h"},
      "context of a Cube request",
    ],
  ])(
    "a refresh key with %s is noted, and the roll-up gets no older than the key allows",
    (_, key, refresh, message) => {
      const {rollups, notes} = imported(`${MAIN}, refresh_key: ${key}}`);
      expect(rollups[0]?.refresh).toEqual(refresh as never);
      expect(notes).toHaveLength(1);
      expect(notes[0]).toStartWith("not_supported: ");
      expect(notes[0]).toContain(message);
    },
  );

  test("the cube's refresh key applies to pre-aggregations that have none", () => {
    const pre =
      "- {name: a, measures: [count]}\n- {name: b, measures: [count], refresh_key: {every: 2 hours}}";
    const {rollups, notes} = imported(pre, "    refresh_key: {every: 20 minutes}");
    expect(rollups.map(({refresh}) => refresh)).toEqual([{every: "20m"}, {every: "2h"}]);
    expect(notes).toEqual([]);
    expect(imported(`${MAIN}}`, "    refresh_key: {immutable: true}").rollups[0]?.refresh).toBeUndefined();
  });

  test.each<[string, string, object | undefined]>([
    [
      "the last partition alone, without a window",
      "granularity: day, partition_granularity: day, refresh_key: {every: 1 day, incremental: true}",
      {window: "1h", partition: "day"},
    ],
    [
      "partitions that are no shorter than Cube's",
      "granularity: day, partition_granularity: quarter, refresh_key: {every: 1 day, incremental: true, update_window: 2 weeks}",
      {window: "14d", partition: "year"},
    ],
    [
      "the whole roll-up, where weeks do not fit into months",
      "granularity: week, partition_granularity: month, refresh_key: {every: 1 day, incremental: true}",
      undefined,
    ],
    [
      "the whole roll-up, where the refresh is not incremental",
      "granularity: day, partition_granularity: month, refresh_key: {every: 1 day}",
      undefined,
    ],
  ])("a refresh builds %s", (_, keys, incremental) => {
    const {rollups, notes} = imported(`${MAIN}, time_dimension: placed_at, ${keys}}`);
    expect(rollups[0]?.incremental).toEqual(incremental as never);
    expect(notes).toHaveLength(incremental === undefined ? 1 : 0);
  });

  test.each<[string, string, string]>([
    [
      "the rows of the cube's statement",
      "{name: x, type: original_sql}",
      "it keeps the rows of the cube's statement",
    ],
    [
      "a join of roll-ups",
      "{name: x, type: rollup_join, measures: [count], rollups: [a.b]}",
      "covers one model",
    ],
    [
      "rows that are newer than the roll-up",
      "{name: x, type: rollupLambda, rollups: [main]}",
      "rows that are newer",
    ],
    [
      "a grain of the cube's own",
      "{name: x, measures: [count], time_dimension: placed_at, granularity: fortnight}",
      '"fortnight" is none of hour',
    ],
    [
      "a time without a grain",
      "{name: x, measures: [count], time_dimension: placed_at}",
      "granularity is missing",
    ],
    [
      "several time dimensions",
      "{name: x, measures: [count], time_dimensions: [{dimension: placed_at, granularity: day}, {dimension: paid_at, granularity: day}]}",
      "it has several times",
    ],
    ["a member made by a template", '{name: x, measures: ["{{ m }}"]}', "is not the name of a member"],
    ["no measure that can be stored", "{name: x, measures: [weekly]}", "The roll-up is left out."],
  ])("a pre-aggregation with %s is left out with a note", (_, entry, message) => {
    const {rollups, notes} = imported(`${MAIN}}\n- ${entry}`);
    expect(rollups.map(({name}) => name)).toEqual(["orders_main"]);
    expect(notes.filter(note => note.startsWith("rollup_dropped: "))).toHaveLength(1);
    expect(notes.join()).toContain(message);
  });

  test("members that a roll-up cannot have are left out of it, and the others stay", () => {
    const {rollups, notes} = imported(
      "- {name: main, measures: [count, weekly, gone], dimensions: [status, placed_at]}",
    );
    expect(rollups).toEqual([
      {
        name: "orders_main",
        model: "orders",
        dimensions: ["orders.status"],
        measures: ["orders.count"],
        refresh: {every: "1h"},
      },
    ]);
    expect(notes.every(note => note.startsWith("field_dropped: ") && note.includes("left out of it"))).toBe(
      true,
    );
    for (const name of ["orders.gone", "orders.placed_at"]) expect(notes.join()).toContain(name);
  });

  test("a key about Cube's storage is noted once, and a build range for each roll-up", () => {
    const {rollups, notes} = imported(`
- name: orders_all
  measures: [count]
  external: true
  indexes: [{name: i, columns: [status]}]
  allow_non_strict_date_range_match: true
  build_range_start: {sql: "select date '2020-01-01'"}
  flavour: 1
`);
    expect(rollups.map(({name}) => name)).toEqual(["orders_all"]);
    expect(notes.filter(note => note.startsWith("key_unused: "))).toHaveLength(3);
    expect(notes.filter(note => note.includes("stores all periods"))).toHaveLength(1);
    expect(notes.filter(note => note.includes('"flavour"'))).toHaveLength(1);
  });

  test("a cube that extends another has its pre-aggregations, under its own name", () => {
    const text = `cubes:
  - name: base
    sql_table: a
    measures: [{name: n, type: count}]
    pre_aggregations: [{name: all, measures: [CUBE.n]}]
  - {name: more, extends: base, sql_table: b}
`;
    expect(
      importFiles([{path: "a.yml", text}]).graph.rollups?.map(({name, model, measures}) => [
        name,
        model,
        measures,
      ]),
    ).toEqual([
      ["base_all", "base", ["base.n"]],
      ["more_all", "more", ["more.n"]],
    ]);
  });
});
