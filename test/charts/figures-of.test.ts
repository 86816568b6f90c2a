import {describe, expect, test} from "bun:test";
import {bigNumberOf, tableOf} from "../../shared/content/charts/figures-of.ts";
import {AVERAGE, CITY, drawing, EXAMPLES, MONTH, ORDERS, REVENUE} from "./vega/drawings.ts";

describe("the rows of a table", () => {
  test("are formatted as in its picture", () => {
    const rows = [
      ["Berlin", 1200, 31.5],
      ["Lagos", null, 44],
      [null, "12345678901234567890", 12],
    ];
    expect(tableOf(drawing("table", [CITY, REVENUE, AVERAGE], rows), 50)).toEqual({
      columns: [
        {label: "City", isNumber: false},
        {label: "Revenue", isNumber: true},
        {label: "Average", isNumber: true},
      ],
      rows: [
        ["Berlin", "€1,200.00", "31.5"],
        ["Lagos", "(none)", "44.0"],
        ["(none)", "€12,345,678,901,234,567,890", "12.0"],
      ],
    });
  });

  test("are as many as asked for, without hidden columns, under the configured labels", () => {
    const config = {
      columns: [
        {column: CITY.name, label: "Town"},
        {column: AVERAGE.name, hidden: true},
      ],
    };
    expect(tableOf({...EXAMPLES.table, config}, 2)).toEqual({
      columns: [
        {label: "Town", isNumber: false},
        {label: "Revenue", isNumber: true},
      ],
      rows: [
        ["Berlin", "€1,200.00"],
        ["Lagos", "€845.50"],
      ],
    });
  });

  test("are empty if there are none, and are given for any chart", () => {
    expect(tableOf({...EXAMPLES.line, rows: []}, 50)).toEqual({
      columns: [
        {label: "Placed", isNumber: false},
        {label: "Average", isNumber: true},
      ],
      rows: [],
    });
    expect(tableOf(EXAMPLES.line, 1).rows).toEqual([["Jan 2024", "31"]]);
  });

  test("have long texts cut, but never numbers", () => {
    const digits = "9".repeat(300);
    const [row] = tableOf(drawing("table", [CITY, ORDERS], [["x".repeat(300), digits]]), 1).rows;
    expect(row?.[0]).toBe(`${"x".repeat(199)}…`);
    expect(row?.[1]?.replaceAll(",", "")).toBe(digits);
  });
});

describe("a big number", () => {
  test("over time is the latest, with its change", () => {
    expect(bigNumberOf(EXAMPLES.big_number)).toEqual({
      value: "€1,510.00",
      change: "▲ 78.6% against Feb 2024",
      note: "Revenue · Mar 2024",
    });
  });

  test("that fell or stayed equal says so", () => {
    const of = (before: number, after: number) =>
      bigNumberOf(
        drawing(
          "big_number",
          [MONTH, ORDERS],
          [
            ["2024-01-01", before],
            ["2024-02-01", after],
          ],
        ),
      ).change;
    expect(of(100, 80)).toBe("▼ 20.0% against Jan 2024");
    expect(of(100, 100)).toBe("= 0.0% against Jan 2024");
    expect(of(0, 100)).toBeUndefined();
  });

  test("without a time has no change, and shows its name only if the title does not", () => {
    expect(bigNumberOf(drawing("big_number", [ORDERS], [[1_234_567]]))).toEqual({
      value: "1,234,567",
      note: "Orders",
    });
    expect(bigNumberOf(drawing("big_number", [ORDERS], [[5]], {}, {title: "Orders"}))).toEqual({value: "5"});
    expect(
      bigNumberOf(
        drawing(
          "big_number",
          [CITY, ORDERS, REVENUE],
          [
            ["Berlin", 5, 7],
            ["Lima", 4, 3],
          ],
        ),
      ),
    ).toEqual({
      value: "5",
      note: "Orders · Berlin · Revenue: €7.00 · The first of 2 rows",
    });
  });

  test("says if there is none", () => {
    expect(bigNumberOf({...EXAMPLES.big_number, rows: []})).toEqual({value: "No data"});
  });
});
