import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {readdir} from "node:fs/promises";
import {basename, join} from "node:path";
import {checkGraph} from "../../shared/semantic/check/graph.ts";
import {compile, detail} from "../../shared/semantic/compile.ts";
import {buildLayer, type Layer} from "../../shared/semantic/layer/layer.ts";
import {openAllEngines, RUNNABLE} from "./all-engines.ts";
import {
  type CorpusCase,
  type CorpusValue,
  contextOf,
  DIALECT_NAMES,
  NEVER_RUN,
  readCorpus,
} from "./corpus.ts";
import type {Cell, Engine} from "./engines.ts";
import {goldenPath, goldenText} from "./golden.ts";

const corpus = await readCorpus();
let engines: Map<string, Engine>;

beforeAll(async () => {
  engines = await openAllEngines();
});
afterAll(async () => {
  await Promise.all([...engines.values()].map(engine => engine.close()));
});

test("every dialect is run on an engine, or its golden files say that it is not", () => {
  const run = new Set<string>(RUNNABLE.map(({dialect}) => dialect));
  expect(DIALECT_NAMES.filter(name => !run.has(name))).toEqual([...NEVER_RUN]);
});

test("every golden file belongs to a topic", async () => {
  const known = corpus.map(({topic}) => basename(goldenPath(topic)));
  const found = await readdir(join(import.meta.dir, "cases"));
  expect(found.filter(name => name.endsWith(".sql")).sort()).toEqual(known.sort());
});

for (const file of corpus) {
  describe(file.topic, () => {
    const layer = buildLayer(file.layer);
    beforeAll(async () => {
      for (const engine of engines.values()) await engine.load(file.data);
    });

    test("the layer is sound", () => {
      expect(checkGraph(file.layer)).toEqual([]);
    });

    test("the SQL for every dialect is the one in the golden file", async () => {
      expect(goldenText(file)).toBe(await Bun.file(goldenPath(file.topic)).text());
    });

    for (const {label, dialect, open} of RUNNABLE) {
      for (const one of file.cases) {
        if (one.not?.includes(dialect) === true) continue;
        const run = open === undefined ? test.skip : test;
        // A statement with literals is pasted once for each dialect.
        const isPasted = label === dialect;
        run(`${one.name} (${label})`, () => runCase(engines.get(label)!, layer, one, isPasted));
      }
    }
  });
}

async function runCase(engine: Engine, layer: Layer, one: CorpusCase, isPasted: boolean): Promise<void> {
  const context = contextOf(one, engine.name);
  const compiled = compile(layer, one.query, context);
  const rows = await engine.run(compiled.sql, compiled.parameters);
  expect(rows).toEqual(expected(engine, one.rows));
  if (isPasted) {
    const pasted = await engine.paste(detail(layer, one.query, context));
    expect(pasted).toEqual(rows.slice(0, compiled.limit));
  }
  if (one.byHand !== undefined && speaksStandard(engine)) expect(await engine.run(one.byHand)).toEqual(rows);
  if (one.totals === undefined) return;
  const {totals} = compiled;
  if (totals === undefined) throw new Error("no totals");
  expect(await engine.run(totals.sql, totals.parameters)).toEqual(expected(engine, [one.totals]));
  if (one.totalsByHand !== undefined && speaksStandard(engine)) {
    expect(await engine.run(one.totalsByHand)).toEqual(expected(engine, [one.totals]));
  }
}

/** Whether the engine understands the SQL that is written by hand for a case. */
function speaksStandard({name}: Engine): boolean {
  return name === "postgres" || name === "duckdb";
}

/** The rows as this engine returns them: MySQL returns booleans as numbers. */
function expected(engine: Engine, rows: readonly (readonly CorpusValue[])[]): Cell[][] {
  return rows.map(row =>
    row.map(value => {
      if (value === null) return null;
      return typeof value === "boolean" && engine.name === "mysql" ? String(Number(value)) : String(value);
    }),
  );
}
