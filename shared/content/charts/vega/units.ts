import type {Folded, Series} from "./folded.ts";
import type {Field, Source} from "./read.ts";

/** The unit of a field. Values of one unit can share an axis: plain numbers, amounts of one currency, or shares. */
export function unitOf({format}: Field): string {
  const {style = "number", currency = "USD"} = format ?? {};
  return style === "currency" ? `currency ${currency}` : style;
}

/** The message shown instead of values that need more than two axes; `undefined` if two axes are enough. */
export function insteadOfUnits({measures}: Source): string | undefined {
  const firstOfUnits = measures.filter(
    (field, i) => measures.findIndex(one => unitOf(one) === unitOf(field)) === i,
  );
  if (firstOfUnits.length < 3) return undefined;
  const names = firstOfUnits.map(({label}) => `"${label}"`);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} have ${firstOfUnits.length} different units, and a chart has two axes: draw measures of two units, or several charts.`;
}

/** The measures of the one axis or, with two units, of the left axis and of the right one. */
export function axesOf(folded: Folded): [Folded] | [Folded, Folded] {
  const {x, categories, series} = folded;
  const [first] = series;
  const measures = x ? series.map(({measure}) => measure) : categories.flatMap(({measure}) => measure ?? []);
  const unit = measures[0] && unitOf(measures[0]);
  const other = measures.find(measure => unitOf(measure) !== unit);
  if (!other || !first) return [folded];
  const isFirst = (measure: Field | undefined) => measure !== undefined && unitOf(measure) === unit;
  if (x) return [part(folded, one => isFirst(one.measure)), part(folded, one => !isFirst(one.measure))];
  // The categories are the measures, each with the only series' value.
  const side = (measure: Field, isLeft: boolean): Folded => ({
    ...folded,
    series: [{...first, measure}],
    values: folded.values.map((cells, i) =>
      isFirst(categories[i]?.measure) === isLeft ? cells : [undefined],
    ),
  });
  return [side(first.measure, true), side(other, false)];
}

/** The series for which `isSelected` holds, with their values. */
export function part(folded: Folded, isSelected: (one: Series) => boolean): Folded {
  const lanes = folded.series.flatMap((one, i) => (isSelected(one) ? [i] : []));
  return {
    ...folded,
    series: lanes.flatMap(lane => folded.series[lane] ?? []),
    values: folded.values.map(cells => lanes.map(lane => cells[lane])),
  };
}

/** The measures of an axis, if they are few enough for its title. */
export function axisTitle({series}: Folded): string {
  const names = [...new Set(series.map(({measure}) => measure.label))];
  return names.length <= 2 ? names.join(", ") : "";
}
