import PDFDocument from "pdfkit";
import addSvg from "svg-to-pdfkit";
import {cleanText, wrapText} from "../../shared/content/charts/vega/text.ts";
import {themeOf} from "../../shared/content/charts/vega/theme.ts";
import type {DrawRequest} from "../../shared/core/workers/calls.ts";
import {escapeText} from "../markup.ts";
import {cardsOf, chartSvg, onlyPiece, type Piece} from "./cards.ts";
import {inFallbackFonts} from "./fallback-runs.ts";
import type {PictureRequest} from "./font-folders.ts";
import {type FallbackFont, FONT_FILES, fallbackFonts} from "./fonts.ts";

type Document = InstanceType<typeof PDFDocument>;

/** A4, in points. */
const PAGE = {width: 595.28, height: 841.89};
const MARGIN = 36;
const WIDTH = PAGE.width - 2 * MARGIN;
const TOP = MARGIN;
/** The bottom of the content; the page number is below it. */
const BOTTOM = PAGE.height - 44;
/** The space between the head and the first band. */
const GAP = 8;
/** The most lines below the title; more would leave no room for the first charts. */
const MAX_LINES = 24;
/** The ratio of the widths of bold and regular text. */
const BOLD = 1.13;
/** The smallest scale to which a first band is shrunk to fit the rest of the first page. */
const MIN_SCALE = 0.6;
/** The creation date of all documents, which is constant so that the same picture gives the same bytes. */
const CREATED = new Date(0);

/**
 * Draws the picture on A4 pages, as vectors and selectable text: its title and lines, then its pieces, band by band, as
 * wide as the page. Errors of single pieces are added to `faults`.
 */
export async function drawPdf(request: PictureRequest, faults: string[]): Promise<Buffer> {
  const {title, theme, pieces, width, fonts} = request;
  const doc = openDocument(title);
  const paper = theme === "dark" ? themeOf(theme).page : undefined;
  addPage(doc, paper);
  const head = headOf(request);
  placeSvg(
    doc,
    head.svg,
    {x: MARGIN, y: TOP, width: WIDTH, height: head.height},
    await fallbackFonts(head.svg, fonts, faults),
  );
  let y = head.height > 0 ? TOP + head.height + GAP : TOP;
  let isFirst = true;
  let before: Band | undefined;
  for (const band of bandsOf(pieces)) {
    const svg = await svgOf(band, request, faults);
    const height = ((band.bottom - band.top) * WIDTH) / width;
    const gap = before ? Math.min(24, ((band.top - before.bottom) * WIDTH) / width) : 0;
    const room = BOTTOM - y - gap;
    const shrinks = isFirst && room < height && room >= Math.min(height, BOTTOM - TOP) * MIN_SCALE;
    const isNext = room < height && !shrinks;
    if (isNext) {
      addPage(doc, paper);
      y = TOP;
    } else y += gap;
    const fitting = Math.min(height, BOTTOM - y);
    const drawnWidth = (WIDTH * fitting) / height;
    const box = {x: MARGIN + (WIDTH - drawnWidth) / 2, y, width: drawnWidth, height: fitting};
    placeSvg(doc, svg, box, await fallbackFonts(svg, fonts, faults));
    y += fitting;
    isFirst = false;
    before = band;
  }
  numberPages(doc, themeOf(theme).muted);
  return await bytesOf(doc);
}

function openDocument(title: string | undefined): Document {
  const doc = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    font: FONT_FILES.regular,
    lang: "en",
    displayTitle: true,
    info: {CreationDate: CREATED, ...(title === undefined ? {} : {Title: cleanText(title)})},
  });
  return doc.registerFont("regular", FONT_FILES.regular).registerFont("bold", FONT_FILES.bold);
}

function addPage(doc: Document, paper: string | undefined): void {
  doc.addPage({size: [PAGE.width, PAGE.height], margin: 0});
  if (paper !== undefined) doc.rect(0, 0, PAGE.width, PAGE.height).fill(paper);
}

