import {afterAll, describe, expect, spyOn, test} from "bun:test";
import fs from "node:fs";
import PDFDocument from "pdfkit";
import {makeLogger} from "../../../shared/log.ts";
import type {DrawRequest} from "../../../shared/workers/calls.ts";
import {draw, pictureChildren} from "../../../worker/charts/draw.ts";
import {FONT_FILES} from "../../../worker/charts/fonts.ts";
import {placeSvg} from "../../../worker/charts/pdf.ts";
import {EXAMPLES, TYPES} from "../../charts/vega/drawings.ts";
import {textOfPages} from "./read-pdf.ts";

const log = makeLogger("test", "silent");
const pictures = pictureChildren();
afterAll(() => pictures.stop());

async function drawn(request: Partial<DrawRequest>): Promise<Buffer> {
  const whole = {...BOARD, ...request, orgId: "org_test"};
  const {content} = await draw({log, pictures}, whole, new AbortController().signal);
  return Buffer.from(content, "base64");
}

/** A grid of 4 × 4 tiles, the last row half filled. */
const BOARD: DrawRequest = {
  format: "pdf",
  scale: 1,
  width: 1212,
  height: 1220,
  theme: "light",
  title: "Board <1> & more",
  lines: ["Filtered: Origin state is CA", "As of Monday, 6 July 2026, 08:00 (Europe/Berlin)"],
  pieces: TYPES.map((type, i) => ({
    x: 12 + (i % 4) * 300,
    y: 12 + Math.floor(i / 4) * 300,
    width: 288,
    height: 288,
    drawing: {...EXAMPLES[type], title: `The ${type}`, theme: "light" as const},
  })),
};

function tile(y: number, height: number, title: string, x = 12): DrawRequest["pieces"][number] {
  return {x, y, width: 400, height, drawing: {...EXAMPLES.bar, title}};
}

describe("a PDF", () => {
  test("has the title, the lines and every tile as text, and numbered pages", async () => {
    const pages = textOfPages(await drawn({}));
    expect(pages).toHaveLength(1);
    const words = pages[0] ?? "";
    for (const text of ["Board <1> & more", "Origin state is CA", "08:00 (Europe/Berlin)", "1 / 1"])
      expect(words).toContain(text.replaceAll(" ", ""));
    for (const type of TYPES) expect(words).toContain(`The${type}`);
    // The numbers of a table and of a funnel.
    expect(words).toContain("€1,200.00");
    expect(words).toContain("100%24%20%");
  });

  test("of the same picture has the same bytes", async () => {
    expect((await drawn({})).equals(await drawn({}))).toBe(true);
  });

  test("keeps tiles beside each other on one page", async () => {
    const pieces = [
      tile(0, 900, "First"),
      tile(900, 700, "SecondLeft"),
      tile(950, 600, "SecondRight", 412),
      tile(1600, 100, "Third"),
    ];
    const pages = textOfPages(await drawn({width: 824, height: 1700, pieces}));
    const on = (title: string) => pages.findIndex(text => text.includes(title));
    expect(pages).toHaveLength(2);
    expect(["First", "SecondLeft", "SecondRight", "Third"].map(on)).toEqual([0, 1, 1, 1]);
    expect(pages.map(text => text.slice(-3))).toEqual(["1/2", "2/2"]);
  });

  test("has a tile higher than a page on one page, made smaller", async () => {
    const pieces = [tile(0, 300, "Before"), tile(300, 4000, "Tall"), tile(4300, 300, "After")];
    const pages = textOfPages(await drawn({width: 824, height: 4600, pieces}));
    expect(pages).toHaveLength(3);
    expect(pages[1]).toContain("Tall");
    // The labels at the foot of the chart are on the page too.
    expect(pages[1]).toContain("Lagos");
  });

  test("of one chart is that chart", async () => {
    const pieces = [{x: 0, y: 0, width: 800, height: 500, drawing: EXAMPLES.pie}];
    const {title, lines, ...rest} = BOARD;
    const {content} = await draw(
      {log, pictures},
      {...rest, width: 800, height: 500, pieces, orgId: "org_test"},
      new AbortController().signal,
    );
    const [page, ...others] = textOfPages(Buffer.from(content, "base64"));
    expect(others).toEqual([]);
    expect(page).toContain("Berlin");
  });

  test("is there where a tile cannot be drawn, which says so", async () => {
    const broken = {...tile(0, 300, "Broken"), drawing: Object.assign({...EXAMPLES.bar}, {type: "none"})};
    const pages = textOfPages(await drawn({pieces: [broken, tile(300, 300, "Whole")]}));
    expect(pages.join()).toContain("couldnotbedrawn");
    expect(pages.join()).toContain("Whole");
  });
});

test.each([
  `<image href="/etc/passwd" width="9" height="9"/>`,
  `<image xlink:href="file:///etc/passwd" width="9" height="9"/>`,
  `<g fill="url(/etc/passwd#a)" font-family="/etc/passwd"><text>x</text></g>`,
  `<use href="/etc/passwd#a"/><style>@import url(/etc/passwd); @font-face {src: url(/etc/passwd)}</style>`,
])("no file is opened for %s", hostile => {
  const doc = new PDFDocument({font: FONT_FILES.regular});
  doc.registerFont("regular", FONT_FILES.regular).registerFont("bold", FONT_FILES.bold).font("regular");
  doc.text("The font is loaded").font("bold").text("and this one");
  const opened: unknown[] = [];
  const watched = (["readFileSync", "readFile", "openSync", "open", "createReadStream"] as const).map(name =>
    spyOn(fs, name).mockImplementation((path: unknown) => {
      opened.push(path);
      throw new Error("opened");
    }),
  );
  try {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${hostile}<text>y</text></svg>`;
    placeSvg(doc, svg, {x: 0, y: 0, width: 9, height: 9});
  } finally {
    for (const spy of watched) spy.mockRestore();
  }
  expect(opened).toEqual([]);
});
