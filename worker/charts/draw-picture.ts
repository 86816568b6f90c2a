import {cleanText, fitText} from "../../shared/content/charts/vega/text.ts";
import {FONT, themeOf} from "../../shared/content/charts/vega/theme.ts";
import {DRAWN_TITLE_HEIGHT, type DrawRequest} from "../../shared/core/workers/calls.ts";
import {escapeText} from "../markup.ts";
import {cardsOf, chartSvg, onlyPiece} from "./cards.ts";
import type {PictureRequest} from "./font-folders.ts";
import {fallbackFonts} from "./fonts.ts";
import {rasterize} from "./rasterize.ts";

export interface Picture {
  /** An SVG as text, a PNG or PDF as base64. */
  content: string;
  /** Errors of tiles that could not be drawn; the picture shows a message in their place. */
  faults: string[];
}

/** Draws the requested picture. Rejects where its only chart cannot be drawn. */
export async function drawPicture(request: PictureRequest): Promise<Picture> {
  const faults: string[] = [];
  if (request.format === "pdf") {
    // Imported only when needed, because it would double the start-up time of a child process.
    const {drawPdf} = await import("./pdf.ts");
    return {content: (await drawPdf(request, faults)).toString("base64"), faults};
  }
  const svg = await drawSvg(request, faults);
  if (request.format === "svg") return {content: svg, faults};
  const fallbacks = await fallbackFonts(svg, request.fonts, faults);
  return {content: Buffer.from(rasterize(svg, request.scale, fallbacks)).toString("base64"), faults};
}

async function drawSvg(request: DrawRequest, faults: string[]): Promise<string> {
  const {width, title, theme, pieces} = request;
  const only = title === undefined ? onlyPiece(request) : undefined;
  if (only) return await chartSvg(only, theme);
  const {page, title: ink} = themeOf(theme);
  const shift = title === undefined ? 0 : DRAWN_TITLE_HEIGHT;
  const height = request.height + shift;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${page}"/>`,
  ];
  if (title !== undefined) {
    const text = escapeText(fitText(cleanText(title), width - 40, 20, true));
    parts.push(
      `<text x="20" y="34" font-family="${FONT}" font-size="20" font-weight="bold" fill="${ink}">${text}</text>`,
    );
  }
  parts.push(...(await cardsOf(pieces, {theme, shift}, faults)), "</svg>");
  return parts.join("");
}
