import {expect, test} from "bun:test";
import type {DimensionType} from "../../../shared/semantic/layer/graph.ts";
import {isTruth} from "../../../shared/semantic/sql-fragment/truth.ts";

const COLUMNS: Record<string, DimensionType> = {is_open: "boolean", "is open": "boolean", n: "number"};
const types = {
  column: (name: string) => COLUMNS[name],
  field: (name: string): DimensionType | undefined => (name === "is_paid" ? "boolean" : undefined),
};

const TRUTHS = [
  "amount > 10",
  "amount >-10",
  "(amount) <= 10",
  "not (a = b)",
  "a is null",
  "a is distinct from b",
  "a IN (1, 2)",
  "a not between 1 and 2",
  "name like '%x' and n <> 1",
  "a::integer = 1 -- said at the end",
  "flag::boolean",
  "cast(flag as BOOL)",
  "true",
  "is_open",
  '${TABLE}."is open"',
  "${is_paid}",
  "coalesce(${is_paid}, a > 1, false)",
  "nullif(a = 1, is_open)",
  "case when x then true else is_open end",
  "case a when 1 then case when b then a > 1 end when 2 then null else false end",
  "if(a > 1, b > 1, null)",
  "starts_with(name, 'a')",
];
const OTHERS = [
  "",
  "amount",
  "n",
  "amount * 2",
  "case when a > 1 then 1 else 0 end",
  "case when a > 1 then true else 1 end",
  "(a > 1)::integer",
  "cast(a > 1 as integer)",
  "coalesce(amount, 0)",
  "if(a > 1, 2, 3)",
  "null",
  "nullif(n, 0)",
  "a <-> b",
  "a <=> b",
  "a << 2",
  "a -> 'b' ->> 'c'",
  "x::array<int>",
  "at time zone 'UTC'",
  "'is_open'",
  "t.in",
  "a > 'open",
];

test("an expression that compares, tests or chooses among booleans is a boolean", () => {
  expect(TRUTHS.filter(sql => !isTruth(sql, types))).toEqual([]);
});

test("an expression that may have another type is no boolean", () => {
  expect(OTHERS.filter(sql => isTruth(sql, types))).toEqual([]);
});
