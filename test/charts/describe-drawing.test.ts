import {describe, expect, test} from "bun:test";
import {describeDrawing} from "../../shared/content/charts/describe-drawing.ts";
import {chartSpec} from "../../shared/content/charts/vega/chart-spec.ts";
import type {DrawnColumn} from "../../shared/core/wire/drawing.ts";
import {processorMs} from "../support/processor-time.ts";
import {
  AVERAGE,
  CITY,
  DAY,
  drawing,
  EXAMPLES,
  KIND,
  LATITUDE,
  LONGITUDE,
  MONTH,
  ORDERS,
  REVENUE,
  TYPES,
} from "./vega/drawings.ts";

/** Written by hand from the rows of the examples. */
const WORDS = {
  table:
    "Table of City, Revenue and Average. Berlin: Revenue €1,200.00, Average 31; Lagos: Revenue €845.50, Average 44; Lima: Revenue €310.00, Average 12.",
  big_number: "Big number. Revenue · Mar 2024: €1,510.00. Up 78.6% against Feb 2024.",
  bar: "Bars of Revenue by City and Kind. Berlin: Shop €700, Web €500; Lagos: Shop €45.50, Web €800.",
  horizontal_bar: "Horizontal bars of Revenue by City. Berlin: €1,200; Lagos: €845.50; Lima: €310.",
  line: "Line of Average by Placed. Jan 2024: 31; Feb 2024: 44; Mar 2024: 52.",
  area: "Area of Revenue by Placed. Jan 2024: €1,200; Feb 2024: €845.50; Mar 2024: €1,510.",
  scatter:
    "Points of Average against Revenue by City. Berlin: Revenue €1,200, Average 31; Lagos: Revenue €845.50, Average 44; Lima: Revenue €310, Average 12.",
  pie: "Pie of Revenue by City. Berlin: €1,200 (50.9%); Lagos: €845.50 (35.9%); Lima: €310 (13.2%). Total: €2,355.50.",
  mixed:
    "Bars of Revenue and a line of Average by Placed. Jan 2024: Revenue €1,200, Average 31; Feb 2024: Revenue €845.50, Average 44; Mar 2024: Revenue €1,510, Average 52.",
  funnel: "Funnel of Orders by City. Visited: 1,000; Ordered: 240 (24% of first); Paid: 199 (20% of first).",
  heatmap: "Heatmap of Revenue by City and Kind. Berlin: Shop €700, Web €500; Lagos: Shop €45.50, Web €800.",
  treemap:
    "Treemap of Revenue by City and Kind. Lagos · Web: €800; Berlin · Shop: €700; Berlin · Web: €500; Lagos · Shop: €45.50.",
  gauge: "Gauge of Average. 62 on a scale from 0 to 100. Target: 75.",
  map: "Map of Revenue by City. Berlin: €1,200; Lagos: €845.50; Lima: €310.",
};

describe("the description of a chart has the same numbers as its picture", () => {
  test.each([...TYPES])("%s", type => {
    expect(describeDrawing(EXAMPLES[type])).toBe(WORDS[type]);
  });
});

