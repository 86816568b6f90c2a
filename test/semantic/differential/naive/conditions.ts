import type {
  Filter,
  FilterCondition,
  PerFilter,
  RowsFilter,
} from "../../../../shared/semantic/query/filter.ts";
import type {Row} from "../random-layer.ts";
import {
  type FieldPath,
  type FieldPaths,
  keyOf,
  ownNames,
  prefixesOf,
  prefixOf,
  Refusal,
  type Step,
} from "./field-paths.ts";
import type {Joins, Rows} from "./joins.ts";
import {comparisonHolds, conditionHolds, dayOf, dimensionValue, type Value} from "./values.ts";

export type ResolvedCondition =
  | {kind: "and" | "or"; parts: ResolvedCondition[]}
  | {kind: "not"; part: ResolvedCondition}
  | {kind: "test"; path: FieldPath; filter: FilterCondition}
  /** A comparison of two dimensions. */
  | {kind: "compared"; paths: [FieldPath, FieldPath]; filter: FilterCondition}
  /** A condition on a measure in the group that the row's values of some dimensions select. */
  | {kind: "per"; base: string; paths: FieldPath[]; filter: PerFilter}
  /** Whether rows of another model belong to the row at the end of some steps. */
  | {kind: "rows"; before: Step[]; steps: Step[]; model: string; filter: RowsFilter};

/** The measures of a condition in the group of a key, over all visible rows. */
type MeasureOf = (base: string, filter: PerFilter, key: Value[], timezone: string) => Value[];

/** Decides for which rows a condition holds. */
export class Conditions {
  /** The conditions inside `some` and `none`, which are the same for every row. */
  readonly #inside = new WeakMap<ResolvedCondition, ResolvedCondition[]>();

  constructor(
    readonly fieldPaths: FieldPaths,
    readonly joins: Joins,
    readonly measureOf: MeasureOf,
  ) {}

  /**
   * Resolves the names of a condition. If the condition filters the rows of a measure for `some` and `none`, `measured`
   * is that measure.
   */
  resolved(base: string, measure: FieldPath, filter: Filter, measured?: FieldPath): ResolvedCondition {
    const inside = (part: Filter) => this.resolved(base, measure, part, measured);
    if ("or" in filter) return {kind: "or", parts: filter.or.map(inside)};
    if ("and" in filter) return {kind: "and", parts: filter.and.map(inside)};
    if ("not" in filter) return {kind: "not", part: inside(filter.not)};
    if ("per" in filter) {
      const {per, field, other = field, filters = []} = filter;
      const paths = per.map(name => this.fieldPaths.fromMeasure(measure, base, name));
      // An invalid name is refused even if no row needs it.
      const [first] = this.fieldPaths.components({model: base, dimensions: per, filters}, field);
      this.fieldPaths.components({model: base, dimensions: per, filters}, other);
      const own = prefixOf(field) === prefixOf(other) ? first : undefined;
      for (const part of filters) this.resolved(base, {...measure, model: base, steps: []}, part, own);
      return {kind: "per", base, paths, filter};
    }
    if (!("field" in filter)) {
      const start = measured ?? {model: base, steps: []};
      const {model, steps} = this.fieldPaths.rows(start.model, "some" in filter ? filter.some : filter.none);
      const first = steps.findIndex(step => step.toMany);
      const anchor = steps.slice(0, first < 0 ? -1 : first);
      const before = this.fieldPaths.stepsFromMeasure(measure, base, [...start.steps, ...anchor]);
      const own = {model, steps: [], field: "count", isExplicit: true};
      for (const part of ownNames(filter, model)) this.resolved(model, own, part);
      return {kind: "rows", before, steps: steps.slice(anchor.length), model, filter};
    }
    const path = this.fieldPaths.fromMeasure(measure, base, filter.field);
    if (filter.other === undefined) return {kind: "test", path, filter};
    const paths: [FieldPath, FieldPath] = [path, this.fieldPaths.fromMeasure(measure, base, filter.other)];
    if (areApart(paths)) throw new Refusal("apart");
    return {kind: "compared", paths, filter};
  }

