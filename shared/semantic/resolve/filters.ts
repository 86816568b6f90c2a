import type {Calendar} from "../filters/calendar-spans.ts";
import {renameFilter} from "../filters/tree.ts";
import {fieldError} from "../layer/field-error.ts";
import type {DimensionType} from "../layer/graph.ts";
import type {FieldReference, Layer, LayerModel} from "../layer/layer.ts";
import type {Filter, PerFilter, RowsFilter} from "../query/filter.ts";
import {resolveDimension} from "./columns.ts";
import {isComputedFromRows} from "./computed-from-rows.ts";
import {resolveCondition} from "./condition.ts";
import type {Faults} from "./faults.ts";
import {resolveNamed} from "./inline-fields/condition.ts";
import type {ResolvedComparison, ResolvedCondition, ResolvedFilter, ResolvedMeasure} from "./resolved.ts";
import {measuredBy, resolveRows} from "./rows.ts";

const MAX_DEPTH = 20;
const MAX_CONDITIONS = 2000;
/** The most filters that need a subselect of their own: engines take minutes to plan hundreds of them. */
const MAX_LOOKUPS = 50;

/** The replacement of a filter that is refused. */
const NO_CONDITION: ResolvedFilter = {kind: "and", parts: []};

/** The position of a filter, and the effect on it of the filters around it. */
interface Place {
  pointer: string;
  depth: number;
  /** The measure whose rows the filter selects: related rows are looked up from the rows that this measure counts. */
  measured?: FieldReference | undefined;
  /** Whether a `not` around the filter leaves out the rows that the filter keeps. */
  isLeftOut?: boolean;
  /** Whether relative periods stay whole, even where the calendar ends them at `now`. */
  isWhole?: boolean;
}

interface Options {
  /** The place of the filters in the request. */
  at?: string;
  /** Collects the faults of single conditions; without it, the first is thrown. */
  faults?: Faults;
  /** The names of calculations. Conditions at the top level can name them like fields. */
  calculations?: readonly {name: string; type: DimensionType}[];
  /** The measures that the query defines itself, which conditions at the top level can name as well. */
  own?: readonly ResolvedMeasure[];
}

/**
 * Separates conditions on rows from conditions on groups. Throws `invalid_filter` and what `resolveQueryField` throws;
 * with `faults`, errors of single conditions are collected there.
 */
export function resolveFilters(
  layer: Layer,
  base: LayerModel,
  filters: readonly Filter[],
  calendar: Calendar,
  {at = "/filters", faults, calculations = [], own = []}: Options = {},
): {where: ResolvedFilter[]; having: ResolvedFilter[]; calculated: ResolvedFilter[]} {
  const resolver = new FilterResolver(layer, calendar, at, faults, calculations, own);
  const where: ResolvedFilter[] = [];
  const having: ResolvedFilter[] = [];
  const calculated: ResolvedFilter[] = [];
  for (const [i, filter] of filters.entries()) {
    for (const part of conjuncts(resolver.resolve(base, filter, {depth: 1, pointer: `${at}/${i}`}))) {
      const aim = aimOf(part);
      (aim === "calculation" ? calculated : aim === "measure" ? having : where).push(part);
    }
  }
  return {where, having, calculated};
}

class FilterResolver {
  #conditions = 0;
  #looks = 0;

  constructor(
    readonly layer: Layer,
    readonly calendar: Calendar,
    readonly at: string,
    readonly faults: Faults | undefined,
    readonly calculations: NonNullable<Options["calculations"]>,
    readonly own: NonNullable<Options["own"]>,
  ) {}

