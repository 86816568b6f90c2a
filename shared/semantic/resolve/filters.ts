import type {Calendar} from "../filters/moments.ts";
import {readTest} from "../filters/read-predicate.ts";
import {fieldError} from "../layer/field-error.ts";
import type {Layer, LayerModel} from "../layer/layer.ts";
import type {Filter, FilterCondition} from "../query.ts";
import type {Faults} from "./faults.ts";
import {resolveField} from "./field.ts";
import type {ResolvedFilter} from "./resolved.ts";

const MAX_DEPTH = 20;
const MAX_CONDITIONS = 2000;

/**
 * Separates conditions on rows from conditions on groups. `at` is their place in the request. Throws `invalid_filter`
 * and what `resolveField` throws; with `faults`, those of single conditions are kept there.
 */
export function resolveFilters(
  layer: Layer,
  base: LayerModel,
  filters: readonly Filter[],
  calendar: Calendar,
  {at = "/filters", faults}: {at?: string; faults?: Faults} = {},
): {where: ResolvedFilter[]; having: ResolvedFilter[]} {
  let conditions = 0;
  const resolve = (filter: Filter, depth: number, pointer: string): ResolvedFilter => {
    if (depth > MAX_DEPTH) {
      throw fieldError("invalid_filter", pointer, {
        message: `Filters nest at most ${MAX_DEPTH} deep. Flatten "and" inside of "and" and "or" inside of "or", or use "in".`,
      });
    }
    if ("or" in filter || "and" in filter) {
      const kind = "or" in filter ? "or" : "and";
      const parts = "or" in filter ? filter.or : filter.and;
      return {kind, parts: parts.map((part, i) => resolve(part, depth + 1, `${pointer}/${kind}/${i}`))};
    }
    if (++conditions > MAX_CONDITIONS) {
      throw fieldError("invalid_filter", at, {
        message: `A query takes at most ${MAX_CONDITIONS} conditions. For many values of one field use "in".`,
      });
    }
    const read = () => resolveCondition(layer, base, filter, calendar, pointer);
    return faults === undefined ? read() : (faults.attempt(read) ?? {kind: "and", parts: []});
  };
  const where: ResolvedFilter[] = [];
  const having: ResolvedFilter[] = [];
  for (const [i, filter] of filters.entries()) {
    for (const part of conjuncts(resolve(filter, 1, `${at}/${i}`))) {
      (aimOf(part) === "measure" ? having : where).push(part);
    }
  }
  return {where, having};
}

function resolveCondition(
  layer: Layer,
  base: LayerModel,
  filter: FilterCondition,
  calendar: Calendar,
  pointer: string,
): ResolvedFilter {
  const reference = resolveField(layer, base, filter.field, `${pointer}/field`);
  const {field, grain} = reference;
  const subject = {name: filter.field, type: field.type, ...(grain === undefined ? {} : {grain})};
  const test = readTest(filter, subject, calendar, pointer);
  return {kind: "condition", name: filter.field, reference, ...test, pointer};
}

/** The parts combined by AND, including those of nested `and`s. */
function conjuncts(filter: ResolvedFilter): ResolvedFilter[] {
  return filter.kind === "and" ? filter.parts.flatMap(conjuncts) : [filter];
}

/** Whether a filter applies to rows or to groups; one predicate cannot do both. */
function aimOf(filter: ResolvedFilter): "dimension" | "measure" | "either" {
  if (filter.kind === "condition") return filter.reference.field.kind;
  let aim: "dimension" | "measure" | "either" = "either";
  let first = "";
  for (const part of filter.parts) {
    const other = aimOf(part);
    if (other === "either") continue;
    if (aim !== "either" && other !== aim) {
      throw fieldError("invalid_filter", firstPointer(part), {
        message:
          `"${firstName(part)}" and "${first}" stand in one "or", but one is a dimension, which picks rows, and the other a ` +
          `measure, which picks groups. Ask for each in a query of its own.`,
      });
    }
    if (aim === "either") first = firstName(part);
    aim = other;
  }
  return aim;
}

function firstName(filter: ResolvedFilter): string {
  if (filter.kind === "condition") return filter.name;
  for (const part of filter.parts) {
    const name = firstName(part);
    if (name !== "") return name;
  }
  return "";
}

function firstPointer(filter: ResolvedFilter): string {
  if (filter.kind === "condition") return filter.pointer;
  return filter.parts[0] === undefined ? "" : firstPointer(filter.parts[0]);
}
