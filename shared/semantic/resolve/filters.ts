import type {Calendar} from "../filters/moments.ts";
import {readTest} from "../filters/read-predicate.ts";
import {renameFilter} from "../filters/tree.ts";
import {fieldError} from "../layer/field-error.ts";
import type {Layer, LayerModel} from "../layer/layer.ts";
import type {Filter, FilterCondition, PerFilter, RowsFilter} from "../query.ts";
import {resolveDimension} from "./columns.ts";
import type {Faults} from "./faults.ts";
import {resolveField} from "./field.ts";
import type {ResolvedCondition, ResolvedFilter} from "./resolved.ts";
import {resolveRows} from "./rows.ts";

const MAX_DEPTH = 20;
const MAX_CONDITIONS = 2000;

/** In place of a filter that is refused. */
const NO_CONDITION: ResolvedFilter = {kind: "and", parts: []};

interface Options {
  /** The place of the filters in the request. */
  at?: string;
  /** Where the faults of single conditions are kept; otherwise the first is thrown. */
  faults?: Faults;
}

/**
 * Separates conditions on rows from conditions on groups. Throws `invalid_filter` and what `resolveField` throws; with
 * `faults`, those of single conditions are kept there.
 */
export function resolveFilters(
  layer: Layer,
  base: LayerModel,
  filters: readonly Filter[],
  calendar: Calendar,
  {at = "/filters", faults}: Options = {},
): {where: ResolvedFilter[]; having: ResolvedFilter[]} {
  const resolver = new FilterResolver(layer, calendar, at, faults);
  const where: ResolvedFilter[] = [];
  const having: ResolvedFilter[] = [];
  for (const [i, filter] of filters.entries()) {
    for (const part of conjuncts(resolver.resolve(base, filter, 1, `${at}/${i}`))) {
      (aimOf(part) === "measure" ? having : where).push(part);
    }
  }
  return {where, having};
}

class FilterResolver {
  #conditions = 0;

  constructor(
    readonly layer: Layer,
    readonly calendar: Calendar,
    readonly at: string,
    readonly faults: Faults | undefined,
  ) {}

  resolve(base: LayerModel, filter: Filter, depth: number, pointer: string): ResolvedFilter {
    if (depth > MAX_DEPTH) {
      throw fieldError("invalid_filter", pointer, {
        message: `Filters nest at most ${MAX_DEPTH} deep. Flatten "and" inside of "and" and "or" inside of "or", or use "in".`,
      });
    }
    const inner = (part: Filter, key: string) => this.resolve(base, part, depth + 1, `${pointer}/${key}`);
    if ("or" in filter) return {kind: "or", parts: filter.or.map((part, i) => inner(part, `or/${i}`))};
    if ("and" in filter) return {kind: "and", parts: filter.and.map((part, i) => inner(part, `and/${i}`))};
    if ("not" in filter) return {kind: "not", parts: [inner(filter.not, "not")]};
    if (++this.#conditions > MAX_CONDITIONS) {
      throw fieldError("invalid_filter", this.at, {
        message: `A query takes at most ${MAX_CONDITIONS} conditions. For many values of one field use "in".`,
      });
    }
    if ("per" in filter) return this.#per(base, filter, depth, pointer) ?? NO_CONDITION;
    if (!("field" in filter)) return this.#rows(base, filter, depth, pointer) ?? NO_CONDITION;
    const read = () => resolveCondition(this.layer, base, filter, this.calendar, pointer);
    return this.#attempt(read) ?? NO_CONDITION;
  }