  resolve(base: LayerModel, filter: Filter, place: Place): ResolvedFilter {
    const {depth, pointer} = place;
    if (depth > MAX_DEPTH) {
      throw fieldError("invalid_filter", pointer, {
        message: `Filters nest at most ${MAX_DEPTH} deep. Flatten "and" inside of "and" and "or" inside of "or", or use "in".`,
      });
    }
    if ("or" in filter || "and" in filter) {
      const kind = "or" in filter ? "or" : "and";
      const parts = "or" in filter ? filter.or : filter.and;
      const inner = (part: Filter, i: number) =>
        this.resolve(base, part, {...place, depth: depth + 1, pointer: `${pointer}/${kind}/${i}`});
      return {kind, parts: parts.map(inner)};
    }
    if ("not" in filter) {
      const isLeftOut = place.isLeftOut !== true;
      const inside = {...place, depth: depth + 1, pointer: `${pointer}/not`, isLeftOut};
      return {kind: "not", parts: [this.resolve(base, filter.not, inside)]};
    }
    if (++this.#conditions > MAX_CONDITIONS) {
      throw fieldError("invalid_filter", this.at, {
        message: `A query takes at most ${MAX_CONDITIONS} conditions. For many values of one field use "in".`,
      });
    }
    if (("per" in filter || !("field" in filter)) && ++this.#looks > MAX_LOOKUPS) {
      throw fieldError("invalid_filter", this.at, {
        message: `A query takes at most ${MAX_LOOKUPS} of "per", "some" and "none" together. For many values of one field use "in" inside of one.`,
      });
    }
    if ("per" in filter) return this.#per(base, filter, place) ?? NO_CONDITION;
    if (!("field" in filter)) return this.#rows(base, filter, place) ?? NO_CONDITION;
    const calendar = this.#calendarAt(place);
    const read = () =>
      resolveNamed(filter, {calculations: this.calculations, own: this.own, calendar}, pointer) ??
      resolveCondition(this.layer, base, filter, calendar, {pointer, own: this.own});
    return this.#attempt(read) ?? NO_CONDITION;
  }

  /** Periods inside a `not` stay whole. */
  #calendarAt({isLeftOut, isWhole}: Place): Calendar {
    const isCut = this.calendar.toDate === true && (isLeftOut === true || isWhole === true);
    return isCut ? {...this.calendar, toDate: false} : this.calendar;
  }

  /** The result of `read`; `undefined` if it throws a fault, which is collected. */
  #attempt<T>(read: () => T): T | undefined {
    return this.faults === undefined ? read() : this.faults.attempt(read);
  }

  #per(base: LayerModel, filter: PerFilter, place: Place): ResolvedFilter | undefined {
    const {pointer} = place;
    const {per, filters = [], ...compared} = filter;
    const condition = this.#attempt(() => {
      const read = resolveCondition(this.layer, base, compared, this.#calendarAt(place), {pointer});
      if (aimOf(read) === "measure") return read;
      throw fieldError("invalid_filter", `${pointer}/field`, {
        message: `"${filter.field}" is a dimension, and "per" compares a measure of each group. Filter by it without "per".`,
      });
    });
    const dimensions = per.flatMap(
      (name, i) => this.#attempt(() => resolveDimension(this.layer, base, name, `${pointer}/per/${i}`)) ?? [],
    );
    const whose = `the groups of "${filter.field}"`;
    const measured = condition && this.#attempt(() => measuredBy(this.layer, condition));
    const isWhole = place.isWhole === true || (condition !== undefined && !this.#isOfRows(condition));
    const where = this.#inside(base, filters, {...place, measured, isWhole}, whose);
    if (condition === undefined || dimensions.length < per.length) return undefined;
    return {kind: "per", base, dimensions, condition, where, pointer};
  }

  /** Whether the measures that a condition compares are computed from the rows of a group alone. */
  #isOfRows(condition: ResolvedCondition | ResolvedComparison): boolean {
    const compared = condition.kind === "condition" ? [condition] : condition.fields;
    return compared.every(
      ({reference: {field}}) => field.kind !== "measure" || isComputedFromRows(this.layer, field),
    );
  }

  #rows(base: LayerModel, filter: RowsFilter, place: Place): ResolvedFilter | undefined {
    const {pointer, measured} = place;
    const [kind, name] =
      "some" in filter ? (["some", filter.some] as const) : (["none", filter.none] as const);
    const from = measured?.paths.some(path => path.length > 0) === true ? measured : undefined;
    const near = from?.field.model ?? base;
    const found = this.#attempt(() => resolveRows(this.layer, near, name, `${pointer}/${kind}`));
    if (found === undefined) return undefined;
    const {path, model} = found;
    const own = (field: string) =>
      field.startsWith(`${name}.`) ? `${model.name}.${field.slice(name.length + 1)}` : field;
    const filters = (filter.filters ?? []).map(one => renameFilter(one, {field: own}, ""));
    const where = this.#inside(model, filters, {...place, measured: undefined}, `"${name}"`);
    const rows = {kind: "rows", negated: kind === "none", name, path, model, where, pointer} as const;
    return from === undefined ? rows : {...rows, from};
  }

  /** The conditions of a filter's own `filters`, which pick rows. */
  #inside(base: LayerModel, filters: readonly Filter[], around: Place, whose: string): ResolvedFilter[] {
    return filters.flatMap((filter, i) => {
      const at = `${around.pointer}/filters/${i}`;
      const place = {...around, depth: around.depth + 1, pointer: at, isLeftOut: false};
      return conjuncts(this.resolve(base, filter, place)).filter(part => {
        const aim = aimOf(part);
        if (aim !== "measure" && aim !== "calculation") return true;
        const name = firstName(part);
        const isOwn = aim === "calculation" || this.own.some(one => one.name === name);
        const message = isOwn
          ? `"${name}" is computed from the query's own groups. Filter by it outside of these filters.`
          : `"${name}" is a measure, and these filters pick the rows of ${whose}. For the groups in which it passes write {"per": […], "field": "${name}", …}.`;
        this.#attempt(() => {
          throw fieldError("invalid_filter", firstPointer(part) || at, {message});
        });
        return false;
      });
    });
  }
}

