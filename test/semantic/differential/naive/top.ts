import type {Query} from "../../../../shared/semantic/query/query.ts";
import {nameOfDimension} from "../../../../shared/semantic/query/selected-names.ts";
import {compare as order} from "./calculations.ts";
import {rowFilters} from "./filters.ts";
import {ownAggregate} from "./nested.ts";
import type {Value} from "./values.ts";

type Top = NonNullable<Query["top"]>;

/** The query of the groups from which `top` chooses. */
export function queryOfTop(query: Query, top: Top): Query {
  const {model, dimensions = [], timezone} = query;
  const own = [...(top.within ?? []), top.dimension];
  return {
    model,
    dimensions: own.flatMap(name => dimensions.filter(entry => nameOfDimension(entry) === name)),
    measures: [ownAggregate(query, top.by) ?? top.by],
    filters: rowFilters(query),
    ...(timezone === undefined ? {} : {timezone}),
  };
}

/** The keys of the groups that `top` retains. */
export function keysOfTop(
  {count, direction}: Top,
  groups: readonly {key: Value[]; value: Value}[],
): Set<string> {
  const kept = new Set<string>();
  for (const rivals of Map.groupBy(groups, ({key}) => JSON.stringify(key.slice(0, -1))).values()) {
    rivals.sort(
      (a, b) =>
        (direction === "asc" ? nullsLast(a.value, b.value) : nullsLast(b.value, a.value, a.value, b.value)) ||
        nullsLast(...lastOf(a.key, b.key)),
    );
    for (const {key} of rivals.slice(0, count)) kept.add(JSON.stringify(key));
  }
  return kept;
}

/** The key of a group after `top`: unchanged, or with the name of the rest, or `undefined` if the group is left out. */
export function changedByTop(
  {dimension, within = [], others}: Top,
  dimensions: readonly string[],
  kept: ReadonlySet<string>,
): (key: Value[]) => Value[] | undefined {
  const indexes = [...within, dimension].map(name => dimensions.indexOf(name));
  return key => {
    if (kept.has(JSON.stringify(indexes.map(i => key[i])))) return key;
    return others === undefined ? undefined : key.with(indexes.at(-1) ?? 0, others);
  };
}

/** Compares `a` with `b`, and puts nulls (of `own` and `other`) last. */
function nullsLast(a: Value, b: Value, own: Value = a, other: Value = b): number {
  if (own === null || other === null) return Number(own === null) - Number(other === null);
  return a === null || b === null ? 0 : order(a, b);
}

function lastOf(one: Value[], other: Value[]): [Value, Value] {
  return [one.at(-1) ?? null, other.at(-1) ?? null];
}
