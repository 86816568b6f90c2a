import type {Filter, FilterCondition, PerFilter, RowsFilter} from "../query/filter.ts";

type Leaf = FilterCondition | PerFilter | RowsFilter;

/** The conditions inside of `or`, `and` and `not`, each with its place in the request. */
export function* leavesOf(filters: readonly Filter[], at: string): Generator<[Leaf, string]> {
  for (const [i, filter] of filters.entries()) yield* leavesIn(filter, `${at}/${i}`);
}

function* leavesIn(filter: Filter, at: string): Generator<[Leaf, string]> {
  if ("or" in filter) yield* leavesOf(filter.or, `${at}/or`);
  else if ("and" in filter) yield* leavesOf(filter.and, `${at}/and`);
  else if ("not" in filter) yield* leavesIn(filter.not, `${at}/not`);
  else yield [filter, at];
}

/** The fields that a condition names, each with its key in the condition. */
export function namesIn(leaf: FilterCondition | PerFilter): [name: string, key: "field" | "other"][] {
  const {field, other} = leaf;
  return [[field, "field"], ...(other === undefined ? [] : [[other, "other"] as [string, "other"]])];
}

/** The comparisons in filters, also those inside of `per`, `some` and `none`, each with its place in the request. */
export function* comparisonsOf(
  filters: readonly Filter[],
  at: string,
): Generator<[FilterCondition | PerFilter, string]> {
  for (const [leaf, pointer] of leavesOf(filters, at)) {
    if ("field" in leaf) yield [leaf, pointer];
    if (!("field" in leaf) || "per" in leaf) yield* comparisonsOf(leaf.filters ?? [], `${pointer}/filters`);
  }
}

/**
 * Whether a condition reads further rows besides the tested one: the rows of its group, or related rows.
 */
export function looksFurther(filters: readonly Filter[]): boolean {
  return [...leavesOf(filters, "")].some(([leaf]) => !("field" in leaf) || "per" in leaf);
}

/** How the names in a filter are changed. `pointer` is a name's place in the request. */
export interface Renaming {
  field(name: string, place: "filters" | "dimensions" | "measures", pointer: string): string;
  /** Renames a model or a path of roles. Without it, names inside of `some` and `none` stay, too. */
  rows?(name: string, pointer: string): string;
}

export function renameFilter(filter: Filter, renaming: Renaming, at: string): Filter {
  const all = (filters: readonly Filter[], key: string) =>
    filters.map((part, i) => renameFilter(part, renaming, `${at}/${key}/${i}`));
  if ("or" in filter) return {or: all(filter.or, "or")};
  if ("and" in filter) return {and: all(filter.and, "and")};
  if ("not" in filter) return {not: renameFilter(filter.not, renaming, `${at}/not`)};
  if (!("field" in filter)) return renameRows(filter, renaming, at, all);
  const named = (name: string, key: "field" | "other") =>
    renaming.field(name, "per" in filter ? "measures" : "filters", `${at}/${key}`);
  const {field, other} = filter;
  const names = {
    field: named(field, "field"),
    ...(other === undefined ? {} : {other: named(other, "other")}),
  };
  if (!("per" in filter)) return {...filter, ...names};
  return {
    ...filter,
    per: filter.per.map((name, i) => renaming.field(name, "dimensions", `${at}/per/${i}`)),
    ...names,
    ...(filter.filters ? {filters: all(filter.filters, "filters")} : {}),
  };
}

function renameRows(
  filter: RowsFilter,
  renaming: Renaming,
  at: string,
  all: (filters: readonly Filter[], key: string) => Filter[],
): Filter {
  if (renaming.rows === undefined) return filter;
  const filters = filter.filters ? {filters: all(filter.filters, "filters")} : {};
  return "some" in filter
    ? {some: renaming.rows(filter.some, `${at}/some`), ...filters}
    : {none: renaming.rows(filter.none, `${at}/none`), ...filters};
}