/**
 * The title and the lines, as wide as the page's text. They are drawn as SVG, because the PDF library's own text would
 * have the words of right-to-left scripts in the wrong order.
 */
function headOf({title, lines = [], theme}: DrawRequest): {svg: string; height: number} {
  const colours = themeOf(theme);
  const elements: string[] = [];
  let y = 0;
  const write = (text: string, size: number, isTitle: boolean) => {
    const fitting = wrapText(cleanText(text), WIDTH / (isTitle ? BOLD : 1), size, isTitle ? 3 : 2);
    for (const line of fitting) {
      const weight = isTitle ? ` font-weight="bold"` : "";
      const fill = isTitle ? colours.title : colours.muted;
      y += size * 1.3;
      elements.push(
        `<text y="${y - size * 0.3}" font-size="${size}"${weight} fill="${fill}">${escapeText(line)}</text>`,
      );
    }
  };
  if (title !== undefined) write(title, 18, true);
  const printedLines = lines.length > MAX_LINES ? lines.slice(0, MAX_LINES - 1) : lines;
  for (const line of printedLines) write(line, 9, false);
  if (printedLines.length < lines.length) write(`And ${lines.length - printedLines.length} more`, 9, false);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}">${elements.join("")}</svg>`;
  return {svg, height: y};
}

/** The band as an SVG as wide as the picture. */
async function svgOf({top, bottom, pieces}: Band, request: DrawRequest, faults: string[]): Promise<string> {
  const {theme, width} = request;
  const only = onlyPiece(request);
  if (only) return await chartSvg(only, theme, theme === "dark" ? {look: {background: "transparent"}} : {});
  const height = bottom - top;
  const cards = await cardsOf(pieces, {theme, shift: -top}, faults);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${cards.join("")}</svg>`;
}

/**
 * Draws an SVG into a box, in points. Images in it are left out, because the library would open local files for them.
 */
export function placeSvg(
  doc: Document,
  svg: string,
  {x, y, width, height}: {x: number; y: number; width: number; height: number},
  fallbacks: readonly FallbackFont[] = [],
): void {
  if (height === 0) return;
  for (const {file} of fallbacks) doc.registerFont(file, file);
  addSvg(doc, inFallbackFonts(svg, fallbacks), x, y, {
    width,
    height,
    assumePt: true,
    preserveAspectRatio: "xMidYMid meet",
    fontCallback: (family, bold) =>
      fallbacks.find(({file}) => file === family)?.file ?? (bold ? "bold" : "regular"),
    imageCallback: () => NO_IMAGE,
    warningCallback: () => undefined,
  });
}

/** A data URL in no image format, which the library skips. */
const NO_IMAGE = "data:none;base64,";

function numberPages(doc: Document, colour: string): void {
  const {count} = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    doc.font("regular").fontSize(8).fillColor(colour);
    const options = {width: WIDTH, align: "center", lineBreak: false} as const;
    doc.text(`${page + 1} / ${count}`, MARGIN, PAGE.height - 30, options);
  }
}

async function bytesOf(doc: Document): Promise<Buffer> {
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const {promise, resolve, reject} = Promise.withResolvers<void>();
  doc.on("end", resolve);
  doc.on("error", reject);
  doc.end();
  await promise;
  return Buffer.concat(chunks);
}

/** A horizontal strip of pieces, which stays on one page. Its edges are in pixels of the picture. */
interface Band {
  top: number;
  bottom: number;
  pieces: Piece[];
}

/** Groups pieces into bands, from top to bottom: pieces that overlap vertically, even indirectly, share a band. */
function bandsOf(pieces: readonly Piece[]): Band[] {
  const bands: Band[] = [];
  for (const piece of pieces.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const bottom = piece.y + piece.height;
    const last = bands.at(-1);
    if (last && piece.y < last.bottom) {
      last.pieces.push(piece);
      last.bottom = Math.max(last.bottom, bottom);
    } else bands.push({top: piece.y, bottom, pieces: [piece]});
  }
  return bands;
}
