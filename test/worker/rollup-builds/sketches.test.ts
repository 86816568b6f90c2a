import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {type CompileContext, resolve} from "../../../shared/semantic/compile.ts";
import {sketchVersion} from "../../../shared/semantic/dialects/sketches.ts";
import {buildLayer, type Layer} from "../../../shared/semantic/layer/layer.ts";
import type {Rollup} from "../../../shared/semantic/layer/rollup.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import type {BuiltRollup} from "../../../shared/semantic/rollup-matching/built.ts";
import {chooseRollup} from "../../../shared/semantic/rollup-matching/choose.ts";
import {type PlannedRollup, planRollups} from "../../../shared/semantic/rollup-matching/planned-rollups.ts";
import {openRollupFiles} from "../../../worker/execute/open-rollup.ts";
import {statementOfSlice, writeFiles} from "../../../worker/rollup-builds/build-slices.ts";
import type {BuildSlice} from "../../../worker/rollup-builds/build-types.ts";
import {StagingEngine} from "../../../worker/rollup-builds/staging-engine.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {clickhouseUrl} from "../../support/engines/clickhouse-url.ts";
import {type Bench, limits, openBench, openClickhouseBench} from "./differential.ts";

/** The standard error of stored sketches, as documented. */
const STANDARD_ERROR = 0.023;

const clickhouse = clickhouseUrl();
const dialects = [
  "duckdb",
  "postgres",
  ...(clickhouse === undefined ? [] : (["clickhouse"] as const)),
] as const;

/**
 * The numbers of distinct visitors of the regions. Each visitor comes twice within two months. The first region has only rows
 * without a visitor.
 */
const REGIONS = [0, 1, 100, 10_000];

/** Rows made by the engine: `n` numbers, each twice, spread over sixty days. */
const ROWS = {
  duckdb: (n: number, visitor: string) =>
    `select date '2024-01-01' + (i % 60)::int as day, ${visitor} as visitor, i % ${n} % 2 = 0 as pays from range(${2 * n}) as t(i)`,
  postgres: (n: number, visitor: string) =>
    `select date '2024-01-01' + (i % 60)::int as day, ${visitor} as visitor, i % ${n} % 2 = 0 as pays from generate_series(0, ${2 * n - 1}) as t(i)`,
  clickhouse: (n: number, visitor: string) =>
    `select toDate32('2024-01-01') + (number % 60) as day, ${visitor} as visitor, number % ${n} % 2 = 0 as pays from numbers(${2 * n})`,
};
const VISITOR = {
  duckdb: (n: number) => `'v' || (i % ${n})`,
  postgres: (n: number) => `'v' || (i % ${n})`,
  clickhouse: (n: number) => `toNullable(concat('v', toString(number % ${n})))`,
};
const NOBODY = {
  duckdb: "null::varchar",
  postgres: "null::text",
  clickhouse: "cast(null as Nullable(String))",
};

type Dialect = keyof typeof ROWS;

function rowsOf(dialect: Dialect, regions: readonly number[]): string {
  return regions
    .map((n, region) => {
      const visitor = n === 0 ? NOBODY[dialect] : VISITOR[dialect](n);
      return `select ${region} as region, s.* from (${ROWS[dialect](n || 60, visitor)}) as s`;
    })
    .join(" union all ");
}

function layerOf(sql: string, rollups: Rollup[]): Layer {
  return buildLayer({
    models: [
      {
        name: "visits",
        table: {sql},
        dimensions: [
          {name: "region", type: "number", column: "region"},
          {name: "day", type: "date", column: "day"},
        ],
        measures: [
          {name: "count", type: "count"},
          {name: "visitors", type: "count_distinct_approx", column: "visitor"},
          {name: "paying", type: "count_distinct_approx", column: "visitor", where: "pays"},
          {name: "share", type: "number", sql: "${paying} / ${visitors}"},
        ],
      },
    ],
    rollups,
  });
}

const MEASURES = ["visits.count", "visits.visitors", "visits.paying", "visits.share"];
const daily: Rollup = {
  name: "daily",
  model: "visits",
  dimensions: ["visits.region"],
  measures: MEASURES,
  time: {dimension: "visits.day", grain: "day"},
};
const monthly: Rollup = {...daily, name: "monthly", time: {dimension: "visits.day", grain: "month"}};

interface World {
  bench: Bench;
  warehouse: Warehouse;
  opened: Warehouse[];
}

