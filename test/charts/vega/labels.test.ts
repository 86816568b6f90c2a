import {describe, expect, test} from "bun:test";
import {chartSpec} from "../../../shared/content/charts/vega/chart-spec.ts";
import {measureText} from "../../../shared/content/charts/vega/text.ts";
import {themeOf} from "../../../shared/content/charts/vega/theme.ts";
import type {ChartConfig} from "../../../shared/core/wire/chart-config.ts";
import type {Drawing} from "../../../shared/core/wire/drawing.ts";
import {drawPicture} from "../../../worker/charts/draw-picture.ts";
import {renderSvg} from "../../../worker/charts/render-svg.ts";
import {AVERAGE, CITY, DAY, drawing, EXAMPLES, MONTH, ORDERS, REVENUE} from "./drawings.ts";

interface Label {
  text: string;
  size: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const SHIFTS: Readonly<Record<string, number>> = {start: 0, middle: 0.5, end: 1};

/** The texts of a picture, with the boxes that they occupy. */
function labelsOf(svg: string): Label[] {
  return [...svg.matchAll(/<text ([^>]*)>([^<]+)</g)].map(([, attributes = "", text = ""]) => {
    const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
    const [x = 0, y = 0] = /translate\(([^)]*)\)/.exec(attributes)?.[1]?.split(",").map(Number) ?? [];
    const size = Number.parseFloat(of("font-size"));
    const width = measureText(text, size, of("font-weight") === "bold");
    const left = x - width * (SHIFTS[of("text-anchor")] ?? 0);
    return {text, size, left, right: left + width, top: y - size * 0.75, bottom: y + size * 0.1};
  });
}

const LONG = "Revenue of all the customers that there are in the world";
const GAUGES: [string, number | null, string, NonNullable<ChartConfig["gauge"]>][] = [
  ["a target", 12_345_678, "Revenue", {target: 12_000_000}],
  ["a long name", 123, LONG, {target: 140}],
  ["long ends", 123_456, "Net revenue after all returns", {min: -1_234_567, max: 9_876_543}],
  ["a target at the end", 1234.56, LONG, {target: 0}],
  ["no value", null, "Revenue", {}],
];

