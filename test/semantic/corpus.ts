import {readdir} from "node:fs/promises";
import {basename, join} from "node:path";
import type {CompileContext} from "../../shared/semantic/compile.ts";
import type {DialectName} from "../../shared/semantic/dialects/dialect.ts";
import type {Graph} from "../../shared/semantic/layer/graph.ts";
import type {Query} from "../../shared/semantic/query/query.ts";
import type {TestData} from "./engines.ts";

export type CorpusValue = string | number | boolean | null;

export interface CorpusCase {
  name: string;
  query: Query;
  context?: Partial<Omit<CompileContext, "now" | "dialect">> & {now?: string};
  rows: CorpusValue[][];
  /** The row of the `totals` statement. */
  totals?: CorpusValue[];
  /** Dialects in which a fragment of the layer is no valid SQL. */
  not?: DialectName[];
  /** The same question in SQL written by hand, which must give the same rows. */
  byHand?: string;
  /** The SQL of the totals, written by hand. */
  totalsByHand?: string;
}

/** A layer and its data. If several files of `cases/` share them, these name the layer's file in `cases/layers/`. */
interface CorpusLayer {
  layer: Graph;
  data: TestData;
}

/** One file of `cases/`: a layer, data, and queries over them. */
export interface CorpusFile extends CorpusLayer {
  topic: string;
  cases: CorpusCase[];
}

/** The dialects of the golden SQL. */
export const DIALECT_NAMES = [
  "postgres",
  "duckdb",
  "mysql",
  "clickhouse",
  "trino",
  "bigquery",
  "databricks",
  "snowflake",
  "redshift",
] as const satisfies readonly DialectName[];

/** Dialects that no test runs. The first lines of their golden files say so. */
export const NEVER_RUN = [
  "trino",
  "bigquery",
  "databricks",
  "snowflake",
  "redshift",
] as const satisfies readonly (typeof DIALECT_NAMES)[number][];

export const CASES = join(import.meta.dir, "cases");

export async function readCorpus(): Promise<CorpusFile[]> {
  const names = (await readdir(CASES)).filter(name => name.endsWith(".yaml")).sort();
  return Promise.all(
    names.map(async name => {
      const parsed = (await readYaml(join(CASES, name))) as {of?: string; cases: CorpusCase[]} & CorpusLayer;
      const {of, cases} = parsed;
      const {layer, data} =
        of === undefined ? parsed : ((await readYaml(join(CASES, "layers", `${of}.yaml`))) as CorpusLayer);
      return {topic: basename(name, ".yaml"), layer, data, cases};
    }),
  );
}

async function readYaml(path: string): Promise<unknown> {
  return Bun.YAML.parse(await Bun.file(path).text());
}

export function contextOf(one: CorpusCase, dialect: DialectName): CompileContext {
  const {now, ...rest} = one.context ?? {};
  return {
    timezone: "UTC",
    weekStart: "monday",
    attributes: {},
    ...rest,
    dialect,
    now: new Date(now ?? "2024-03-15T12:00:00Z"),
  };
}
