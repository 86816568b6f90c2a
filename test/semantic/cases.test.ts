import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {checkGraph} from "../../shared/semantic/check-graph.ts";
import {compile, type DialectName, detail} from "../../shared/semantic/compile.ts";
import {buildLayer, type Layer} from "../../shared/semantic/layer.ts";
import {mysqlUrl} from "../support/mysql-url.ts";
import {
  type CorpusCase,
  type CorpusValue,
  contextOf,
  DIALECT_NAMES,
  goldenPath,
  goldenText,
  readCorpus,
} from "./corpus.ts";
import {type Cell, type Engine, openEngines} from "./engines.ts";
import {openMysql} from "./mysql-engine.ts";

const corpus = await readCorpus();
let engines: Engine[] = [];

beforeAll(async () => {
  const url = mysqlUrl();
  engines = [...(await openEngines()), ...(url === undefined ? [] : [await openMysql(url)])];
});
afterAll(async () => {
  await Promise.all(engines.map(engine => engine.close()));
});

function engineNamed(name: string): Engine {
  const engine = engines.find(candidate => candidate.name === name);
  if (engine === undefined) throw new Error(`no engine ${name}`);
  return engine;
}

for (const file of corpus) {
  describe(file.topic, () => {
    const layer = buildLayer(file.layer);
    beforeAll(async () => {
      for (const engine of engines) await engine.load(file.data);
    });

    test("the layer is sound", () => {
      expect(checkGraph(file.layer)).toEqual([]);
    });

    for (const dialect of DIALECT_NAMES) {
      test(`the SQL for ${dialect} is the one in the golden file`, async () => {
        expect(goldenText(file, dialect)).toBe(await Bun.file(goldenPath(file.topic, dialect)).text());
      });
      if (!hasEngine(dialect)) continue;
      for (const one of file.cases) {
        if (one.not?.includes(dialect) === true) continue;
        const run = dialect === "mysql" && mysqlUrl() === undefined ? test.skip : test;
        run(`${one.name} (${dialect})`, () => runCase(engineNamed(dialect), layer, one));
      }
    }
  });
}

/** Those that can run here, if only where a server is named. */
function hasEngine(dialect: DialectName): boolean {
  return dialect === "postgres" || dialect === "duckdb" || dialect === "mysql";
}

async function runCase(engine: Engine, layer: Layer, one: CorpusCase): Promise<void> {
  const context = contextOf(one, engine.name);
  const compiled = compile(layer, one.query, context);
  const rows = await engine.run(compiled.sql, compiled.parameters);
  expect(rows).toEqual(expected(engine, one.rows));
  const pasted = await engine.run(detail(layer, one.query, context));
  expect(pasted).toEqual(rows.slice(0, compiled.limit));
  if (one.byHand !== undefined && engine.name !== "mysql") expect(await engine.run(one.byHand)).toEqual(rows);
  if (one.totals === undefined) return;
  const {totals} = compiled;
  if (totals === undefined) throw new Error("no totals");
  expect(await engine.run(totals.sql, totals.parameters)).toEqual(expected(engine, [one.totals]));
  if (one.totalsByHand !== undefined && engine.name !== "mysql") {
    expect(await engine.run(one.totalsByHand)).toEqual(expected(engine, [one.totals]));
  }
}

/** Rows as the engine's values are read; MySQL's truth values are numbers. */
function expected(engine: Engine, rows: readonly (readonly CorpusValue[])[]): Cell[][] {
  return rows.map(row =>
    row.map(value => {
      if (value === null) return null;
      return typeof value === "boolean" && engine.name === "mysql" ? String(Number(value)) : String(value);
    }),
  );
}
