import {rm} from "node:fs/promises";
import {join} from "node:path";
import {type DuckDBConnection, DuckDBInstance} from "@duckdb/node-api";
import {summaryOf} from "../../rounds.ts";
import {BY_HAND} from "./data.ts";

/** Lower bounds of the results: the times of the engine alone, without the service, its rights and a second process. */

/** The number of connections that run statements at once, as for a dashboard of the service. */
const CONNECTIONS = 4;
/** The maximum number of statements of a first build. */
const PARTS = 4;

const DAY = (days: number) => `current_date - ${days}`;

/** The statements of the twelve tiles, over tables of the groups with columns as in `BY_HAND`. */
const TILES = [
  "select sum(n) from routes",
  "select sum(delay) / sum(delays), max(worst) from routes",
  "select date_trunc('year', day), sum(n), sum(delay) / sum(delays) from states group by 1 order by 1",
  "select date_trunc('month', day), sum(miles) from states group by 1 order by 1",
  `select day, sum(n), max(worst) from states where day >= ${DAY(90)} group by 1 order by 1`,
  "select k, sum(n) from states group by 1 order by 2 desc limit 10",
  "select k, date_trunc('year', day), sum(delay) from states group by 1, 2 order by 1, 2",
  "select date_trunc('month', day), sum(n) from states where k in ('CA', 'NY', 'TX') group by 1 order by 1",
  `select k, sum(delay) / sum(delays) from states where day >= ${DAY(365)} group by 1 order by 1`,
  "select k, sum(n) from routes group by 1 order by 2 desc limit 20",
  "select k, day, sum(n), sum(miles) from routes group by 1, 2 order by 3 desc limit 20",
  "select day, max(worst) from routes group by 1 order by 1 limit 500",
];

/**
 * The p50 in milliseconds of the twelve statements, run at once over tables in memory, in the fastest of `rounds`
 * rounds.
 */
export async function tilesFloor(warehouse: DuckDBConnection, dir: string, rounds: number): Promise<number> {
  const instance = await DuckDBInstance.create(":memory:", {threads: "2"});
  const connections = await Promise.all(Array.from({length: CONNECTIONS}, () => instance.connect()));
  const [first] = connections;
  if (!first) throw new Error("There is no connection");
  try {
    for (const [table, name] of [
      ["routes", "routes"],
      ["states", "days_of_states"],
    ] as const) {
      const file = join(dir, `${table}.parquet`);
      await warehouse.run(`copy (${BY_HAND[name]}) to '${file}' (format parquet)`);
      const day = name === "routes" ? "column1" : "column1::date";
      await first.run(`
        create table ${table} as select * from (
          select column0 as k, ${day} as day, column2 as n, column3::bigint as delay, column4 as delays,
            column5::bigint as miles, column6 as worst
          from (select * from read_parquet('${file}')) as t(column0, column1, column2, column3, column4, column5, column6))
        order by day, k`);
      await rm(file);
    }
    const round = async () => {
      const waiting = [...TILES];
      const started = performance.now();
      await Promise.all(
        connections.map(async connection => {
          for (let sql = waiting.shift(); sql !== undefined; sql = waiting.shift())
            (await connection.runAndReadAll(sql)).getRows();
        }),
      );
      return performance.now() - started;
    };
    const medians: number[] = [];
    for (let n = 0; n < rounds; n++) {
      const times: number[] = [];
      for (let i = 0; i < 20; i++) times.push(await round());
      medians.push(summaryOf(times).median);
    }
    return Math.min(...medians);
  } finally {
    for (const connection of connections) connection.closeSync();
    instance.closeSync();
  }
}

/** Milliseconds that the engine needs for files of a month by four statements, one after the other. */
export async function firstBuildFloor(warehouse: DuckDBConnection, dir: string): Promise<number> {
  const target = join(dir, "months");
  const reader = await warehouse.runAndReadAll(
    "select min(date)::date::text, max(date)::date::text from flights",
  );
  const [from, to] = (reader.getRows()[0] ?? []).map(value => Date.parse(String(value)));
  if (from === undefined || to === undefined) throw new Error("There are no flights");
  const bound = (n: number) =>
    new Date(from + ((to - from) * n) / PARTS).toISOString().slice(0, 8).concat("01");
  const started = performance.now();
  for (let n = 0; n < PARTS; n++) {
    const where = [
      ...(n > 0 ? [`date >= date '${bound(n)}'`] : []),
      ...(n < PARTS - 1 ? [`date < date '${bound(n + 1)}'`] : []),
    ];
    const groups = BY_HAND.days_of_states.replace(" group by", ` where ${where.join(" and ")} group by`);
    await warehouse.run(`
      copy (select *, strftime(t.day, '%Y-%m') as month from (${groups}) as t(k, day, n, delay, delays, miles, worst))
      to '${target}' (format parquet, compression zstd, partition_by (month), overwrite_or_ignore)`);
  }
  const ms = performance.now() - started;
  await rm(target, {recursive: true});
  return ms;
}
