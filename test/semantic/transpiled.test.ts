import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {detail} from "../../shared/semantic/compile.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import {contextOf, readCorpus} from "./corpus.ts";
import {type Cell, type Engine, openDuckdb} from "./engines.ts";
import {MACROS, TRANSPILED, toDuckdb} from "./transpile.ts";

/**
 * What cannot be run here is turned into DuckDB's SQL, which must give the corpus' rows. That is no proof: the
 * transpiler reads the dialect as its authors understood it. It finds the wrong function and the wrong argument.
 */
const corpus = await readCorpus();
/** What DuckDB cannot do as it is written for others: it compares no decimals that need more than 38 digits together. */
const UNTURNED: ReadonlySet<string> = new Set([
  "a literal of twenty decimals is compared exactly, also with what has too many digits before the point",
  "more than a literal of twenty decimals",
  "equal to a literal of twenty decimals",
  "unequal to a literal of twenty decimals",
  "not between literals of twenty decimals",
]);
/** Topics whose functions DuckDB has none of: that they are read as the dialect's own is all that is told here. */
const ONLY_READ: ReadonlySet<string> = new Set(["documents"]);
/**
 * Cases that compare texts of days, and the dialects whose days plus months are days. DuckDB's are moments, which have
 * another text.
 */
const DAYS_AS_TEXT: ReadonlySet<string> = new Set([
  "what happened in the months in which a metric over a window fell, or has no value",
  "and in those in which it has none",
]);
const ADDS_TO_DAYS: ReadonlySet<string> = new Set(["trino", "databricks", "snowflake"]);
/**
 * Cases of numbers spelled as texts. DuckDB spells what is no finite number as only it does, and keeps zeros at the end
 * of a decimal, which BigQuery leaves out.
 */
const NUMBERS_AS_TEXT = new Map<string, readonly string[]>([
  ["what is no finite number, spelled as everywhere", TRANSPILED],
  ["numbers beside the rest have no zeros at their end, and stand in their own order", ["bigquery"]],
  ["doubles beside the rest, which comes after them all", ["bigquery"]],
  ["numbers in the reverse order, before all the rest", ["bigquery"]],
  ["subtotals of numbers beside the rest", ["bigquery"]],
  ["the first and the last of numbers beside the rest, which stands behind them", ["bigquery"]],
]);
let engine: Engine;

beforeAll(async () => {
  engine = await openDuckdb();
  for (const macro of MACROS) await engine.run(macro);
  // DuckDB 1.5.6 loses rows for `x is distinct from 1 or x > 5`, which others are asked.
  await engine.run("set disabled_optimizers = 'filter_pushdown'");
});
afterAll(() => engine.close());

for (const file of corpus) {
  describe(file.topic, () => {
    const layer = buildLayer(file.layer);
    beforeAll(() => engine.load(file.data));

    for (const dialect of TRANSPILED) {
      for (const one of file.cases) {
        if (one.not?.includes(dialect) === true) continue;
        test(`${one.name} (${dialect}, as DuckDB's)`, async () => {
          const statement = detail(layer, one.query, contextOf(one, dialect));
          const text = await toDuckdb(statement, dialect);
          if (ONLY_READ.has(file.topic)) return;
          if (DAYS_AS_TEXT.has(one.name) && ADDS_TO_DAYS.has(dialect)) return;
          const turned = engine.run(text);
          if (UNTURNED.has(one.name)) return expect(turned).rejects.toThrow(/Conversion Error/);
          const rows = await turned;
          const wanted = one.rows.slice(0, one.query.limit ?? 1000);
          const texts = wanted.map(row => row.map(value => (value === null ? null : String(value))));
          const found = rows.map(row => row.map(plain));
          if (NUMBERS_AS_TEXT.get(one.name)?.includes(dialect))
            return expect(found.map(row => row.map(asNumber)).sort()).toEqual(
              texts.map(row => row.map(asNumber)).sort(),
            );
          expect(found).toEqual(texts.map(row => row.map(plain)));
        });
      }
    }
  });
}

/** The transpiler knows no types: a day may come as its first moment, an instant with its zone. */
function plain(cell: Cell): Cell {
  return cell?.replace(/\+00$/, "").replace(/ 00:00:00$/, "") ?? null;
}

/** A number as it is spelled everywhere, where DuckDB's text of it differs. Its place among others differs with it. */
function asNumber(cell: Cell): Cell {
  if (cell === null) return null;
  return /^(-?inf|nan|-?\d+\.\d*)$/i.test(cell) ? String(Number(cell.replace(/inf/i, "Infinity"))) : cell;
}
