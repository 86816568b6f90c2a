import {describe, expect, test} from "bun:test";
import {expressionFaults, statementFaults} from "../../../shared/semantic/sql-fragment/check.ts";

describe("a fragment is one value of one row", () => {
  test.each([
    "*",
    "columns(*)",
    "COLUMNS('am.*')",
    "columns(c -> c like 'a%')",
    "*columns(*)",
    "greatest(*columns(*))",
    "coalesce(1, *columns('a'))",
    "unpack(columns(*))",
    "sum(columns(*))",
    "* exclude (id)",
    "orders.*",
    "${TABLE}.*",
    "to_json(orders.*)",
    "[*]",
    "concat(*)",
    "count(distinct *)",
    "count(* exclude (id))",
    "case when * then 1 end",
    "unnest([1, 2])",
    'sum("unnest"([1, 2]))',
    "main.unnest(list)",
    "pg_catalog.generate_series(1, 3)",
    "generate_series (1, amount)",
    "generate_subscripts(list, 1)",
    "explode(tags)",
    "arrayJoin(tags)",
    "json_array_elements(doc)",
    "regexp_split_to_table(name, ',')",
  ])("refused: %s", sql => {
    expect(expressionFaults(sql)).toContainEqual(
      expect.stringMatching(/means several columns|several rows or columns of one/),
    );
  });

  test.each([
    "count(*)",
    "count ( * ) filter (where status = 'paid')",
    "amount * 2",
    "amount*-2",
    "(amount) * (1 - discount)",
    '"a" * ${b} * 3',
    "list[1] * 2",
    "2 ** 3",
    "'*' || name",
    "json_extract(doc, '$.*')",
    "item in unnest(items)",
    "unnest",
    "orders.columns",
    '"columns"',
    "list_sum(range(3))",
    "regexp_matches(name, 'a*')",
  ])("taken: %s", sql => {
    expect(expressionFaults(sql)).toEqual([]);
  });

  test("a table's statement may multiply rows and select all columns", () => {
    expect(statementFaults("select *, unnest(tags) as tag from orders")).toEqual([]);
    expect(statementFaults("select columns('a.*') from orders")).toEqual([]);
  });
});

test("a name in backticks is refused with the way to write it", () => {
  const fault = 'names are written in double quotes ("), on every warehouse, and not in backticks';
  expect(expressionFaults("coalesce(`order`, `group`)")).toEqual([fault]);
  expect(statementFaults("select * from `shop.orders`")).toEqual([fault]);
});
