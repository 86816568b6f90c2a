import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import PDFDocument from "pdfkit";
import addSvg from "svg-to-pdfkit";
import {makeLogger} from "../../../shared/core/log.ts";
import type {DrawRequest} from "../../../shared/core/workers/calls.ts";
import {FONT_FILES} from "../../../worker/charts/fonts.ts";
import {placeSvg} from "../../../worker/charts/pdf.ts";
import {draw, pictureChildren} from "../../../worker/charts/picture-children.ts";
import {rasterize} from "../../../worker/charts/rasterize.ts";
import {EXAMPLES, TYPES} from "../../charts/vega/drawings.ts";
import {textOfPages} from "./read-pdf.ts";

const log = makeLogger("test", "silent");
const pictures = pictureChildren({unpacked: join(tmpdir(), "pictures-test-fonts")});
afterAll(() => pictures.stop());

async function drawn(request: Partial<DrawRequest>): Promise<Buffer> {
  const whole = {...BOARD, ...request, orgId: "org_test"};
  const {content} = await draw({log, pictures}, whole, new AbortController().signal);
  return Buffer.from(content, "base64");
}

/** A grid of 4 × 4 tiles whose last row is half filled. */
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
    const first = await drawn({});
    expect(first.equals(await drawn({}))).toBe(true);
    // The date in the file is fixed, whenever it is drawn.
    expect(first.toString("latin1").match(/\(D:\d+Z\)/g)).toEqual(["(D:19700101000000Z)"]);
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

  test("of one chart consists of that chart alone", async () => {
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

  test("with a tile that cannot be drawn is drawn, and the tile says so", async () => {
    const broken = {...tile(0, 300, "Broken"), drawing: Object.assign({...EXAMPLES.bar}, {type: "none"})};
    const pages = textOfPages(await drawn({pieces: [broken, tile(300, 300, "Whole")]}));
    expect(pages.join()).toContain("couldnotbedrawn");
    expect(pages.join()).toContain("Whole");
  });
});

describe("a local file", () => {
  let dir: string;
  let file: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "pdf-"));
    file = join(dir, "secret.png");
    await writeFile(file, rasterize(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`, 1));
  });
  afterAll(() => rm(dir, {recursive: true}));

  /** A document with an SVG, placed by the service's function or by the library's own. */
  async function withSvg(content: string, place: typeof placeSvg): Promise<string> {
    const doc = new PDFDocument({font: FONT_FILES.regular, compress: false});
    doc.registerFont("regular", FONT_FILES.regular).registerFont("bold", FONT_FILES.bold);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${content}<text>y</text></svg>`;
    place(doc, svg, {x: 0, y: 0, width: 9, height: 9});
    doc.end();
    const chunks: Uint8Array[] = [];
    for await (const chunk of doc) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString("latin1");
  }

  test.each(["href", "xlink:href"])("that an image refers to by %s is not in the PDF", async attribute => {
    const image = `<image ${attribute}="${file}" width="9" height="9"/>`;
    expect(await withSvg(image, placeSvg)).not.toContain("/Subtype /Image");
    // The library's own function opens the file.
    expect(await withSvg(image, (doc, svg) => addSvg(doc, svg))).toContain("/Subtype /Image");
  });

  test("that a text refers to as its font is not in the PDF", async () => {
    const text = `<text font-family="${FONT_FILES.bold}">x</text>`;
    expect((await withSvg(text, placeSvg)).match(/\/FontFile2 /g)).toHaveLength(1);
  });
});