/** Builds a roll-up in the given slices and opens its files. */
async function build(
  {bench, warehouse, opened}: World,
  layer: Layer,
  name: string,
  slices: readonly BuildSlice[] = [{filters: []}],
) {
  const source = {dialect: bench.dialect, weekStart: "monday" as const, id: "conn", version: 1};
  const planned = planRollups(layer, source).find(one => one.name === name);
  if (planned === undefined || !("plan" in planned)) throw new Error(`no roll-up ${name}`);
  const project = {...source, orgId: "org", source: {kind: "connection" as const, id: "conn", version: 1}};
  const files: Awaited<ReturnType<typeof writeFiles>>["files"] = [];
  let columns: BuiltRollup["columns"] = [];
  const engine = await StagingEngine.open({dataDir: bench.dir, duckdbThreads: 1});
  for (const slice of slices) {
    const building = {project, layer, planned};
    const {signal} = new AbortController();
    const written = await writeFiles(
      warehouse,
      building,
      slice,
      {
        rows: await warehouse.store?.(statementOfSlice(building, slice), signal),
        engine,
        pathOf: () => join(bench.dir, `${crypto.randomUUID()}.parquet`),
        collations: new Map(),
      },
      signal,
    );
    files.push(...written.files);
    ({columns} = written);
  }
  await engine.close();
  const rowCount = files.reduce((sum, file) => sum + file.rowCount, 0);
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  const paths = files.map(({path}) => path);
  const from = await openRollupFiles([{paths, columns, rowCount, sizeBytes}], {
    ...limits,
    tempDir: join(bench.dir, "tmp"),
  });
  opened.push(from);
  const built: BuiltRollup = {
    name,
    buildId: name,
    signature: planned.signature,
    dataAsOf: "now",
    rowCount,
    columns,
  };
  return {layer, planned, built, from, sizeBytes};
}

const contextOf = (dialect: CompileContext["dialect"]): CompileContext => ({
  dialect,
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date("2024-03-15T00:00:00Z"),
});

/** The rows of a query over that roll-up, which must answer the query. */
async function ask(
  {layer, planned, built, from}: {layer: Layer; planned: PlannedRollup; built: BuiltRollup; from: Warehouse},
  query: Omit<Query, "model">,
  dialect: CompileContext["dialect"],
) {
  const asked: Query = {model: "visits", ...query};
  const {chosen, passed} = chooseRollup(resolve(layer, asked, contextOf(dialect)), {
    planned: [planned],
    built: [built],
  });
  if (chosen === undefined) throw new Error(JSON.stringify(passed));
  return from.rows(chosen, new AbortController().signal);
}

/** The root of the mean squared relative error. */
function errorOf(pairs: readonly (readonly [got: number, exact: number])[]): number {
  return Math.sqrt(pairs.reduce((sum, [got, exact]) => sum + (got / exact - 1) ** 2, 0) / pairs.length);
}

