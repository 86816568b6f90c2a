import {readdir} from "node:fs/promises";
import {basename, join} from "node:path";
import {
  type CompileContext,
  compile,
  type DialectName,
  type Statement,
} from "../../shared/semantic/compile.ts";
import type {Graph} from "../../shared/semantic/graph.ts";
import {buildLayer} from "../../shared/semantic/layer.ts";
import type {Query} from "../../shared/semantic/query.ts";
import type {TestData} from "./engines.ts";

export type CorpusValue = string | number | boolean | null;

export interface CorpusCase {
  name: string;
  query: Query;
  context?: Partial<Omit<CompileContext, "now" | "dialect">> & {now?: string};
  rows: CorpusValue[][];
  /** The row of the `totals` statement. */
  totals?: CorpusValue[];
  /** Engines whose own SQL a fragment of the layer is not. */
  not?: DialectName[];
  /** The same question in SQL written by hand, which must give the same rows. */
  byHand?: string;
  /** And that of the totals. */
  totalsByHand?: string;
}

/** One file of `cases/`: a layer, data, and queries over them. */
export interface CorpusFile {
  topic: string;
  layer: Graph;
  data: TestData;
  cases: CorpusCase[];
}

/** All that there is golden SQL of. */
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

const CASES = join(import.meta.dir, "cases");

export async function readCorpus(): Promise<CorpusFile[]> {
  const names = (await readdir(CASES)).filter(name => name.endsWith(".yaml")).sort();
  return Promise.all(
    names.map(async name => {
      const parsed = Bun.YAML.parse(await Bun.file(join(CASES, name)).text()) as Omit<CorpusFile, "topic">;
      return {...parsed, topic: basename(name, ".yaml")};
    }),
  );
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

export function goldenPath(topic: string, dialect: DialectName): string {
  return join(CASES, `${topic}.${dialect}.sql`);
}

/** What stands in a golden file: each case that the engine takes, with its statement. */
export function goldenText(file: CorpusFile, dialect: DialectName): string {
  const layer = buildLayer(file.layer);
  const texts = file.cases
    .filter(one => one.not?.includes(dialect) !== true)
    .map(one => {
      const compiled = compile(layer, one.query, contextOf(one, dialect));
      const totals = compiled.totals === undefined ? "" : `-- totals\n${statementText(compiled.totals)}`;
      return `-- ${one.name}\n${statementText(compiled)}${totals}`;
    });
  return texts.join("\n");
}

function statementText({sql, parameters}: Statement): string {
  const bound = parameters.length === 0 ? "" : `-- ${JSON.stringify(parameters)}\n`;
  return `${bound}${sql};\n`;
}
