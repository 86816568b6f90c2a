import {expect} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {createConnection} from "mysql2/promise";
import pg from "pg";
import {ServiceError} from "../../../shared/core/errors.ts";
import {makeLogger} from "../../../shared/core/log.ts";
import type {RollupStoreType} from "../../../shared/modeling/rollups/storage.ts";
import {type CompileContext, compile, resolve, type Statement} from "../../../shared/semantic/compile.ts";
import {decidedGrains} from "../../../shared/semantic/layer/decided-grains.ts";
import type {Graph, Model} from "../../../shared/semantic/layer/graph.ts";
import {buildLayer, type Layer} from "../../../shared/semantic/layer/layer.ts";
import type {Rollup} from "../../../shared/semantic/layer/rollup.ts";
import type {Calculation} from "../../../shared/semantic/query/calculations.ts";
import type {Filter} from "../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {type BuiltRollup, splitBuildIds} from "../../../shared/semantic/rollup-matching/built.ts";
import {chooseRollup} from "../../../shared/semantic/rollup-matching/choose.ts";
import {planRollups} from "../../../shared/semantic/rollup-matching/planned-rollups.ts";
import {openRollupFiles, type RollupFiles} from "../../../worker/execute/open-rollup.ts";
import {clickhouseStore} from "../../../worker/warehouses/clickhouse/table-store.ts";
import {openClickhouse as openClickhouseWarehouse} from "../../../worker/warehouses/clickhouse/warehouse.ts";
import {openDuckDb} from "../../../worker/warehouses/duckdb/warehouse.ts";
import {connectMysqlStore} from "../../../worker/warehouses/mysql/table-store.ts";
import {openMysql as openMysqlWarehouse} from "../../../worker/warehouses/mysql/warehouse.ts";
import {connectPostgresStore} from "../../../worker/warehouses/postgres/table-store.ts";
import {openPostgres} from "../../../worker/warehouses/postgres/warehouse.ts";
import type {TableStore} from "../../../worker/warehouses/table-store.ts";
import {TABLE_STORES} from "../../../worker/warehouses/table-stores.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {openClickhouse} from "../../semantic/clickhouse-engine.ts";
import {nestedMeasures} from "../../semantic/differential/naive/nested.ts";
import {Chance, graphFor, type RandomLayer, randomLayer} from "../../semantic/differential/random-layer.ts";
import {randomQuery} from "../../semantic/differential/random-query.ts";
import {randomStar} from "../../semantic/differential/random-star.ts";
import {createTable, insertRows} from "../../semantic/engines.ts";
import {openMysql} from "../../semantic/mysql-engine.ts";
import {textOf} from "../../support/http-warehouse.ts";
import {testServerUrl} from "../../support/postgres.ts";
import {makeInFiles, makeInTables} from "./make-rollup.ts";
import {FAR_DAYS, MIDNIGHTS, momentsAround} from "./midnights.ts";
import {withNearComparisons} from "./random-compared.ts";
import {nearFacts, randomCalculation, randomFactRollups} from "./random-facts.ts";
import {withNearNested} from "./random-nested.ts";
import {withNearCompare, withNearSubtotals} from "./random-subtotals.ts";

const GRAINS = ["hour", "day", "week", "month", "quarter", "year"] as const;
const MEASURES =
  "count total mean middle lower_third upper_word least latest words filled total_a count_a ratio ratio_sum unsure papers kinds about about about".split(
    " ",
  );
/** Limits for the warehouses of tests. */
export const limits = {
  concurrency: 2,
  statementTimeoutMs: 60_000,
  connectTimeoutMs: 5000,
  duckdbMemoryLimit: "256MB",
  duckdbThreads: 1,
};

/** How many queries were answered by roll-ups and by the warehouse alike, and how many only the warehouse could answer. */
export interface Tally {
  answered: number;
  /** The answered queries that used several roll-ups. */
  several: number;
  /** The answered queries that counted with sketches. */
  sketched: number;
  /** The answered queries with nested aggregates. */
  nested: number;
  /** The answered queries with subtotals, and those with a comparison. */
  subtotals: number;
  compared: number;
  passedOver: number;
}

export function newTally(): Tally {
  return {answered: 0, several: 0, sketched: 0, nested: 0, subtotals: 0, compared: 0, passedOver: 0};
}