describe("the description of a chart", () => {
  test("says how long the steps of a funnel take, as its picture does", () => {
    const step: DrawnColumn = {name: "funnel.step", type: "string", role: "dimension", label: "Step"};
    const entities: DrawnColumn = {...ORDERS, name: "funnel.entities", label: "Entities"};
    const seconds: DrawnColumn = {
      name: "funnel.median_seconds",
      type: "number",
      role: "measure",
      label: "Median time",
      format: {style: "duration"},
    };
    const rows = [
      ["Visited", 10, null],
      ["Ordered", 5, 93_600],
      ["Paid", 0, null],
    ];
    const drawn = drawing("funnel", [step, entities, seconds], rows);
    expect(describeDrawing(drawn)).toBe(
      "Funnel of Entities by Step. Visited: 10; Ordered: 5 (50% of first, after 1d 2h); Paid: 0 (0.0% of first).",
    );
    const texts = (width: number, height: number) => JSON.stringify(chartSpec(drawn, {width, height}));
    expect(texts(800, 500)).toContain('"after 1d 2h"');
    expect(texts(300, 200)).toContain('"1d 2h"');
    const hidden = {...drawn, config: {columns: [{column: "funnel.median_seconds", hidden: true}]}};
    expect(describeDrawing(hidden)).not.toContain("1d");
  });

  test("says if there are no rows", () => {
    for (const type of TYPES) {
      expect(describeDrawing({...EXAMPLES[type], rows: []})).toEndWith(": no rows.");
    }
    expect(describeDrawing({...EXAMPLES.bar, rows: []})).toBe("Bars of Revenue by City and Kind: no rows.");
  });

  test("says what is missing, as the picture does", () => {
    expect(describeDrawing(drawing("bar", [CITY], [["Berlin"]]))).toBe(
      "Bars by City. A bar chart needs a measure that is a number.",
    );
    expect(describeDrawing(drawing("map", [CITY, REVENUE], [["Berlin", 1]]))).toStartWith(
      "Map. A map needs two columns of numbers",
    );
  });

  test("says if only the first rows are shown", () => {
    const days = Array.from({length: 10_000}, (_, i) => [`2${String(i % 900).padStart(3, "0")}-01-01`, i]);
    const words = describeDrawing(drawing("table", [DAY, ORDERS], days, {}, {truncated: true}));
    expect(words).toContain("And 9,985 more rows.");
    expect(words).toEndWith("First 10,000 rows only.");
  });

  test("follows the configuration's labels, formats, order and hidden columns", () => {
    const config = {
      subtitle: "Net of returns",
      columns: [
        {column: ORDERS.name, hidden: true},
        {column: REVENUE.name, label: "Income", format: {style: "currency", currency: "USD"} as const},
      ],
      sort: {by: "value", direction: "ascending"} as const,
    };
    const rows = [
      ["Berlin", 1_234_567, 9],
      ["Lagos", 845.5, 8],
    ];
    expect(describeDrawing(drawing("bar", [CITY, REVENUE, ORDERS], rows, config))).toBe(
      "Bars of Income by City. Net of returns. Lagos: $845.50; Berlin: $1.23M.",
    );
    expect(describeDrawing(drawing("table", [CITY, REVENUE, ORDERS], rows, config))).toBe(
      "Table of City and Income. Net of returns. Berlin: Income $1,234,567.00; Lagos: Income $845.50.",
    );
  });

  test("of stacks in percent gives shares", () => {
    const words = describeDrawing({...EXAMPLES.bar, config: {stacking: "percent"}});
    expect(words).toBe(
      "Bars of Revenue by City and Kind. Berlin: Shop 58.3%, Web 41.7%; Lagos: Shop 5.4%, Web 94.6%.",
    );
  });

  test("of measures without a dimension uses the format of each", () => {
    expect(describeDrawing(drawing("bar", [REVENUE, ORDERS], [[1200, 31]]))).toBe(
      "Bars of Revenue and Orders. Revenue: €1,200; Orders: 31.",
    );
  });

  test("of a long series gives its ends and extremes", () => {
    const days = Array.from({length: 365}, (_, i) => [
      new Date(Date.UTC(2001, 0, 1 + i)).toISOString().slice(0, 10),
      i === 100 ? 9001 : i === 200 ? 3 : 1000 + i,
    ]);
    const expected =
      "365 values: first 1,000 (2001-01-01), last 1,364 (2001-12-31), lowest 3 (2001-07-20), highest 9,001 (2001-04-11).";
    expect(describeDrawing(drawing("line", [DAY, ORDERS], days))).toBe(
      `Line of Orders by Placed. ${expected}`,
    );
    expect(describeDrawing(drawing("bar", [DAY, ORDERS], days))).toBe(
      `Bars of Orders by Placed. ${expected}`,
    );
    const two = days.flatMap(([day, value], i) => [
      [day, "Shop", value],
      ...(i < 2 ? [[day, "Web", 7 + i]] : []),
    ]);
    expect(describeDrawing(drawing("line", [DAY, KIND, ORDERS], two))).toBe(
      `Lines of Orders by Placed and Kind. Shop: ${expected} Web: 2 values: first 7 (2001-01-01), last 8 (2001-01-02).`,
    );
  });

  test("of many names gives the largest, and the sum or the number of the others", () => {
    const rows = Array.from({length: 42}, (_, i) => [`City ${i}`, 100 - i]);
    const added = describeDrawing(drawing("bar", [CITY, ORDERS], rows));
    // 100 to 72 are listed, and the sum of 71 to 59 is 845.
    expect(added).toStartWith("Bars of Orders by City. City 0: 100; City 1: 99;");
    expect(added).toEndWith("City 28: 72; Other (13): 845.");
    const averages = describeDrawing(drawing("bar", [CITY, AVERAGE], rows));
    expect(averages).toEndWith("City 29: 71. And 12 more.");
    const treemap = describeDrawing(drawing("treemap", [CITY, AVERAGE], rows));
    expect(treemap).toEndWith("City 29: 71. And 12 more.");
  });

  test("of many cells and points gives their ranges", () => {
    const cells = Array.from({length: 100}, (_, i) => [`City ${i % 10}`, `Kind ${Math.floor(i / 10)}`, i]);
    expect(describeDrawing(drawing("heatmap", [CITY, KIND, ORDERS], cells))).toBe(
      "Heatmap of Orders by City and Kind. 100 cells: lowest 0 (City 0, Kind 0), highest 99 (City 9, Kind 9).",
    );
    const points = Array.from({length: 100}, (_, i) => [`City ${i}`, 1000 + i, 500 - i]);
    expect(describeDrawing(drawing("scatter", [CITY, REVENUE, AVERAGE], points))).toBe(
      "Points of Average against Revenue by City. 100 points: Revenue from €1,000 to €1,099 and Average from 401 to 500.",
    );
    const places = Array.from({length: 50}, (_, i) => [`City ${i}`, i, i, i]);
    const map = describeDrawing(drawing("map", [CITY, LATITUDE, LONGITUDE, ORDERS], places));
    expect(map).toStartWith("Map of Orders by City. City 49: 49; City 48: 48;");
    expect(map).toEndWith("City 20: 20. And 20 more.");
  });

  test("of a few cells in a large grid lists these cells", () => {
    const cells = Array.from({length: 8}, (_, i) => [`City ${i}`, `Kind ${i}`, i]);
    expect(describeDrawing(drawing("heatmap", [CITY, KIND, ORDERS], cells))).toBe(
      "Heatmap of Orders by City and Kind. City 0, Kind 0: 0; City 1, Kind 1: 1; City 2, Kind 2: 2; City 3, Kind 3: 3; City 4, Kind 4: 4; City 5, Kind 5: 5; City 6, Kind 6: 6; City 7, Kind 7: 7.",
    );
  });

  test("names what has no value", () => {
    const rows = [
      ["2024-01-01", null],
      ["2024-02-01", 3],
    ];
    expect(describeDrawing(drawing("line", [MONTH, AVERAGE], rows))).toBe(
      "Line of Average by Placed. Jan 2024: (none); Feb 2024: 3.",
    );
  });

  test("takes little time, however many and however different the rows are", () => {
    const rows = Array.from({length: 10_000}, (_, i) => [`City ${i}`, `Kind ${i}`, i]);
    for (const type of TYPES) {
      const started = processorMs();
      describeDrawing(drawing(type, [CITY, KIND, ORDERS], rows));
      expect(processorMs() - started).toBeLessThan(500);
    }
    expect(describeDrawing(drawing("bar", [CITY, KIND, ORDERS], rows))).toBe(
      "Bars of Orders by City and Kind. 10,000 rows, too different to be listed.",
    );
  });

  test("is never much longer than thirty values", () => {
    const long = "x".repeat(2000);
    const rows = Array.from({length: 3000}, (_, i) => [`${long}${i}`, `${i % 12}${long}`, i]);
    for (const type of TYPES) {
      const words = describeDrawing(drawing(type, [CITY, KIND, AVERAGE], rows));
      expect(words.length).toBeLessThan(6000);
    }
  });
});
