import {chartSpec, messageChartSpec} from "../../shared/charts/vega/chart-spec.ts";
import type {VegaLiteSpec} from "../../shared/charts/vega/drawing.ts";
import {cleanText, fitText} from "../../shared/charts/vega/text.ts";
import {FONT, themeOf} from "../../shared/charts/vega/theme.ts";
import {DRAWN_TITLE_HEIGHT, type DrawRequest} from "../../shared/workers/calls.ts";
import {escapeText} from "../markup.ts";
import {rasterize} from "./rasterize.ts";
import {NoRoom, renderSvg} from "./render-svg.ts";

export interface Picture {
  /** An SVG as text, a PNG as base64. */
  content: string;
  /** Errors of tiles that could not be drawn; the picture shows a message in their place. */
  faults: string[];
}

type Piece = DrawRequest["pieces"][number];

/** Draws the requested picture. Rejects where its only chart cannot be drawn. */
export async function drawPicture(request: DrawRequest): Promise<Picture> {
  const faults: string[] = [];
  const svg = await drawSvg(request, faults);
  if (request.format === "svg") return {content: svg, faults};
  return {content: Buffer.from(rasterize(svg, request.scale)).toString("base64"), faults};
}

async function drawSvg(request: DrawRequest, faults: string[]): Promise<string> {
  const [first] = request.pieces;
  if (first && request.pieces.length === 1 && request.title === undefined && fills(first, request)) {
    return await svgOf(first, request.theme);
  }
  const {width, title, theme} = request;
  const {page, grid, title: ink} = themeOf(theme);
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
  for (const [i, piece] of request.pieces.entries()) {
    const card = cardOf(piece, shift, `p${i}-`, theme, grid);
    parts.push(
      await card.catch(error => {
        faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
        const drawing = {title: piece.drawing.title, message: "This chart could not be drawn."};
        return cardOf({...piece, drawing}, shift, `p${i}-`, theme, grid);
      }),
    );
  }
  parts.push("</svg>");
  return parts.join("");
}

function fills({x, y, width, height}: Piece, request: DrawRequest): boolean {
  return x === 0 && y === 0 && width === request.width && height === request.height;
}

/** The chart as SVG, or a message that its tile is too small. */
async function svgOf(piece: Piece, theme: "light" | "dark", look: VegaLiteSpec = {}): Promise<string> {
  try {
    return await renderSvg({...specOf(piece, theme), ...look});
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error;
    const drawing = {title: piece.drawing.title, message: "There is too little room for this chart."};
    return renderSvg({...specOf({...piece, drawing}, theme), ...look});
  }
}

function specOf({drawing, width, height}: Piece, theme: "light" | "dark"): VegaLiteSpec {
  const size = {width, height};
  if ("message" in drawing) return messageChartSpec({...drawing, theme}, size);
  return chartSpec({...drawing, theme}, size);
}

/** A tile: a card with the chart on it. */
async function cardOf(
  piece: Piece,
  shift: number,
  prefix: string,
  theme: "light" | "dark",
  edge: string,
): Promise<string> {
  const {background} = specOf(piece, theme);
  const svg = await svgOf(piece, theme, {background: "transparent"});
  const {x, width, height} = piece;
  const y = piece.y + shift;
  const card = `<rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" rx="8" fill="${background}" stroke="${edge}"/>`;
  return `${card}${withPrefix(svg, prefix).replace("<svg ", `<svg x="${x}" y="${y}" `)}`;
}

/** Vega numbers the gradients and clips of each picture from 0, so their ids need a prefix within one document. */
function withPrefix(svg: string, prefix: string): string {
  return svg.replace(/<[^>]*>/g, tag =>
    tag.replace(/ id="/g, ` id="${prefix}`).replace(/url\(#/g, `url(#${prefix}`),
  );
}