/** An engine that loads a random layer's tables, one layer after another. */
export interface Bench {
  dialect: "duckdb" | RollupStoreType;
  dir: string;
  load(data: RandomLayer["data"]): Promise<Warehouse>;
  /** Set if roll-ups are tables of the engine: the connection that writes them, and their schema. */
  tables?: {store: TableStore; schema: string};
  /** Set if a group may show any of the words that a collation takes for equal. */
  foldsWords?: boolean;
  close(): Promise<void>;
}

export async function openBench(
  dialect: "duckdb" | "postgres",
  storage: "files" | "tables" = "files",
): Promise<Bench> {
  const dir = await mkdtemp(join(tmpdir(), "rollups-"));
  const tables = (data: RandomLayer["data"]) =>
    Object.entries(data).flatMap(([table, {columns, rows}]) => [
      `drop table if exists "${table}" cascade`,
      createTable(table, columns),
      ...(rows.length > 0 ? [insertRows(table, rows, columns)] : []),
    ]);
  if (dialect === "duckdb") {
    return {
      dialect,
      dir,
      async load(data) {
        const path = join(dir, `${crypto.randomUUID()}.duckdb`);
        const instance = await DuckDBInstance.create(path);
        const connection = await instance.connect();
        for (const statement of tables(data)) await connection.run(statement);
        connection.closeSync();
        instance.closeSync();
        return openDuckDb(path, {...limits, tempDir: join(dir, "tmp")});
      },
      close: () => rm(dir, {recursive: true, force: true}),
    };
  }
  const name = `rollups_${crypto.randomUUID().replaceAll("-", "")}`;
  const url = new URL(testServerUrl());
  const admin = new pg.Client({connectionString: url.href});
  await admin.connect();
  // This collation orders words as people do and not by bytes, so that the order differs from that of the files' engine.
  await admin.query(
    `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US' locale 'C.UTF-8'`,
  );
  url.pathname = `/${name}`;
  const client = new pg.Client({connectionString: url.href});
  await client.connect();
  const target = {
    host: url.hostname,
    port: Number(url.port || 5432),
    database: name,
    user: url.username,
    password: url.password,
    ssl: "disable" as const,
  };
  const log = makeLogger("test", "silent");
  const store = storage === "tables" ? await connectPostgresStore(target, limits, log) : undefined;
  return {
    dialect,
    dir,
    ...(store ? {tables: {store, schema: "rollups"}} : {}),
    async load(data) {
      for (const statement of tables(data)) await client.query(statement);
      await client.query("drop schema if exists rollups cascade; create schema rollups");
      return openPostgres(target, {...limits, tempDir: ""}, log);
    },
    async close() {
      await store?.close();
      await client.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await rm(dir, {recursive: true, force: true});
    },
  };
}

/** ClickHouse, with nullable columns in every other layer. Roll-ups are tables. */
export async function openClickhouseBench(url: string): Promise<Bench> {
  const engines = {
    plain: await openClickhouse(url, "plain where nothing is null"),
    nullable: await openClickhouse(url, "nullable"),
  };
  const {hostname, port, username, password, origin} = new URL(url);
  const login = {host: hostname, port: Number(port), user: username, password, ssl: "disable" as const};
  const schema = `rollups_${crypto.randomUUID().replaceAll("-", "")}`;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const ask = async (sql: string) => {
    const answer = await fetch(origin, {method: "POST", headers: {authorization}, body: sql});
    if (answer.status !== 200) throw new Error(await answer.text());
  };
  const store = clickhouseStore({...login, database: "default"}, limits, fetch);
  let count = 0;
  return {
    dialect: "clickhouse",
    dir: "",
    tables: {store, schema},
    async load(data) {
      const engine = count++ % 2 === 0 ? engines.plain : engines.nullable;
      await engine.load(data);
      await ask(`drop database if exists ${schema} sync`);
      await ask(`create database ${schema}`);
      return openClickhouseWarehouse({...login, database: engine.database}, {...limits, tempDir: ""}, fetch);
    },
    async close() {
      for (const engine of Object.values(engines)) await engine.close();
      await ask(`drop database if exists ${schema} sync`);
    },
  };
}

