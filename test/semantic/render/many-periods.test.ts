import {afterAll, beforeAll, expect, test} from "bun:test";
import {type CompileContext, compile} from "../../../shared/semantic/compile.ts";
import type {DialectName} from "../../../shared/semantic/dialects/dialect.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {RUNNABLE} from "../all-engines.ts";
import type {Engine} from "../engines.ts";

const layer = buildLayer({
  models: [
    {
      name: "events",
      table: {name: "events"},
      dimensions: [
        {name: "at", type: "timestamp", column: "at"},
        {name: "day", type: "date", column: "day"},
        {name: "kind", type: "string", column: "kind"},
      ],
      measures: [
        {name: "count", type: "count"},
        {name: "running", type: "count", rolling: {dimension: "day", window: "unbounded"}},
        {name: "running_at", type: "count", rolling: {dimension: "at", window: "unbounded"}},
        {name: "recent", type: "count", rolling: {dimension: "day", window: {unit: "month", count: 2}}},
        {name: "recent_days", type: "count", rolling: {dimension: "day", window: {unit: "day", count: 45}}},
        {name: "to_date", type: "count", toDate: {dimension: "day", grain: "year"}},
        {name: "before", type: "count", offset: {dimension: "day", unit: "month", count: 3}},
        {
          name: "running_before",
          type: "count",
          rolling: {dimension: "day", window: "unbounded"},
          offset: {dimension: "day", unit: "month", count: 3},
        },
        {
          name: "running_kinds",
          type: "count_distinct",
          column: "kind",
          rolling: {dimension: "day", window: "unbounded"},
        },
      ],
    },
  ],
});

function compiled(dialect: DialectName, query: Partial<Query>) {
  const context: CompileContext = {
    dialect,
    timezone: "UTC",
    weekStart: "monday",
    attributes: {},
    now: new Date("2024-03-15T12:00:00Z"),
  };
  return compile(
    layer,
    {model: "events", measures: ["events.count"], limit: 1, fillGaps: true, ...query},
    context,
  );
}

const between = (field: string, from: string, to: string): Partial<Query> => ({
  filters: [{field, op: "between", value: [from, to]}],
});

test("filters that ask for more periods than a statement can add are refused before it runs", () => {
  const seconds = {dimensions: ["events.at.second"]};
  // 100,000 seconds, and one more.
  compiled("postgres", {...seconds, ...between("events.at", "2024-01-01T00:00:00", "2024-01-02T03:46:39")});
  expect(() =>
    compiled("postgres", {...seconds, ...between("events.at", "2024-01-01T00:00:00", "2024-01-02T03:46:40")}),
  ).toThrow(
    '"fillGaps" adds at most 100,000 periods, and the filters ask for 100,001 of a second each. Filter a shorter time, or take a longer grain.',
  );
  const days = {dimensions: ["events.day.day"]};
  expect(() => compiled("postgres", {...days, ...between("events.day", "0001-01-01", "9999-12-31")})).toThrow(
    "3,652,059 of a day each",
  );
  expect(() =>
    compiled("postgres", {
      ...days,
      ...between("events.day", "0001-01-01", "9999-12-31"),
      measures: ["events.running"],
      fillGaps: false,
    }),
  ).toThrow('"events.running" goes over at most 100,000 periods');
  const months = {dimensions: ["events.day.month"], ...between("events.day", "0001-01-01", "8334-04-30")};
  compiled("postgres", months);
});