/** The parts combined by AND, including those of nested `and`s. */
function conjuncts(filter: ResolvedFilter): ResolvedFilter[] {
  return filter.kind === "and" ? filter.parts.flatMap(conjuncts) : [filter];
}

const AIMS = ["dimension", "measure", "calculation"] as const;
type Aim = (typeof AIMS)[number] | "either";

const PICKS: Record<Aim, string> = {
  dimension: "picks rows",
  measure: "picks groups",
  calculation: "is computed from the groups",
  either: "",
};

/** Whether a filter applies to rows, to groups or to calculations. Throws if it combines several of them. */
function aimOf(filter: ResolvedFilter): Aim {
  if (filter.kind === "condition") return filter.reference.field.kind;
  if (filter.kind === "comparison") return filter.fields[0].reference.field.kind;
  if (filter.kind === "per" || filter.kind === "rows") return "dimension";
  if (filter.kind === "calculation") return "calculation";
  let aim: Aim = "either";
  let first = "";
  for (const part of filter.parts) {
    const other = aimOf(part);
    if (other === "either") continue;
    if (aim !== "either" && other !== aim) {
      const [one, two] = AIMS.filter(known => known === aim || known === other);
      throw fieldError("invalid_filter", firstPointer(part), {
        message:
          `"${firstName(part)}" and "${first}" are in one "${filter.kind}", but one is a ${one}, which ${PICKS[one ?? aim]}, and the other a ` +
          `${two}, which ${PICKS[two ?? aim]}. Ask for each in a query of its own.`,
      });
    }
    if (aim === "either") first = firstName(part);
    aim = other;
  }
  return aim;
}

/** The name of the first field in a filter. */
export function firstName(filter: ResolvedFilter): string {
  if (filter.kind === "condition" || filter.kind === "rows" || filter.kind === "calculation")
    return filter.name;
  if (filter.kind === "comparison") return filter.fields[0].name;
  if (filter.kind === "per") return firstName(filter.condition);
  for (const part of filter.parts) {
    const name = firstName(part);
    if (name !== "") return name;
  }
  return "";
}

/** The place of the first condition in a filter. */
export function firstPointer(filter: ResolvedFilter): string {
  if ("pointer" in filter) return filter.pointer;
  return filter.parts[0] === undefined ? "" : firstPointer(filter.parts[0]);
}
