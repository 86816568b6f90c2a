import type {FieldFormat} from "../../../core/wire/drawing.ts";
import {foldedLines} from "../vega/cartesian/line.ts";
import {stackingOf} from "../vega/cartesian/stack.ts";
import {formatNumber, NO_VALUE} from "../vega/format.ts";
import {figureFormat, foldedCells} from "../vega/grid/heatmap.ts";
import {fold} from "../vega/pivot.ts";
import type {Folded, FoldLimits} from "../vega/pivoted.ts";
import type {Source} from "../vega/read.ts";
import {dimensionsInOrder, figure, MAX_LISTED, shortName} from "./words.ts";

/** The description of a chart with many series still lists at least this many categories. */
const MIN_CATEGORIES = 3;
const MAX_CELLS = 250_000;

/** A value and its text. */
interface Cell {
  category: string;
  value: number | undefined;
  text: string;
}

/** The words for bars. `keepScale` has the same value as for the picture of the bars. */
export function barWords(source: Source, keepScale: boolean): string[] {
  if (isCrowded(source)) return crowdWords(source);
  const folded = foldedBars(source, keepScale);
  return wordsOf(folded, stackingOf(source, folded, true) === "percent");
}

export function mixedWords(source: Source): string[] {
  return isCrowded(source) ? crowdWords(source) : wordsOf(foldedBars(source, true), false);
}

export function lineWords(source: Source, area: boolean): string[] {
  if (isCrowded(source)) return crowdWords(source);
  const {folded} = listed(source, categories => foldedLines(source, categories, area));
  return wordsOf(folded, area && stackingOf(source, folded, true) === "percent");
}

export function heatmapWords(source: Source): string[] {
  if (isCrowded(source)) return crowdWords(source);
  const folded = foldedCells(source, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  const known = folded.values.flat().filter(value => value !== undefined);
  if (known.length === 0) return ["No data: no cell has a value"];
  const format = figureFormat(folded.series[0]?.measure.format, known);
  const {categories, series} = folded;
  if (categories.length * series.length <= MAX_LISTED) return wordsOf(folded, false, format);
  const cells = categories.flatMap((category, i) =>
    series.flatMap(({label}, lane): Cell[] => {
      const value = folded.values[i]?.[lane];
      if (value === undefined) return [];
      return [
        {category: `${shortName(category.label)}, ${shortName(label)}`, value, text: figure(value, format)},
      ];
    }),
  );
  if (cells.length <= MAX_LISTED) return [cells.map(({category, text}) => `${category}: ${text}`).join("; ")];
  return [`${formatNumber(cells.length)} cells: ${extremesOf(cells).join(", ")}`];
}

/**
 * Whether the grid of categories and series is so large and so sparse that folding the grid would block the process.
 * The picture itself is drawn in another process.
 */
function isCrowded(source: Source): boolean {
  const [x, ...splits] = dimensionsInOrder(source);
  if (!x) return false;
  const {rows, measures} = source;
  const categories = new Set(rows.map(row => JSON.stringify(row[x.index])));
  const series = new Set(rows.map(row => JSON.stringify(splits.map(field => row[field.index]))));
  return categories.size * series.size * measures.length > MAX_CELLS;
}

function crowdWords({rows}: Source): string[] {
  return [`${formatNumber(rows.length)} rows, too different to be listed`];
}

function foldedBars(source: Source, keepScale: boolean): Folded {
  const limits = {series: source.theme.palette.length, keepScale, greatestFirst: true, addUp: true};
  return listed(source, categories => fold(source, {...limits, categories} satisfies FoldLimits));
}

/**
 * Folds into as many categories as can be listed. The picture may have room for more categories, so a note about what
 * is left out refers to this list.
 */
function listed<T extends Folded | {folded: Folded}>(source: Source, folding: (categories: number) => T): T {
  const {notes} = source;
  const before = notes.length;
  const all = folding(Number.POSITIVE_INFINITY);
  const {series} = "folded" in all ? all.folded : all;
  notes.length = before;
  const result = folding(Math.max(MIN_CATEGORIES, Math.floor(MAX_LISTED / Math.max(1, series.length))));
  notes.forEach((note, i) => {
    if (i >= before) notes[i] = note.replace(/^(\S+) more not shown$/, "And $1 more");
  });
  return result;
}

/** The words for the values: every value, or for a longer series its ends and extremes. */
function wordsOf(folded: Folded, percent: boolean, format?: FieldFormat): string[] {
  const {categories, series, values} = folded;
  const cell = (i: number, lane: number): Cell => {
    const raw = values[i]?.[lane];
    const whole = values[i]?.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0) || 1;
    const value = percent && raw !== undefined ? raw / whole : raw;
    const measure = categories[i]?.measure ?? series[lane]?.measure;
    const look = percent ? ({style: "percent"} as const) : (format ?? measure?.format);
    return {category: shortName(categories[i]?.label ?? ""), value, text: figure(value, look)};
  };
  const known = values.reduce((sum, cells) => sum + cells.filter(value => value !== undefined).length, 0);
  const isShort = known <= MAX_LISTED && categories.length <= MAX_LISTED;
  if (!isShort && categories.length > MIN_CATEGORIES) {
    return series.map(({label}, lane) => {
      const name = series.length > 1 ? `${shortName(label)}: ` : "";
      return `${name}${spanOf(categories.map((_, i) => cell(i, lane)))}`;
    });
  }
  const groups = categories.map((category, i) => {
    const cells = series.map((_, lane) => cell(i, lane));
    const known = cells.flatMap(({value, text}, lane) =>
      value === undefined
        ? []
        : [series.length > 1 ? `${shortName(series[lane]?.label ?? "")} ${text}` : text],
    );
    return `${shortName(category.label)}: ${known.length > 0 ? known.join(", ") : NO_VALUE}`;
  });
  return [groups.join("; ")];
}

/** A long series: its ends, and its lowest and highest value. */
function spanOf(cells: readonly Cell[]): string {
  const known = cells.filter(({value}) => value !== undefined);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return "no values";
  if (known.length === 1) return placed(first);
  const ends = [`first ${placed(first)}`, `last ${placed(last)}`];
  const extremes = known.length > 2 ? extremesOf(known) : [];
  return `${formatNumber(known.length)} values: ${[...ends, ...extremes].join(", ")}`;
}

function extremesOf(cells: readonly Cell[]): string[] {
  const [first] = cells;
  if (!first) return [];
  const lowest = cells.reduce((a, b) => ((b.value ?? 0) < (a.value ?? 0) ? b : a), first);
  const highest = cells.reduce((a, b) => ((b.value ?? 0) > (a.value ?? 0) ? b : a), first);
  return [`lowest ${placed(lowest)}`, `highest ${placed(highest)}`];
}

function placed({text, category}: Cell): string {
  return `${text} (${category})`;
}
