import {describe, expect, test} from "bun:test";
import {boundsFilter, dateRange, unitsOf, writtenRange} from "../../api/client/filters/dates.ts";

describe("a range of dates in the address", () => {
  test.each([
    "past-7-day",
    "next-3-month-completed",
    "current-year",
    "2024-02-28..2024-02-29",
    "..2024-01-01",
  ])("%s is read as it is written", text => {
    const range = dateRange(text);
    expect(range && writtenRange(range)).toBe(text);
  });

  test.each([
    "",
    "..",
    "2023-02-29..",
    "2024-02-02..2024-02-01",
    "2024-01-01..2024-01-02..2024-01-03",
    "past-0-day",
    "past-10001-day",
    "past-1-fortnight",
    "current-7-day",
    "0000-01-01..",
  ])("%s is refused", text => {
    expect(dateRange(text)).toBeUndefined();
  });
});

describe("days in a filter on a field that is cut to periods", () => {
  const field = "orders.placed_at";
  const [from, to] = ["2024-02-14", "2024-05-15"];

  test.each([
    [{grain: "day"}, ["2024-02-14", "2024-05-15"]],
    [{grain: "week", weekStart: "monday"}, ["2024-02-12", "2024-05-13"]],
    [{grain: "week", weekStart: "sunday"}, ["2024-02-11", "2024-05-12"]],
    [{grain: "month"}, ["2024-02-01", "2024-05-01"]],
    [{grain: "quarter"}, ["2024-01-01", "2024-04-01"]],
    [{grain: "year"}, ["2024-01-01", "2024-01-01"]],
  ] as const)("become the periods %j that contain them", (cut, value) => {
    const filter = boundsFilter({field, label: "Placed", type: "date", ...cut}, {from, to});
    expect(filter).toEqual({field, op: "between", value: [...value]});
  });

  test("stay whole days if the periods are shorter", () => {
    expect(boundsFilter({field, label: "Placed", type: "timestamp", grain: "hour"}, {from, to})).toEqual({
      and: [
        {field, op: ">=", value: "2024-02-14T00:00:00"},
        {field, op: "<", value: "2024-05-16T00:00:00"},
      ],
    });
  });

  test("become ranges whose units contain them whole", () => {
    expect(unitsOf({type: "timestamp"})).toEqual(["hour", "day", "week", "month", "quarter", "year"]);
    expect(unitsOf({type: "date"})).toEqual(["day", "week", "month", "quarter", "year"]);
    expect(unitsOf({type: "date", grain: "week"})).toEqual(["week"]);
    expect(unitsOf({type: "date", grain: "month"})).toEqual(["month", "quarter", "year"]);
    const fiscalStart = 2;
    expect(unitsOf({type: "date", grain: "month", fiscalStart})).toEqual([
      "month",
      "quarter",
      "year",
      "fiscal_quarter",
      "fiscal_year",
    ]);
    expect(unitsOf({type: "date", grain: "quarter", fiscalStart})).toEqual(["quarter", "year"]);
    expect(unitsOf({type: "date", grain: "fiscal_year", fiscalStart})).toEqual(["fiscal_year"]);
  });

  test("begin with the fiscal periods that contain the days", () => {
    const from = (grain: string, day: string) =>
      boundsFilter({field, label: "", type: "date", grain, fiscalStart: 2}, {from: day, to: ""});
    expect(from("fiscal_year", "2024-01-31")).toEqual({field, op: ">=", value: "2023-02-01"});
    expect(from("fiscal_quarter", "2024-01-31")).toEqual({field, op: ">=", value: "2023-11-01"});
    expect(from("fiscal_quarter", "2024-02-01")).toEqual({field, op: ">=", value: "2024-02-01"});
  });
});
