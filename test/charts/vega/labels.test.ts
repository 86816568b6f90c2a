import {describe, expect, test} from "bun:test";
import {chartSpec} from "../../../shared/content/charts/vega/chart-spec.ts";
import {measureText} from "../../../shared/content/charts/vega/text.ts";
import {themeOf} from "../../../shared/content/charts/vega/theme.ts";
import type {ChartConfig} from "../../../shared/core/wire/chart-config.ts";
import {drawPicture} from "../../../worker/charts/draw-picture.ts";
import {renderSvg} from "../../../worker/charts/render-svg.ts";
import {CITY, drawing, EXAMPLES, REVENUE} from "./drawings.ts";

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