for (const {label, dialect, open} of RUNNABLE) {
  let engine: Engine;
  beforeAll(async () => {
    if (open) engine = await open();
    await engine?.load({
      events: {
        columns: {at: "timestamp", day: "date"},
        rows: [
          ["1990-01-01 00:00:00", "1950-01-01"],
          ["2024-01-01 00:00:00", "2024-01-01"],
        ],
      },
    });
  });
  afterAll(() => engine?.close());

  test.skipIf(!open)(
    `rows that span too many periods end the statement at once, with the reason (${label})`,
    async () => {
      const started = performance.now();
      const {sql, parameters} = compiled(dialect, {dimensions: ["events.at.second"]});
      await expect(engine.run(sql, parameters)).rejects.toThrow("fillGaps: over 100000 periods");
      const half = compiled(dialect, {
        dimensions: ["events.at.minute"],
        filters: [{field: "events.at", op: ">=", value: "1980-01-01"}],
      });
      await expect(engine.run(half.sql, half.parameters)).rejects.toThrow("fillGaps: over 100000 periods");
      expect(performance.now() - started).toBeLessThan(onBusyMachine(5000));
    },
  );

  test.skipIf(!open)(`rows that span fewer periods are filled (${label})`, async () => {
    const days = compiled(dialect, {dimensions: ["events.day.day"], limit: 100_000});
    expect((await engine.run(days.sql, days.parameters)).length).toBe(27_029);
    for (const op of ["<=", ">="]) {
      const filters = [{field: "events.day", op, value: op === "<=" ? "2024-01-01" : "1950-01-01"}];
      const half = compiled(dialect, {dimensions: ["events.day.day"], filters, limit: 100_000});
      expect((await engine.run(half.sql, half.parameters)).length).toBe(27_029);
    }
  });
}

test("an infinite time is an error at every grain, and adds no periods without end (Postgres)", async () => {
  const engine = await RUNNABLE.find(({dialect}) => dialect === "postgres")?.open?.();
  if (!engine) throw new Error("the tests run on Postgres");
  try {
    const grains = ["day", "week", "month", "quarter", "year"];
    for (const ends of [
      ["-infinity", "2024-01-01"],
      ["2024-01-01", "infinity"],
      ["-infinity", "infinity"],
    ]) {
      const rows = ends.map(end => [end, end]);
      await engine.load({events: {columns: {at: "timestamp", day: "date"}, rows}});
      for (const dimension of ["at", "day"].flatMap(field =>
        grains.map(grain => `events.${field}.${grain}`),
      )) {
        const {sql, parameters} = compiled("postgres", {dimensions: [dimension]});
        await expect(engine.run(sql, parameters)).rejects.toThrow("fillGaps: over 100000 periods");
      }
    }
    // Two thousand years are few enough.
    const rows = ["0001-01-01", "2024-01-01"].map(day => [day, day]);
    await engine.load({events: {columns: {at: "timestamp", day: "date"}, rows}});
    for (const [grain, count] of [
      ["year", 2024],
      ["quarter", 8093],
      ["month", 24_277],
    ] as const) {
      const {sql, parameters} = compiled("postgres", {dimensions: [`events.day.${grain}`], limit: 100_000});
      expect((await engine.run(sql, parameters)).length).toBe(count);
    }
    // The first and the last day that many tables have for "always" are too many months apart.
    const always = ["0001-01-01", "9999-12-31"].map(day => [day, day]);
    await engine.load({events: {columns: {at: "timestamp", day: "date"}, rows: always}});
    const {sql, parameters} = compiled("postgres", {dimensions: ["events.day.month"], limit: 100});
    expect((await engine.run(sql, parameters)).length).toBe(101);
  } finally {
    await engine.close();
  }
});

const ALWAYS_ENDLESS = ["running", "running_at", "running_before", "running_kinds"];
/** Windows of a fixed length, with the grains at which a row fills exactly the periods that its window includes. */
const FRAMED: Record<string, readonly string[]> = {
  recent: ["month", "quarter", "year"],
  recent_days: ["day", "week"],
  to_date: ["day", "month", "quarter", "year"],
  before: ["month", "quarter"],
};
const GRAINS = ["day", "week", "month", "quarter", "year"];
const ENDS = [
  ["-infinity", "2024-01-05"],
  ["2024-01-05", "infinity"],
  ["-infinity", "infinity"],
];

