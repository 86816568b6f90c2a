import {looksFurther} from "../../../shared/semantic/filters/tree.ts";
import type {Filter, FilterCondition} from "../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {isMeasure, prefixOf} from "./naive/field-paths.ts";
import {isOnCalculation} from "./naive/filters.ts";
import {modelAt, PARTS, PERIODS, randomMeasure, randomPrefix} from "./random-fields.ts";
import type {Chance, RandomLayer} from "./random-layer.ts";

/** Groups of dimensions whose values can be compared with each other. */
const KINDS: (readonly string[])[] = [
  ["w", "w", "w", "part", "size", "mark", "at.retail", "d.retail"],
  ["n", "n", "n", "spot", ...PARTS.map(part => `at.${part}`), ...PARTS.map(part => `d.${part}`)],
  [
    "at",
    "at",
    "at.hour",
    "d",
    "d",
    "next",
    "due",
    ...PERIODS.flatMap(grain => [`at.${grain}`, `d.${grain}`]),
  ],
];
const TRUTHS = ["is_a", "not_a", "same_a", "ok"];
const OPERATORS = ["=", "=", "!=", "<", "<=", ">", ">="];

/** The query with comparisons of two fields, some of which replace other conditions. */
export function withComparisons(chance: Chance, layer: RandomLayer, query: Query): Query {
  const {model: base, filters = [], funnel, retention} = query;
  const changed = filters.map(filter =>
    isMeasure(filter) || isOnCalculation(query, filter) ? filter : change(chance, layer, base, filter),
  );
  if (chance.drawForKind({"compared fields": 1}, 0.15)) {
    const one = comparedFields(chance, layer, base);
    changed.push(chance.chance(0.3) ? {not: one} : one);
  }
  const hasGroups = funnel === undefined && retention === undefined;
  if (hasGroups && chance.drawForKind({"compared measures": 1}, 0.1))
    changed.push(comparedMeasures(chance, layer, base));
  return changed.length === 0 ? query : {...query, filters: changed};
}

/** `near` is the model from whose rows `some` and `none` begin. */
function change(chance: Chance, layer: RandomLayer, base: string, filter: Filter, near = base): Filter {
  const inside = (part: Filter) => change(chance, layer, base, part, near);
  if ("or" in filter) return {or: filter.or.map(inside)};
  if ("and" in filter) return {and: filter.and.map(inside)};
  if ("not" in filter) return {not: inside(filter.not)};
  if ("per" in filter) {
    const measured = modelAt(layer, base, filter.field.slice(0, filter.field.lastIndexOf(".")));
    const {filters} = filter;
    if (filter.op !== "is_null" && chance.chance(0.4)) {
      const {value: _, filters: __, ...rest} = filter;
      const compared = comparedMeasures(chance, layer, base);
      // In the filters of a measure, `some` and `none` begin at the measured rows.
      const isSame = [compared.field, compared.other ?? ""].every(
        name => prefixOf(name) === prefixOf(filter.field),
      );
      const isKept = filters !== undefined && (isSame || !looksFurther(filters));
      return {...rest, ...compared, ...(isKept ? {filters} : {})};
    }
    return filters
      ? {...filter, filters: filters.map(one => change(chance, layer, base, one, measured))}
      : filter;
  }
  if ("field" in filter) return chance.chance(0.2) ? comparedFields(chance, layer, base) : filter;
  const {filters} = filter;
  const model = modelAt(layer, near, "some" in filter ? filter.some : filter.none);
  return filters ? {...filter, filters: filters.map(one => change(chance, layer, model, one))} : filter;
}

/** A comparison of two dimensions of one model or of two. */
export function comparedFields(chance: Chance, layer: RandomLayer, base: string): FilterCondition {
  const prefix = randomPrefix(chance, layer, base);
  const other = chance.chance(0.5) ? prefix : randomPrefix(chance, layer, base);
  if (chance.chance(0.1)) {
    const [one, two] = [chance.pick(TRUTHS), chance.pick(TRUTHS)];
    return {field: `${prefix}.${one}`, op: chance.pick(["=", "!="]), other: `${other}.${two}`};
  }
  const kind = chance.pick(KINDS);
  const [one, two] = [chance.pick(kind), chance.pick(kind)];
  const field =
    /^(at|d)\.(day|month|year)$/.test(one) && chance.chance(0.2)
      ? one.replace(/^\w+/, "metric_time")
      : `${prefix}.${one}`;
  return {field, op: chance.pick(OPERATORS), other: `${other}.${two}`};
}

/** A comparison of two numeric measures of one model or of two. */
export function comparedMeasures(chance: Chance, layer: RandomLayer, base: string): FilterCondition {
  const measure = () => randomMeasure(chance, layer, base, ["count", "total", "words", "ratio"]);
  const [field, other] = [measure(), measure()];
  // Two quotients may differ in their last digits.
  const isExact = !(field.endsWith(".ratio") && other.endsWith(".ratio"));
  return {field, op: isExact ? chance.pick(OPERATORS) : "!=", other: isExact ? other : field};
}