/** MariaDB, with a collation that takes `a` and `A` for equal in every other layer. Roll-ups are tables. */
export async function openMysqlBench(url: string): Promise<Bench> {
  const engines = {
    exact: await openMysql(url, "utf8mb4_nopad_bin"),
    folding: await openMysql(url, "utf8mb4_general_ci"),
  };
  const {hostname, port, username, password} = new URL(url);
  const login = {host: hostname, port: Number(port), user: username, password, ssl: "disable" as const};
  const schema = `rollups_${crypto.randomUUID().replaceAll("-", "")}`;
  const admin = await createConnection({uri: url});
  const log = makeLogger("test", "silent");
  const store = await connectMysqlStore({...login, database: engines.exact.database}, limits);
  let count = 0;
  return {
    dialect: "mysql",
    dir: "",
    tables: {store, schema},
    foldsWords: true,
    async load(data) {
      const engine = count++ % 2 === 0 ? engines.exact : engines.folding;
      await engine.load(data);
      await admin.query(`drop database if exists ${schema}`);
      await admin.query(`create database ${schema}`);
      return openMysqlWarehouse({...login, database: engine.database}, {...limits, tempDir: ""}, log);
    },
    async close() {
      await store.close();
      for (const engine of Object.values(engines)) await engine.close();
      await admin.query(`drop database if exists ${schema}`);
      await admin.end();
    },
  };
}

/**
 * Makes a random layer with roll-ups, and random queries. Checks that each query has the same answer with and without roll-ups.
 */
export async function compareRollups(bench: Bench, seed: number, queries: number): Promise<Tally> {
  const chance = new Chance(seed);
  const random = chance.chance(0.7) ? randomStar(chance) : randomLayer(chance);
  mixWords(chance, random);
  mixDecimals(new Chance(seed + 6_000_003), random, bench.dialect);
  const plain = withEstimates(graphFor(bench.dialect, random.graph), "count_distinct_approx");
  const near = mixMoments(chance, random, bench.dialect);
  const shared = randomFactRollups(chance, plain, near.zones);
  const others = Array.from({length: 4}, (_, i) => {
    const rollup = randomRollup(chance, plain, `r${i}`, near);
    return chance.chance(0.25) ? byWords(rollup, plain) : rollup;
  });
  const rollups = [...others, ...(shared?.rollups ?? [])].map(rollup => ({
    ...byPeriods(chance, rollup),
    ...(bench.tables ? {storage: {connectionId: "conn_writer", schema: bench.tables.schema}} : {}),
  }));
  const layer = buildLayer({...plain, rollups});
  const exact = buildLayer(withEstimates(plain, "count_distinct"));
  const source = {
    dialect: bench.dialect,
    weekStart: chance.pick(["monday", "sunday"] as const),
    id: "conn",
    version: 1,
  };
  const warehouse = await bench.load(random.data);
  const files = new Map<string, RollupFiles>();
  const opened = new Map<string, Warehouse>();
  /** The roll-ups of a joined id, opened together, once. */
  const open = async (id: string) => {
    if (bench.tables) return warehouse;
    const found = opened.get(id);
    if (found) return found;
    const together = splitBuildIds(id).flatMap(one => files.get(one) ?? []);
    const made = await openRollupFiles(together, {...limits, tempDir: join(bench.dir, "tmp")});
    opened.set(id, made);
    return made;
  };
  try {
    const planned = planRollups(layer, source);
    const built: BuiltRollup[] = [];
    for (const one of planned) {
      if (!("plan" in one)) continue;
      const project = {
        ...source,
        orgId: "org",
        source: {kind: "connection" as const, id: "conn", version: 1},
      };
      const turns = turnsOf(chance, one.plan.rollup);
      const asked = {project, layer, planned: one};
      if (bench.tables && bench.dialect !== "duckdb") {
        const filling = {warehouse, rules: TABLE_STORES[bench.dialect], ...bench.tables};
        built.push(await makeInTables(filling, asked, turns));
        continue;
      }
      const made = await makeInFiles({warehouse, dir: bench.dir}, asked, turns, chance.chance(0.3));
      built.push(made.built);
      // The roll-up counts as small enough to be read into memory, or as too large for that.
      files.set(one.name, chance.chance(0.5) ? made.files : {...made.files, rowCount: 1e9});
    }
    const tally = newTally();
    const ofComparisons = new Chance(seed + 9_000_003);
    const ofNested = new Chance(seed + 10_000_003);
    const ofSubtotals = new Chance(seed + 7_000_003);
    const ofCompare = new Chance(seed + 8_000_003);
    for (let i = 0; i < queries; i++) {
      const rollup = chance.pick(rollups);
      const plainQuery = chance.chance(0.2)
        ? randomQuery(chance, random, {further: true})
        : shared && chance.chance(0.5)
          ? nearFacts(chance, shared)
          : nearQuery(chance, rollup, near);
      const nested = withNearNested(ofNested, rollup, withNearComparisons(ofComparisons, rollup, plainQuery));
      const query = withNearCompare(ofCompare, rollup, withNearSubtotals(ofSubtotals, nested));
      const attributes = {
        ...(chance.chance(0.8) ? {x: ["a", "B", "small", "2", "5"]} : {}),
        ...(chance.chance(0.8) ? {y: ["c", "large", "1", "a"]} : {}),
      };
      const {dialect, weekStart} = source;
      const now = new Date("2024-03-15T12:00:00Z");
      const context: CompileContext = {
        dialect,
        weekStart,
        timezone: "UTC",
        attributes,
        now,
        defaultLimit: 1000,
      };
      const told = () =>
        `seed ${seed}, query ${i}, ${dialect}: ${JSON.stringify(query)} ${JSON.stringify(attributes)} ${JSON.stringify(rollups)}`;
      try {
        const {took, isSketched} = await compareOne({
          layer,
          exact,
          query,
          context,
          planned,
          built,
          warehouse,
          open,
          foldsWords: bench.foldsWords === true,
        });
        tally[took > 0 ? "answered" : "passedOver"]++;
        if (took > 1) tally.several++;
        if (isSketched) tally.sketched++;
        if (took > 0 && nestedMeasures(query).length > 0) tally.nested++;
        if (took > 0 && query.subtotals === true) tally.subtotals++;
        if (took > 0 && query.compare !== undefined) tally.compared++;
      } catch (fault) {
        throw new Error(`${told()}\n${String(fault)}`, {cause: fault});
      }
    }
    return tally;
  } finally {
    await warehouse.close();
    for (const file of opened.values()) await file.close();
  }
}

