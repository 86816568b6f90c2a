import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {detail} from "../../shared/semantic/compile.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import {contextOf, readCorpus} from "./corpus.ts";
import {type Cell, type Engine, openDuckdb} from "./engines.ts";
import {MACROS, TRANSPILED, toDuckdb} from "./transpile.ts";

/**
 * Dialects that cannot run here are translated to DuckDB's SQL, which must give the rows of the corpus. That is no proof,
 * because the transpiler reads the dialect as its authors understood it, but it finds wrong functions and wrong arguments.
 */
const corpus = await readCorpus();
/** Cases that DuckDB cannot run: it does not compare decimals that together need more than 38 digits. */
const UNTURNED: ReadonlySet<string> = new Set([
  "a literal of twenty decimals is compared exactly, also with numbers of many digits before the point",
  "greater than a literal of twenty decimals",
  "equal to a literal of twenty decimals",
  "unequal to a literal of twenty decimals",
  "not between literals of twenty decimals",
]);
/** Topics whose functions DuckDB lacks: the test only checks that the transpiler can parse the statements. */
const ONLY_READ: ReadonlySet<string> = new Set(["documents"]);
/**
 * Cases that compare days as text, and the dialects in which a day plus months is a day. In DuckDB it is a moment, which has
 * another text.
 */
const DAYS_AS_TEXT: ReadonlySet<string> = new Set([
  "rows of the months in which a metric over a window fell",
  "rows of the months in which a metric over a window is null",
]);
const ADDS_TO_DAYS: ReadonlySet<string> = new Set(["trino", "databricks", "snowflake"]);
/**
 * Cases that compare numbers as text. DuckDB has its own spelling of numbers that are not finite, and keeps a decimal's
 * trailing zeros, which BigQuery drops.
 */
const NUMBERS_AS_TEXT = new Map<string, readonly string[]>([
  ["infinities and NaN beside the rest are spelled as everywhere", TRANSPILED],
  ["numbers beside the rest have no trailing zeros, and are sorted as numbers", ["bigquery"]],
  ["doubles beside the rest, which is sorted last", ["bigquery"]],
  ["numbers in descending order, before the rest", ["bigquery"]],
  ["subtotals of numbers beside the rest", ["bigquery"]],
  ["along numbers beside the rest, the rest is last", ["bigquery"]],
]);
let engine: Engine;

beforeAll(async () => {
  engine = await openDuckdb();
  for (const macro of MACROS) await engine.run(macro);
  // DuckDB 1.5.6 loses rows for `x is distinct from 1 or x > 5`, a condition of other dialects' statements.
  await engine.run("set disabled_optimizers = 'filter_pushdown'");
});
afterAll(() => engine.close());

for (const file of corpus) {
  describe(file.topic, () => {
    const layer = buildLayer(file.layer);
    /** The rows of statements that have run: a fifth of all statements are the same in several dialects. */
    const known = new Map<string, Promise<Cell[][]>>();
    beforeAll(() => engine.load(file.data));

    for (const dialect of TRANSPILED) {
      for (const one of file.cases) {
        if (one.not?.includes(dialect) === true) continue;
        test(`${one.name} (${dialect}, as DuckDB's)`, async () => {
          const statement = detail(layer, one.query, contextOf(one, dialect));
          const text = await toDuckdb(statement, dialect);
          if (ONLY_READ.has(file.topic)) return;
          if (DAYS_AS_TEXT.has(one.name) && ADDS_TO_DAYS.has(dialect)) return;
          const turned = known.get(text) ?? engine.run(text);
          known.set(text, turned);
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

/** Removes what the transpiler adds because it knows no types: the time of a day, the zone of an instant. */
function plain(cell: Cell): Cell {
  return cell?.replace(/\+00$/, "").replace(/ 00:00:00$/, "") ?? null;
}

/** A number in a common spelling, where DuckDB's spelling differs. Its place in the order differs with the spelling. */
function asNumber(cell: Cell): Cell {
  if (cell === null) return null;
  return /^(-?inf|nan|-?\d+\.\d*)$/i.test(cell) ? String(Number(cell.replace(/inf/i, "Infinity"))) : cell;
}
