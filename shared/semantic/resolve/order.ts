import {CompileError} from "../errors.ts";
import {fieldError} from "../layer/field-error.ts";
import type {FieldReference, Layer, LayerModel} from "../layer/layer.ts";
import {didYouMean, nearest} from "../layer/names.ts";
import type {Query} from "../query/query.ts";
import {calculationNames} from "./calculations.ts";
import {resolveDimension} from "./columns.ts";
import type {Faults} from "./faults.ts";
import {resolveQueryField} from "./field.ts";
import type {ResolvedDimension, ResolvedOrder} from "./resolved.ts";
import {columnNamesOf} from "./result-columns.ts";

/** A result with more rows than this is only sorted if the query asks for it. */
const MAX_ORDERED_BY_DEFAULT = 10_000;

/**
 * The order of a query: by the columns and unselected measures that it names, then by all dimensions that it does not
 * name. Throws `invalid_order`; with `faults`, those of single entries are collected there.
 */
export function resolveOrder(
  layer: Layer,
  base: LayerModel,
  query: Query,
  limit: number | undefined,
  faults: Faults,
  isMissing: (name: string) => boolean,
): ResolvedOrder[] {
  const {dimensions, measures} = columnNamesOf(query);
  const columns = [...dimensions, ...measures, ...calculationNames(query)];
  // Names that the query selects, but that the layer does not have, are not suggested.
  const existing = () => [...new Set(columns)].filter(name => !isMissing(name));
  const entries = query.orderBy ?? [];
  // The groups of a funnel or a retention have no other measures than their own.
  const isClosed = query.funnel !== undefined || query.retention !== undefined;
  const order = entries.flatMap(
    (entry, i) =>
      faults.attempt(() => orderEntry(layer, base, entry, {columns, existing, isClosed}, `/orderBy/${i}`)) ??
      [],
  );
  const sorts = entries.length > 0 || (limit !== undefined && limit <= MAX_ORDERED_BY_DEFAULT);
  if (sorts) {
    const named = new Set(order.map(({by}) => by));
    for (let i = 1; i <= dimensions.length; i++) {
      if (!named.has(i)) order.push({by: i, descending: false});
    }
  }
  return order;
}

/**
 * The order of a result of rows, by the entries of `orderBy` alone. Dimensions that are not in the result are added to
 * `sortedBy`, and are counted after its columns. Throws `invalid_order`, collected in `faults`.
 */
export function resolveRowOrder(
  layer: Layer,
  base: LayerModel,
  query: Query,
  faults: Faults,
): {order: ResolvedOrder[]; sortedBy: ResolvedDimension[]} {
  const columns = columnNamesOf(query).dimensions;
  const sortedBy: ResolvedDimension[] = [];
  const order = (query.orderBy ?? []).flatMap((entry, i) => {
    const pointer = `/orderBy/${i}`;
    const read = (): ResolvedOrder => {
      const isName = (whole: string) =>
        columns.includes(whole) || (!/\s(asc|desc)$/i.test(whole) && isField(layer, base, whole));
      const {name, descending} = readEntry(entry, isName, pointer);
      const position = columns.indexOf(name) + 1;
      if (position > 0) return {by: position, descending};
      if (resolveForOrder(layer, base, name, () => columns, pointer).field.kind === "measure") {
        throw fieldError("invalid_order", pointer, {
          message: `"${name}" is a measure, which groups have, and "rows" shows rows. Order by a dimension.`,
        });
      }
      return {by: columns.length + sortedBy.push(resolveDimension(layer, base, name, pointer)), descending};
    };
    return faults.attempt(read) ?? [];
  });
  return {order, sortedBy};
}

