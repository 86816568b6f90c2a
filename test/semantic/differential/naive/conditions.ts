import type {
  Filter,
  FilterCondition,
  PerFilter,
  RowsFilter,
} from "../../../../shared/semantic/query/filter.ts";
import type {Row} from "../random-layer.ts";
import type {Joins, Rows} from "./joins.ts";
import {keyOf, ownNames, type Place, type Places, partsOf, prefixOf, Refusal, type Step} from "./places.ts";
import {comparisonHolds, conditionHolds, dayOf, dimensionValue, type Value} from "./values.ts";

export type Placed =
  | {kind: "and" | "or"; parts: Placed[]}
  | {kind: "not"; part: Placed}
  | {kind: "test"; place: Place; filter: FilterCondition}
  /** A comparison of two dimensions with each other. */
  | {kind: "compared"; places: [Place, Place]; filter: FilterCondition}
  /** A condition on a measure in the group of the row's values of some dimensions. */
  | {kind: "per"; base: string; places: Place[]; filter: PerFilter}
  /** Whether rows of another model belong to the row at the end of some steps. */
  | {kind: "rows"; before: Step[]; steps: Step[]; model: string; filter: RowsFilter};

/** The measures of a condition in the group of a key, over all visible rows. */
type MeasureOf = (base: string, filter: PerFilter, key: Value[], timezone: string) => Value[];

/** Decides for which rows a condition holds. */
export class Conditions {
  /** The conditions inside `some` and `none`, which are the same for every row. */
  readonly #inside = new WeakMap<Placed, Placed[]>();

  constructor(
    readonly places: Places,
    readonly joins: Joins,
    readonly measureOf: MeasureOf,
  ) {}

  /**
   * Resolves the names of a condition. `measured` is the place from whose rows `some` and `none` begin, where the condition
   * filters those rows.
   */
  placed(base: string, home: Place, filter: Filter, measured?: Place): Placed {
    const inside = (part: Filter) => this.placed(base, home, part, measured);
    if ("or" in filter) return {kind: "or", parts: filter.or.map(inside)};
    if ("and" in filter) return {kind: "and", parts: filter.and.map(inside)};
    if ("not" in filter) return {kind: "not", part: inside(filter.not)};
    if ("per" in filter) {
      const {per, field, other = field, filters = []} = filter;
      const places = per.map(name => this.places.from(home, base, name));
      // An invalid name is refused whatever rows there are.
      const [first] = this.places.components({model: base, dimensions: per, filters}, field);
      this.places.components({model: base, dimensions: per, filters}, other);
      const own = prefixOf(field) === prefixOf(other) ? first : undefined;
      for (const part of filters) this.placed(base, {...home, model: base, steps: []}, part, own);
      return {kind: "per", base, places, filter};
    }
    if (!("field" in filter)) {
      const near = measured ?? {model: base, steps: []};
      const {model, steps} = this.places.rows(near.model, "some" in filter ? filter.some : filter.none);
      const first = steps.findIndex(step => step.toMany);
      const anchor = steps.slice(0, first < 0 ? -1 : first);
      const before = this.places.fromSteps(home, base, [...near.steps, ...anchor]);
      const own = {model, steps: [], field: "count", isSpelled: true};
      for (const part of ownNames(filter, model)) this.placed(model, own, part);
      return {kind: "rows", before, steps: steps.slice(anchor.length), model, filter};
    }
    const place = this.places.from(home, base, filter.field);
    if (filter.other === undefined) return {kind: "test", place, filter};
    const places: [Place, Place] = [place, this.places.from(home, base, filter.other)];
    if (areApart(places)) throw new Refusal("apart");
    return {kind: "compared", places, filter};
  }

  /**
   * Whether a condition holds. Parts of an `and` that follow the same step to a many side, which the query does not join,
   * must all hold in one row of that side.
   */
  holds(placed: Placed, rows: Rows, timezone: string): boolean {
    if (placed.kind === "not") {
      // A negation means that no row of the many side fulfils the condition, whichever row is joined.
      const alone: Rows = new Map([["", rows.get("") ?? null]]);
      return !this.holds({kind: "and", parts: [placed.part]}, alone, timezone);
    }
    if (placed.kind !== "and" && placed.kind !== "or") {
      const step = this.#unjoined(placed, rows);
      if (step !== undefined) return this.#someRow(step, rows, [placed], "and", timezone);
    }
    if (placed.kind !== "and" && placed.kind !== "or" && isMissing(firstSteps(placed) ?? [], rows))
      return false;
    if (placed.kind === "per") return this.#groupPasses(placed, rows, timezone);
    if (placed.kind === "rows") {
      const found = this.#rowsOf(this.joins.look(rows, placed.before), placed, timezone);
      return found === "some" in placed.filter;
    }
    if (placed.kind === "compared") {
      const [one, other] = placed.places.map(({steps, field, grain}) =>
        dimensionValue(this.joins.look(rows, steps), field, grain, timezone),
      );
      return comparisonHolds(
        dayOrMoment(placed.places, [one ?? null, other ?? null], timezone),
        placed.filter.op,
      );
    }
    if (placed.kind === "test") {
      const row = this.joins.look(rows, placed.place.steps);
      const {field, grain} = placed.place;
      const value = dimensionValue(row, field, undefined, timezone);
      const type =
        {w: "string", n: "number", spot: "number", at: "timestamp", d: "date", next: "date", due: "date"}[
          field
        ] ?? "string";
      return conditionHolds(value, type, placed.filter, timezone, grain);
    }
    const groups = new Map<string, Placed[]>();
    const results: boolean[] = [];
    for (const part of flat(placed.kind, placed.parts)) {
      const step = this.#unjoined(part, rows);
      if (step === undefined || step === "several") results.push(this.holds(part, rows, timezone));
      else groups.set(step, [...(groups.get(step) ?? []), part]);
    }
    for (const [step, parts] of groups) results.push(this.#someRow(step, rows, parts, placed.kind, timezone));
    return placed.kind === "and" ? results.every(Boolean) : results.some(Boolean);
  }

  /** Whether the measure passes in the group of the row's values, over all visible rows. */
  #groupPasses(
    {base, places, filter}: Extract<Placed, {kind: "per"}>,
    rows: Rows,
    timezone: string,
  ): boolean {
    const key = places.map(({steps, field, grain}) =>
      dimensionValue(this.joins.look(rows, steps), field, grain, timezone),
    );
    const {per: _, filters: __, ...compared} = filter;
    const [value, other] = this.measureOf(base, filter, key, timezone);
    if (other !== undefined) return comparisonHolds([value ?? null, other], filter.op);
    return conditionHolds(value ?? null, "number", compared, "UTC");
  }

