import {readdir} from "node:fs/promises";
import {basename, join} from "node:path";
import type {CompileContext, DialectName, Parameter} from "../../shared/semantic/compile.ts";
import type {Graph} from "../../shared/semantic/graph.ts";
import type {Query} from "../../shared/semantic/query.ts";
import type {TestData} from "./engines.ts";

export interface CorpusCase {
  name: string;
  query: Query;
  context?: Partial<Omit<CompileContext, "now" | "dialect">> & {now?: string};
  rows: (string | number | boolean | null)[][];
  /** The row of the `totals` statement. */
  totals?: (string | number | null)[];
  /** The same question in SQL written by hand, which must give the same rows. */
  byHand?: string;
}

/** One file of `cases/`: a layer, data, and queries over them. */
export interface CorpusFile {
  topic: string;
  layer: Graph;
  data: TestData;
  cases: CorpusCase[];
}

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

/** What stands in a golden file for one case. */
export function goldenText(name: string, sql: string, parameters: readonly Parameter[]): string {
  const bound = parameters.length === 0 ? "" : `-- ${JSON.stringify(parameters)}\n`;
  return `-- ${name}\n${bound}${sql};\n`;
}