  /**
   * Whether a condition holds. If parts of an `and` follow the same step to a many side that the query does not join,
   * one row of that side must meet all of these parts.
   */
  holds(condition: ResolvedCondition, rows: Rows, timezone: string): boolean {
    if (condition.kind === "not") {
      // A negation means that no row of the many side meets the condition, even if the query joins a certain row.
      const alone: Rows = new Map([["", rows.get("") ?? null]]);
      return !this.holds({kind: "and", parts: [condition.part]}, alone, timezone);
    }
    if (condition.kind !== "and" && condition.kind !== "or") {
      const step = this.#unjoined(condition, rows);
      if (step !== undefined) return this.#someRow(step, rows, [condition], "and", timezone);
    }
    if (condition.kind !== "and" && condition.kind !== "or" && isMissing(firstSteps(condition) ?? [], rows))
      return false;
    if (condition.kind === "per") return this.#groupPasses(condition, rows, timezone);
    if (condition.kind === "rows") {
      const found = this.#rowsOf(this.joins.rowAt(rows, condition.before), condition, timezone);
      return found === "some" in condition.filter;
    }
    if (condition.kind === "compared") {
      const [one, other] = condition.paths.map(({steps, field, grain}) =>
        dimensionValue(this.joins.rowAt(rows, steps), field, grain, timezone),
      );
      return comparisonHolds(
        dayOrMoment(condition.paths, [one ?? null, other ?? null], timezone),
        condition.filter.op,
      );
    }
    if (condition.kind === "test") {
      const row = this.joins.rowAt(rows, condition.path.steps);
      const {field, grain} = condition.path;
      const value = dimensionValue(row, field, undefined, timezone);
      const type =
        {w: "string", n: "number", spot: "number", at: "timestamp", d: "date", next: "date", due: "date"}[
          field
        ] ?? "string";
      return conditionHolds(value, type, condition.filter, timezone, grain);
    }
    const groups = new Map<string, ResolvedCondition[]>();
    const results: boolean[] = [];
    for (const part of flat(condition.kind, condition.parts)) {
      const step = this.#unjoined(part, rows);
      if (step === undefined || step === "several") results.push(this.holds(part, rows, timezone));
      else groups.set(step, [...(groups.get(step) ?? []), part]);
    }
    for (const [step, parts] of groups)
      results.push(this.#someRow(step, rows, parts, condition.kind, timezone));
    return condition.kind === "and" ? results.every(Boolean) : results.some(Boolean);
  }

  /** Whether the measure meets the condition in the group of the row's values, over all visible rows. */
  #groupPasses(
    {base, paths, filter}: Extract<ResolvedCondition, {kind: "per"}>,
    rows: Rows,
    timezone: string,
  ): boolean {
    const key = paths.map(({steps, field, grain}) =>
      dimensionValue(this.joins.rowAt(rows, steps), field, grain, timezone),
    );
    const {per: _, filters: __, ...compared} = filter;
    const [value, other] = this.measureOf(base, filter, key, timezone);
    if (other !== undefined) return comparisonHolds([value ?? null, other], filter.op);
    return conditionHolds(value ?? null, "number", compared, "UTC");
  }

