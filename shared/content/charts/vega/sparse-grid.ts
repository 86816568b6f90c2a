import type {Folded} from "./pivoted.ts";

/**
 * Rows as a grid that contains only the cells with a value. `cells[category]` has these cells by the index of their
 * series. Few rows may have very many categories and series: 10,000 rows can have 100 million cells, of which 10,000
 * have a value.
 */
export interface SparseGrid extends Omit<Folded, "values"> {
  cells: Map<number, number>[];
}

/** Reorders the series. `order` lists their previous indexes in the new order. */
export function reorderSeries(grid: SparseGrid, order: readonly number[]): void {
  const indexes = new Map(order.map((lane, index) => [lane, index]));
  grid.series = order.flatMap(lane => grid.series[lane] ?? []);
  grid.cells = grid.cells.map(
    cells => new Map([...cells].map(([lane, value]) => [indexes.get(lane)!, value])),
  );
}

/** The sum of the absolute values of each series. */
export function weightsOf({series, cells}: SparseGrid): number[] {
  const weights = series.map(() => 0);
  for (const row of cells) for (const [lane, value] of row) weights[lane]! += Math.abs(value);
  return weights;
}

/** The grid with all cells, for as few series as are drawn. */
export function filled({cells, ...grid}: SparseGrid): Folded {
  return {...grid, values: cells.map(row => grid.series.map((_, lane) => row.get(lane)))};
}
