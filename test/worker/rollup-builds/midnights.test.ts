import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {join} from "node:path";
import {resolve} from "../../../shared/semantic/compile.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import type {Rollup} from "../../../shared/semantic/layer/rollup.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {chooseRollup} from "../../../shared/semantic/rollup-matching/choose.ts";
import {planRollups} from "../../../shared/semantic/rollup-matching/planned-rollups.ts";
import {openRollupFiles} from "../../../worker/execute/open-rollup.ts";
import {remainingSlices} from "../../../worker/rollup-builds/partitions.ts";
import {TABLE_STORES} from "../../../worker/warehouses/table-stores.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {mysqlUrl} from "../../support/engines/mysql-url.ts";
import {type Bench, limits, openBench, openMysqlBench} from "./differential.ts";
import {makeInFiles, makeInTables} from "./make-rollup.ts";
import {MIDNIGHTS, momentsAround} from "./midnights.ts";

const mysql = mysqlUrl();
const dialects = ["duckdb", "postgres", ...(mysql === undefined ? [] : (["mysql"] as const))] as const;
const {signal} = new AbortController();

type Row = readonly [at: string, who: number];

describe.each(dialects)("days on which clocks change at midnight, in %s", dialect => {
  let bench: Bench;
  beforeAll(async () => {
    bench =
      dialect === "mysql" ? await openMysqlBench(mysql ?? "") : await openBench(dialect, tablesOf(dialect));
  });
  afterAll(() => bench.close());

  test.each(MIDNIGHTS)("are built once, in $zone on $day", async ({zone, day}) => {
    // Forty days, so that a first build by days is divided at the day in question.
    const ends = [-20, 19].map(days => `${Temporal.PlainDate.from(day).add({days}).toString()} 12:00:00`);
    const moments = [...momentsAround({zone, day}), ...ends];
    const rows = moments.flatMap((at, i): Row[] => [
      [at, i % 5],
      [at, 7],
    ]);
    const columns = {at: "timestamp", who: "integer"} as const;
    const warehouse = await bench.load({visits: {columns, rows: rows.map(row => [...row])}});
    try {
      const wanted = dialect === "mysql" ? daysOf(rows, zone) : await askedDays(warehouse, zone);
      for (const [partition, hours] of [
        ["day", [2]],
        ["day", [2, 26]],
        ["month", [2, 26]],
      ] as const) {
        const kept = await keptDays(bench, warehouse, {zone, day, partition, hours});
        expect(kept, `${partition}, ${hours.length} builds`).toEqual(wanted);
      }
    } finally {
      await warehouse.close();
    }
  });

  // MySQL has no such days.
  test.skipIf(dialect === "mysql")(
    "are built up to the last possible day, whose year has five digits",
    async () => {
      const columns = {at: "timestamp", who: "integer"} as const;
      const rows = [
        ["2024-01-01 12:00:00", 1],
        ["10000-06-01 12:00:00", 2],
      ];
      const warehouse = await bench.load({visits: {columns, rows}});
      try {
        const days = {zone: "UTC", day: "2024-01-01", partition: "day", hours: [2]} as const;
        expect(await keptDays(bench, warehouse, days)).toEqual(await askedDays(warehouse, "UTC"));
      } finally {
        await warehouse.close();
      }
    },
  );
});

/** Each local day with its rows and distinct people, by a statement written by hand. */
async function askedDays(warehouse: Warehouse, zone: string) {
  const day = `timezone('${zone}', timezone('UTC', "at"))::date`;
  const sql = `select ${day}, count(*), count(distinct who) from visits group by 1 order by 1`;
  return warehouse.rows({sql, parameters: []}, signal);
}

/** The same, computed without the engine, if the engine has no tables of zones. */
function daysOf(rows: readonly Row[], zone: string) {
  const dayOf = ([at]: Row) =>
    Temporal.Instant.from(`${at.replace(" ", "T")}Z`)
      .toZonedDateTimeISO(zone)
      .toPlainDate()
      .toString();
  return [...Map.groupBy(rows, dayOf)]
    .map(([day, list]) => [day, String(list.length), String(new Set(list.map(([, who]) => who)).size)])
    .sort();
}

function dailyOf(timezone: string): Rollup {
  return {
    name: "daily",
    model: "visits",
    measures: ["visits.count", "visits.people"],
    time: {dimension: "visits.at", grain: "day", timezone},
  };
}

function plannedIn(dialect: Bench["dialect"], rollup: Rollup) {
  const layer = buildLayer({
    models: [
      {
        name: "visits",
        table: {name: "visits"},
        dimensions: [{name: "at", type: "timestamp", column: "at"}],
        measures: [
          {name: "count", type: "count"},
          {name: "people", type: "count_distinct", column: "who"},
        ],
      },
    ],
    rollups: [rollup],
  });
  const source = {dialect, weekStart: "monday" as const, id: "conn", version: 1};
  const [planned] = planRollups(layer, source);
  if (planned === undefined || !("plan" in planned)) throw new Error("no roll-up");
  return {layer, planned, source};
}

