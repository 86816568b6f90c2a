import {fieldNamed, numberIn, type Source, textIn} from "../../../shared/content/charts/vega/read.ts";
import {type Clicked, pickedOf} from "./picked.ts";

/** The maximum number of series in the tooltip of a moment. */
const MAX_SERIES = 12;
const ALONG: ReadonlySet<Source["drawing"]["type"]> = new Set(["line", "area"]);

/** The tooltip of a point of a line or an area: its moment, and the values of all series there. */
function momentTooltip(source: Source, item: Clicked): [string, string][] | undefined {
  const {dimensions, measures, rows, config} = source;
  const datum: unknown = item.datum;
  if (!ALONG.has(source.drawing.type) || typeof datum !== "object" || datum === null) return undefined;
  const {x, s} = Object.fromEntries(Object.entries(datum));
  const axis =
    fieldNamed(dimensions, config.x) ?? dimensions.find(({column}) => column.name !== config.series);
  if (!axis || x === undefined) return undefined;
  const there = rows.filter(row => x === numberIn(row, axis) || x === textIn(row, axis));
  const [first] = there;
  if (!first) return undefined;
  const splits = dimensions.filter(field => field !== axis);
  const values = there.flatMap(row =>
    measures.map(measure => {
      const names = splits.map(field => textIn(row, field));
      if (splits.length === 0 || measures.length > 1) names.push(measure.label);
      return {name: names.join(" · "), value: numberIn(row, measure), text: textIn(row, measure)};
    }),
  );
  const greatest = values.toSorted((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity));
  const listed = greatest.filter(({name}, i) => i < MAX_SERIES || name === s);
  const left = greatest.length - listed.length;
  return [
    [axis.label, textIn(first, axis)],
    ...listed.map(({name, text}): [string, string] => [name, text]),
    ...(left > 0 ? [["", `and ${left} more`] as [string, string]] : []),
  ];
}

/**
 * The tooltip of a shape: its dimensions, and its measures if it stands for one row. Empty for a shape that stands for
 * no row, such as a category `Other`.
 */
export function tooltipOf(source: Source, item: Clicked | null | undefined): [string, string][] {
  const moment = item && item.mark === undefined ? momentTooltip(source, item) : undefined;
  if (moment) return moment;
  const {dimensions, measures, rows} = source;
  const picked = new Map(pickedOf(source, item).map(({field, value}) => [field, value]));
  const named = dimensions.filter(({column}) => picked.has(column.name));
  const matching = rows.filter(row =>
    named.every(({index, column}) => row[index] === picked.get(column.name)),
  );
  const [row] = matching;
  if (row === undefined || named.length === 0) return [];
  const fields = matching.length === 1 ? [...dimensions, ...measures] : named;
  return fields.map(field => [field.label, textIn(row, field)]);
}
