import {describe, expect, test} from "bun:test";
import {describeDrawing} from "../../../shared/content/charts/describe-drawing.ts";
import {chartSpec} from "../../../shared/content/charts/vega/chart-spec.ts";
import {measureText} from "../../../shared/content/charts/vega/text.ts";
import {parserOf} from "../../../shared/core/validate.ts";
import {ChartConfig} from "../../../shared/core/wire/chart-config.ts";
import type {Drawing, DrawnColumn, Json, VegaLiteSpec} from "../../../shared/core/wire/drawing.ts";
import {processorMs} from "../../support/processor-time.ts";
import {
  AVERAGE,
  CITY,
  DAY,
  drawing,
  HOUR,
  KIND,
  LATITUDE,
  LONGITUDE,
  MONTH,
  ORDERS,
  REVENUE,
  TYPES,
} from "./drawings.ts";

const SIZE = {width: 640, height: 400};

/** Every string of a specification that is shown unchanged, and the domains of its scales. */
function textsOf(spec: VegaLiteSpec): string[] {
  const found: string[] = [];
  const walk = (value: Json | undefined, key: string): void => {
    if (typeof value === "string") {
      if (["text", "title", "domain", "s"].includes(key)) found.push(value);
    } else if (Array.isArray(value)) for (const one of value) walk(one, key);
    else if (value && typeof value === "object")
      for (const [name, one] of Object.entries(value)) walk(one, name);
  };
  walk(spec, "");
  return found;
}

/** The centre of a pie's slices. */
function slicesOf(spec: VegaLiteSpec): string[] {
  const [, slices = ""] = /"values":(\[\{"x":[^\]]*"outer"[^\]]*\])/.exec(JSON.stringify(spec)) ?? [];
  const rows: {x: number; y: number}[] = JSON.parse(slices);
  return rows.map(({x, y}) => `${x} ${y}`);
}

function expressionsOf(spec: VegaLiteSpec): string[] {
  const text = JSON.stringify(spec);
  return [...text.matchAll(/"(?:labelExpr|expr|signal|filter|calculate)":"((?:[^"\\]|\\.)*)"/g)].map(
    ([, one = ""]) => one,
  );
}

const texts = (one: Drawing, size = SIZE) => textsOf(chartSpec(one, size));
const shownIn = (one: Drawing, size = SIZE) => texts(one, size).join("\n");

describe("bars of a query without an order", () => {
  const rows = [
    ["Aa", 1],
    ["Be", 7],
    ["Ce", 4],
    ["Other", 9],
  ];
  const rest = {column: CITY.name, name: "Other"};
  const order = (one: Drawing) =>
    [...describeDrawing(one).matchAll(/(Aa|Be|Ce|Other): /g)].map(([, name = ""]) => name);

  test.each(["bar", "horizontal_bar"] as const)(
    "of %s: the greatest come first, and the rest comes last",
    type => {
      const unordered = drawing(type, [CITY, ORDERS], rows, {}, {unordered: true});
      expect(order(unordered)).toEqual(["Other", "Be", "Ce", "Aa"]);
      expect(order({...unordered, rest})).toEqual(["Be", "Ce", "Aa", "Other"]);
      expect(JSON.stringify(chartSpec({...unordered, rest}, SIZE))).toContain("#a3abb8");
      // The query's own order stays, and so does a configured one.
      expect(order(drawing(type, [CITY, ORDERS], rows))).toEqual(["Aa", "Be", "Ce", "Other"]);
      const config = {sort: {by: "category", direction: "ascending"}} as const;
      expect(order({...unordered, config})).toEqual(["Aa", "Be", "Ce", "Other"]);
    },
  );

  test("of times stay in the order of time", () => {
    const months = [
      ["2026-01-01", 1],
      ["2026-02-01", 5],
    ];
    const one = drawing("bar", [MONTH, ORDERS], months, {}, {unordered: true});
    expect(describeDrawing(one)).toMatch(/Jan 2026.*Feb 2026/);
  });
});

