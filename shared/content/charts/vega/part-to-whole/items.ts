import {formatNumber} from "../format.ts";
import {type Field, numberIn, type Source, textIn} from "../read.ts";
import {colourOf} from "../series-colours.ts";

/** A value with its label, in a chart of parts: a slice, a stage, or a rectangle. */
export interface Item {
  label: string;
  /** The text of the first dimension, if there are several dimensions. */
  group: string;
  value: number | undefined;
  measure: Field;
  colour: string;
  /** Whether the item is the sum of the items that are left out. */
  isRest?: boolean;
}

/** Each row is one item; a single row of several measures gives one item for each measure. */
export function itemsOf(source: Source): Item[] {
  const {dimensions, measures, rows} = source;
  const [measure] = measures;
  if (!measure) return [];
  if (dimensions.length === 0) {
    return measures.map((field, i) => ({
      label: field.label,
      group: field.label,
      value: numberIn(rows[0] ?? [], field),
      measure: field,
      colour: colourOf(source, field.label, i, field.colour),
    }));
  }
  return rows.map((row, i) => {
    const texts = dimensions.map(field => textIn(row, field));
    const label = texts.join(" · ");
    return {
      label,
      group: texts[0] ?? "",
      value: numberIn(row, measure),
      measure,
      colour: colourOf(source, label, i),
    };
  });
}

/**
 * Items that can be a part of a whole, the largest first. The group that the query has summed up as the rest comes
 * last, in grey. Items beyond `most` are summed up if their values may be added.
 */
export function partsOf(source: Source, most: number): Item[] {
  const {dimensions, drawing, theme} = source;
  const all = itemsOf(source);
  const {rest} = drawing;
  const isRest = ({label, value = 0}: Item) =>
    dimensions.length === 1 &&
    dimensions[0]?.column.name === rest?.column &&
    label === rest?.name &&
    value > 0;
  const items = all.filter(item => !isRest(item));
  const ofQuery = all.filter(isRest).map(item => ({...item, colour: theme.other, isRest: true}));
  return [...largestFirst(source, items, most - ofQuery.length), ...ofQuery];
}

function largestFirst(source: Source, items: readonly Item[], most: number): Item[] {
  const above = items.filter(({value}) => value !== undefined && value > 0);
  if (above.length < items.length) {
    source.notes.push(
      `${formatNumber(items.length - above.length, source.plain)} without a positive value left out`,
    );
  }
  const sorted = above.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const limit = Math.min(most, source.config.top ?? most);
  const colour = (item: Item, i: number) => ({
    ...item,
    colour: colourOf(source, item.label, i, source.dimensions.length === 0 ? item.measure.colour : undefined),
  });
  if (sorted.length <= limit) return sorted.map(colour);
  const adds = sorted.every(({measure}) => measure.column.additive === true) && source.dimensions.length > 0;
  const largestItems = sorted.slice(0, Math.max(1, adds ? limit - 1 : limit));
  const rest = sorted.slice(largestItems.length);
  const [first] = sorted;
  if (!adds || !first) {
    source.notes.push(`${formatNumber(rest.length, source.plain)} more not shown`);
    return largestItems.map(colour);
  }
  const label = `Other (${formatNumber(rest.length, source.plain)})`;
  const value = rest.reduce((sum, item) => sum + (item.value ?? 0), 0);
  return [
    ...largestItems.map(colour),
    {label, group: label, value, measure: first.measure, colour: source.theme.other, isRest: true},
  ];
}