/** The roll-up built by periods, if its groups fit into periods. */
function byPeriods(chance: Chance, rollup: Rollup): Rollup {
  const {time} = rollup;
  const fitting = (["day", "month", "year"] as const).filter(
    one => time && decidedGrains("timestamp", time.grain, time.timezone ?? "UTC").includes(one),
  );
  if (fitting.length === 0 || chance.chance(0.4)) return rollup;
  return {
    ...rollup,
    incremental: {window: chance.pick(["1h", "3d", "20d"]), partition: chance.pick(fitting)},
  };
}

/** Two builds. The second one's window begins after a day on which clocks change, or at any time. */
function turnsOf(chance: Chance, {time, incremental}: Rollup): Date[] {
  const zone = time?.timezone ?? "UTC";
  const days = MIDNIGHTS.filter(one => one.zone === zone).map(({day}) => day);
  const day = chance.pick(["2024-03-01", ...days, ...days]);
  const window = incremental?.window ?? "1h";
  const hours = Number(window.slice(0, -1)) * (window.endsWith("d") ? 24 : 1) + chance.pick([1, 12, 23]);
  const first = Temporal.PlainDate.from(day).toZonedDateTime(zone).add({hours});
  return [first, first.add({days: chance.below(40)})].map(at => new Date(at.epochMilliseconds));
}

interface Compared {
  layer: Layer;
  /** The same layer with exact counts in place of estimates. */
  exact: Layer;
  query: Query;
  context: CompileContext;
  planned: ReturnType<typeof planRollups>;
  built: readonly BuiltRollup[];
  warehouse: Warehouse;
  open(buildId: string): Promise<Warehouse>;
  foldsWords: boolean;
}

const PASSED_OVER = {took: 0, isSketched: false};