describe("series that are cut off by a limit", () => {
  const rows = [
    ["2026-01-01", "A", 5],
    ["2026-01-01", "B", 7],
    ["2026-02-01", "A", 6],
  ];
  const cut = {truncated: true};
  const sentence = 'A limit of 3 rows ends in the middle of "Placed"';

  test("a map of more than 5,000 points says how many of them it shows", () => {
    const rows = Array.from({length: 5001}, (_, i) => [(i % 120) - 60, (i % 300) - 150]);
    const one = drawing("map", [LATITUDE, LONGITUDE], rows);
    const spec = JSON.stringify(chartSpec(one, SIZE));
    expect(spec).toContain("5,000 of 5,001 points");
    expect(spec.match(/"s":""/g)?.length).toBe(5000);
    const all = JSON.stringify(chartSpec({...one, rows: rows.slice(1)}, SIZE));
    expect(all).not.toContain(" of 5,0");
    expect(all.match(/"s":""/g)?.length).toBe(5000);
  });

  test.each(["bar", "horizontal_bar", "line", "area", "mixed", "heatmap"] as const)(
    "in a %s are reported where they would be, in words too",
    type => {
      const one = drawing(type, [MONTH, CITY, ORDERS], rows, {}, cut);
      expect(textsOf(chartSpec(one, SIZE)).join(" ")).toContain(sentence);
      expect(describeDrawing(one)).toContain(sentence);
      expect(describeDrawing({...one, truncated: false})).not.toContain("limit");
    },
  );

  test("in a single line or in a table are reported as the first rows", () => {
    const one = drawing("line", [MONTH, ORDERS], [rows[0]!.toSpliced(1, 1)], {}, cut);
    expect(describeDrawing(one)).toContain("First row only");
    expect(describeDrawing(drawing("table", [MONTH, CITY, ORDERS], rows, {}, cut))).toContain(
      "First 3 rows only",
    );
  });
});

describe("every type of chart", () => {
  test.each([...TYPES])("%s says if there are no data", type => {
    expect(texts(drawing(type, [CITY, REVENUE], []))).toContain("No data");
  });

  test.each([...TYPES])("%s shows its title, its subtitle and that rows were cut", type => {
    const columns = [CITY, LATITUDE, LONGITUDE, REVENUE, AVERAGE];
    const rows = [
      ["Berlin", 52, 13, 5, 6],
      ["Lima", -12, -77, 7, 8],
    ];
    const one = drawing(type, columns, rows, {subtitle: "In euros"}, {truncated: true});
    expect(shownIn(one)).toMatch(
      /Sales[\s\S]*In euros · First 2 rows only|In euros · First 2 rows only[\s\S]*Sales/,
    );
  });

  test.each([...TYPES])("%s has the requested size", type => {
    for (const size of [
      {width: 90, height: 60},
      {width: 400, height: 300},
      {width: 2000, height: 1500},
    ]) {
      const {width, height, padding} = chartSpec(
        drawing(type, [CITY, REVENUE, AVERAGE], [["Berlin", 5, 6]]),
        size,
      );
      const {left, right, top, bottom} = JSON.parse(JSON.stringify(padding));
      expect(Number(width) + left + right).toBe(size.width);
      expect(Number(height) + top + bottom).toBe(size.height);
    }
  });

  test.each([
    ["pie", /needs a measure/],
    ["bar", /needs a measure/],
    ["gauge", /needs a measure/],
    ["map", /latitude and longitude/],
    ["scatter", /needs a measure/],
  ] as const)("%s says what it needs if the data do not fit", (type, sentence) => {
    expect(shownIn(drawing(type, [CITY, KIND], [["Berlin", "Web"]])).replaceAll("\n", " ")).toMatch(sentence);
  });

  test("scatter with one measure and names says what it needs", () => {
    expect(shownIn(drawing("scatter", [CITY, REVENUE], [["Berlin", 1]]))).toContain("needs two measures");
  });

  test.each([...TYPES])("%s draws nulls, even if there is nothing else", type => {
    for (const rows of [
      [[null, null, null]],
      [
        ["a", 1, null],
        [null, null, 2],
        ["", 3, 4],
      ],
    ]) {
      const spec = chartSpec(drawing(type, [CITY, REVENUE, AVERAGE], rows), SIZE);
      expect(JSON.stringify(spec)).not.toMatch(/NaN|Infinity|undefined/);
      expect(textsOf(spec).length).toBeGreaterThan(1);
    }
  });
});

