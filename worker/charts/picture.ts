import {DRAWN_TITLE_HEIGHT, type DrawRequest} from "../../shared/calls.ts";
import {
  chartSpec,
  type Drawing,
  messageChartSpec,
  type VegaLiteSpec,
} from "../../shared/charts/spec/chart-spec.ts";
import {cleanText, fitText} from "../../shared/charts/spec/text.ts";
import {FONT, themeOf} from "../../shared/charts/spec/theme.ts";
import {rasterize} from "./rasterize.ts";
import {renderSvg} from "./render-svg.ts";

export interface Picture {
  /** An SVG as text, a PNG as base64. */
  content: string;
  /** Of tiles that could not be drawn; in their place the picture says so. */
  faults: string[];
}

type Piece = DrawRequest["pieces"][number];

/** The picture that was asked for. Rejects where its only chart cannot be drawn. */
export async function drawPicture(request: DrawRequest): Promise<Picture> {
  const faults: string[] = [];
  const svg = await drawSvg(request, faults);
  if (request.format === "svg") return {content: svg, faults};
  return {content: Buffer.from(rasterize(svg, request.scale)).toString("base64"), faults};
}

async function drawSvg(request: DrawRequest, faults: string[]): Promise<string> {
  const [first] = request.pieces;
  if (first && request.pieces.length === 1 && request.title === undefined && fills(first, request)) {
    return await renderSvg(specOf(first, request.theme));
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
    const text = escapeXml(fitText(cleanText(title), width - 40, 20, true));
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

function specOf({drawing, width, height}: Piece, theme: "light" | "dark"): VegaLiteSpec {
  const size = {width, height};
  if ("message" in drawing) return messageChartSpec({...drawing, theme}, size);
  // What a caller sent is a `Drawing`; the call's type cannot name it.
  const drawn: Drawing = JSON.parse(JSON.stringify(drawing));
  return chartSpec({...drawn, theme}, size);
}

/** A tile: a card with the chart upon it. */
async function cardOf(
  piece: Piece,
  shift: number,
  prefix: string,
  theme: "light" | "dark",
  edge: string,
): Promise<string> {
  const {background, ...spec} = specOf(piece, theme);
  const svg = await renderSvg({...spec, background: "transparent"});
  const {x, width, height} = piece;
  const y = piece.y + shift;
  const card = `<rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" rx="8" fill="${background}" stroke="${edge}"/>`;
  return `${card}${withPrefix(svg, prefix).replace("<svg ", `<svg x="${x}" y="${y}" `)}`;
}

/** Each picture numbers its gradients and clips from 0: within one document they need names of their own. */
function withPrefix(svg: string, prefix: string): string {
  return svg.replace(/<[^>]*>/g, tag =>
    tag.replace(/ id="/g, ` id="${prefix}`).replace(/url\(#/g, `url(#${prefix}`),
  );
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
