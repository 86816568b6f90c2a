import {describe, expect, test} from "bun:test";
import {statementFaults} from "../../../shared/semantic/sql-fragment/check.ts";
import {LEXIS as bigquery} from "../../../worker/warehouses/bigquery/warehouse.ts";
import {LEXIS as databricks} from "../../../worker/warehouses/databricks/warehouse.ts";
import {requireOneSelect} from "../../../worker/warehouses/one-select.ts";
import {LEXIS as snowflake} from "../../../worker/warehouses/snowflake/warehouse.ts";
import {LEXIS as trino} from "../../../worker/warehouses/trino/warehouse.ts";
import {readCorpus} from "../../semantic/corpus.ts";
import {statementsOf} from "../../semantic/golden.ts";

const LEXES = {trino, bigquery, databricks, snowflake};
type WritableEngine = keyof typeof LEXES;
const ENGINES: WritableEngine[] = ["trino", "bigquery", "databricks", "snowflake"];
const isTaken = (engine: WritableEngine, sql: string) => {
  try {
    requireOneSelect(LEXES[engine], sql);
    return true;
  } catch (error) {
    expect(error).toMatchObject({details: {errorClass: "not_one_select", kind: "refused"}});
    return false;
  }
};

describe("a statement that the engine would not read as a single select is not sent", () => {
  test.each(ENGINES)("on %s: other statements, and several statements", engine => {
    for (const sql of [
      "insert into t select 1",
      "delete from t",
      "with x as (select 1 as a) insert into t select a from x",
      "with x as (select 1 as a) delete from t",
      "select 1; drop table t",
      "select 1;",
      "(select 1)) drop table t",
      "from t insert into u select *",
      "call p()",
      "execute immediate 'drop table t'",
      "select (1",
      "select 'a",
      "",
      "-- nothing",
    ]) {
      expect([engine, sql, isTaken(engine, sql)]).toEqual([engine, sql, false]);
    }
  });

  /** Statements of which the layer's check reads a part as text, and the engine as code. */
  test.each([
    ["bigquery", "select 'a\\' as x, ') as t; drop table t -- '"],
    ["databricks", "select 'a\\' as x, ') insert into t select 1 -- '"],
    ["snowflake", "select 'a\\' as x, ') as t; drop table t -- '"],
    ["bigquery", "select ''' ' ''' ) as t; drop table t -- '"],
    ["bigquery", 'select "a\\" as x, ") as t; drop table t -- "'],
  ] as const)("on %s: a string that ends elsewhere (%s)", (engine, tableSql) => {
    // The layer's check accepts the statement.
    expect(statementFaults(tableSql).filter(fault => fault.includes(";"))).toEqual([]);
    expect(isTaken(engine, `select * from (${tableSql}) as t`)).toBe(false);
  });

  test.each([
    ["snowflake", "select 1 ->> drop table t"],
    ["snowflake", "select 1 // a comment\rdrop table t"],
    ["databricks", "select 1 -- a comment \\\n, 2"],
    ["databricks", "select r'a\\' ) ; drop table t -- '"],
    ["databricks", "select /* /* */ 1 */ 2 ; drop table t"],
    ["trino", "select 'a\\'; drop table t --'"],
  ] as const)("on %s: %s", (engine, sql) => {
    expect(isTaken(engine, sql)).toBe(false);
  });
});

describe("a single select is sent", () => {
  test("whatever words its strings, names and functions have", () => {
    for (const [engine, sql] of [
      [
        "bigquery",
        "select 'it\\'s; delete from t', \"drop\", `delete` from `a.b` # ; drop\nwhere x = r'\\d;'",
      ],
      ["bigquery", "select ''' ; it's ''' as x"],
      ["databricks", "select replace(a, ';', '\\'') as `update` from t -- ;\n"],
      ["snowflake", "select $$ ; drop $$ as \"set\", t.delete, insert(a, 1, 2, 'x') from t // ;\n"],
      ["trino", "with x as (select 'a\\') select \"a;b\", t.update from x as t /* ; */"],
      ["trino", "select 'it''s; ' as x"],
    ] as const) {
      expect([engine, sql, isTaken(engine, sql)]).toEqual([engine, sql, true]);
    }
  });

  test.each(ENGINES)("if the compiler wrote it for %s", async engine => {
    let statements = 0;
    for (const file of await readCorpus()) {
      for (const {sql} of statementsOf(file, engine)) {
        expect([file.topic, sql, isTaken(engine, sql)]).toEqual([file.topic, sql, true]);
        statements++;
      }
    }
    expect(statements).toBeGreaterThan(50);
  });
});