describe("units", () => {
  const rows = [
    ["2024-01-01", 90_000, 100_000],
    ["2024-02-01", 95_000, 120_000],
  ];
  const SHARE: DrawnColumn = {...AVERAGE, name: "orders.late", label: "Late", format: {style: "percent"}};
  /** The labels of each axis of values. */
  const axesOf = (spec: VegaLiteSpec) =>
    [...JSON.stringify(spec).matchAll(/"labelExpr":"(\[.*?\])\[indexof/g)]
      .map(([, labels = ""]) => labels.replaceAll("\\", ""))
      .filter(labels => !labels.includes("2024"));

  test.each(["bar", "line", "area", "mixed"] as const)("in %s: two have two axes", type => {
    const axes = axesOf(chartSpec(drawing(type, [MONTH, REVENUE, ORDERS], rows), SIZE));
    expect(axes.length).toBe(2);
    expect(axes[0]).toContain("€");
    expect(axes[1]).not.toContain("€");
    expect(texts(drawing(type, [MONTH, REVENUE, ORDERS], rows))).toEqual(
      expect.arrayContaining(["Revenue", "Orders"]),
    );
  });

  test("in horizontal bars: two have two axes", () => {
    const cities = [
      ["Lima", 90_000, 100_000],
      ["Oslo", 1, 2],
    ];
    const axes = axesOf(chartSpec(drawing("horizontal_bar", [CITY, REVENUE, ORDERS], cities), SIZE));
    expect(axes.map(labels => labels.includes("€"))).toEqual([true, false]);
  });

  test("that two measures have in common share an axis", () => {
    const returns = {...ORDERS, name: "orders.returns", label: "Returns"};
    expect(axesOf(chartSpec(drawing("line", [MONTH, ORDERS, returns], rows), SIZE)).length).toBe(1);
  });

  test("of two currencies are different, and amounts in them are never stacked", () => {
    const dollars: DrawnColumn = {
      ...REVENUE,
      name: "orders.usd",
      label: "Dollars",
      format: {style: "currency", currency: "USD"},
    };
    const spec = chartSpec(drawing("bar", [MONTH, REVENUE, dollars], rows, {stacking: "stacked"}), SIZE);
    expect(axesOf(spec).map(labels => /€|\$/.exec(labels)?.[0])).toEqual(["€", "$"]);
    expect(JSON.stringify(spec)).toContain('"y":95000,"y2":0');
    expect(JSON.stringify(spec)).toContain('"y":120000,"y2":0');
  });

  test.each(["bar", "line", "mixed"] as const)("in narrow %s: their two names do not overlap", type => {
    const before = {...REVENUE, name: "orders.revenue@before", label: "Revenue of all shops (before)"};
    const change = {...SHARE, name: "orders.revenue@change", label: "Revenue of all shops (change)"};
    const short = {...change, label: "Change"};
    const compared = rows.map(([month, value]) => [month, value, 100_000, 0.1]);
    for (const [right, width] of [
      [change, 240],
      [change, 320],
      [short, 240],
      [change, 640],
    ] as const) {
      const spec = chartSpec(drawing(type, [MONTH, before, REVENUE, right], compared), {width, height: 220});
      const names = [...JSON.stringify(spec).matchAll(/"title":"([^"]*)","titleAngle":0/g)].map(
        ([, name = ""]) => name,
      );
      expect(names).toHaveLength(2);
      expect(names.reduce((sum, name) => sum + measureText(name, 11), 0)).toBeLessThan(width - 40);
      if (right === short) expect(names[1]).toBe("Change");
    }
  });

  test.each(["bar", "horizontal_bar", "line", "area", "mixed"] as const)("in %s: three are refused", type => {
    const three = rows.map((row, i) => [...row, i]);
    const shown = shownIn(drawing(type, [MONTH, REVENUE, ORDERS, SHARE], three)).replaceAll("\n", " ");
    expect(shown).toContain('"Revenue", "Orders" and "Late" have 3 different units');
  });
});

describe("funnels and retentions on axes", () => {
  const seconds = {style: "duration"} as const;
  const SHARE: DrawnColumn = {...AVERAGE, format: {style: "percent"}};
  const STEP: DrawnColumn = {...CITY, name: "funnel.step", label: "Step"};
  const funnel = [
    STEP,
    {...ORDERS, name: "funnel.entities", label: "Entities"},
    {...SHARE, name: "funnel.share_of_first", label: "Share of first"},
    {...AVERAGE, name: "funnel.median_seconds", label: "Median time", format: seconds},
  ];
  const retention = [
    {...MONTH, name: "retention.cohort", label: "Cohort"},
    {...ORDERS, name: "retention.period", label: "Period", role: "dimension"} as const,
    {...SHARE, name: "retention.share", label: "Share"},
    {...ORDERS, name: "retention.retained", label: "Retained"},
    {...ORDERS, name: "retention.cohort_size", label: "Cohort size"},
  ];
  const cohorts = [
    ["2024-01-01", 0, 1, 8, 8],
    ["2024-01-01", 1, 0.5, 4, 8],
    ["2024-02-01", 0, 1, 6, 6],
    ["2024-02-01", 1, 0.25, 2, 6],
  ];

  test.each(["bar", "horizontal_bar"] as const)("as %s: a funnel with times is drawn by its steps", type => {
    const steps = [
      ["Visited", 10, 1, null],
      ["Paid", 4, 0.4, 2100],
    ];
    const shown = shownIn(drawing(type, funnel, steps));
    expect(shown).toContain("Visited");
    expect(shown).not.toContain("units");
    expect(shown).not.toContain("Median time");
  });

  test("as lines: a retention has one for each cohort, along the periods since it began", () => {
    const spec = chartSpec(drawing("line", retention, cohorts), SIZE);
    const series = new Set([...JSON.stringify(spec).matchAll(/"s":"([^"]+)"/g)].map(([, name]) => name));
    expect(series.size).toBe(2);
    expect(textsOf(spec)).toContain("Period");
  });

  test("draw the measures that are chosen", () => {
    const chosen = {measures: ["retention.retained", "retention.cohort_size"]};
    expect(shownIn(drawing("line", retention, cohorts, chosen))).toContain("Cohort size");
  });
});

test("a heatmap names the dimensions of its rows and columns if there is room", () => {
  const heatmap = drawing("heatmap", [CITY, KIND, REVENUE], [["Lima", "new", 3]]);
  expect(texts(heatmap)).toEqual(expect.arrayContaining(["City", "Kind"]));
  expect(texts(heatmap, {width: 200, height: 120})).not.toContain("Kind");
});

describe("ordered dimensions", () => {
  const HOUR_OF_DAY: DrawnColumn = {
    ...LATITUDE,
    name: "orders.placed.hour_of_day",
    label: "Hour",
    grain: "hour_of_day",
  };
  const WEEKDAY: DrawnColumn = {
    ...HOUR_OF_DAY,
    name: "orders.placed.day_of_week",
    label: "Day",
    grain: "day_of_week",
  };
  const hours = Array.from({length: 24}, (_, i) => (i * 7) % 24);
  const cells = [1, 2, 3, 4, 5, 6, 7].flatMap(day => hours.map(hour => [day, hour, day + hour]));
  const small = {width: 300, height: 200};
  /** Rectangles of cells by their places. */
  const boxesOf = (spec: VegaLiteSpec) => {
    const [, values = "[]"] = /"values":(\[\{"x":[^\]]*"x2"[^\]]*\])/.exec(JSON.stringify(spec)) ?? [];
    const boxes: {x: number; y: number; x2: number}[] = JSON.parse(values);
    return boxes;
  };

  test.each([
    ["down", [WEEKDAY, HOUR_OF_DAY, ORDERS], cells],
    ["across", [HOUR_OF_DAY, WEEKDAY, ORDERS], cells.map(([day, hour, count]) => [hour, day, count])],
  ] as const)("give a heatmap every hour %s, in order, however small it is", (_, columns, rows) => {
    const one = drawing(
      "heatmap",
      [...columns],
      rows.map(row => [...row]),
    );
    for (const size of [SIZE, small]) {
      const spec = chartSpec(one, size);
      const places = new Set(boxesOf(spec).map(({x, y}) => `${x} ${y}`));
      expect(places.size).toBeGreaterThanOrEqual(24 * 7);
      const named = texts(one, size).filter(text => /^\d\d:00$/.test(text));
      expect(named.length).toBeGreaterThan(3);
      expect(named).toEqual(named.toSorted());
      expect(shownIn(one, size)).not.toContain("not shown");
    }
  });

  test("give a line or a stack for every hour, in shades if there are more than colours", () => {
    for (const type of ["line", "bar", "area"] as const) {
      const shown = texts(drawing(type, [WEEKDAY, HOUR_OF_DAY, ORDERS], cells));
      expect(shown.join()).not.toMatch(/Other|not shown/);
      const spec = JSON.stringify(chartSpec(drawing(type, [WEEKDAY, HOUR_OF_DAY, ORDERS], cells), SIZE));
      expect(new Set(spec.match(/#[0-9a-f]{6}/g)).size).toBeGreaterThan(24);
    }
  });

  test("give a horizontal bar for every hour; cities get as many as fit, with the rest as one", () => {
    const bars = hours.map(hour => [hour, hour]);
    expect(shownIn(drawing("horizontal_bar", [HOUR_OF_DAY, ORDERS], bars), small)).not.toMatch(
      /Other|not shown/,
    );
    const cities = Array.from({length: 24}, (_, i) => [`City ${i}`, i]);
    expect(shownIn(drawing("horizontal_bar", [CITY, ORDERS], cities), small)).toContain("Other (");
    expect(shownIn(drawing("horizontal_bar", [CITY, AVERAGE], cities), small)).toContain("more not shown");
  });
});

describe("many values", () => {
  const cities = Array.from({length: 200}, (_, i) => [`City ${i}`, 200 - i, i]);

  test.each(["bar", "horizontal_bar", "pie", "treemap"] as const)(
    "in %s: what is left out is added up",
    type => {
      const spec = chartSpec(
        drawing(
          type,
          [CITY, REVENUE],
          cities.map(([city, revenue]) => [city, revenue]),
        ),
        SIZE,
      );
      const other = textsOf(spec).find(text => /^Other \(\d+\)$/.test(text));
      const left = Number(/\d+/.exec(other ?? "")?.[0]);
      expect(left).toBeGreaterThan(100);
      expect(left).toBeLessThan(200);
    },
  );

  test.each(["bar", "horizontal_bar", "treemap"] as const)("in %s: no sum of averages is made up", type => {
    const shown = shownIn(
      drawing(
        type,
        [CITY, AVERAGE],
        cities.map(([city, , average]) => [city, average]),
      ),
    );
    expect(shown).not.toContain("Other (");
    expect(shown).toMatch(/\d+ more not shown/);
  });

  test("in a pie are refused if they do not add up, and the message names a chart that works", () => {
    expect(shownIn(drawing("pie", [CITY, AVERAGE], [["Lima", 1]]))).toMatch(
      /"Average" does not add up to a\swhole: use bars\./,
    );
    expect(shownIn(drawing("pie", [REVENUE, ORDERS], [[10, 2]]))).toMatch(/have\sdifferent\sunits/);
  });

  test("have shares of the whole, and what the limit left out comes last, apart if it is far greater than the rest", () => {
    const rows = [
      ["Lima", 30],
      ["Oslo", 20],
    ];
    const cut = {truncated: true, totals: [null, 200]};
    const shown = shownIn(drawing("pie", [CITY, ORDERS], rows, {}, cut));
    expect(shown).toContain("30  (15.0%)");
    expect(shown).toMatch(/Lima[\s\S]*Oslo[\s\S]*Other/);
    expect(shown).toContain("150  (75.0%)");
    expect(shown).not.toContain("First");
    const places = slicesOf(chartSpec(drawing("pie", [CITY, ORDERS], rows, {}, cut), SIZE));
    expect(new Set(places.slice(0, 2)).size).toBe(1);
    expect(places[2]).not.toBe(places[0]);
  });

  test.each(["line", "area", "bar", "horizontal_bar", "mixed"] as const)(
    "that are NaN or infinite are left out of a %s, which says so",
    type => {
      const rows = ["NaN", 20, "-Infinity", null].map((value, i) => [`2026-01-0${i + 1}`, value]);
      const shown = drawing(type, [DAY, REVENUE], rows);
      expect(shownIn(shown)).toContain("2 NaN or infinite values not shown");
      expect(describeDrawing(shown)).toContain("2 NaN or infinite values not shown");
      const one = drawing(type, [DAY, REVENUE], rows.slice(0, 2));
      expect(shownIn(one)).toContain("1 NaN or infinite value not shown");
      expect(shownIn(drawing(type, [DAY, REVENUE], rows.slice(3)))).not.toContain("infinite");
    },
  );

  test("that are summed as a rest are not named like a value called Other", () => {
    const rows = [
      ["Other", 30],
      ["Oslo", 20],
    ];
    const pie = drawing("pie", [CITY, ORDERS], rows, {}, {truncated: true, totals: [null, 200]});
    expect(shownIn(pie)).toMatch(/Other[\s\S]*Oslo[\s\S]*All others/);
    expect(describeDrawing(pie)).toMatch(/All others[^\n]*150/);
    const names = ["Other", ...Array.from({length: 12}, (_, i) => `City ${i}`)];
    const points = drawing(
      "scatter",
      [CITY, REVENUE, ORDERS],
      names.map((name, i) => [name, i + 1, 20 - i]),
      {series: CITY.name},
    );
    expect(new Set(texts(points)).has("All others")).toBe(true);
    const map = drawing(
      "map",
      [CITY, LATITUDE, LONGITUDE],
      names.map((name, i) => [name, i, i]),
      {series: CITY.name},
    );
    expect(new Set(texts(map)).has("All others")).toBe(true);
  });

  test("are shown without shares if the whole is unknown", () => {
    const shown = shownIn(
      drawing(
        "pie",
        [CITY, ORDERS],
        [
          ["Lima", 30],
          ["Oslo", 20],
        ],
        {donut: true},
        {truncated: true},
      ),
    );
    expect(shown).not.toMatch(/%|Total/);
    expect(shown).toContain("First 2 rows only");
    expect(shown).toContain("No shares");
  });

  test("are left out with the sum of their rows", () => {
    const spec = chartSpec(drawing("bar", [CITY, ORDERS], cities, {top: 3}), SIZE);
    const rows: {x: string; y: number}[] = JSON.parse(JSON.stringify(spec["layer"]))[0].layer[0].data.values;
    expect(rows.map(({x, y}) => [x, y])).toEqual([
      ["City 0", 200],
      ["City 1", 199],
      ["Other (198)", (200 * 201) / 2 - 399],
    ]);
  });

  for (const type of ["line", "area", "bar", "horizontal_bar", "mixed", "heatmap"] as const) {
    test(`a ${type} of 10,000 rows, each of a category and a series of its own, is drawn at once`, () => {
      const rows = Array.from({length: 10_000}, (_, i) => [i, `Kind ${i}`, i]);
      const before = processorMs();
      chartSpec(drawing(type, [LATITUDE, KIND, REVENUE], rows), SIZE);
      expect(processorMs() - before).toBeLessThan(3000);
    });
  }

  test("from hundreds of series are drawn in part, with a note", () => {
    const rows = Array.from({length: 900}, (_, i) => [
      `2024-01-0${(i % 3) + 1}`,
      `Kind ${Math.floor(i / 3)}`,
      i,
    ]);
    expect(shownIn(drawing("line", [DAY, KIND, REVENUE], rows))).toContain("290 more series not shown");
    expect(shownIn(drawing("bar", [DAY, KIND, REVENUE], rows))).toContain("Other (291)");
  });

  test("in a table are left out with the number of their rows and columns", () => {
    const wide = Array.from({length: 30}, (_, i) => ({...REVENUE, name: `m${i}`, label: `Measure ${i}`}));
    const shown = shownIn(
      drawing(
        "table",
        wide,
        Array.from({length: 500}, () => wide.map((_, i) => i * 1e6)),
      ),
    );
    expect(shown).toMatch(/\d+ more below · \d+ more columns/);
  });

  test("are drawn quickly even if ten thousand names are cut to the same text", () => {
    const rows = Array.from({length: 10_000}, (_, i) => [`${"x".repeat(1000)}${i}`, i]);
    const started = processorMs();
    chartSpec(drawing("horizontal_bar", [CITY, REVENUE], rows), SIZE);
    expect(processorMs() - started).toBeLessThan(2000);
  });

  test("are drawn quickly even in ten thousand rows", () => {
    const rows = Array.from({length: 10_000}, (_, i) => [
      new Date(i * 86_400_000).toISOString().slice(0, 10),
      i,
      i % 7,
    ]);
    for (const type of TYPES) {
      const started = processorMs();
      chartSpec(drawing(type, [DAY, REVENUE, AVERAGE], rows), SIZE);
      expect(processorMs() - started).toBeLessThan(2000);
    }
  });
});

describe("a missing number", () => {
  test.each(["big_number", "gauge"] as const)("in %s is reported in words, but not as the headline", type => {
    const sizeOf = (value: number | null) => {
      const spec = JSON.stringify(chartSpec(drawing(type, [AVERAGE], [[value]]), SIZE));
      const [, text = "", size = ""] =
        /"text":"(\(none\)|7)"[^[]*?"type":"text","fontSize":(\d+)/.exec(spec) ?? [];
      return {text, size: Number(size)};
    };
    expect(sizeOf(7)).toEqual({text: "7", size: expect.any(Number)});
    expect(sizeOf(7).size).toBeGreaterThan(40);
    expect(sizeOf(null)).toEqual({text: "(none)", size: 24});
  });
});

describe("numbers", () => {
  const digits = "123456789012345678901234567890";

  test.each(["table", "big_number"] as const)(
    "in %s show all digits, even those that a double cannot hold",
    type => {
      for (const size of [SIZE, {width: 400, height: 300}, {width: 260, height: 160}]) {
        const shown = texts(drawing(type, [ORDERS], [[digits]]), size)
          .join("")
          .replaceAll(/[,\n]/g, "");
        expect(shown).toContain(digits);
      }
    },
  );

  test("in bars are drawn as exactly as a double can be", () => {
    expect(JSON.stringify(chartSpec(drawing("bar", [CITY, ORDERS], [["a", digits]]), SIZE))).toContain(
      "1.2345678901234568e+29",
    );
  });

  test("on an axis have the measure's format, unless the axis has its own", () => {
    const share = {...AVERAGE, format: {style: "percent"} as const};
    const rows = [
      ["a", 0.2],
      ["b", 0.9],
    ];
    expect(expressionsOf(chartSpec(drawing("bar", [CITY, share], rows), SIZE)).join()).toContain("20%");
    const bytes = drawing("bar", [CITY, ORDERS], [["a", 5e9]], {yAxis: {format: {style: "bytes"}}});
    expect(expressionsOf(chartSpec(bytes, SIZE)).join()).toContain(" GB");
  });
});

describe("times", () => {
  const channelOf = (one: Drawing) => JSON.parse(JSON.stringify(chartSpec(one, SIZE)["layer"]))[0].encoding.x;

  test("as measures without a dimension have the format of each", () => {
    for (const type of ["bar", "horizontal_bar"] as const) {
      const shown = texts(drawing(type, [REVENUE, ORDERS], [[1200, 31]]));
      expect(shown).toContain("€1,200");
      expect(shown).toContain("31");
    }
  });

  test("are placed on an axis of time by the local clock", () => {
    const rows = [
      ["2024-03-30T23:00:00+01:00", 1],
      ["2024-03-31T12:00:00+02:00", 2],
    ];
    const x = channelOf(drawing("line", [HOUR, REVENUE], rows));
    expect(x.type).toBe("temporal");
    expect(x.scale.type).toBe("utc");
    expect(x.scale.domain.map(({date, hours}: {date: number; hours: number}) => [date, hours])).toEqual([
      [30, 23],
      [31, 12],
    ]);
  });

  test.each([
    ["in order", [0, 1, 2, 3]],
    ["backwards", [3, 2, 1, 0]],
  ])("that the clock shows twice have a bar each, in rows %s", (_, order) => {
    const all = [
      ["2024-10-27T01:00:00+02:00", 10],
      ["2024-10-27T02:00:00+02:00", 20],
      ["2024-10-27T02:00:00+01:00", 30],
      ["2024-10-27T03:00:00+01:00", 40],
    ];
    const rows = order.map(i => all[i]!);
    const spec = JSON.stringify(chartSpec(drawing("bar", [HOUR, REVENUE], rows), SIZE));
    const bars: {x: number; y: number}[] = JSON.parse(/"values":(\[\{"x"[^\]]*"y2"[^\]]*\])/.exec(spec)![1]!);
    const placed = bars.toSorted((a, b) => a.x - b.x);
    expect(new Set(placed.map(({x}) => x)).size).toBe(4);
    expect(placed.map(({y}) => y)).toEqual([10, 20, 30, 40]);
    const x = channelOf(drawing("bar", [HOUR, REVENUE], rows));
    expect(x.scale.domain).toEqual(placed.map(({x}) => x));
    expect(JSON.parse(`"${/"labelExpr":"((?:[^"\\]|\\.)*)"/.exec(spec)?.[1]}"`)).toStartWith(
      '[["01:00","Oct 27, 2024"],"02:00","02:00","03:00"]',
    );
  });

  test("without rows leave a gap between bars", () => {
    const x = channelOf(
      drawing(
        "bar",
        [MONTH, REVENUE],
        [
          ["2024-01-01", 1],
          ["2024-04-01", 2],
        ],
      ),
    );
    expect(x.scale.domain).toEqual([0, 1, 2, 3].map(month => Date.UTC(2024, month)));
  });

  test("that are invalid are shown as the text they are", () => {
    expect(
      shownIn(
        drawing(
          "bar",
          [DAY, REVENUE],
          [
            ["infinity", 1],
            ["2024-01-01", 2],
          ],
        ),
      ),
    ).toContain("infinity");
  });
});

describe("text from the data", () => {
  const hostile = ["datum.y + 1", '{"signal": "1"}', "'] + alert(1) + ['", "<script>", "a\\b\"c'd[e].f"];

  test.each([...TYPES])("never becomes part of an expression in %s", type => {
    for (const text of hostile) {
      const columns = [
        {...CITY, name: text, label: text},
        {...KIND, name: `${text}2`},
        {...REVENUE, name: `${text}3`, label: text},
      ];
      const one = drawing(
        type,
        columns,
        [
          [text, text, 1],
          ["b", text, 2],
        ],
        {subtitle: text, yAxis: {title: text}},
        {title: text},
      );
      const spec = chartSpec(one, SIZE);
      for (const expression of expressionsOf(spec)) expect(expression).not.toContain("alert");
      for (const expression of expressionsOf(spec))
        expect(expression).toMatch(/^\[.*\]\[indexof\(\[[-\d.,e+]*\], \+datum\.value\)\]$/);
      const fields = [...JSON.stringify(spec).matchAll(/"field":"([^"]*)"/g)].map(([, field]) => field);
      for (const field of fields) expect(field).toMatch(/^[a-z]+2?$/);
    }
  });

  test("that names a column like a property of every object is accepted as a column", () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      const one = drawing(
        "bar",
        [
          {...CITY, name},
          {...REVENUE, name: "hasOwnProperty"},
        ],
        [
          ["__proto__", 1],
          ["constructor", 2],
        ],
      );
      expect(shownIn(one)).toContain("__proto__");
    }
  });
});

describe("the configuration of a chart", () => {
  const parse = parserOf(ChartConfig, "config");

  test("is closed: keys of the drawing libraries are refused", () => {
    expect(() => parse({mark: "image"})).toThrow("is not a known key");
    expect(() => parse({colours: ["url(http://x)"]})).toThrow("#rgb");
    expect(() => parse({yAxis: {labelExpr: "1"}})).toThrow("is not a known key");
    expect(parse({stacking: "percent", legend: "right", yAxis: {min: 0, log: true}})).toBeDefined();
  });

  test("chooses measures, labels, formats and colours", () => {
    const config: ChartConfig = {
      measures: [AVERAGE.name],
      columns: [{column: AVERAGE.name, label: "Mean", format: {style: "duration"}, colour: "#123456"}],
      labels: true,
    };
    const text = JSON.stringify(
      chartSpec(drawing("bar", [CITY, REVENUE, AVERAGE], [["a", 1, 90]], config), SIZE),
    );
    expect(text).toContain("Mean");
    expect(text).toContain("1m 30s");
    expect(text).toContain("#123456");
    expect(text).not.toContain("Revenue");
  });

  test("ignores columns that do not exist", () => {
    const config: ChartConfig = {
      x: "gone",
      series: "gone",
      measures: ["gone"],
      lines: ["gone"],
      size: "gone",
    };
    for (const type of TYPES) {
      expect(texts(drawing(type, [CITY, REVENUE, AVERAGE], [["a", 1, 2]], config)).length).toBeGreaterThan(1);
    }
  });
});
