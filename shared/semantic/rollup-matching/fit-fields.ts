import {isSameField} from "../dataset/fields.ts";
import type {DialectName} from "../dialects/dialect.ts";
import {decidedGrains} from "../layer/decided-grains.ts";
import {grainsOf} from "../layer/grains.ts";
import type {FieldReference, Nested} from "../layer/layer.ts";
import {resolveField} from "../resolve/field.ts";
import type {ResolvedDimension, ResolvedMeasure, ResolvedQuery} from "../resolve/resolved.ts";
import type {BuiltColumn, BuiltRollup} from "./built.ts";
import type {RolledDimension, RolledPart, RollupPlan} from "./plan.ts";
import type {RollupLayer, StoredMeasure} from "./rollup-layer.ts";

/** A roll-up that may answer a query. */
export interface Candidate {
  plan: RollupPlan;
  layer: RollupLayer;
  built: BuiltRollup;
  /** The dialect of the warehouse that the roll-up was built from. */
  dialect: DialectName;
}

/** Whether the roll-up is read by the warehouse that it was built from, or by another engine of the same kind. */
export function isSameEngine({dialect, built}: Candidate): boolean {
  return dialect === "duckdb" || built.table !== undefined;
}

/** Facts about the whole query that a fact's share of it does not have. */
export interface Share {
  hasTop: boolean;
  isOneOfSeveral: boolean;
}

/** The first property that is set: not `undefined`, false or an empty list. */
export function firstSetKey(rest: object): string | undefined {
  for (const [key, value] of Object.entries(rest)) {
    if (value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)) return key;
  }
  return undefined;
}

/** Replaces the fields of a query by those of a roll-up, or says why that cannot be done. */
export class FieldFitting {
  why: string | undefined;
  /** The dimensions of nested groups, while a measure of these is fitted. */
  protected per: Nested["per"] = [];

  constructor(
    readonly candidate: Candidate,
    readonly requested: ResolvedQuery,
    private readonly share?: Share,
  ) {}

  /** Whether the query's groups are joined with those of other roll-ups. */
  get isOneOfSeveral(): boolean {
    return this.share?.isOneOfSeveral === true;
  }

  refuse(why: string): undefined {
    this.why ??= why;
    return undefined;
  }

  all<T>(items: readonly T[], fit: (item: T) => T | undefined): T[] {
    const fitted: T[] = [];
    for (const item of items) {
      const one = this.why === undefined ? fit(item) : undefined;
      if (one !== undefined) fitted.push(one);
    }
    return fitted;
  }

  find(reference: FieldReference): RolledDimension | undefined {
    return this.candidate.plan.dimensions.find(one => isSameField(one.reference, reference));
  }

  column(name: string): BuiltColumn {
    const found = this.candidate.built.columns.find(one => one.name === name);
    return found ?? {name, kind: "other", engineType: ""};
  }

  /** A reference to a field of the roll-up's own model. */
  own(name: string): FieldReference {
    const {layer, model} = this.candidate.layer;
    return resolveField(layer, model, `${model.name}.${name}`, "");
  }

  dimension(dimension: ResolvedDimension): ResolvedDimension | undefined {
    const {name, reference, grain, type, timezone, ...more} = dimension;
    const rolled = this.reached({name, reference, more});
    if (rolled === undefined) return undefined;
    if (!this.hasGrain(rolled, name, reference, timezone)) return undefined;
    if ((this.#isJoined || !this.#isWhole) && this.#splits(rolled))
      return this.refuse(`the warehouse may treat different values of "${name}" as equal`);
    const own = this.own(rolled.column);
    if (own.field.kind !== "dimension") return this.refuse(`"${name}" is not in it`);
    const field = own.field;
    // The column stores the start of the period, so no grain is needed, unless the statement has to generate periods.
    const isCounted = this.requested.calculations.some(
      ({along, countsPeriods}) =>
        countsPeriods && along !== undefined && this.requested.dimensions[along] === dimension,
    );
    const cut = grain === undefined || (grain === rolled.grain && !isCounted) ? {} : {grain};
    return {
      name,
      reference: {...own, field, ...cut},
      type,
      ...cut,
      ...(timezone === undefined ? {} : {timezone}),
    };
  }

  /** Whether the query's groups are joined with those of other roll-ups, or of an earlier span. */
  get #isJoined(): boolean {
    return this.isOneOfSeveral || this.requested.compare !== undefined;
  }

  /** Whether the reading engine may distinguish values that the warehouse treats as equal. */
  #splits({column, type}: RolledDimension): boolean {
    if (type !== "string" || this.candidate.built.table !== undefined) return false;
    return this.column(column).same !== true;
  }

  /** The stored dimension of a field, if its values equal the warehouse's. */
  reached({
    name,
    reference,
    more,
  }: {
    name: string;
    reference: FieldReference;
    more: object;
  }): RolledDimension | undefined {
    const other = firstSetKey(more) ?? firstSetKey(moreOf(reference));
    if (other !== undefined) return this.refuse(`"${name}" has "${other}"`);
    const rolled = this.find(reference);
    if (rolled === undefined) return this.refuse(`"${name}" is not in it`);
    const {kind} = this.column(rolled.column);
    if (kind === "other") return this.refuse(`the values of "${name}" cannot be stored exactly`);
    if (kind === "float" && !isSameEngine(this.candidate))
      return this.refuse(`"${name}" is a floating-point number, which engines write differently`);
    return rolled;
  }