/** How many roll-ups answered the query (0 if only the warehouse could), and whether sketches were counted. */
async function compareOne(compared: Compared): Promise<typeof PASSED_OVER> {
  const {layer, exact, query, context, planned, built, warehouse, open} = compared;
  let compiled: ReturnType<typeof compile>;
  try {
    compiled = compile(exact, query, context);
  } catch (fault) {
    if (fault instanceof ServiceError) return PASSED_OVER;
    throw fault;
  }
  const resolution = resolve(layer, query, context);
  const {chosen} = chooseRollup(resolution, {planned, built});
  // When all reasons are requested, each roll-up is tried, and not only those that store the query's fields.
  const ofAll = chooseRollup(resolution, {planned, built, all: true}).chosen;
  expect([query, chosen?.rollup, chosen?.sql]).toEqual([query, ofAll?.rollup, ofAll?.sql]);
  if (!chosen) return PASSED_OVER;
  const file = await open(chosen.buildId);
  const took = {took: 1 + chosen.others.length, isSketched: chosen.sql.includes("count_sketched(")};
  const {columns, timezone, limit} = compiled;
  const rowsOf = async (from: Warehouse, statement: Statement, of: typeof columns) => {
    const signal = new AbortController().signal;
    let text = "";
    for await (const piece of from.stream(statement, {
      columns: of,
      format: "json",
      timezone,
      limit,
      signal,
    })) {
      const rows = textOf(piece);
      text += (text === "" || rows === "" ? "" : ",") + rows;
    }
    return shown(compared.foldsWords ? folded(text) : text, isUnordered(query));
  };
  let wanted: string;
  try {
    wanted = await rowsOf(warehouse, compiled, columns);
  } catch (fault) {
    // Years of hours are too many to be listed, and the statement says so.
    if (String(fault).includes("over 100000 periods")) return PASSED_OVER;
    throw fault;
  }
  const got = await rowsOf(file, chosen, columns);
  if (got !== wanted) throw new Error(`${compiled.sql}\n${chosen.sql}\n    got ${got}\n wanted ${wanted}`);
  if (compiled.totals === undefined || chosen.totals === undefined) return took;
  const measures = columns.slice((query.dimensions ?? []).length);
  const [all, kept] = [
    await rowsOf(warehouse, compiled.totals, measures),
    await rowsOf(file, chosen.totals, measures),
  ];
  if (kept !== all) throw new Error(`${chosen.totals.sql}\n    got ${kept}\n wanted ${all}`);
  return took;
}

/** A text as a loose collation compares it: without accents, case and trailing spaces. */
function folded(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/ +"/g, '"').toLowerCase();
}

/** Whether the query's order is undefined, so that rows are sorted before the comparison. */
function isUnordered({orderBy = [], limit = 0}: Query): boolean {
  return orderBy.length === 0 && limit > 10_000;
}

/** Rows as text. Fractions have fourteen digits, because each engine rounds quotients differently. */
function shown(rows: string, isUnordered: boolean): string {
  const round = (_: string, value: unknown) =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(14)) : value;
  const read: unknown[] = JSON.parse(`[${rows}]`, round);
  const texts = read.map(row => JSON.stringify(row));
  return (isUnordered ? texts.sort() : texts).join(",");
}

/**
 * Adds to every model a measure of distinct values, of the given type. The values are so few that a sketch hardly ever takes
 * two for one.
 */
function withEstimates({models, ...graph}: Graph, type: "count_distinct" | "count_distinct_approx"): Graph {
  const about = {name: "about", type, column: "n"};
  return {
    ...graph,
    models: models.map(model => ({
      ...model,
      measures: [...(model.measures ?? []).filter(({name}) => name !== about.name), about],
    })),
  };
}

/** Replaces some words by words that collations order differently, or that only some collations take for equal. */
function mixWords(chance: Chance, {data}: RandomLayer): void {
  const others = chance.pick([[], ["B"], ["B", "á", "a ", "b-a"], ["A", "á", "a ", "xa"]]);
  for (const {columns, rows} of Object.values(data)) {
    const at = Object.keys(columns).indexOf("w");
    for (const row of rows)
      if (row[at] !== null && chance.chance(0.4) && others.length > 0) row[at] = chance.pick(others);
  }
}

/**
 * In every other layer, replaces numbers by numbers with up to three decimals. The rows of a period may have fewer decimals
 * than others.
 */
function mixDecimals(chance: Chance, {data}: RandomLayer, dialect: Bench["dialect"]): void {
  if ((dialect !== "duckdb" && dialect !== "postgres") || chance.chance(0.5)) return;
  const type = {duckdb: "decimal(12,3)", postgres: "numeric"}[dialect];
  for (const [table, {columns, rows}] of Object.entries(data)) {
    const at = Object.keys(columns).indexOf("n");
    if (at < 0) continue;
    data[table] = {
      columns: {...columns, n: type},
      rows: rows.map(row =>
        row.map((value, i) =>
          i === at && typeof value === "number" ? value + chance.pick([0, 0, 0.5, 0.25, 0.125]) : value,
        ),
      ),
    };
  }
}