function orderEntry(
  layer: Layer,
  base: LayerModel,
  entry: string,
  {
    columns,
    existing,
    isClosed,
  }: {columns: readonly string[]; existing: () => readonly string[]; isClosed: boolean},
  pointer: string,
): ResolvedOrder {
  const {name, descending} = readEntry(entry, whole => columns.includes(whole), pointer);
  const position = columns.indexOf(name) + 1;
  if (position > 0) return {by: position, descending};
  if (name.startsWith("-") && columns.includes(name.slice(1))) {
    const suggestions = [`${name.slice(1)} desc`];
    throw fieldError("invalid_order", pointer, {
      message: `"${name}" is not a column of this query: write the direction after the name.${didYouMean(suggestions)}`,
      suggestions,
    });
  }
  if (isClosed) {
    const suggestions = nearest(name, existing());
    throw fieldError("invalid_order", pointer, {
      message: `"${name}" is not a column of this query.${didYouMean(suggestions)}`,
      allowed: existing(),
      suggestions,
    });
  }
  const reference = resolveForOrder(layer, base, name, existing, pointer);
  const {field} = reference;
  if (field.kind === "measure") {
    return {by: {name, reference: {...reference, field}, pointer}, descending};
  }
  const suggestions = nearest(name, existing());
  throw fieldError("invalid_order", pointer, {
    message: `"${name}" is a dimension that the query does not select. Add it to "dimensions", or order by another column.${didYouMean(suggestions)}`,
    allowed: existing(),
    suggestions,
  });
}

/** The name in an entry of `orderBy`, and its direction. */
function readEntry(
  entry: string,
  isName: (name: string) => boolean,
  pointer: string,
): {name: string; descending: boolean} {
  // A name may also begin or end with a space.
  if (isName(entry)) return {name: entry, descending: false};
  const [, exact, end = ""] = /^(.*)\s(asc|desc)$/is.exec(entry) ?? [];
  if (exact?.endsWith(" ") && isName(exact)) return {name: exact, descending: end.toLowerCase() === "desc"};
  const words = /^\s*(.*?)(?:\s+(\S+))?\s*$/s.exec(entry);
  // A name may contain spaces: the whole entry is tried as a name before its last word is read as a direction.
  const whole = entry.trim();
  const direction = isName(whole) ? undefined : words?.[2];
  const name = direction === undefined ? whole : (words?.[1] ?? whole);
  const lower = direction?.toLowerCase() ?? "asc";
  if (lower !== "asc" && lower !== "desc") {
    const isOfNulls = /\bnulls\s+(?:first|last)\s*$/i.test(entry);
    throw fieldError("invalid_order", pointer, {
      message: isOfNulls
        ? `"${entry}" says where nulls are sorted, and they are always last: write "asc" or "desc" after the field, and nothing else.`
        : `"${direction ?? ""}" in "${entry}" is not a direction: write "asc" or "desc" after the field.`,
      allowed: ["asc", "desc"],
    });
  }
  return {name, descending: lower === "desc"};
}

function isField(layer: Layer, base: LayerModel, name: string): boolean {
  try {
    resolveQueryField(layer, base, name, "");
    return true;
  } catch (error) {
    if (error instanceof CompileError) return false;
    throw error;
  }
}

/** Error codes for a field that could be ordered by if exactly one join path led to it. */
const JOIN_PATHS: ReadonlySet<string> = new Set(["ambiguous_join_path", "no_join_path"]);

function resolveForOrder(
  layer: Layer,
  base: LayerModel,
  name: string,
  existing: () => readonly string[],
  pointer: string,
): FieldReference {
  try {
    return resolveQueryField(layer, base, name, pointer);
  } catch (cause) {
    if (!(cause instanceof CompileError) || JOIN_PATHS.has(cause.code)) throw cause;
    const columns = existing();
    const suggestions = nearest(name, columns);
    throw new CompileError(
      "invalid_order",
      `"${name}" is not a column of this query, nor a measure to order by.${didYouMean(suggestions)}`,
      {errors: [{path: pointer, message: cause.message, allowed: columns, suggestions}], cause},
    );
  }
}