  /** Whether the requested grain of a time follows from the grain that is stored. */
  hasGrain(
    rolled: RolledDimension,
    name: string,
    {field, grain}: FieldReference,
    timezone?: string,
  ): boolean {
    if (rolled.grain === undefined) {
      if (grain === undefined || grainsOf(rolled.type).includes(grain)) return true;
      this.refuse(`"${name}" is not in it`);
      return false;
    }
    const {plan} = this.candidate;
    const zone = timezone ?? this.requested.calendar.timezone;
    const isDays = field.type === "date" && rolled.grain === "day";
    if (grain === undefined ? !isDays : !decidedGrains(field.type, rolled.grain, zone).includes(grain)) {
      this.refuse(
        `"${name}" does not follow from its ${rolled.grain}s${grain === undefined ? "" : ` in ${zone}`}`,
      );
      return false;
    }
    if (field.type === "timestamp" && rolled.type === "date" && zone !== plan.timezone) {
      this.refuse(`its ${rolled.grain}s are those of ${plan.timezone}, and the query's are those of ${zone}`);
      return false;
    }
    return true;
  }

  measure(measure: ResolvedMeasure): ResolvedMeasure | undefined {
    const {name, reference, pointer, ...more} = measure;
    const {compared, ...plain} = reference;
    const other = firstSetKey(more) ?? firstSetKey(moreOf(plain));
    if (other !== undefined) return this.refuse(`"${name}" has "${other}"`);
    const stored = this.storedMeasure(name, reference);
    if (stored === undefined || !this.#canShow(name, stored)) return undefined;
    if (compared === "change" && stored.recipe.kind !== "part") return this.refuseChange(name);
    const own = this.own(stored.name);
    if (own.field.kind !== "measure") return this.refuse(`"${name}" is not in it`);
    const column = compared === undefined ? {} : {compared};
    return {name, reference: {...own, field: own.field, ...column}, pointer};
  }

  /** A difference of two quotients that are nearly equal has few digits that both engines agree on. */
  protected refuseChange(name: string): undefined {
    return this.refuse(`"${name}" is the change of a measure that may differ in its last digits`);
  }

  storedMeasure(name: string, {field, paths, grain}: FieldReference): StoredMeasure | undefined {
    const isOwn = paths.length === 1 && paths[0]?.length === 0 && grain === undefined;
    const {measures, whyNotStored} = this.candidate.layer;
    const stored = field.kind === "measure" && isOwn ? measures.get(field) : undefined;
    const why = field.kind === "measure" ? whyNotStored.get(field) : undefined;
    return stored ?? this.refuse(why ?? `"${name}" is not in it`);
  }

  /**
   * Whether each group of the query is one row of the roll-up; totals, subtotals and the group of others beside `top` are
   * groups as well. While an aggregate of groups is fitted: whether each nested group is one row.
   */
  get #isWhole(): boolean {
    const {totals, top} = this.requested;
    if (
      top !== undefined ||
      this.share?.hasTop === true ||
      (totals && this.candidate.plan.dimensions.length > 0)
    )
      return false;
    const {dimensions: all, subtotals} = this.requested;
    // The subtotals by the first dimension alone have the fewest groups.
    const dimensions = [...(subtotals ? all.slice(0, 1) : all), ...this.per];
    return this.candidate.plan.dimensions.every(one =>
      dimensions.some(
        ({reference, grain}) =>
          isSameField(one.reference, reference) && (grain === one.grain || isDayItself(one, grain)),
      ),
    );
  }

  #canShow(name: string, {recipe, parts}: StoredMeasure): boolean {
    for (const {column, merges} of parts) {
      const {kind} = this.column(column);
      if (kind === "other" || kind === "text" || kind === "boolean")
        return this.no(`the values of "${name}" cannot be stored exactly`);
      if (!merges && !this.#isWhole)
        return this.no(`"${name}" is stored only for the groups of the roll-up${this.#unsketched(column)}`);
      if (kind !== "float") continue;
      if (recipe.kind === "part" && (this.#isWhole || this.#isEnd(column))) continue;
      return this.no(`"${name}" adds floating-point numbers, whose sum depends on their order`);
    }
    return true;
  }

  protected isOfIntegers({parts}: StoredMeasure): boolean {
    return parts.every(({column}) => ["integer", "sketch"].includes(this.column(column).kind));
  }

  #isEnd(column: string): boolean {
    const part = this.#partOf(column);
    return part?.merge === "min" || part?.merge === "max";
  }

  #partOf(column: string): RolledPart | undefined {
    return [...this.candidate.plan.parts.values()].find(one => one.column === column);
  }

  #unsketched(column: string): string {
    const {unsketched} = this.candidate.plan;
    const isApproximate = this.#partOf(column)?.measure.type === "count_distinct_approx";
    return isApproximate && unsketched !== undefined ? `, as ${unsketched}` : "";
  }

  no(why: string): false {
    this.refuse(why);
    return false;
  }

  /** Whether groups can be ordered or filtered by the measure: then its last digit counts, even if people do not see it. */
  canDecide(name: string, field: FieldReference): boolean {
    const stored = this.storedMeasure(name, field);
    if (stored === undefined || !this.#canShow(name, stored)) return false;
    if (stored.recipe.kind === "part" && field.compared !== "change") return true;
    if (this.isOfIntegers(stored)) return true;
    return this.no(`the last digits of "${name}", a quotient, decide what is shown first or at all`);
  }
}

/** The day of a date is the date. */
function isDayItself({grain, reference}: RolledDimension, grainOfQuery: string | undefined): boolean {
  return grainOfQuery === undefined && grain === "day" && reference.field.type === "date";
}

function moreOf({
  route: _,
  paths: __,
  spelled: ___,
  field: ____,
  grain: _____,
  ...more
}: FieldReference): object {
  return more;
}