  /** What is read; `undefined` where it is refused and the fault is kept. */
  #attempt<T>(read: () => T): T | undefined {
    return this.faults === undefined ? read() : this.faults.attempt(read);
  }

  #per(base: LayerModel, filter: PerFilter, depth: number, pointer: string): ResolvedFilter | undefined {
    const {per, filters = [], ...compared} = filter;
    const condition = this.#attempt(() => {
      const read = resolveCondition(this.layer, base, compared, this.calendar, pointer);
      if (read.reference.field.kind === "measure") return read;
      throw fieldError("invalid_filter", `${pointer}/field`, {
        message: `"${filter.field}" is a dimension, and "per" compares a measure of each group. Filter by it without "per".`,
      });
    });
    const dimensions = per.flatMap(
      (name, i) => this.#attempt(() => resolveDimension(this.layer, base, name, `${pointer}/per/${i}`)) ?? [],
    );
    const where = this.#inside(base, filters, depth, pointer, `the groups of "${filter.field}"`);
    if (condition === undefined || dimensions.length < per.length) return undefined;
    return {kind: "per", base, dimensions, condition, where, pointer};
  }

  #rows(base: LayerModel, filter: RowsFilter, depth: number, pointer: string): ResolvedFilter | undefined {
    const [kind, name] =
      "some" in filter ? (["some", filter.some] as const) : (["none", filter.none] as const);
    const found = this.#attempt(() => resolveRows(this.layer, base, name, `${pointer}/${kind}`));
    if (found === undefined) return undefined;
    const {path, model} = found;
    const own = (field: string) =>
      field.startsWith(`${name}.`) ? `${model.name}.${field.slice(name.length + 1)}` : field;
    const filters = (filter.filters ?? []).map(one => renameFilter(one, {field: own}, ""));
    const where = this.#inside(model, filters, depth, pointer, `"${name}"`);
    return {kind: "rows", negated: kind === "none", name, path, model, where, pointer};
  }

  /** The conditions of a filter's own `filters`, which pick rows. */
  #inside(
    base: LayerModel,
    filters: readonly Filter[],
    depth: number,
    pointer: string,
    whose: string,
  ): ResolvedFilter[] {
    return filters.flatMap((filter, i) => {
      const at = `${pointer}/filters/${i}`;
      const parts = conjuncts(this.resolve(base, filter, depth + 1, at));
      for (const part of parts) {
        if (aimOf(part) !== "measure") continue;
        const name = firstName(part);
        const message = `"${name}" is a measure, and these filters pick the rows of ${whose}. For the groups in which it passes write {"per": […], "field": "${name}", …}.`;
        this.#attempt(() => {
          throw fieldError("invalid_filter", firstPointer(part) || at, {message});
        });
      }
      return parts.filter(part => aimOf(part) !== "measure");
    });
  }
}

function resolveCondition(
  layer: Layer,
  base: LayerModel,
  filter: FilterCondition,
  calendar: Calendar,
  pointer: string,
): ResolvedCondition {
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
  if (filter.kind === "per" || filter.kind === "rows") return "dimension";
  let aim: "dimension" | "measure" | "either" = "either";
  let first = "";
  for (const part of filter.parts) {
    const other = aimOf(part);
    if (other === "either") continue;
    if (aim !== "either" && other !== aim) {
      throw fieldError("invalid_filter", firstPointer(part), {
        message:
          `"${firstName(part)}" and "${first}" stand in one "${filter.kind}", but one is a dimension, which picks rows, and the other a ` +
          `measure, which picks groups. Ask for each in a query of its own.`,
      });
    }
    if (aim === "either") first = firstName(part);
    aim = other;
  }
  return aim;
}

function firstName(filter: ResolvedFilter): string {
  if (filter.kind === "condition" || filter.kind === "rows") return filter.name;
  if (filter.kind === "per") return filter.condition.name;
  for (const part of filter.parts) {
    const name = firstName(part);
    if (name !== "") return name;
  }
  return "";
}

function firstPointer(filter: ResolvedFilter): string {
  if (filter.kind === "condition" || filter.kind === "per" || filter.kind === "rows") return filter.pointer;
  return filter.parts[0] === undefined ? "" : firstPointer(filter.parts[0]);
}