  /** Whether some row at the end of the steps meets the filters. */
  #rowsOf(
    start: Row | null,
    condition: Extract<ResolvedCondition, {kind: "rows"}>,
    timezone: string,
  ): boolean {
    const {steps, model, filter} = condition;
    let found = start === null ? [] : [start];
    for (const step of steps) found = found.flatMap(row => this.joins.partners(row, step));
    if (found.length === 0) return false;
    const parts = this.#inside.get(condition) ?? this.#resolvedInside(model, filter);
    this.#inside.set(condition, parts);
    return found.some(row => this.holds({kind: "and", parts}, new Map([["", row]]), timezone));
  }

  #resolvedInside(model: string, filter: RowsFilter): ResolvedCondition[] {
    const measure = {model, steps: [], field: "count", isExplicit: true};
    return ownNames(filter, model).map(part => this.resolved(model, measure, part));
  }

  #someRow(
    key: string,
    rows: Rows,
    parts: ResolvedCondition[],
    kind: "and" | "or",
    timezone: string,
  ): boolean {
    const steps = firstSteps(parts[0]!) ?? [];
    const upTo = steps.findIndex((_, i) => keyOf(steps.slice(0, i + 1)) === key);
    const start = this.joins.rowAt(rows, steps.slice(0, upTo));
    if (start === null) return false;
    return this.joins
      .partners(start, steps[upTo]!)
      .some(partner => this.holds({kind, parts}, new Map([...rows, [key, partner]]), timezone));
  }

  #unjoined(condition: ResolvedCondition, rows: Rows): string | undefined {
    if (condition.kind === "not") return "several";
    if (condition.kind === "and" || condition.kind === "or") {
      const all = new Set(condition.parts.map(part => this.#unjoined(part, rows)));
      return all.size > 1 ? "several" : [...all][0];
    }
    const steps = firstSteps(condition) ?? [];
    for (let i = 0; i < steps.length; i++) {
      const key = keyOf(prefixesOf(steps)[i]!);
      if (steps[i]!.toMany && !rows.has(key)) return key;
    }
    return undefined;
  }
}

/** Whether both dimensions are behind steps to many, and neither is on the path to the other. */
function areApart(paths: [FieldPath, FieldPath]): boolean {
  const [one, other] = paths.map(({steps}) => steps.slice(0, steps.findLastIndex(step => step.toMany) + 1));
  const leadsTo = (first: Step[], second: Step[]) => first.every(({key}, i) => key === second[i]?.key);
  return !leadsTo(one ?? [], other ?? []) && !leadsTo(other ?? [], one ?? []);
}

/** If a moment is compared with a day, replaces the moment by its day in the timezone. */
function dayOrMoment(
  paths: [FieldPath, FieldPath],
  values: [Value, Value],
  timezone: string,
): [Value, Value] {
  const isMoment = ({field, grain}: FieldPath) => field === "at" && (grain ?? "hour") === "hour";
  if (isMoment(paths[0]) === isMoment(paths[1])) return values;
  const day = (i: 0 | 1) =>
    isMoment(paths[i]) && values[i] !== null ? dayOf(String(values[i]), timezone) : values[i];
  return [day(0), day(1)];
}

/** Whether a many side on the path is joined and has no row here. */
function isMissing(steps: Step[], rows: Rows): boolean {
  const last = steps.findLastIndex(step => step.toMany);
  return last >= 0 && rows.get(keyOf(steps.slice(0, last + 1))) === null;
}

/** The steps to the field of a condition. If the condition has several fields, the longest of these paths. */
function firstSteps(condition: ResolvedCondition): Step[] | undefined {
  if (condition.kind === "test") return condition.path.steps;
  if (condition.kind === "rows") return condition.before;
  if (condition.kind === "not") return firstSteps(condition.part);
  if (condition.kind === "per" || condition.kind === "compared") {
    const many = ({steps}: FieldPath) => steps.findLastIndex(step => step.toMany);
    return [...condition.paths].reduce((one, other) => (many(other) > many(one) ? other : one)).steps;
  }
  for (const part of condition.parts) {
    const found = firstSteps(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

function flat(kind: "and" | "or", parts: ResolvedCondition[]): ResolvedCondition[] {
  return parts.flatMap(part =>
    (part.kind === "and" || part.kind === "or") && part.kind === kind ? flat(kind, part.parts) : [part],
  );
}
