import {afterAll, beforeAll, expect, spyOn, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import type {Graph, Join, Measure, Model} from "../../shared/semantic/documents.ts";
import {buildLayer} from "../../shared/semantic/layers.ts";
import {tryJoins} from "../../worker/introspect/check-joins.ts";
import {Trial} from "../../worker/introspect/dry-run.ts";
import {tryModels} from "../../worker/introspect/try-fields.ts";
import {openDuckDb} from "../../worker/warehouses/duckdb/warehouse.ts";
import type {Warehouse} from "../../worker/warehouses/warehouse.ts";

const TABLES = 60;

let dir: string;
let warehouse: Warehouse;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "tried-at-once-"));
  const path = join(dir, "many.duckdb");
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (let n = 0; n < TABLES; n++)
    await connection.run(`create table t_${n} (id integer, parent integer, amount double, words varchar)`);
  connection.closeSync();
  instance.closeSync();
  warehouse = await openDuckDb(path, {
    concurrency: 4,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 3000,
    duckdbMemoryLimit: "128MB",
    duckdbThreads: 1,
    tempDir: join(dir, "tmp"),
  });
});

afterAll(async () => {
  await warehouse.close();
  await rm(dir, {recursive: true, force: true});
});

const modelOf = (n: number, column = "amount"): Model => ({
  name: `m_${n}`,
  table: {name: `t_${n}`},
  dimensions: [
    {name: "id", type: "number", column: "id"},
    {name: "parent", type: "number", column: "parent"},
  ],
  measures: [{name: "total", type: "sum", column}],
});

const joinOf = (n: number, to = "id"): Join => ({
  name: "parent",
  from: `m_${n}`,
  to: `m_${n - 1}`,
  relationship: "many_to_one",
  on: [{from: "parent", to}],
});

/** The paths of the faults, and the number of statements that were tried. */
async function tried(models: Model[], joins: Join[]): Promise<{paths: string[]; statements: number}> {
  const graph: Graph = {models, joins};
  const trial = new Trial(warehouse, new AbortController().signal);
  const rows = spyOn(warehouse, "rows");
  try {
    const listed = models.map((model, n) => ({model, path: `/models/${n}`, faulty: []}));
    const faults = [
      ...(await tryModels(trial, buildLayer(graph), listed)),
      ...(await tryJoins(
        trial,
        graph,
        joins.map((join, n) => ({join, path: `/joins/${n}`})),
      )),
    ];
    return {paths: faults.map(({path}) => path).sort(), statements: rows.mock.calls.length};
  } finally {
    rows.mockRestore();
  }
}

const models = Array.from({length: TABLES}, (_, n) => modelOf(n));
const joins = Array.from({length: TABLES - 1}, (_, n) => joinOf(n + 1));

test("models of tables and joins are tried twenty at a time", async () => {
  expect(await tried(models, joins)).toEqual({paths: [], statements: 6});
});

test("every model and join that the warehouse refuses is named, and no other", async () => {
  const {paths, statements} = await tried(
    models.map((model, n) => (n === 7 || n === 33 ? modelOf(n, "words") : model)),
    joins.map((join, n) => (n === 40 ? joinOf(n + 1, "nowhere") : join)),
  );
  expect(paths).toEqual(["/joins/40/on", "/models/33/measures/0/column", "/models/7/measures/0/column"]);
  expect(statements).toBeLessThan(TABLES + 20);
});

test("a model of a statement is tried by itself, so that its text cannot end in another model's", async () => {
  const of = (n: number, sql: string): Model => ({...modelOf(n), table: {sql}});
  const {paths} = await tried(
    [of(0, "select * from t_0 /*"), of(1, "*/ select * from t_1"), ...models.slice(2)],
    [],
  );
  expect(paths).toEqual(["/models/0/table/sql", "/models/1/table/sql"]);
});

test("measures that double a statement with each step are tried up to a length", async () => {
  const doubling = Array.from({length: 40}, (_, i): Measure => {
    if (i === 0) return {name: "m0", type: "sum", column: "amount"};
    return {name: `m${i}`, type: "number", sql: `\${m${i - 1}} + \${m${i - 1}}`};
  });
  const wrong: Measure = {name: "wrong", type: "number", sql: "nothing(${m0})"};
  const model: Model = {...modelOf(0), measures: [...doubling, wrong]};
  // Without a time limit, because the statements are slow on a busy machine.
  const trial = new Trial(warehouse, new AbortController().signal, Number.POSITIVE_INFINITY);
  const rows = spyOn(warehouse, "rows");
  try {
    const listed = [{model, path: "/models/0", faulty: []}];
    const faults = await tryModels(trial, buildLayer({models: [model]}), listed);
    expect(faults.map(({path}) => path)).toEqual(["/models/0/measures/40/sql"]);
    const lengths = rows.mock.calls.map(([{sql}]) => sql.length);
    expect(Math.max(...lengths)).toBeLessThan(200_000);
    expect(lengths.length).toBeGreaterThan(10);
    expect(trial.skipped).toBeGreaterThan(3);
  } finally {
    rows.mockRestore();
  }
});

test("a model with an expression is tried by itself", async () => {
  const of = (n: number, sql: string): Model => ({
    ...modelOf(n),
    measures: [{name: "total", type: "sum", sql}],
  });
  const {paths} = await tried([of(0, "1) /*"), of(1, "*/ (1"), ...models.slice(2)], []);
  expect(paths).toEqual(["/models/0/measures/0/sql", "/models/1/measures/0/sql"]);
});
