import {describe, expect, test} from "bun:test";
import {validate} from "@polyglot-sql/sdk";
import {type DIALECT_NAMES, goldenText, readCorpus} from "./corpus.ts";

const corpus = await readCorpus();

/** The statements of a golden file, one by one. */
function statementsOf(text: string): string[] {
  return text
    .split(/;\n/)
    .map(part => part.replace(/^(\s*--[^\n]*\n)*/, "").trim())
    .filter(part => part !== "");
}

/** Dialects that the parser has under the same name. */
const PARSED = [
  "clickhouse",
  "trino",
  "bigquery",
  "databricks",
  "snowflake",
  "redshift",
] as const satisfies readonly (typeof DIALECT_NAMES)[number][];

describe.each(PARSED)("a parser of %s", dialect => {
  test.each(corpus.map(file => [file.topic, file] as const))("reads every statement of %s", (_, file) => {
    const statements = statementsOf(goldenText(file, dialect));
    expect(statements.length).toBeGreaterThanOrEqual(file.cases.length / 2);
    const faults = statements.flatMap(sql =>
      validate(sql, dialect).errors.map(({message}) => ({sql, message})),
    );
    expect(faults).toEqual([]);
  });
});
