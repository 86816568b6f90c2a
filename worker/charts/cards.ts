import {chartSpec, messageChartSpec} from "../../shared/content/charts/vega/chart-spec.ts";
import {themeOf} from "../../shared/content/charts/vega/theme.ts";
import type {VegaLiteSpec} from "../../shared/core/wire/drawing.ts";
import type {DrawRequest} from "../../shared/core/workers/calls.ts";
import {NoRoom, renderSvg} from "./render-svg.ts";

type Theme = DrawRequest["theme"];
export type Piece = DrawRequest["pieces"][number];

/** The only piece, if it fills the whole picture: it is drawn without a card. */
export function onlyPiece({pieces, width, height}: DrawRequest): Piece | undefined {
  const [first] = pieces;
  const fills = first?.x === 0 && first.y === 0 && first.width === width && first.height === height;
  return first && fills && pieces.length === 1 ? first : undefined;
}

/** Draws the chart as SVG, or a message where its tile is too small for it. */
export async function chartSvg(
  piece: Piece,
  theme: Theme,
  {look = {}, isTile = false}: {look?: VegaLiteSpec; isTile?: boolean} = {},
): Promise<string> {
  try {
    return await renderSvg({...specOf(piece, theme, isTile), ...look});
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error;
    const drawing = {title: piece.drawing.title, message: "There is too little room for this chart."};
    return renderSvg({...specOf({...piece, drawing}, theme, isTile), ...look});
  }
}

/**
 * Draws a card with a chart for each piece, as elements of one SVG, moved down by `shift` pixels. A chart that cannot
 * be drawn is replaced by a message, and its error is added to `faults`.
 */
export async function cardsOf(
  pieces: readonly Piece[],
  {theme, shift}: {theme: Theme; shift: number},
  faults: string[],
): Promise<string[]> {
  const cards: string[] = [];
  for (const [i, piece] of pieces.entries()) {
    const look = {theme, shift, prefix: `p${i}-`};
    cards.push(
      await cardOf(piece, look).catch(error => {
        faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
        const drawing = {title: piece.drawing.title, message: "This chart could not be drawn."};
        return cardOf({...piece, drawing}, look);
      }),
    );
  }
  return cards;
}

interface CardLook {
  theme: Theme;
  shift: number;
  /** Makes the ids within this card unique in its document. */
  prefix: string;
}

async function cardOf(piece: Piece, {theme, shift, prefix}: CardLook): Promise<string> {
  const svg = await chartSvg(piece, theme, {look: {background: "transparent"}, isTile: true});
  const {background, grid} = themeOf(theme);
  const {x, width, height} = piece;
  const y = piece.y + shift;
  const card = `<rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" rx="8" fill="${background}" stroke="${grid}"/>`;
  return `${card}${withPrefix(svg, prefix).replace("<svg ", `<svg x="${x}" y="${y}" `)}`;
}

function specOf({drawing, width, height}: Piece, theme: Theme, isTile: boolean): VegaLiteSpec {
  const size = {width, height};
  if ("message" in drawing) return messageChartSpec({...drawing, theme}, size, {isTile});
  return chartSpec({...drawing, theme}, size, {isTile});
}

/**
 * Prefixes all ids: Vega numbers gradients and clips from 0 in each chart, so they would collide within one document.
 */
function withPrefix(svg: string, prefix: string): string {
  return svg.replace(/<[^>]*>/g, tag =>
    tag.replace(/ id="/g, ` id="${prefix}`).replace(/url\(#/g, `url(#${prefix}`),
  );
}
