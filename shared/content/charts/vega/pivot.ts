import {formatNumber} from "./format.ts";
import {type Category, type Folded, type FoldLimits, isOrdered, type TakenLabels, unique} from "./pivoted.ts";
import {type Field, fieldNamed, isEmptyIn, numberIn, type Source, textIn} from "./read.ts";
import {colourSeries} from "./series-colours.ts";
import {filled, reorderSeries, type SparseGrid} from "./sparse-grid.ts";
import {addPeriods} from "./time.ts";
import {cutCategories, cutSeries, sortSeries} from "./top-categories.ts";

/**
 * Converts rows into a grid of categories and series, few enough to be drawn, and adds a note about what is left out.
 */
export function fold(source: Source, limits: FoldLimits): Folded {
  const {dimensions, measures, config} = source;
  const x =
    fieldNamed(dimensions, config.x) ??
    periodsOf(source) ??
    dimensions.find(field => field.column.name !== config.series);
  const sparse = x ? gridOf(source, x) : gridOfMeasures(source);
  if (x) sortCategories(sparse, source, limits);
  sortSeries(sparse, limits);
  putRestLast(sparse, source);
  cutSeries(sparse, source, limits);
  const grid = filled(sparse);
  const scaled = limits.keepScale && x !== undefined && x.kind !== "text" && config.top === undefined;
  if (!scaled) cutCategories(grid, source, limits);
  colourSeries(grid, source, measures.length);
  return grid;
}

/**
 * The x dimension of a retention's lines: the number of periods since the beginning of a cohort. `undefined` for other
 * charts.
 */
function periodsOf({dimensions, config, drawing: {type}}: Source): Field | undefined {
  if ((type !== "line" && type !== "area") || config.series === "retention.period") return undefined;
  return fieldNamed(dimensions, "retention.period");
}

function gridOf(source: Source, x: Field): SparseGrid {
  const {dimensions, measures, rows, config} = source;
  const named = fieldNamed(dimensions, config.series);
  const splits = named && named !== x ? [named] : dimensions.filter(field => field !== x);
  const only = splits.length === 1 ? splits[0] : undefined;
  const grid: SparseGrid = {x, split: only, categories: [], series: [], cells: []};
  const categoryIndexes = new Map<string, number>();
  const lanes = new Map<string, number>();
  const taken = new Map();
  const instants: number[] = [];
  let infinite = 0;
  for (const row of rows) {
    const key = JSON.stringify(row[x.index]) ?? "null";
    const index = indexOf(categoryIndexes, key, () => {
      const label = unique(textIn(row, x), taken);
      grid.categories.push({label, value: numberIn(row, x), other: false});
      grid.cells.push(new Map());
      instants.push(Date.parse(String(row[x.index])));
    });
    const split = JSON.stringify(splits.map(field => row[field.index]));
    for (const measure of measures) {
      const lane = indexOf(lanes, `${split}${measure.index}`, () => {
        const names = splits.map(field => textIn(row, field));
        if (splits.length === 0 || measures.length > 1) names.push(measure.label);
        const value = only && numberIn(row, only);
        grid.series.push({label: names.join(" · "), measure, colour: "", other: false, value});
      });
      const cells = grid.cells[index];
      const value = numberIn(row, measure);
      if (value === undefined && !isEmptyIn(row, measure)) infinite++;
      if (cells && value !== undefined && !cells.has(lane)) cells.set(lane, value);
    }
  }
  if (infinite > 0) {
    const count = formatNumber(infinite, source.plain);
    source.notes.push(`${count} NaN or infinite ${infinite === 1 ? "value" : "values"} not shown`);
  }
  if (x.kind === "time") separateRepeats(grid.categories, instants);
  const labels: TakenLabels = new Map();
  for (const one of grid.series) one.label = unique(one.label, labels);
  return grid;
}

/**
 * Moves times that the clock shows twice by less than a millisecond each, so that they have different positions, in
 * their order. A clock shows an hour twice when it is set back.
 */
function separateRepeats(categories: readonly Category[], instants: readonly number[]): void {
  const places = Map.groupBy(categories.keys(), i => categories[i]?.value);
  for (const [value, repeats] of places) {
    if (value === undefined || repeats.length < 2) continue;
    repeats.sort((a, b) => (instants[a] ?? 0) - (instants[b] ?? 0));
    for (const [n, i] of repeats.entries()) categories[i]!.value = value + n / repeats.length;
  }
}

