import {describe, expect, test} from "bun:test";
import {validate} from "@polyglot-sql/sdk";
import {type DIALECT_NAMES, readCorpus} from "./corpus.ts";
import {statementsOf} from "./golden.ts";

const corpus = await readCorpus();

/** Dialects that the parser knows under the same name. */
const PARSED = [
  "clickhouse",
  "trino",
  "bigquery",
  "databricks",
  "snowflake",
  "redshift",
] as const satisfies readonly (typeof DIALECT_NAMES)[number][];

describe.each(PARSED)("the parser of %s", dialect => {
  test.each(corpus.map(file => [file.topic, file] as const))("reads every statement of %s", (_, file) => {
    const statements = statementsOf(file, dialect);
    expect(statements.length).toBeGreaterThanOrEqual(file.cases.length / 2);
    const faults = statements.flatMap(({sql}) =>
      validate(sql, dialect).errors.map(({message}) => ({sql, message})),
    );
    expect(faults).toEqual([]);
  });
});
