import type {Field, FieldReference, LayerModel} from "../layer/layer.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import type {BuiltRollup} from "./built.ts";
import {referencesOf} from "./needs.ts";
import type {RolledDimension} from "./plan.ts";
import type {PlannedRollup, planRollups} from "./planned-rollups.ts";

type Planned = ReturnType<typeof planRollups>;

/** A roll-up that was built from the layer as it is. */
export interface CurrentRollup {
  planned: PlannedRollup;
  built: BuiltRollup;
}

/** A planned roll-up with its build, or with the reason why it has no build that can be read. */
export type RollupState = CurrentRollup | {planned: Planned[number]; why: string};

/** All roll-ups of a layer by size, those that are not built last. */
export function rollupStates(planned: Planned, built: readonly BuiltRollup[]): RollupState[] {
  const byName = new Map(built.map(one => [one.name, one]));
  const sizeOf = ({name}: {name: string}) => byName.get(name)?.rowCount ?? Number.POSITIVE_INFINITY;
  return planned
    .toSorted((a, b) => sizeOf(a) - sizeOf(b))
    .map(one => {
      const found = byName.get(one.name);
      if ("faults" in one) return {planned: one, why: "it no longer fits the layer"};
      if (found === undefined) return {planned: one, why: "it has not been built"};
      return found.signature === one.signature
        ? {planned: one, built: found}
        : {
            planned: one,
            why: "the layer, the connection or the first day of the week has changed since it was built",
          };
    });
}

/** The things that roll-ups store and queries name: models and fields. */
type StoredItem = LayerModel | Field;

/** A current roll-up with the model and fields that it stores. */
export interface IndexedRollup extends CurrentRollup {
  /** The position among all roll-ups by size. */
  place: number;
  /**
   * The model and fields that the roll-up stores, each with a number for its stored form. Roll-ups with equal numbers
   * for a field store the field in the same way.
   */
  storedFields: ReadonlyMap<StoredItem, number>;
  /** The fields of the roll-up's dimensions. */
  grouped: readonly Field[];
}

/** The roll-ups that were built from the current layer, by their model and by the fields of their columns. */
class RollupIndex {
  /** The roll-ups that store a model or field, by size. */
  readonly #byItem = new Map<StoredItem, IndexedRollup[]>();
  readonly #numbers = new Map<string, number>();

  constructor(states: readonly RollupState[]) {
    for (const [place, state] of states.entries()) {
      if ("why" in state) continue;
      const grouped = state.planned.plan.dimensions.map(({reference}) => reference.field);
      const indexed = {...state, place, storedFields: this.#storedFieldsOf(state), grouped};
      for (const one of indexed.storedFields.keys()) {
        const rollups = this.#byItem.get(one) ?? [];
        rollups.push(indexed);
        this.#byItem.set(one, rollups);
      }
    }
  }

  /**
   * The roll-ups that store all fields that at least one of the queries names, by size. No other roll-up can answer any
   * of the queries.
   */
  forQueries(queries: readonly NamedFields[]): IndexedRollup[] {
    const [first = [], ...others] = queries.map(named => this.#forQuery(named));
    if (others.length === 0) return first;
    const byPlace = new Map([first, ...others].flat().map(one => [one.place, one]));
    return [...byPlace.values()].sort((a, b) => a.place - b.place);
  }

  #forQuery(named: NamedFields): IndexedRollup[] {
    let fewest: IndexedRollup[] | undefined;
    for (const one of named) {
      const rollups = this.#byItem.get(one) ?? [];
      if (fewest === undefined || rollups.length < fewest.length) fewest = rollups;
    }
    return (fewest ?? []).filter(({storedFields}) => named.every(one => storedFields.has(one)));
  }

  #storedFieldsOf({planned, built}: CurrentRollup): Map<StoredItem, number> {
    const {plan, layerOver} = planned;
    const columns = new Map(built.columns.map(({name, ...values}) => [name, values]));
    const parts = new Map(plan.parts.values().map(({column, merge}) => [column, merge]));
    // The name in queries (`queryName`) also identifies the joins to the field, because the model is the same.
    const stored = ({queryName, type, column}: RolledDimension) => [queryName, type, columns.get(column)];
    const whole = {
      isTable: built.table !== undefined,
      timezone: plan.timezone,
      unsketched: plan.unsketched,
      access: plan.access.map(({dimension}) => stored(dimension)),
    };
    const storedFields = new Map<StoredItem, number>([[plan.model, this.#numberOf(whole)]]);
    for (const [field, dimensions] of Map.groupBy(plan.dimensions, ({reference}) => reference.field))
      storedFields.set(field, this.#numberOf(dimensions.map(stored)));
    for (const [field, measure] of layerOver(built).measures) {
      const how = measure.parts.map(({column, merges}) => [merges, parts.get(column), columns.get(column)]);
      storedFields.set(field, this.#numberOf(how));
    }
    return storedFields;
  }

  #numberOf(how: object): number {
    const text = JSON.stringify(how);
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }
}

/** The model of a query, and the fields that a roll-up must keep to answer it. */
export type NamedFields = readonly StoredItem[];

/** The model and fields that a query names. An aggregate of groups counts as its measure and its dimensions. */
export function namedBy(query: ResolvedQuery): NamedFields {
  const {base, dimensions, measures, where, always, having, calculated, compare, order, top} = query;
  const named = new Set<StoredItem>([base]);
  const add = ({field}: FieldReference) => {
    if (field.kind !== "measure" || field.nested === undefined) named.add(field);
    else for (const {reference} of [field.nested.of, ...field.nested.per]) named.add(reference.field);
  };
  for (const {reference} of [...dimensions, ...measures]) add(reference);
  for (const filter of [...where, ...always, ...having, ...calculated, ...(compare?.where ?? [])])
    for (const reference of referencesOf(filter)) add(reference);
  for (const {by} of order) if (typeof by !== "number") add(by.reference);
  if (top) add(top.by.reference);
  return [...named];
}

/**
 * A key for the form in which a roll-up stores the fields that a query names. A query fits all roll-ups with equal
 * keys, or none of them, and then for the same reason.
 */
export function storageKey({storedFields, grouped}: IndexedRollup, named: NamedFields): string {
  let key = grouped.every(field => named.includes(field)) ? "no others" : "others";
  for (const one of named) key += ` ${storedFields.get(one)}`;
  return key;
}

const known = new WeakMap<Planned, {built: readonly BuiltRollup[]; index: RollupIndex}>();

/** The current roll-ups by their fields: made once for these plans, and again when there are other builds. */
export function rollupIndex(planned: Planned, built: readonly BuiltRollup[]): RollupIndex {
  const last = known.get(planned);
  if (last?.built === built) return last.index;
  const index = new RollupIndex(rollupStates(planned, built));
  known.set(planned, {built, index});
  return index;
}