/** The zones, grains and days that fit the layer's moments. */
interface Near {
  grains: readonly (typeof GRAINS)[number][];
  zones: readonly string[];
  days: readonly string[];
}

const PLAIN: Near = {
  grains: GRAINS,
  zones: ["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "America/St_Johns"],
  days: "2024 2024-01 2024-03 2024-Q1 2024-03-10 2024-03-31 2024-10-27 2024-11-03".split(" "),
};

/**
 * In some layers, puts rows around a midnight at which a zone's clocks change. Returns the zones and days for queries about
 * them.
 */
function mixMoments(chance: Chance, {data}: RandomLayer, dialect: Bench["dialect"]): Near {
  if (chance.chance(0.4)) return PLAIN;
  // MySQL's timestamps reach from 1970 to 2038.
  const all = dialect === "mysql" ? MIDNIGHTS : [...MIDNIGHTS, ...FAR_DAYS];
  const midnight = chance.pick(chance.chance(0.6) ? MIDNIGHTS.slice(0, 3) : all);
  const moments = momentsAround(midnight);
  for (const {columns, rows} of Object.values(data)) {
    const at = Object.keys(columns).indexOf("at");
    for (const row of rows)
      if (at >= 0 && row[at] !== null && chance.chance(0.8)) row[at] = chance.pick(moments);
  }
  const {zone, day} = midnight;
  const next = Temporal.PlainDate.from(day).add({days: 1}).toString();
  return {
    grains: ["hour", "day", "day", "day", "month"],
    zones: [zone, zone, zone, "UTC", chance.pick(PLAIN.zones)],
    days: [day, day, next, day.slice(0, 7), day.slice(0, 4), "2024-03-10"],
  };
}

/** A roll-up of a random model, with the dimensions that its row access needs. */
export function randomRollup(
  chance: Chance,
  {models, joins = []}: Graph,
  name: string,
  {zones, grains}: Near = PLAIN,
): Rollup {
  const model = chance.pick(models);
  const own = (field: string) => `${model.name}.${field}`;
  const dimensions = new Set<string>();
  for (const {dimension} of model.rowAccess ?? [])
    dimensions.add(dimension.includes(".") ? dimension : own(dimension));
  for (let i = chance.below(4); i > 0; i--)
    dimensions.add(own(chance.pick(["w", "w", "n", "is_a", "size", "next", "mark"])));
  const up = joins.filter(({from, to}) => from === model.name && !hasAccess(models, to));
  if (up.length > 0 && chance.chance(0.5)) {
    const {name: role, to} = chance.pick(up);
    dimensions.add(`${role ?? to}.${chance.pick(["w", "n", "size", "is_a"])}`);
  }
  const measures = new Set([own("count")]);
  for (let i = 1 + chance.below(7); i > 0; i--) measures.add(own(chance.pick(MEASURES)));
  const field = chance.pick(["at", "at", "d"]);
  const grain = chance.pick(grains.filter(one => field !== "d" || one !== "hour"));
  const time = {dimension: own(field), grain, timezone: chance.pick(zones)};
  return {
    name,
    model: model.name,
    dimensions: [...dimensions],
    measures: [...measures],
    ...(chance.chance(0.85) ? {time} : {}),
  };
}

/**
 * The roll-up by one word and the dimensions of row access, so that a group has many rows, and a collation can choose among
 * words.
 */
function byWords({time: _, ...rollup}: Rollup, {models}: Graph): Rollup {
  const own = (name: string) => (name.includes(".") ? name : `${rollup.model}.${name}`);
  const access = models.find(({name}) => name === rollup.model)?.rowAccess ?? [];
  return {...rollup, dimensions: [...new Set([own("w"), ...access.map(({dimension}) => own(dimension))])]};
}

function hasAccess(models: readonly Model[], name: string): boolean {
  return (models.find(one => one.name === name)?.rowAccess ?? []).length > 0;
}

/** A query that the roll-up can probably answer. */
export function nearQuery(
  chance: Chance,
  {model, dimensions = [], measures, time}: Rollup,
  {zones, days}: Near = PLAIN,
): Query {
  const asked = new Set<string>();
  const timed = (grain: string) => `${time?.dimension}.${grain}`;
  for (const name of dimensions) if (chance.chance(0.5)) asked.add(name);
  if (time && chance.chance(0.6))
    asked.add(
      timed(
        chance.pick([
          time.grain,
          time.grain,
          "day",
          "month",
          "quarter",
          "year",
          "day_of_week",
          "month_of_year",
        ]),
      ),
    );
  const kept = new Set(measures.filter(() => chance.chance(0.5)));
  for (const name of ["ratio", "total", "count_a"]) if (chance.chance(0.1)) kept.add(`${model}.${name}`);
  if (asked.size + kept.size === 0) kept.add(measures[0]!);
  const filters: Filter[] = [];
  for (let i = chance.below(3); i > 0; i--) filters.push(nearFilter(chance, dimensions, time, days));
  if (chance.chance(0.15))
    filters.push({
      or: [nearFilter(chance, dimensions, time, days), nearFilter(chance, dimensions, time, days)],
    });
  if (chance.chance(0.1)) filters.push({not: nearFilter(chance, dimensions, time, days)});
  const [first] = kept;
  if (first !== undefined && chance.chance(0.15))
    filters.push({field: first, op: chance.pick([">", "<=", "!=", "is_not_null"]), value: 1});
  for (const filter of filters) if ("op" in filter && filter.op.startsWith("is_")) delete filter.value;
  const named = [...asked, ...kept];
  const hasTop = first !== undefined && asked.size > 0 && chance.chance(0.1);
  return {
    model,
    dimensions: [...asked],
    measures: [...kept],
    filters,
    ...(chance.chance(0.4) ? {orderBy: [`${chance.pick(named)} ${chance.pick(["asc", "desc"])}`]} : {}),
    ...(hasTop ? {top: topOf([...asked], first, filters.length)} : {}),
    ...(first !== undefined && asked.size > 0 && chance.chance(0.1)
      ? {calculations: withPlace(randomCalculation(chance, first, [...asked], `${time?.dimension}.`))}
      : {}),
    limit: chance.pick([2, 1000]),
    timezone: chance.chance(0.6) ? (time?.timezone ?? "UTC") : chance.pick(zones),
    ...(chance.chance(0.3) && kept.size > 0 ? {totals: true} : {}),
  };
}

/** The greatest or the least two values, with the rest where the rest can have a name. */
function topOf([dimension = ""]: readonly string[], by: string, number: number): NonNullable<Query["top"]> {
  return {
    dimension,
    by,
    count: 2,
    ...(number % 2 === 1 ? {direction: "asc"} : {}),
    ...(/\.(w|size|n)$/.test(dimension) && number < 2 ? {others: "the rest"} : {}),
  };
}

/** A calculation and its rank. */
function withPlace(calculation: Calculation): Calculation[] {
  return [calculation, {name: "place of it", type: "rank", of: calculation.name}];
}

function nearFilter(
  chance: Chance,
  dimensions: readonly string[],
  time: Rollup["time"],
  days: readonly string[],
): Filter {
  if (time && (dimensions.length === 0 || chance.chance(0.5))) {
    const value = chance.pick(days);
    const op = chance.pick(["=", "!=", ">=", "<", ">", "<=", "is_null"]);
    if (chance.chance(0.2))
      return {field: `${time.dimension}.month_of_year`, op: chance.pick(["=", ">"]), value: 3};
    return {field: time.dimension, op, value};
  }
  if (dimensions.length === 0) return {and: []};
  const field = chance.pick(dimensions);
  const op = chance.pick(["=", "!=", "in", "is_null", "is_not_null"]);
  const name = field.split(".").at(-1) ?? "";
  if (name === "is_a") return {field, op: op === "in" ? "=" : op, value: chance.chance(0.5)};
  if (name === "n")
    return {field, op: chance.pick([op, ">", "<="]), value: op === "in" ? [1, 2] : chance.below(5)};
  if (name === "next") return {field, op: chance.pick([op, ">"]), value: "2024-02-01"};
  const word = chance.pick(["a", "A", "b", "B", "a ", "á", "large", "z"]);
  const search = chance.pick([op, op, op, ">", "contains", "not_contains", "starts_with", "ends_with"]);
  const isPattern = search.includes("_with") || search.includes("contains");
  const caseSensitive = isPattern && chance.chance(0.5) ? {caseSensitive: true} : {};
  return {field, op: search, value: search === "in" ? [word, "c"] : word, ...caseSensitive};
}
