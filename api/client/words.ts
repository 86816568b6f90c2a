import {type Source, textIn} from "../../shared/charts/vega/read.ts";
import {type Clicked, pickedOf} from "./picked.ts";

/**
 * What a shape of the picture stands for: its dimensions, and the measures too where it stands for one row. None for
 * what stands for no row, as a category `Other`.
 */
export function wordsOf(source: Source, item: Clicked | null | undefined): [string, string][] {
  const {dimensions, measures, rows} = source;
  const picked = new Map(pickedOf(source, item).map(({field, value}) => [field, value]));
  const named = dimensions.filter(({column}) => picked.has(column.name));
  const meant = rows.filter(row => named.every(({index, column}) => row[index] === picked.get(column.name)));
  const [row] = meant;
  if (row === undefined || named.length === 0) return [];
  const told = meant.length === 1 ? [...dimensions, ...measures] : named;
  return told.map(field => [field.label, textIn(row, field)]);
}
