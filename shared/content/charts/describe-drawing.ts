import type {ChartType} from "../../core/wire/chart-config.ts";
import type {Drawing, Size} from "../../core/wire/drawing.ts";
import {bigNumberWords, gaugeWords, tableWords} from "./alt-text/numbers.ts";
import {funnelWords, pieWords, treemapWords} from "./alt-text/parts.ts";
import {mapWords, scatterWords} from "./alt-text/points.ts";
import {barWords, heatmapWords, lineWords, mixedWords} from "./alt-text/series.ts";
import {dimensionsInOrder, joined, paragraph} from "./alt-text/words.ts";
import {linesOf} from "./vega/cartesian/mixed.ts";
import {axesOf} from "./vega/cartesian/scatter.ts";
import {whyNotDrawn} from "./vega/chart-spec.ts";
import {placesOf} from "./vega/map/map.ts";
import {type Field, readDrawing, type Source} from "./vega/read.ts";
import {cleanText} from "./vega/text.ts";

/** Placeholder size, because the description does not depend on the size. */
const SIZE: Size = {width: 640, height: 400};

/**
 * The numbers of a picture in words, for readers who cannot see it. First comes the subject of the picture. Then come
 * at most about 30 values with the picture's formats and labels, or the ends and extremes of longer series. Last comes
 * what is left out. The description is one paragraph of plain text.
 */
export function describeDrawing(drawing: Drawing): string {
  const source = readDrawing(drawing, SIZE);
  const what = subjectOf(source);
  if (source.rows.length === 0) return paragraph([`${what}: no rows`]);
  const message = whyNotDrawn(source);
  const values = message === undefined ? VALUES[drawing.type](source) : [message];
  const subtitle = cleanText(source.config.subtitle ?? "");
  return paragraph([what, subtitle, ...values, ...source.notes]);
}

const VALUES: Readonly<Record<ChartType, (source: Source) => string[]>> = {
  table: tableWords,
  big_number: bigNumberWords,
  bar: source => barWords(source, true),
  horizontal_bar: source => barWords(source, false),
  line: source => lineWords(source, false),
  area: source => lineWords(source, true),
  scatter: scatterWords,
  pie: pieWords,
  mixed: mixedWords,
  funnel: funnelWords,
  heatmap: heatmapWords,
  treemap: treemapWords,
  gauge: gaugeWords,
  map: mapWords,
};

/** The subject of the picture: "Bars of Flights by State". */
function subjectOf(source: Source): string {
  const {measures, dimensions} = source;
  const isSplit = measures.length > 1 || dimensions.length > 1;
  switch (source.drawing.type) {
    case "table":
      return `Table of ${joined(labelsOf(source.fields)) || "no columns"}`;
    case "big_number":
      return "Big number";
    case "bar":
      return `Bars${ofAll(source)}`;
    case "horizontal_bar":
      return `Horizontal bars${ofAll(source)}`;
    case "line":
      return `${isSplit ? "Lines" : "Line"}${ofAll(source)}`;
    case "area":
      return `${isSplit ? "Areas" : "Area"}${ofAll(source)}`;
    case "mixed":
      return mixedSubject(source);
    case "scatter":
      return scatterSubject(source);
    case "pie":
      return `Pie${ofParts(source)}`;
    case "funnel":
      return `Funnel${ofParts(source)}`;
    case "treemap":
      return `Treemap${ofParts(source)}`;
    case "heatmap":
      return `Heatmap${of(measures.slice(0, 1), dimensionsInOrder(source))}`;
    case "gauge":
      return `Gauge${of(measures.slice(0, 1), [])}`;
    case "map":
      return mapSubject(source);
  }
}

function ofAll(source: Source): string {
  return of(source.measures, dimensionsInOrder(source));
}

/** The subject of a pie or treemap. Without a dimension, the measures are the parts. */
function ofParts({measures, dimensions}: Source): string {
  return of(dimensions.length > 0 ? measures.slice(0, 1) : measures, dimensions);
}

function mixedSubject(source: Source): string {
  const lines = linesOf(source);
  const bars = source.measures.filter(field => !lines.includes(field));
  if (bars.length === 0 || lines.length === 0)
    return `${lines.length > 0 ? "Lines" : "Bars"}${ofAll(source)}`;
  return `Bars${of(bars, [])} and ${lines.length > 1 ? "lines" : "a line"}${of(lines, dimensionsInOrder(source))}`;
}

function scatterSubject(source: Source): string {
  const axes = axesOf(source);
  return axes ? `Points of ${axes.y.label} against ${axes.x.label}${by(axes.names)}` : "Points";
}

function mapSubject(source: Source): string {
  const places = placesOf({...source, notes: []});
  if (typeof places === "string") return "Map";
  const {latitude, longitude, size} = places;
  const names = source.dimensions.filter(field => field !== latitude && field !== longitude);
  return `Map${of(size ? [size] : [], names)}`;
}

function of(measures: readonly Field[], dimensions: readonly Field[]): string {
  const names = joined(labelsOf(measures));
  return `${names && ` of ${names}`}${by(dimensions)}`;
}

function by(dimensions: readonly Field[]): string {
  return dimensions.length > 0 ? ` by ${joined(labelsOf(dimensions))}` : "";
}

function labelsOf(fields: readonly Field[]): string[] {
  return fields.map(({label}) => label);
}