for (const dialect of ["postgres", "duckdb"] as const) {
  let engine: Engine;
  beforeAll(async () => {
    const {open} = RUNNABLE.find(({label}) => label === dialect) ?? {};
    if (!open) throw new Error(`the tests run on ${dialect}`);
    engine = await open();
    if (dialect === "postgres") await engine.run("set statement_timeout = 20000");
  });
  afterAll(() => engine.close());

  const load = (days: readonly string[], kinds: readonly string[]) =>
    engine.load({
      events: {
        columns: {at: "timestamp", day: "date", kind: "varchar"},
        rows: days.flatMap(day => kinds.map(kind => [day, day, kind])),
      },
    });
  /** The rows of a measure by a grain. DuckDB's last and first possible days stand for `infinity` and `-infinity`. */
  const ask = async (measure: string, grain: string, more: Partial<Query> = {}, others: string[] = []) => {
    const dimensions = [`events.${measure === "running_at" ? "at" : "day"}.${grain}`, ...others];
    const query = {measures: [`events.${measure}`], dimensions, fillGaps: false, limit: 1000, ...more};
    const {sql, parameters} = compiled(dialect, query);
    const rows = await engine.run(sql, parameters);
    return rows.map(([day, ...rest]) => [
      day === "5881580-07-11" ? "infinity" : day === "5877642-06-24 (BC)" ? "-infinity" : day?.slice(0, 10),
      ...rest,
    ]);
  };

  test(`windows over infinite times are an error at once (${dialect})`, async () => {
    const answered: string[] = [];
    for (const ends of ENDS) {
      await load(ends, ["a", "b"]);
      for (const measure of [...ALWAYS_ENDLESS, ...Object.keys(FRAMED)]) {
        for (const grain of GRAINS.filter(one => FRAMED[measure]?.includes(one) !== true)) {
          for (const others of [[], ["events.kind"]]) {
            const outcome = await ask(measure, grain, {}, others).then(
              rows => JSON.stringify(rows),
              (error: unknown) => String(error),
            );
            if (!outcome.includes("fillGaps: over 100000 periods"))
              answered.push(`${ends} ${measure} ${grain} ${others}: ${outcome}`);
          }
        }
      }
    }
    expect(answered).toEqual([]);
  });

  test(`a window of a fixed length ends before an infinite time (${dialect})`, async () => {
    const days = Array.from({length: 45}, (_, i) =>
      new Date(Date.UTC(2024, 0, 5 + i)).toISOString().slice(0, 10),
    );
    const months = Array.from({length: 12}, (_, i) => `2024-${String(i + 1).padStart(2, "0")}-01`);
    const cases: [measure: string, grain: string, ofLast: string[], ofFirst: string[]][] = [
      ["recent", "month", ["2024-01-01", "2024-02-01"], ["2024-01-01"]],
      ["recent", "quarter", [], []],
      ["recent", "year", [], []],
      ["recent_days", "day", days, ["2024-01-05"]],
      ["to_date", "month", months, ["2024-01-01"]],
      ["to_date", "year", ["2024-01-01"], ["2024-01-01"]],
      ["before", "month", ["2024-04-01"], []],
    ];
    for (const [measure, grain, ofLast, ofFirst] of cases) {
      for (const kinds of [["a"], ["a", "b"]]) {
        const others = kinds.length > 1 ? ["events.kind"] : [];
        const rowsOf = (periods: string[]) =>
          periods.flatMap(period =>
            others.length > 0 ? kinds.map(kind => [period, kind, "1"]) : [[period, "1"]],
          );
        await load(["2024-01-05", "infinity"], kinds);
        expect({measure, grain, rows: (await ask(measure, grain, {}, others)).toSorted()}).toEqual({
          measure,
          grain,
          rows: rowsOf([...ofLast, "infinity"]),
        });
        await load(["-infinity", "2024-01-05"], kinds);
        expect({measure, grain, rows: (await ask(measure, grain, {}, others)).toSorted()}).toEqual({
          measure,
          grain,
          rows: rowsOf(["-infinity", ...ofFirst]),
        });
      }
    }
  });

  test(`filters that bound the shown periods count infinite times before them (${dialect})`, async () => {
    await load(["-infinity", "2024-01-05", "2024-03-05", "infinity"], ["a"]);
    const counts = [
      ["2024-01-01", "2"],
      ["2024-02-01", "2"],
      ["2024-03-01", "3"],
      ["2024-04-01", "3"],
    ];
    const spring = between("events.day", "2024-01-01", "2024-04-30");
    expect(await ask("running", "month", spring)).toEqual(counts);
    const ofKinds = await ask("running", "month", spring, ["events.kind"]);
    expect(ofKinds).toEqual(counts.map(([month = "", count = ""]) => [month, "a", count]));
  });
}
