import {formatNumber} from "./format.ts";
import {type Folded, type FoldLimits, isOrdered, unique} from "./pivoted.ts";
import type {Source} from "./read.ts";
import {reorderSeries, type SparseGrid, weightsOf} from "./sparse-grid.ts";

/** The most series for the values of an ordered dimension, none of which may be left out: the days of a year. */
const MAX_ORDERED = 400;

/** Retains the largest categories. Adds a category with the sum of the others if the values may be added up. */
export function cutCategories(grid: Folded, source: Source, {categories: limit, addUp}: FoldLimits): void {
  const most = Math.min(limit, source.config.top ?? limit);
  if (grid.categories.length <= most) return;
  const adds =
    addUp && grid.series.every(({measure}) => measure.column.additive === true) && grid.x !== undefined;
  const largestIndexes = largest(grid.values.map(total), Math.max(1, adds ? most - 1 : most));
  const dropped = new Set(grid.values.keys()).difference(new Set(largestIndexes));
  const sums = grid.series.map((_, lane) => sumOf([...dropped].map(i => grid.values[i]?.[lane])));
  const categories = largestIndexes.flatMap(i => grid.categories[i] ?? []);
  grid.values = largestIndexes.map(i => grid.values[i] ?? []);
  if (adds) {
    const taken = new Map(categories.map(({label}) => [label, 1]));
    const label = unique(`Other (${formatNumber(dropped.size, source.plain)})`, taken);
    categories.push({label, value: undefined, other: true});
    grid.values.push(sums);
  } else {
    source.notes.push(`${formatNumber(dropped.size, source.plain)} more not shown`);
  }
  grid.categories = categories;
}

/** Retains the largest series. Adds a series with the sum of the others if the values may be added up. */
export function cutSeries(grid: SparseGrid, source: Source, {series: most, addUp}: FoldLimits): void {
  const {length} = grid.series;
  if (length <= most || (isOrdered(grid.split) && length <= MAX_ORDERED)) return;
  const adds =
    addUp &&
    grid.series.every(({measure}) => measure.column.additive === true && measure === grid.series[0]?.measure);
  const retained = largest(weightsOf(grid), Math.max(1, adds ? most - 1 : most));
  const indexes = new Map(retained.map((lane, index) => [lane, index]));
  const dropped = length - retained.length;
  const series = retained.flatMap(lane => grid.series[lane] ?? []);
  const [first] = series;
  grid.cells = grid.cells.map(row => {
    const lanes = [...row];
    const cells = new Map(lanes.flatMap(([lane, value]) => keyed(indexes.get(lane), value)));
    const rest = sumOf(lanes.flatMap(([lane, value]) => (indexes.has(lane) ? [] : value)));
    if (adds && rest !== undefined) cells.set(retained.length, rest);
    return cells;
  });
  if (adds && first) {
    const label = unique(
      `Other (${formatNumber(dropped, source.plain)})`,
      new Map(series.map(one => [one.label, 1])),
    );
    series.push({label, measure: first.measure, colour: "", other: true});
  } else {
    source.notes.push(`${formatNumber(dropped, source.plain)} more series not shown`);
  }
  grid.series = series;
}

const keyed = (index: number | undefined, value: number): [number, number][] =>
  index === undefined ? [] : [[index, value]];

/**
 * Sorts series of times or numbers by value. Sorts other series by size, largest first, if there are more than the limit
 * and their values may be added up.
 */
export function sortSeries(grid: SparseGrid, {series: most, addUp}: FoldLimits): void {
  const valued = isOrdered(grid.split) || grid.series.every(({value}) => value !== undefined);
  if (!valued && (!addUp || grid.series.length <= most)) return;
  const weights = weightsOf(grid);
  const order = grid.series.map((_, lane) => lane);
  // A series without a value comes last.
  const value = (lane: number) => grid.series[lane]?.value ?? Number.MAX_VALUE;
  order.sort((a, b) => (valued ? value(a) - value(b) : (weights[b] ?? 0) - (weights[a] ?? 0)));
  reorderSeries(grid, order);
}

const total = (values: readonly (number | undefined)[] = []) =>
  values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0);

/** The indexes of the `count` largest weights, in ascending order. */
function largest(weights: readonly number[], count: number): number[] {
  return weights
    .map((weight, i) => ({weight, i}))
    .sort((a, b) => b.weight - a.weight || a.i - b.i)
    .slice(0, count)
    .map(({i}) => i)
    .sort((a, b) => a - b);
}

function sumOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter(value => value !== undefined);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : undefined;
}