  /** Whether some row at the end of the steps fulfils the filters. */
  #rowsOf(near: Row | null, placed: Extract<Placed, {kind: "rows"}>, timezone: string): boolean {
    const {steps, model, filter} = placed;
    let found = near === null ? [] : [near];
    for (const step of steps) found = found.flatMap(row => this.joins.partners(row, step));
    if (found.length === 0) return false;
    const parts = this.#inside.get(placed) ?? this.#placedInside(model, filter);
    this.#inside.set(placed, parts);
    return found.some(row => this.holds({kind: "and", parts}, new Map([["", row]]), timezone));
  }

  #placedInside(model: string, filter: RowsFilter): Placed[] {
    const home = {model, steps: [], field: "count", isSpelled: true};
    return ownNames(filter, model).map(part => this.placed(model, home, part));
  }

  #someRow(key: string, rows: Rows, parts: Placed[], kind: "and" | "or", timezone: string): boolean {
    const steps = firstSteps(parts[0]!) ?? [];
    const upTo = steps.findIndex((_, i) => keyOf(steps.slice(0, i + 1)) === key);
    const near = this.joins.look(rows, steps.slice(0, upTo));
    if (near === null) return false;
    return this.joins
      .partners(near, steps[upTo]!)
      .some(partner => this.holds({kind, parts}, new Map([...rows, [key, partner]]), timezone));
  }

  #unjoined(placed: Placed, rows: Rows): string | undefined {
    if (placed.kind === "not") return "several";
    if (placed.kind === "and" || placed.kind === "or") {
      const all = new Set(placed.parts.map(part => this.#unjoined(part, rows)));
      return all.size > 1 ? "several" : [...all][0];
    }
    const steps = firstSteps(placed) ?? [];
    for (let i = 0; i < steps.length; i++) {
      const key = keyOf(partsOf(steps)[i]!);
      if (steps[i]!.toMany && !rows.has(key)) return key;
    }
    return undefined;
  }
}

/** Whether both dimensions lie behind steps to many, and neither of them on the way to the other. */
function areApart(places: [Place, Place]): boolean {
  const [one, other] = places.map(({steps}) => steps.slice(0, steps.findLastIndex(step => step.toMany) + 1));
  const leadsTo = (first: Step[], second: Step[]) => first.every(({key}, i) => key === second[i]?.key);
  return !leadsTo(one ?? [], other ?? []) && !leadsTo(other ?? [], one ?? []);
}

/** If a moment is compared with a day, the moment's own day in the timezone replaces it. */
function dayOrMoment(places: [Place, Place], values: [Value, Value], timezone: string): [Value, Value] {
  const isMoment = ({field, grain}: Place) => field === "at" && (grain ?? "hour") === "hour";
  if (isMoment(places[0]) === isMoment(places[1])) return values;
  const day = (i: 0 | 1) =>
    isMoment(places[i]) && values[i] !== null ? dayOf(String(values[i]), timezone) : values[i];
  return [day(0), day(1)];
}

/** Whether a many side on the way is joined, and has no row here. */
function isMissing(steps: Step[], rows: Rows): boolean {
  const last = steps.findLastIndex(step => step.toMany);
  return last >= 0 && rows.get(keyOf(steps.slice(0, last + 1))) === null;
}

/** The steps to the field of a condition; if a condition has several fields, the longest steps. */
function firstSteps(placed: Placed): Step[] | undefined {
  if (placed.kind === "test") return placed.place.steps;
  if (placed.kind === "rows") return placed.before;
  if (placed.kind === "not") return firstSteps(placed.part);
  if (placed.kind === "per" || placed.kind === "compared") {
    const many = ({steps}: Place) => steps.findLastIndex(step => step.toMany);
    return [...placed.places].reduce((one, other) => (many(other) > many(one) ? other : one)).steps;
  }
  for (const part of placed.parts) {
    const found = firstSteps(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

function flat(kind: "and" | "or", parts: Placed[]): Placed[] {
  return parts.flatMap(part =>
    (part.kind === "and" || part.kind === "or") && part.kind === kind ? flat(kind, part.parts) : [part],
  );
}
