import type {Folded, Series} from "./pivoted.ts";
import type {Field, Source} from "./read.ts";

/** The unit of a field. Values of one unit can share an axis: plain numbers, amounts of one currency, or shares. */
export function unitOf({format}: Field): string {
  const {style = "number", currency = "USD"} = format ?? {};
  return style === "currency" ? `currency ${currency}` : style;
}

/** The message that replaces values which would need more than two axes; `undefined` if two axes are enough. */
export function whyTooManyUnits({measures}: Source): string | undefined {
  const firstOfUnits = measures.filter(
    (field, i) => measures.findIndex(one => unitOf(one) === unitOf(field)) === i,
  );
  if (firstOfUnits.length < 3) return undefined;
  const names = firstOfUnits.map(({label}) => `"${label}"`);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} have ${firstOfUnits.length} different units, but a chart has only two axes. Use measures of at most two units, or several charts.`;
}

/** The measures of the only axis. With two units, the measures of the left axis and of the right axis. */
export function axesOf(folded: Folded): [Folded] | [Folded, Folded] {
  const {x, categories, series} = folded;
  const [first] = series;
  const measures = x ? series.map(({measure}) => measure) : categories.flatMap(({measure}) => measure ?? []);
  const unit = measures[0] && unitOf(measures[0]);
  const other = measures.find(measure => unitOf(measure) !== unit);
  if (!other || !first) return [folded];
  const isFirst = (measure: Field | undefined) => measure !== undefined && unitOf(measure) === unit;
  if (x) return [part(folded, one => isFirst(one.measure)), part(folded, one => !isFirst(one.measure))];
  // The categories are the measures. Each category has the value of the only series.
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

/** The title of an axis: its measures, if there are few enough of them. */
export function axisTitle({series}: Folded): string {
  const names = [...new Set(series.map(({measure}) => measure.label))];
  return names.length <= 2 ? names.join(", ") : "";
}
