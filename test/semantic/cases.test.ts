import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {checkGraph} from "../../shared/semantic/check-graph.ts";
import {compile, detail} from "../../shared/semantic/compile.ts";
import {buildLayer} from "../../shared/semantic/layer.ts";
import {contextOf, goldenPath, goldenText, readCorpus} from "./corpus.ts";
import {type Cell, type Engine, openEngines} from "./engines.ts";

const ENGINES = ["postgres", "duckdb"] as const;
const corpus = await readCorpus();
let engines: Engine[] = [];

beforeAll(async () => {
  engines = await openEngines();
});
afterAll(async () => {
  await Promise.all(engines.map(engine => engine.close()));
});

function engineNamed(name: string): Engine {
  const engine = engines.find(candidate => candidate.name === name);
  if (engine === undefined) throw new Error(`no engine ${name}`);
  return engine;
}

function expected(rows: readonly (readonly (string | number | boolean | null)[])[]): Cell[][] {
  return rows.map(row => row.map(value => (value === null ? null : String(value))));
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

    for (const dialect of ENGINES) {
      test(`the SQL for ${dialect} is the one in the golden file`, async () => {
        const golden = file.cases.map(one => {
          const {sql, parameters} = compile(layer, one.query, contextOf(one, dialect));
          return goldenText(one.name, sql, parameters);
        });
        expect(golden.join("\n")).toBe(await Bun.file(goldenPath(file.topic, dialect)).text());
      });

      for (const one of file.cases) {
        test(`${one.name} (${dialect})`, async () => {
          const engine = engineNamed(dialect);
          const context = contextOf(one, dialect);
          const compiled = compile(layer, one.query, context);
          const rows = await engine.run(compiled.sql, compiled.parameters);
          expect(rows).toEqual(expected(one.rows));
          const pasted = await engine.run(detail(layer, one.query, context));
          expect(pasted).toEqual(rows.slice(0, compiled.limit));
          if (one.byHand !== undefined) expect(await engine.run(one.byHand)).toEqual(rows);
          if (one.totals !== undefined) {
            const totals = compiled.totals;
            if (totals === undefined) throw new Error("no totals");
            expect(await engine.run(totals.sql, totals.parameters)).toEqual(expected([one.totals]));
          }
        });
      }
    }
  });
}