/** A single row of several measures: the measures are the categories. */
function gridOfMeasures({measures, rows}: Source): SparseGrid {
  const [first] = measures;
  if (!first) return {x: undefined, categories: [], series: [], cells: []};
  const taken: TakenLabels = new Map();
  return {
    x: undefined,
    categories: measures.map(measure => ({
      label: unique(measure.label, taken),
      value: undefined,
      other: false,
      measure,
    })),
    series: [{label: "Value", measure: first, colour: "", other: false}],
    cells: measures.map(measure => {
      const value = numberIn(rows[0] ?? [], measure);
      return new Map(value === undefined ? [] : [[0, value]]);
    }),
  };
}

function indexOf(indexes: Map<string, number>, key: string, make: () => void): number {
  const found = indexes.get(key);
  if (found !== undefined) return found;
  make();
  indexes.set(key, indexes.size);
  return indexes.size - 1;
}

/**
 * Sorts the categories as configured. By default, times are in order, and names are in the order of the rows. Names of
 * bars whose query has no order are sorted by value.
 */
function sortCategories(
  grid: SparseGrid,
  {config, drawing}: Source,
  {inOrder, greatestFirst}: FoldLimits,
): void {
  const order = grid.categories.map((_, i) => i);
  const by = config.sort?.by;
  const sign = config.sort?.direction === "descending" ? -1 : 1;
  const sums = grid.cells.map(row => row.values().reduce((sum, value) => sum + value, 0));
  const signed = (i: number) => sums[i] ?? 0;
  if (by === "value") order.sort((a, b) => sign * (signed(a) - signed(b)));
  else if (by === "category" || grid.x?.kind === "time" || (inOrder && isOrdered(grid.x))) {
    order.sort((a, b) => sign * compare(grid.categories[a], grid.categories[b]));
  } else if (greatestFirst && drawing.unordered && grid.x?.kind === "text") {
    order.sort((a, b) => signed(b) - signed(a));
  } else return;
  reorderCategories(grid, order);
}

function reorderCategories(grid: SparseGrid, order: readonly number[]): void {
  grid.categories = order.flatMap(i => grid.categories[i] ?? []);
  grid.cells = order.flatMap(i => grid.cells[i] ?? []);
}

/** Moves the group that the query has summed up as the rest to the end, and colours it grey. */
function putRestLast(grid: SparseGrid, {drawing: {rest}}: Source): void {
  if (rest === undefined) return;
  const isRest = (label: string) => label === rest.name;
  if (grid.x?.column.name === rest.column) {
    reorderCategories(
      grid,
      lastWhere(grid.categories, ({label}) => isRest(label)),
    );
    for (const one of grid.categories) one.other ||= isRest(one.label);
  }
  if (grid.split?.column.name === rest.column) {
    reorderSeries(
      grid,
      lastWhere(grid.series, ({label}) => isRest(label)),
    );
    for (const one of grid.series) one.other ||= isRest(one.label);
  }
}

/** All indexes in order, with the indexes for which `isLast` holds at the end. */
function lastWhere<T>(all: readonly T[], isLast: (one: T) => boolean): number[] {
  const indexes = [...all.keys()];
  const last = new Set(indexes.filter(i => isLast(all[i]!)));
  return [...indexes.filter(i => !last.has(i)), ...last];
}

function compare(a: Category | undefined, b: Category | undefined): number {
  if (a?.value !== undefined && b?.value !== undefined) return a.value - b.value;
  if (a?.value !== undefined || b?.value !== undefined) return a?.value === undefined ? 1 : -1;
  const [left, right] = [a?.label ?? "", b?.label ?? ""];
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Every period from the first to the last, so that periods without rows leave a gap. `undefined` if there are too many.
 */
export function allPeriods({x, categories}: Folded, most: number): number[] | undefined {
  if (x?.kind !== "time") return undefined;
  const values = categories.flatMap(({value}) => value ?? []);
  const last = values.at(-1);
  const [first] = values;
  if (first === undefined || last === undefined || values.length < categories.length) return undefined;
  const found = Map.groupBy(values, value => Math.floor(value));
  const periods: number[] = [];
  for (let at = first; at <= last; at = addPeriods(at, x.period, 1)) {
    periods.push(...(found.get(at) ?? [at]));
    found.delete(at);
    if (periods.length > most) return undefined;
  }
  return found.size === 0 ? periods : undefined;
}
