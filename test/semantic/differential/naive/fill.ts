import type {Query} from "../../../../shared/semantic/query/query.ts";
import {dimensionNames} from "../../../../shared/semantic/query/selected-names.ts";
import {RETAIL} from "../random-layer.ts";
import {conjuncts, rowFilters} from "./filters.ts";
import type {Groups} from "./groups.ts";
import {isSamePlace, type Place, type Places} from "./places.ts";
import {periodsBetween} from "./time.ts";
import {dimensionValue} from "./values.ts";
import {boundsOf} from "./windows.ts";

/**
 * Adds the missing periods between the first and the last that the query asks for, in every combination with the other
 * dimensions.
 */
export function fillGroups(
  places: Places,
  query: Query,
  groups: Groups,
  homes: readonly Place[],
  index?: number,
): void {
  const dimensions = dimensionNames(query).map(name => places.at(query.model, name));
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
      "field" in filter && !("per" in filter) ? [{filter, place: places.at(query.model, filter.field)}] : [],
    )
    .filter(({filter}) => isOnTime(places, query, homes, filter.field, dimension));
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

/** Whether a filter is on the time of a dimension. `metric_time` counts only if it is that time for every measure. */
function isOnTime(
  places: Places,
  query: Query,
  homes: readonly Place[],
  name: string,
  dimension: string,
): boolean {
  const [one, other] = [name, dimension].map(each => places.at(query.model, each));
  if (one === undefined || other === undefined || one.grain === "retail") return false;
  if (one.isConformed === other.isConformed) return isSamePlace(one, other);
  return homes.every(home => {
    const [own, same] = [name, dimension].map(each => places.from(home, query.model, each));
    return own !== undefined && same !== undefined && isSamePlace(own, same);
  });
}
