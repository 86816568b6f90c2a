import type {Query} from "../../../../shared/semantic/query/query.ts";
import {dimensionNames} from "../../../../shared/semantic/query/selected-names.ts";
import {RETAIL} from "../random-layer.ts";
import {type FieldPath, type FieldPaths, isSameField} from "./field-paths.ts";
import {conjuncts, rowFilters} from "./filters.ts";
import type {Groups} from "./groups.ts";
import {periodsBetween} from "./time.ts";
import {dimensionValue} from "./values.ts";
import {boundsOf} from "./windows.ts";

/**
 * Adds the missing periods between the first and the last period of the query's filters or groups, in every combination
 * with the other dimensions.
 */
export function fillGroups(
  fieldPaths: FieldPaths,
  query: Query,
  groups: Groups,
  measures: readonly FieldPath[],
  index?: number,
): void {
  const dimensions = dimensionNames(query).map(name => fieldPaths.at(query.model, name));
  const along =
    index ??
    dimensions.findIndex(({grain}) =>
      /^(week|month|(fiscal_)?quarter|(fiscal_)?year|retail)$/.test(grain ?? ""),
    );
  const {grain = "day"} = dimensions[along]!;
  const dimension = dimensionNames(query)[along] ?? "";
  const filters = rowFilters(query)
    .flatMap(conjuncts)
    .flatMap(filter =>
      "field" in filter && !("per" in filter)
        ? [{filter, path: fieldPaths.at(query.model, filter.field)}]
        : [],
    )
    .filter(({filter}) => isOnTime(fieldPaths, query, measures, filter.field, dimension));
  const bounds = boundsOf(filters);
  const found = [...groups.values()]
    .map(group => group.key[along])
    .filter(period => typeof period === "string");
  found.sort();
  const keys = dimensions.length === 1 ? [[null]] : [...groups.values()].map(({key}) => key);
  const add = (periods: Iterable<string>) => {
    for (const key of keys) {
      for (const period of periods) {
        const filled = key.with(along, period);
        const text = JSON.stringify(filled);
        if (!groups.has(text)) groups.set(text, {key: filled, rows: new Map()});
      }
    }
  };
  if (grain === "retail") {
    const days = [...RETAIL].flatMap(([day, period]) => (found.includes(period) ? [day] : []));
    const [from = days[0], to = days.at(-1)] = [bounds.first, bounds.last];
    const within = [...RETAIL].filter(
      ([day]) => from !== undefined && to !== undefined && day >= from && day <= to,
    );
    add(new Set(within.map(([, period]) => period)));
    return;
  }
  const cut = (day: string | undefined) =>
    day === undefined ? undefined : String(dimensionValue({d: day}, "d", grain, "UTC"));
  const first = cut(bounds.first) ?? found[0];
  const last = cut(bounds.last) ?? found.at(-1);
  if (first === undefined || last === undefined) return;
  add(periodsBetween(first, last, grain));
}

/**
 * Whether a filter is on the time of a dimension. A filter on `metric_time` counts only if `metric_time` is that time
 * for every measure.
 */
function isOnTime(
  fieldPaths: FieldPaths,
  query: Query,
  measures: readonly FieldPath[],
  name: string,
  dimension: string,
): boolean {
  const [one, other] = [name, dimension].map(each => fieldPaths.at(query.model, each));
  if (one === undefined || other === undefined || one.grain === "retail") return false;
  if (one.isConformed === other.isConformed) return isSameField(one, other);
  return measures.every(measure => {
    const [own, same] = [name, dimension].map(each => fieldPaths.fromMeasure(measure, query.model, each));
    return own !== undefined && same !== undefined && isSameField(own, same);
  });
}
