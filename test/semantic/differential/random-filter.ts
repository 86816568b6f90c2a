import type {Filter, FilterCondition} from "../../../shared/semantic/query/filter.ts";
import {COMPUTED, modelAt, randomDimension, randomMeasure, randomPrefix} from "./random-fields.ts";
import {type Chance, type RandomLayer, RETAIL, WORDS} from "./random-layer.ts";

/** A condition on a model's own rows. */
export function randomFilterOn(chance: Chance, model: string): FilterCondition {
  return randomCondition(chance, model);
}

export function randomFilter(chance: Chance, layer: RandomLayer, base: string, depth: number): Filter {
  if (depth < 3 && chance.chance(0.25)) {
    // No row meets an `or` without parts.
    const length = chance.chance(0.05) ? 0 : 1 + chance.below(3);
    const parts = Array.from({length}, () => randomFilter(chance, layer, base, depth + 1));
    return chance.chance(0.6) ? {or: parts} : {and: parts};
  }
  return randomCondition(chance, randomPrefix(chance, layer, base));
}

/** A condition on rows of other models, or on a measure, perhaps nested in other conditions. */
export function furtherFilter(chance: Chance, layer: RandomLayer, base: string, depth: number): Filter {
  if (depth < 2 && chance.chance(0.4)) {
    const one = furtherFilter(chance, layer, base, depth + 1);
    const other = chance.chance(0.5)
      ? randomFilter(chance, layer, base, 2)
      : furtherFilter(chance, layer, base, 2);
    return chance.pick([{not: one}, {or: [one, other]}, {and: [one, other]}, {not: {and: [one, other]}}]);
  }
  if (chance.chance(0.5)) return perFilter(chance, layer, base, depth);
  return rowsFilter(chance, layer, base, depth) ?? {not: randomFilter(chance, layer, base, 2)};
}

function rowsFilter(chance: Chance, layer: RandomLayer, base: string, depth: number): Filter | undefined {
  const rows = randomPrefix(chance, layer, base);
  if (rows === base) return undefined;
  const model = modelAt(layer, base, rows);
  const filters = Array.from({length: chance.below(3)}, () => {
    if (depth < 2 && chance.chance(0.2)) return furtherFilter(chance, layer, model, depth + 1);
    if (chance.chance(0.3)) return randomFilter(chance, layer, model, 2);
    return randomCondition(chance, chance.chance(0.5) ? rows : model);
  });
  return chance.chance(0.5) ? {some: rows, filters} : {none: rows, ...(filters.length > 0 ? {filters} : {})};
}

/** A condition on a measure of the groups of a row's values. */
export function perFilter(chance: Chance, layer: RandomLayer, base: string, depth: number): Filter {
  const per = new Set([randomDimension(chance, layer, base)]);
  if (chance.chance(0.3)) per.add(randomDimension(chance, layer, base));
  const compared: FilterCondition = {
    field: randomMeasure(
      chance,
      layer,
      base,
      "count total words ratio ratio ratio_sum total_a count_a mean".split(" "),
    ),
    op: chance.pick([">", ">=", "<=", "<", "=", "!=", "is_null", "between", "not_between"]),
    value: null,
  };
  fillValue(chance, compared);
  const filters = chance.chance(0.4) ? [randomFilter(chance, layer, base, depth + 2)] : [];
  if (chance.chance(0.3)) {
    const measured = modelAt(layer, base, compared.field.slice(0, compared.field.lastIndexOf(".")));
    const rows = rowsFilter(chance, layer, measured, depth + 1);
    if (rows !== undefined) filters.push(chance.chance(0.3) ? {not: rows} : rows);
  }
  return {per: [...per], ...compared, ...(filters.length > 0 ? {filters} : {})};
}

export function fillValue(chance: Chance, filter: Filter | undefined): void {
  if (filter === undefined || !("field" in filter)) return;
  if (filter.op === "is_null") delete filter.value;
  else filter.value = filter.op.endsWith("between") ? [0, 1 + chance.below(5)] : chance.below(5);
}

function randomCondition(chance: Chance, prefix: string): FilterCondition {
  const fields = ["w", "w", "n", "n", "at", "at", "d", "d", ...COMPUTED, "part", "spot", "due", "l", "m"];
  const field = chance.pick(fields);
  const name = `${prefix}.${field}`;
  if (field === "l" || field === "m") return randomMembership(chance, name, field);
  if (chance.chance(0.15)) return {field: name, op: chance.pick(["is_null", "is_not_null"])};
  const compare = chance.pick(["=", "!=", "<", "<=", ">", ">="]);
  switch (field) {
    case "n": {
      const op = chance.pick([compare, "between", "not_between", "in", "not_in"]);
      if (op === compare) return {field: name, op, value: chance.below(6)};
      return {field: name, op, value: [chance.below(4), chance.below(6)]};
    }
    case "at":
    case "next":
    case "due":
    case "d": {
      if (chance.chance(0.1)) {
        const op = chance.pick(["=", "!=", "<", ">=", "is_null", "is_not_null"]);
        const value = chance.pick([...RETAIL.values()]);
        return {field: `${name}.retail`, op, ...(op.startsWith("is_") ? {} : {value})};
      }
      const dates = ["2024-01-31", "2024-03-10", "2024-10-27", "2024-11-03"];
      if (chance.chance(0.3)) {
        return {
          field: `${name}.month`,
          op: compare,
          value: chance.pick(["2024-01", "2024-03-01", "2024-11"]),
        };
      }
      if (chance.chance(0.2))
        return {field: name, op: chance.pick(["in", "not_in"]), value: [dates[0], dates[1]]};
      if (chance.chance(0.2)) {
        return {
          field: name,
          op: chance.pick(["between", "not_between"]),
          value: ["2024-01-31", chance.pick(dates)],
        };
      }
      return {field: name, op: compare, value: chance.pick(dates)};
    }
    case "ok":
    case "is_a":
    case "not_a":
    case "same_a":
      return {field: name, op: chance.pick(["=", "!="]), value: chance.chance(0.5)};
    case "size":
      return {field: name, op: chance.pick(["=", "!="]), value: chance.pick(["small", "large"])};
    case "spot":
      return {field: name, op: compare, value: chance.below(3)};
    case "part":
      return {field: name, op: chance.pick(["=", "!=", "contains"]), value: "a"};
    case "mark":
      return {field: name, op: chance.pick(["=", "!="]), value: "z"};
    default: {
      const searches = ["contains", "not_contains", "starts_with", "ends_with"];
      const op = chance.pick(["=", "!=", "in", "not_in", ...searches]);
      if (searches.includes(op)) {
        const word = chance.pick(WORDS);
        const value = chance.chance(0.5) ? word.toUpperCase() : word;
        return {field: name, op, value, ...(chance.chance(0.3) ? {caseSensitive: chance.chance(0.5)} : {})};
      }
      if (op !== "in" && op !== "not_in") return {field: name, op, value: chance.pick(WORDS)};
      return {field: name, op, value: chance.chance(0.1) ? [] : [chance.pick(WORDS), chance.pick(WORDS)]};
    }
  }
}

/**
 * A search for values in an array. It does not search for null, because ClickHouse's arrays are empty instead of null.
 */
function randomMembership(chance: Chance, field: string, kind: "l" | "m"): FilterCondition {
  const value = () => (kind === "l" ? chance.pick(WORDS) : chance.pick([0, 1, 2, 5, 7, 1.5]));
  const op = chance.pick(["has", "has", "has_any", "has_all", "has_none"]);
  if (op === "has") return {field, op, value: value()};
  return {field, op, value: Array.from({length: chance.below(4)}, value)};
}