describe.each(dialects)("sketches made in %s", dialect => {
  const worlds: World[] = [];
  let world: World;
  let sql: string;
  beforeAll(async () => {
    const bench =
      dialect === "clickhouse" ? await openClickhouseBench(clickhouse ?? "") : await openBench(dialect);
    const warehouse = await bench.load({});
    world = {bench: {...bench, dir: bench.dir || `/tmp/${crypto.randomUUID()}`}, warehouse, opened: []};
    worlds.push(world);
    sql = rowsOf(dialect, REGIONS);
  });
  afterAll(async () => {
    for (const {opened, warehouse, bench} of worlds) {
      for (const one of opened) await one.close();
      await warehouse.close();
      await bench.close();
    }
  });

  /** Exact counts by the engine, in statements written by hand. */
  const exact = async (select: string) => {
    const rows = await world.warehouse.rows(
      {sql: `select ${select} from (${sql}) as v group by 1 order by 1`, parameters: []},
      new AbortController().signal,
    );
    return new Map(rows.map(([key, ...counts]) => [key ?? "", counts.map(Number)]));
  };

  test.each(["decimal(12, 2)", "int", "double precision"])(
    "distinguish a %s from its negative",
    async type => {
      const place = {duckdb: "i", postgres: "i", clickhouse: "toInt64(number)"}[dialect];
      const names: Record<string, string> = {int: "Int64", "double precision": "Float64"};
      const as = dialect === "clickhouse" ? names[type] : type;
      const visitor = () => `cast((${place} % 2000 - 1000) as ${as ?? "Decimal(12, 2)"})`;
      // A thousand numbers below 0 and, with 0, a thousand others.
      const own = `select 1 as region, s.* from (${ROWS[dialect](2000, visitor())}) as s`;
      const monthlyByRegion = await build(world, layerOf(own, [monthly]), "monthly");
      const query = {measures: ["visits.visitors"]};
      const [[found] = []] = await ask(monthlyByRegion, query, dialect);
      expect(Math.abs(Number(found) - 2000)).toBeLessThanOrEqual(4 * STANDARD_ERROR * 2000);
    },
  );

  test("count distinct values within the documented error, however groups are combined", async () => {
    const layer = layerOf(sql, [daily, monthly]);
    const [byDay, byMonth] = [await build(world, layer, "daily"), await build(world, layer, "monthly")];
    const measures = ["visits.count", "visits.visitors", "visits.paying"];

    const counts =
      "region, count(*), count(distinct visitor), count(distinct case when pays then visitor end)";
    const all = await exact(counts);
    expect([...all.values()]).toEqual([
      [120, 0, 0],
      [2, 1, 1],
      [200, 100, 50],
      [20_000, 10_000, 5000],
    ]);
    const order = ["visits.region asc"];
    const got = await ask(byDay, {dimensions: ["visits.region"], measures, orderBy: order}, dialect);
    expect(got.map(([region]) => region)).toEqual(["0", "1", "2", "3"]);
    for (const [region = "", rows, visitors, paying] of got) {
      const [count, ...distinct] = all.get(region ?? "") ?? [];
      expect(Number(rows)).toBe(count!);
      for (const [i, value] of [visitors, paying].entries()) {
        const wanted = distinct[i] ?? 0;
        // A few values are counted exactly. Of many, one sketch in ten thousand is off by four standard errors.
        const bound = wanted <= 1 ? 0 : Math.ceil(4 * STANDARD_ERROR * wanted);
        expect(Math.abs(Number(value) - wanted), `${region} ${i}`).toBeLessThanOrEqual(bound);
      }
    }
    // The sketches of months are the same whether built by month or combined from days.
    const months = {dimensions: ["visits.region", "visits.day.month"], measures, orderBy: order};
    const together = await ask(byDay, {...months, orderBy: [...order, "visits.day.month asc"]}, dialect);
    const direct = await ask(byMonth, {...months, orderBy: [...order, "visits.day.month asc"]}, dialect);
    expect(together).toEqual(direct);
    expect(together).toHaveLength(7);
    // Sixty groups of some hundred values each.
    const days = await exact("day, count(distinct visitor)");
    const each = await ask(byDay, {dimensions: ["visits.day"], measures: ["visits.visitors"]}, dialect);
    const pairs = each.map(([day, value]) => [Number(value), days.get(day ?? "")?.[0] ?? 0] as const);
    expect(pairs).toHaveLength(60);
    expect(errorOf(pairs)).toBeLessThan(STANDARD_ERROR * 1.25);
  });

  test("are the same in a roll-up that is built period by period and in one that is partly rebuilt", async () => {
    const layer = layerOf(sql, [daily]);
    const whole = await build(world, layer, "daily");
    const periods = (op: ">=" | "<"): BuildSlice => ({
      filters: [{field: "visits.day", op, value: "2024-02-01"}],
      grain: "month",
    });
    const parts = await build(world, layer, "daily", [periods("<"), periods(">=")]);
    const anew = await build(world, layer, "daily", [periods("<")]);
    expect(anew.built.rowCount).toBeLessThan(whole.built.rowCount);
    const query = {dimensions: ["visits.region"], measures: MEASURES, orderBy: ["visits.region asc"]};
    expect(await ask(parts, query, dialect)).toEqual(await ask(whole, query, dialect));
    const january = {...query, filters: [{field: "visits.day", op: "=" as const, value: "2024-01"}]};
    expect(await ask(anew, query, dialect)).toEqual(await ask(whole, january, dialect));
  });
});

test("a million values are counted within the documented error, and take little room", async () => {
  const bench = await openBench("duckdb");
  const world: World = {bench, warehouse: await bench.load({}), opened: []};
  const layer = layerOf(rowsOf("duckdb", [1_000_000]), [daily]);
  const built = await build(world, layer, "daily");
  const [[visitors] = []] = await ask(built, {measures: ["visits.visitors"]}, "duckdb");
  expect(Math.abs(Number(visitors) / 1e6 - 1)).toBeLessThan(3 * STANDARD_ERROR);
  // Sixty groups with two sketches each.
  expect(built.sizeBytes).toBeLessThan(60 * 2 * 3000);
  for (const one of [...world.opened, world.warehouse]) await one.close();
  await bench.close();
});

test("sketches of DuckDB depend on its version, because another version may have other hashes", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const [[version] = []] = (await connection.runAndReadAll("select version()")).getRows();
  expect(`duckdb ${version}`).toBe(`${sketchVersion("duckdb")?.replace(" ", " v")}`);
  connection.closeSync();
  instance.closeSync();
});

test("equal numbers of Postgres count as one, however many digits are written", async () => {
  const bench = await openBench("postgres");
  const world: World = {bench, warehouse: await bench.load({}), opened: []};
  const rows =
    "(1, date '2024-01-01', 1.0, true), (1, '2024-01-01', 1.00, true), (1, '2024-01-02', 1, true), (1, '2024-01-02', 2, true)";
  const layer = layerOf(`select * from (values ${rows}) as v(region, day, visitor, pays)`, [daily]);
  const built = await build(world, layer, "daily");
  expect(await ask(built, {measures: ["visits.visitors"]}, "postgres")).toEqual([["2"]]);
  for (const one of [...world.opened, world.warehouse]) await one.close();
  await bench.close();
});