const LABELS_OF_BARS =
  /"values":(\[[^\]]*\])\},"mark":\{"type":"text","align":"center","baseline":"(top|bottom)"/g;

test.each([
  [
    [-1, -3, -5],
    ["name 2, 0, bottom", "name 0, -1, top", "name 1, -3, top"],
  ],
  [
    [30, -7, -10],
    ["name 0, 30, bottom", "name 2, 0, bottom", "name 1, -7, top"],
  ],
  [
    [30, -8],
    ["name 0, 30, bottom", "name 1, -8, top"],
  ],
])("the values of bars %p are below negative bars, or above them at the foot", (values, expected) => {
  const rows = values.map((value, i) => [`name ${i}`, value]);
  const spec = chartSpec(drawing("bar", [CITY, REVENUE], rows), {width: 800, height: 480});
  const labels = [...JSON.stringify(spec).matchAll(LABELS_OF_BARS)].flatMap(([, data = "", baseline]) =>
    JSON.parse(data).map(({x, y}: {x: string; y: number}) => `${x}, ${y}, ${baseline}`),
  );
  expect(labels).toEqual(expected);
});

test("a gauge shows a value that is no finite number by its name, like the table", async () => {
  const labels = labelsOf(
    await renderSvg(chartSpec(drawing("gauge", [REVENUE], [["NaN"]]), {width: 450, height: 310})),
  );
  expect(labels.map(({text}) => text)).toContain("NaN");
});

describe("a gauge", () => {
  test.each(GAUGES)(
    "with %s has no overlapping labels, and none beyond its edges",
    async (_, value, label, gauge) => {
      const format = {style: "currency", currency: "EUR", decimals: 2} as const;
      const shown = drawing("gauge", [{...REVENUE, label, format}], [[value]], {gauge});
      for (const [width, height] of [
        [450, 310],
        [300, 220],
        [220, 180],
        [150, 130],
      ] as const) {
        const labels = labelsOf(await renderSvg(chartSpec(shown, {width, height})));
        expect(labels.length).toBeGreaterThanOrEqual(2);
        for (const [i, one] of labels.entries()) {
          expect([one.text, one.left >= 0, one.right <= width]).toEqual([one.text, true, true]);
          const over = labels
            .slice(i + 1)
            .filter(
              other =>
                one.left < other.right &&
                other.left < one.right &&
                one.top < other.bottom &&
                other.top < one.bottom,
            );
          expect([width, one.text, over.map(({text}) => text)]).toEqual([width, one.text, []]);
        }
      }
    },
  );
});

describe.each(["scatter", "line"] as const)("a %s", type => {
  const MILLIARDS = {name: "a", type: "number", role: "dimension", label: "Account"} as const;
  const PRECISE = {...REVENUE, name: "m", label: "Balance", format: {style: "number", decimals: 4}} as const;
  test.each([
    ["numbers of nine digits", MILLIARDS, 123_456_780, 1],
    ["numbers of thirteen digits", MILLIARDS, 1_700_000_000_000, 1],
    ["measures whose ticks need nine decimals", PRECISE, 1_234_567_890, 0.5],
    ["numbers of one digit", MILLIARDS, 0, 1],
  ] as const)("whose axis has %s has no overlapping labels along it", async (_, column, from, step) => {
    const rows = Array.from({length: 10}, (__, i) => [from + i * step, i]);
    for (const [width, height] of [
      [800, 480],
      [450, 310],
      [300, 220],
      [220, 180],
    ] as const) {
      const labels = labelsOf(
        await renderSvg(chartSpec(drawing(type, [column, REVENUE], rows), {width, height})),
      );
      const isTick = ({text}: Label) => /^-?[\d.,]+[KMBT]?$/.test(text);
      const lowest = Math.max(...labels.filter(isTick).map(({top}) => top));
      const along = labels.filter(one => isTick(one) && one.top === lowest).sort((a, b) => a.left - b.left);
      expect(along.length).toBeGreaterThan(0);
      for (const [i, {text, right}] of along.entries())
        expect([width, text, (along[i + 1]?.left ?? width) >= right]).toEqual([width, text, true]);
    }
  });
});

test("the titles of a dashboard's tiles have one size, however large the tiles are", async () => {
  const pieces = [
    {x: 0, y: 0, width: 300, height: 200},
    {x: 300, y: 0, width: 700, height: 500},
    {x: 0, y: 500, width: 1000, height: 340},
  ].map(place => ({...place, drawing: EXAMPLES.bar}));
  const board = {
    format: "svg",
    scale: 1,
    width: 1000,
    height: 840,
    theme: "light",
    pieces,
    title: "Board",
  } as const;
  const {content} = await drawPicture({...board, pieces, fonts: {unpacked: ""}});
  const titles = labelsOf(content).filter(({text}) => text === "Sales");
  expect(titles).toHaveLength(3);
  expect(new Set(titles.map(({size}) => size)).size).toBe(1);
});

test.each(["bar", "line", "mixed"] as const)(
  "a small %s with a number says which number it is",
  async type => {
    const rows = [
      [0, 5],
      [50, 2],
    ];
    const AMOUNT = {name: "amount from", type: "number", role: "dimension", label: "Amount from"} as const;
    const svg = await renderSvg(chartSpec(drawing(type, [AMOUNT, REVENUE], rows), {width: 400, height: 220}));
    expect(labelsOf(svg).map(({text}) => text)).toContain("Amount from");
  },
);

test("a pie shows the rest that its query has summed last, and in grey", async () => {
  const rows = [
    ["Flo", 15],
    ["The rest", 235],
    ["Eve", 35],
  ];
  const NAME = {name: "orders.name", type: "string", role: "dimension", label: "Name"} as const;
  const shown = {
    ...drawing("pie", [NAME, {...REVENUE, additive: true}], rows),
    rest: {column: NAME.name, name: "The rest"},
  };
  const svg = await renderSvg(chartSpec(shown, {width: 640, height: 400}));
  const listed = labelsOf(svg).flatMap(({text}) => (/^(Flo|Eve|The rest)$/.test(text) ? text : []));
  expect(listed).toEqual(["Eve", "Flo", "The rest"]);
  expect(svg).toContain(themeOf("light").other);
});

const SIZE = {width: 640, height: 400};
const YEAR = {...DAY, name: "orders.placed.year", grain: "year"} as const;

/** The positions of a picture's points, as shares of the distance between the first and the last of them. */
async function placesOf(shown: Drawing, axis: "x" | "y"): Promise<number[]> {
  const svg = await renderSvg(chartSpec(shown, SIZE));
  const points = [...svg.matchAll(/<path transform="translate\(([^,]*),([^)]*)\)"/g)];
  const values = points.map(([, x, y]) => Number(axis === "x" ? x : y));
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  return values.map(value => Number(((value - first) / (last - first)).toFixed(3)));
}

describe.each(["line", "scatter"] as const)("a %s over centuries", type => {
  test.each([
    ["from the year 1 on", ["0001-01-01", "2501-01-01", "5001-01-01"]],
    ["within the first century", ["0010-01-01", "0050-01-01", "0090-01-01"]],
    ["across the year 0", ["-0050-01-01", "0000-01-01", "0050-01-01"]],
  ])("has each point at its year %s", async (_, [first = "", middle = "", last = ""]) => {
    const rows = [first, middle, last].map((year, i) => [year, i + 1]);
    expect(await placesOf(drawing(type, [YEAR, ORDERS], rows), "x")).toEqual([0, 0.5, 1]);
  });
});

describe("a logarithmic axis", () => {
  const log = {yAxis: {log: true}};
  const powers = [10, 100, 1000, 100_000];
  const cities = powers.map((value, i) => [`City ${i}`, value]);
  const months = powers.map((value, i) => [`2024-0${i + 1}-01`, value]);

  /** The lengths of a picture's bars, from the first. */
  async function lengthsOf(type: "bar" | "horizontal_bar"): Promise<number[]> {
    const svg = await renderSvg(chartSpec(drawing(type, [CITY, AVERAGE], cities, log), SIZE));
    const bars = [...svg.matchAll(/<path d="([^"]*)" fill="#3f72d8"/g)].map(([, path = ""]) => path);
    return bars.map(path => {
      const moves = [...path.matchAll(/[A-Za-z]([-\d.]+),([-\d.]+)/g)].map(([, x, y]) =>
        Number(type === "bar" ? y : x),
      );
      return Math.max(...moves) - Math.min(...moves);
    });
  }

  test.each(["bar", "horizontal_bar"] as const)(
    "of a %s gives each power of ten the same room",
    async type => {
      const [ten = 0, hundred = 0, thousand = 0, most = 0] = await lengthsOf(type);
      expect(hundred - ten).toBeGreaterThan(20);
      expect(thousand - hundred).toBeCloseTo(hundred - ten, 0);
      expect(most - thousand).toBeCloseTo(2 * (hundred - ten), 0);
    },
  );

  test.each(["line", "area"] as const)("of a %s gives each power of ten the same room", async type => {
    const shown = drawing(type, [MONTH, AVERAGE], months, log);
    expect(await placesOf(shown, "y")).toEqual([0, 0.25, 0.5, 1]);
  });

  test("has its ends as labels if no power of ten is between them", async () => {
    const rows = [300, 450, 700].map((value, i) => [`2024-0${i + 1}-01`, value]);
    const shown = drawing("line", [MONTH, ORDERS], rows, {yAxis: {log: true, min: 200, max: 900}});
    const texts = labelsOf(await renderSvg(chartSpec(shown, SIZE))).map(({text}) => text);
    expect(texts).toContain("200");
    expect(texts).toContain("900");
  });
});

test("lines beside bars include their zeros", async () => {
  const rows = [0, 190, 200].map((value, i) => [`City ${i}`, 1, value]);
  const shown = drawing("mixed", [CITY, AVERAGE, REVENUE], rows);
  const {width, height} = SIZE;
  const svg = await renderSvg(chartSpec(shown, SIZE));
  const points = [...svg.matchAll(/<path transform="translate\(([^,]*),([^)]*)\)"/g)].map(([, , y]) =>
    Number(y),
  );
  expect(points).toHaveLength(3);
  for (const y of points) expect([width, y >= 0 && y < height - 100]).toEqual([width, true]);
});

test("an axis of large numbers that are close together has labels", async () => {
  const rows = [1, 3, 5].map((value, i) => [`2024-0${i + 1}-01`, 1_234_567_890_120 + value]);
  const labels = labelsOf(await renderSvg(chartSpec(drawing("line", [MONTH, ORDERS], rows), SIZE)));
  expect(labels.filter(({text}) => text.startsWith("1.2345")).length).toBeGreaterThan(1);
});
