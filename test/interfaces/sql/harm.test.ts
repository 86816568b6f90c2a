import "../../support/sql-parser.ts";
import {beforeEach, describe, expect, test} from "bun:test";
import type {SqlCatalog} from "../../../shared/surfaces/sql/catalog-types.ts";
import {planSql} from "../../../shared/surfaces/sql/plan-sql.ts";
import {parseText} from "../../../shared/surfaces/sql/statement/postgres-parser.ts";
import {processorMs} from "../../support/processor-time.ts";

/** The planner runs in the process that answers all callers: a statement may fail there, but must not block it. */
const wide = Array.from({length: 200}, (_, i) => ({
  name: `c${i}`,
  type: "text" as const,
  kind: "dimension" as const,
  field: `wide.c${i}`,
}));
const catalog: SqlCatalog = {
  projectId: "p",
  timezone: "UTC",
  dialect: "postgres",
  shape: "s",
  tables: [
    {
      schema: "public",
      name: "t",
      model: "t",
      primaryKey: ["id"],
      foreignKeys: [],
      columns: [
        {name: "id", type: "bigint", kind: "dimension", field: "t.id"},
        {name: "s", type: "text", kind: "dimension", field: "t.s"},
        {
          name: "count",
          type: "bigint",
          kind: "measure",
          field: "t.count",
          aggregate: "count",
          isAdditive: true,
        },
      ],
    },
    {schema: "public", name: "wide", model: "wide", primaryKey: [], foreignKeys: [], columns: wide},
  ],
};
const options = {
  timezone: "UTC",
  weekStart: "monday",
  user: "u",
  database: "d",
  now: new Date("2026-03-01T12:00:00Z"),
} as const;
const plan = (statement: string) => planSql(statement, catalog, options);
const list = (count: number, item: (i: number) => string, between: string) =>
  Array.from({length: count}, (_, i) => item(i)).join(between);
/** Processor time. The limit is generous: without the planner's bounds, these statements took minutes. */
const MAX_MS = 5000;

// A parser whose stack has overflowed is replaced by the next turn of the event loop.
beforeEach(() => Bun.sleep(1));

describe("a statement is refused before it takes long", () => {
  test.each<[string, string, () => string]>([
    ["54001", "nested operators", () => `select ${list(50_000, () => "1", "+")} from t`],
    ["42601", "parentheses", () => `select ${"(".repeat(300_000)}1${")".repeat(300_000)}`],
    ["54001", "comments", () => `select 1 ${"/*".repeat(200_000)}${"*/".repeat(200_000)}`],
    ["54011", "columns", () => `select ${list(20_000, i => `measure(count) + ${i}`, ",")} from t`],
    [
      "54011",
      "stars of stars",
      () =>
        `with c0 as (select * from t), ${list(30, i => `c${i + 1} as (select * from c${i} a, c${i} b)`, ", ")} select 1 from c30`,
    ],
    ["54001", "selects", () => list(5000, i => `select id from t where id = ${i}`, " union all ")],
    ["54001", "tables", () => `select 1 from ${list(2000, i => `t a${i}`, ", ")}`],
    ["54001", "queries", () => list(200, i => `select id from t where id = ${i}`, " union all ")],
    ["54001", "conditions", () => `select * from t where ${list(60_000, i => `id = ${i}`, " or ")}`],
    ["54000", "characters", () => `select '${"x".repeat(1_000_000)}'`],
  ])("with %s for too many %s", (sqlState, _, statement) => {
    const text = statement();
    const before = processorMs();
    expect(() => plan(text)).toThrow(expect.objectContaining({sqlState}));
    expect(processorMs() - before).toBeLessThan(MAX_MS);
  });
});

describe("a long statement is planned in time", () => {
  test.each<[string, () => string]>([
    [
      "list of values",
      () => `select s, measure(count) from t where id in (${list(100_000, String, ",")}) group by 1`,
    ],
    ["text", () => `select s, current_user from t where s = '${"a".repeat(900_000)}'`],
    ["text with escapes", () => `select s, current_user from t where s = E'${"a\\'".repeat(300_000)}'`],
    ["name", () => `select s as "${'""'.repeat(400_000)}", current_user from t`],
    ["condition", () => `select * from t where ${list(20_000, i => `id = ${i}`, " or ")}`],
    [
      "condition on groups",
      () =>
        `select s, count(*) from t group by s having ${list(10_000, i => `count(*) = ${i}`, " or ")} and ${list(9000, i => `max(id) > ${i}`, " and ")} order by ${list(1000, () => "s", ", ")} limit 3`,
    ],
    ["row of columns", () => `select ${list(1600, i => `lower(s) || ${i}`, ", ")}, current_user from t`],
    [
      "condition that reaches its table through many wide selects",
      () => {
        let inner = `select ${list(300, i => `s as a${i}`, ", ")} from t`;
        for (let i = 0; i < 60; i++)
          inner = `select ${list(300, n => `a${n}`, ", ")} from (${inner}) q where ${list(20, n => `a${n} > 'x${i}'`, " and ")}`;
        return inner;
      },
    ],
    [
      "chain of natural joins",
      () => `select count(*) from wide ${list(400, i => `natural join wide w${i}`, " ")}`,
    ],
    [
      "chain of joins by the same names",
      () =>
        `with w as (select ${list(400, i => `s as a${i}`, ", ")} from t) select count(*) from w ${list(450, i => `join w w${i} using (${list(40, n => `a${n + 360}`, ", ")})`, " ")}`,
    ],
    [
      "condition on one of many wide tables",
      () =>
        `with w as (select ${list(1600, i => `s as a${i}`, ", ")} from t) select count(*) from (select s as z from t) q, ${list(450, i => `w w${i}`, ", ")} where ${list(20_000, i => `z = 'x${i}'`, " and ")}`,
    ],
  ])("with a %s", (_, statement) => {
    const text = statement();
    const before = processorMs();
    plan(text);
    expect(processorMs() - before).toBeLessThan(MAX_MS);
  });
});

test("a statement is parsed as usual after another one overflowed the parser's stack", async () => {
  const deep = `select ${list(20_000, () => "1", "+")}`;
  const fresh = parseText("select 1 + 1");
  for (let i = 0; i < 60; i++) {
    try {
      parseText(deep);
    } catch {}
    await Bun.sleep(0);
    expect(parseText("select 1 + 1")).toEqual(fresh);
  }
});
