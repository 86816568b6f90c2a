import type {Json, Size, VegaLiteSpec} from "../../../core/wire/drawing.ts";
import type {Source} from "./read.ts";
import {type Label, type Origin, textLayers} from "./shapes.ts";
import {cleanText, fitText} from "./text.ts";

/** The area inside a picture's margins, in pixels. */
export interface Room {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function isSmall({width, height}: Size): boolean {
  return width < 480 || height < 320;
}

/** Whether title and subtitle have the size of a small picture's head. */
function hasSmallHead({size, isTile}: Source): boolean {
  return isTile || isSmall(size);
}

function marginOf(source: Source): number {
  return hasSmallHead(source) ? 12 : 18;
}

/** The area below title and subtitle. `notes` reserves a line for notes that are not known yet. */
export function bodyOf(source: Source, notes = source.notes.length > 0): Room {
  const {size, config} = source;
  const margin = marginOf(source);
  const small = hasSmallHead(source);
  const title = titleOf(source) ? (small ? 20 : 24) : 0;
  const subtitle = notes || config.subtitle ? (small ? 16 : 18) : 0;
  const gap = title + subtitle > 0 ? (small ? 6 : 10) : 0;
  return {
    left: margin,
    top: margin + title + subtitle + gap,
    right: size.width - margin,
    bottom: size.height - margin,
  };
}

/** Title, subtitle and notes. */
export function headLabels(source: Source): Label[] {
  const {size, theme, config, notes} = source;
  const margin = marginOf(source);
  const small = hasSmallHead(source);
  const room = size.width - 2 * margin;
  const labels: Label[] = [];
  const title = titleOf(source);
  if (title) {
    const fontSize = small ? 14 : 17;
    labels.push({
      x: margin,
      y: margin,
      text: fitText(title, room, fontSize, true),
      size: fontSize,
      colour: theme.title,
      baseline: "top",
      bold: true,
    });
  }
  const subtitle = [cleanText(config.subtitle ?? ""), ...notes].filter(text => text !== "").join(" · ");
  if (subtitle) {
    const fontSize = small ? 10 : 12;
    labels.push({
      x: margin,
      y: margin + (title ? (small ? 20 : 25) : 0),
      text: fitText(subtitle, room, fontSize),
      size: fontSize,
      colour: theme.muted,
      baseline: "top",
    });
  }
  return labels;
}

function titleOf({drawing, config}: Source): string {
  return config.hideTitle ? "" : cleanText(drawing.title);
}

/** A picture of shapes with positions in pixels. */
export function canvasSpec(source: Source, layers: Json[]): VegaLiteSpec {
  const head = textLayers(headLabels(source), {x: 0, y: 0});
  return pictureSpec(source, {x: 0, y: 0}, source.size, [...layers, ...head]);
}

/** A picture whose plot is at `origin` and has the size `plot`. The rest of the picture is margin. */
export function pictureSpec(source: Source, origin: Origin, plot: Size, layers: Json[]): VegaLiteSpec {
  const {size, theme, drawing} = source;
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    description: cleanText(drawing.title),
    background: theme.background,
    width: plot.width,
    height: plot.height,
    padding: {
      left: origin.x,
      top: origin.y,
      right: size.width - origin.x - plot.width,
      bottom: size.height - origin.y - plot.height,
    },
    autosize: {type: "none", contains: "content"},
    // A specification needs at least one layer, and layers need data.
    layer: layers,
    config: {
      font: theme.font,
      aria: false,
      view: {stroke: null},
      axis: {
        labelColor: theme.muted,
        labelFontSize: 11,
        titleColor: theme.muted,
        titleFontSize: 11,
        titleFontWeight: "normal",
        gridColor: theme.grid,
        domainColor: theme.axis,
        labelLimit: 0,
      },
    },
  };
}