/**
 * The rows of each day in a roll-up. The roll-up is first built a few hours after the day began, then again from that day on.
 */
async function keptDays(
  bench: Bench,
  warehouse: Warehouse,
  {
    zone,
    day,
    partition,
    hours,
  }: {zone: string; day: string; partition: "day" | "month"; hours: readonly number[]},
) {
  const rollup: Rollup = {
    ...dailyOf(zone),
    incremental: {window: "1h", partition},
    ...(bench.tables ? {storage: {connectionId: "conn_writer", schema: bench.tables.schema}} : {}),
  };
  const {layer, planned, source} = plannedIn(bench.dialect, rollup);
  const project = {...source, orgId: "org", source: {kind: "connection" as const, id: "conn", version: 1}};
  const asked = {project, layer, planned};
  const start = Temporal.PlainDate.from(day).toZonedDateTime(zone);
  const turns = hours.map(one => new Date(start.add({hours: one}).epochMilliseconds));
  const select = (table: string) => ({sql: `select d0, p0, p1 from ${table} order by d0`, parameters: []});
  if (bench.tables && bench.dialect !== "duckdb") {
    const filling = {warehouse, rules: TABLE_STORES[bench.dialect], ...bench.tables};
    const {table} = await makeInTables(filling, asked, turns);
    const rows = await warehouse.rows(select(`${table?.schema}.${table?.name}`), signal);
    for (const turn of turns.keys())
      await bench.tables.store.drop({schema: bench.tables.schema, name: `daily_${turn}`});
    return rows;
  }
  const {files} = await makeInFiles({warehouse, dir: bench.dir}, asked, turns);
  const opened = await openRollupFiles([files], {...limits, tempDir: join(bench.dir, "tmp")});
  try {
    return await opened.rows(select("data"), signal);
  } finally {
    await opened.close();
  }
}

function tablesOf(dialect: "duckdb" | "postgres") {
  return dialect === "duckdb" ? ("files" as const) : ("tables" as const);
}

test.each([
  ["2024-06-01", true],
  // The offsets in MySQL's statements include neither the double summer time of 1945 nor the summer time of 2040.
  ["1945-06-01", false],
  ["2040-07-01", false],
  ["2040-01-01", true],
] as const)(
  "days of MySQL are filtered by a roll-up where their offsets are known: from %s on, %p",
  (value, isChosen) => {
    const query: Query = {
      model: "visits",
      measures: ["visits.count"],
      filters: [{field: "visits.at", op: ">=", value}],
      timezone: "Europe/Berlin",
    };
    expect(isAnswered(plannedIn("mysql", dailyOf("Europe/Berlin")), query)).toBe(isChosen);
  },
);

test.each([
  ["America/New_York", true],
  // At a minute past midnight clocks went back, so that one hour belongs to two days.
  ["America/Goose_Bay", false],
  ["Asia/Gaza", false],
] as const)(
  "days of %s are answered from hours only if each hour belongs to one day: %p",
  (timezone, isChosen) => {
    const daily = dailyOf(timezone);
    const hourly = {...daily, time: {dimension: "visits.at", grain: "hour" as const, timezone}};
    const query = {model: "visits", dimensions: ["visits.at.day"], measures: ["visits.count"], timezone};
    expect(isAnswered(plannedIn("postgres", hourly), query)).toBe(isChosen);
  },
);

/** Whether the roll-up can answer the query, once it is built. */
function isAnswered({layer, planned, source}: ReturnType<typeof plannedIn>, query: Query): boolean {
  const kinds = ["timestamp", "integer", "integer"] as const;
  const columns = kinds.map((kind, i) => ({name: ["d0", "p0", "p1"][i] ?? "", kind, engineType: kind}));
  const {name, signature} = planned;
  const built = {name, signature, buildId: "rlb", dataAsOf: "now", rowCount: 1, columns};
  const {dialect, weekStart} = source;
  const context = {dialect, weekStart, timezone: "UTC", attributes: {}, now: new Date(0)};
  return (
    chooseRollup(resolve(layer, query, context), {planned: [planned], built: [built]}).chosen !== undefined
  );
}

test("a build that was interrupted after the last possible day continues with the rows without a time", async () => {
  const rollup: Rollup = {...dailyOf("UTC"), incremental: {window: "1h", partition: "year"}};
  const {planned} = plannedIn("postgres", rollup);
  const files = ["2024-01-01", "9999-01-01"].map(period => ({id: period, period, rowCount: 1, sizeBytes: 1}));
  const left = remainingSlices(files, {planned}, {stored: {columns: [], files: []}, cuts: ["5000-01-01"]});
  expect(left).toEqual([{filters: [{field: "visits.at", op: "is_null"}], grain: "year", timeless: true}]);
});
