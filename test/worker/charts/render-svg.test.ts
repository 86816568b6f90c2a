import {describe, expect, test} from "bun:test";
import {chartSpec} from "../../../shared/content/charts/vega/chart-spec.ts";
import type {Drawing} from "../../../shared/core/wire/drawing.ts";
import {rasterize} from "../../../worker/charts/rasterize.ts";
import {renderSvg} from "../../../worker/charts/render-svg.ts";
import {AVERAGE, CITY, DAY, drawing, EXAMPLES, KIND, REVENUE, TYPES} from "../../charts/vega/drawings.ts";
import {readXml} from "./xml.ts";

const SIZE = {width: 400, height: 300};

async function svgOf(one: Drawing, size = SIZE): Promise<string> {
  const warnings: string[] = [];
  const svg = await renderSvg(chartSpec(one, size), warnings);
  expect(warnings).toEqual([]);
  return svg;
}

function sizeOf(png: Uint8Array): [number, number] {
  const bytes = Buffer.from(png);
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

describe("every type is drawn without a warning, light and dark", () => {
  test.each([...TYPES])("%s", async type => {
    for (const theme of ["light", "dark"] as const) {
      const svg = await svgOf({...EXAMPLES[type], theme});
      const {texts, root} = readXml(svg);
      expect(texts).toContain("Sales");
      expect([root["width"], root["height"]]).toEqual(["400", "300"]);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      expect(sizeOf(rasterize(svg, 1))).toEqual([400, 300]);
    }
  });
});

test("a picture has the size in pixels times its scale", async () => {
  const svg = await svgOf(EXAMPLES.bar);
  expect(sizeOf(rasterize(svg, 2))).toEqual([800, 600]);
});

test("labels of days are right in every timezone of the process", async () => {
  const {TZ} = process.env;
  const rows = ["2024-03-09", "2024-03-10", "2024-03-11"].map((day, i) => [day, i + 1]);
  try {
    const drawn: string[] = [];
    for (const zone of ["UTC", "Pacific/Auckland", "America/Los_Angeles"]) {
      process.env["TZ"] = zone;
      drawn.push(
        await svgOf(drawing("line", [DAY, REVENUE], rows)),
        await svgOf(drawing("bar", [DAY, REVENUE], rows)),
      );
    }
    expect(readXml(drawn[0] ?? "").texts).toContain("Mar 11");
    expect(new Set(drawn).size).toBe(2);
  } finally {
    process.env["TZ"] = TZ ?? "UTC";
  }
});

const HOSTILE = [
  "<script>alert(1)</script>",
  "]]>",
  "&amp;&lt;",
  `"><image href="http://127.0.0.1/x"/>`,
  "a\u0000b\u0008c\u001f",
  "\ud800 half a character",
  "😀 👩‍👩‍👧",
  "שלום עולם",
  "\u202egnp.exe",
  "datum.c0",
  "{{x}}",
];

describe("hostile text stays text", () => {
  test.each([...TYPES])("in %s", async type => {
    const title = HOSTILE.join(" ");
    const columns = [
      {...CITY, label: title},
      {...KIND, label: HOSTILE[0] ?? ""},
      {...REVENUE, label: title},
      AVERAGE,
    ];
    const rows = HOSTILE.map((text, i) => [text, HOSTILE[(i * 3) % HOSTILE.length], i + 1, i * 2]);
    const svg = await svgOf(drawing(type, columns, rows, {subtitle: title, xAxis: {title}}, {title}));
    const {elements, attributes} = readXml(svg);
    expect(
      [...elements].filter(
        name => !["svg", "g", "rect", "path", "text", "tspan", "line", "defs", "clipPath"].includes(name),
      ),
    ).toEqual([]);
    expect([...attributes].filter(name => /^on|href|^style$/i.test(name))).toEqual([]);
    expect(svg.isWellFormed()).toBe(true);
    expect(rasterize(svg, 1).length).toBeGreaterThan(1000);
  });
});

test("nothing is loaded, whatever a specification asks for", async () => {
  const spec = chartSpec(EXAMPLES.bar, SIZE);
  const svg = await renderSvg({
    ...spec,
    layer: [
      {data: {values: [{}]}, mark: {type: "image", url: "http://127.0.0.1:9/x.png", width: 10, height: 10}},
    ],
  });
  expect(svg).not.toContain("http://127.0.0.1");
});

test("the width of texts is estimated well enough that no axis label reaches beyond the edge", async () => {
  const rows = ["Wide Wide Wide Wide", "iiiiiiiiiiiiiii", "MMMMMMMMMMMM"].map((city, i) => [
    city,
    (i + 1) * 1e9,
  ]);
  for (const type of ["bar", "horizontal_bar"] as const) {
    const svg = await svgOf(drawing(type, [CITY, REVENUE], rows));
    expect(sizeOf(rasterize(svg, 1))).toEqual([400, 300]);
    expect(readXml(svg).texts.some(text => text.includes("€"))).toBe(true);
  }
});
