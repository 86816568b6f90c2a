import type {PerFilter, Query} from "../../../../shared/semantic/query.ts";
import {type Cell, canonical} from "../../engines.ts";
import type {RandomLayer, Row} from "../random-layer.ts";
import {alongOf, calculate, countsPeriods, type Line} from "./calculations.ts";
import {Conditions, type Placed} from "./conditions.ts";
import {followed, isBase} from "./conversions.ts";
import {fillGroups} from "./fill.ts";
import {conjuncts, isOnCalculation, measureFilters, rowFilters} from "./filters.ts";
import {type Entry, type Group, type Groups, type Located, rowsKey} from "./groups.ts";
import {type Attributes, Joins, type Rows} from "./joins.ts";
import {answerJourney} from "./journeys.ts";
import {Measures} from "./measures.ts";
import {isSamePlace, keyOf, type Place, Places} from "./places.ts";
import {changedByTop, keysOfTop, queryOfTop} from "./top.ts";
import {conditionHolds, dimensionValue, type Value} from "./values.ts";
import {boundsOf, grainsAlong, groupRows} from "./windows.ts";

/**
 * Answers a query row by row, as the semantics are written and with no SQL: every measure at its own
 * model's rows, each row once per group.
 */
export class Naive {
  readonly #places: Places;
  readonly #joins: Joins;
  readonly #measures: Measures;
  readonly #conditions: Conditions;
  /** The values that `top` keeps. */
  readonly #kept = new Map<Query, Set<string>>();
  /** The groups that a condition asks for: they are the same for every row. */
  readonly #groupsOf = new Map<PerFilter, Groups>();

  constructor(
    readonly layer: RandomLayer,
    readonly attributes: Attributes,
  ) {
    this.#places = new Places(layer);
    this.#joins = new Joins(layer, attributes, this.#places);
    this.#measures = new Measures(layer, this.#places, this.#joins);
    this.#conditions = new Conditions(this.#places, this.#joins, (...asked) => this.#measureOf(...asked));
  }

  answer(query: Query): Cell[][] {
    if (query.funnel !== undefined || query.retention !== undefined) {
      return answerJourney(this, query).map(row => row.map(show));
    }
    this.#places.resolve(query);
    return this.#lines(query).map(({group, values, calculated}) =>
      [...group.key, ...values, ...calculated].map(show),
    );
  }

  /** The rows of the query's model that its filters keep, each with the values of the query's dimensions. */
  rows(query: Query): {key: Value[]; row: Row}[] {
    this.#places.resolve(query);
    const home = {model: query.model, steps: [], field: "count", isSpelled: true};
    return this.#located(query, home).entries;
  }

  /** Whether two names of a model mean one field, whatever their grains are. */
  isSame(model: string, one: string, other: string): boolean {
    return isSamePlace(this.#places.at(model, one), this.#places.at(model, other));
  }

  /** Each row of the groups that pass, once. */
  totals(query: Query): Cell[] {
    const passing = this.#lines(
      query,
      (query.filters ?? []).some(filter => isOnCalculation(query, filter)),
    );
    const measures = (query.measures ?? []).map(name => {
      const places = this.#places.components(query, name);
      const all = places.map(place => {
        const rows = passing.flatMap(({group}) => [...(group.rows.get(rowsKey(place)) ?? [])]);
        return [rowsKey(place), new Set(rows)] as const;
      });
      return show(this.#measures.value(places, new Map(all)));
    });
    return [...measures, ...(query.calculations ?? []).map(() => null)];
  }

  /** The groups that pass all filters, with their measures and what is computed of them. */
  #lines(query: Query, isCalculated = true): (Line & {group: Group})[] {
    const {measures = [], calculations = []} = query;
    const groups = this.#groups(query);
    if (query.fillGaps === true && isCalculated) this.#fill(query, groups);
    const lineOf = (group: Group): Line & {group: Group} => ({
      group,
      values: measures.map(name => this.#measures.value(this.#places.components(query, name), group.rows)),
      calculated: [],
    });
    const shown = this.#passing(query, groups).map(lineOf);
    if (calculations.length === 0 || !isCalculated) return shown;
    const dimensions = (query.dimensions ?? []).map(name => this.#places.at(query.model, name));
    const grains = dimensions.map(
      ({field, grain}) => grain ?? (["d", "next", "due"].includes(field) ? "day" : ""),
    );
    for (const calculation of calculations) {
      const along = alongOf(query, calculation, grains);
      let axis = shown;
      if (countsPeriods(calculation, grains[along])) {
        const filled: Groups = new Map(groups);
        if (query.fillGaps !== true) this.#fill(query, filled, along);
        const passing = new Set(this.#passing(query, filled));
        axis = [...filled.values()].map(lineOf);
        for (const line of axis) if (!passing.has(line.group)) line.values.fill(null);
      }
      const values = shown.map(line => calculate(query, calculation, {line, shown, axis, along, grains}));
      for (const [i, line] of shown.entries()) line.calculated.push(values[i] ?? null);
    }
    const names = calculations.map(({name}) => name);
    const conditions = (query.filters ?? []).filter(filter => isOnCalculation(query, filter));
    return shown.filter(({calculated}) =>
      conditions.every(
        filter =>
          "field" in filter &&
          conditionHolds(calculated[names.indexOf(filter.field)] ?? null, "number", filter, "UTC"),
      ),
    );
  }

  #groups(query: Query): Groups {
    const groups: Groups = new Map();
    const located = this.#homes(query).map(place => this.#located(query, place));
    for (const one of located) groupRows(this.#joins, query, one, located, groups);
    if ((query.dimensions ?? []).length === 0 && groups.size === 0) {
      groups.set("[]", {key: [], rows: new Map()});
    }
    return groups;
  }

  /** Where all is taken that the groups are made of. */
  #homes(query: Query): Place[] {
    const measures = [...(query.measures ?? []), ...measureFilters(query).map(filter => filter.field)];
    const places = measures.flatMap(name => this.#places.components(query, name));
    if ((query.measures ?? []).length === 0)
      places.push({model: query.model, steps: [], field: "count", isSpelled: true});
    return places;
  }

  #fill(query: Query, groups: Groups, index?: number): void {
    fillGroups(this.#places, query, groups, this.#homes(query), index);
  }

  /** The groups that pass the filters on measures. */
  #passing(query: Query, groups: Groups): Group[] {
    return [...groups.values()].filter(({rows}) =>
      measureFilters(query).every(filter => {
        const value = this.#measures.measure(this.#places.home(query, filter.field), rows);
        return conditionHolds(value, "number", filter, "UTC");
      }),
    );
  }

  /** What a condition on a measure finds in the group of a key. */
  #measureOf(base: string, filter: PerFilter, key: Value[], timezone: string): Value {
    const {per, field, filters = []} = filter;
    const query: Query = {model: base, dimensions: per, measures: [field], filters, timezone};
    const groups = this.#groupsOf.get(filter) ?? this.#groups(query);
    this.#groupsOf.set(filter, groups);
    return this.#measures.value(
      this.#places.components(query, field),
      groups.get(JSON.stringify(key))?.rows ?? new Map(),
    );
  }

  /** The rows of a measure's home, each with every group that it lies in. */
  #located(query: Query, home: Place): Located {
    const timezone = query.timezone ?? "UTC";
    const dimensions = (query.dimensions ?? []).map(name => this.#places.from(home, query.model, name));
    const window = this.#measures.window(home);
    const way = window === undefined ? undefined : this.#places.along(home.model, window.dimension);
    const filters = rowFilters(query)
      .flatMap(conjuncts)
      .map(filter => this.#conditions.placed(query.model, home, filter));
    const chooses = (placed: Placed) =>
      placed.kind === "test" && way !== undefined && isSamePlace(placed.place, way);
    const top = this.#topOf(query);
    const found: Entry[] = [];
    for (const row of this.#joins.visible(home.model)) {
      let joined: Rows[] = [new Map([["", row]])];
      for (const {steps} of dimensions) joined = joined.flatMap(rows => this.#joins.join(rows, steps));
      for (const rows of joined) {
        const all = (parts: Placed[]) => this.#conditions.holds({kind: "and", parts}, rows, timezone);
        if (!all(filters.filter(filter => !chooses(filter)))) continue;
        const key = dimensions.map(place =>
          dimensionValue(rows.get(keyOf(place.steps)) ?? null, place.field, place.grain, timezone),
        );
        found.push({key, row});
      }
    }
    const keep = (all: Entry[]) =>
      all.flatMap(({key, row}) => {
        const kept = top === undefined ? key : top(key);
        return kept === undefined ? [] : [{key: kept, row}];
      });
    const entries = keep(found);
    if (this.#measures.conversion(home) !== undefined) {
      return {home, entries, dimensions, following: keep(this.#following(home, found, timezone))};
    }
    if (window === undefined || way === undefined) return {home, entries, dimensions};
    const bounds = boundsOf(
      filters.filter(chooses).flatMap(placed => (placed.kind === "test" ? [placed] : [])),
    );
    return {home, entries, dimensions, periods: {window, way, ...grainsAlong(dimensions, way), ...bounds}};
  }

  /** What becomes of a key: the same, one with the name of the rest, or nothing. */
  #topOf(query: Query): ((key: Value[]) => Value[] | undefined) | undefined {
    const {top, dimensions = []} = query;
    if (top === undefined) return undefined;
    let kept = this.#kept.get(query);
    if (kept === undefined) {
      const own = queryOfTop(query, top);
      const groups = [...this.#groups(own).values()].map(({key, rows}) => ({
        key,
        value: this.#measures.value(this.#places.components(own, top.by), rows),
      }));
      kept = keysOfTop(top, groups);
      this.#kept.set(query, kept);
    }
    return changedByTop(top, dimensions, kept);
  }

  /** The rows that follow on those of a query, each with the group of the last one before it. */
  #following(home: Place, entries: Entry[], timezone: string): Entry[] {
    const {counted, source} = this.#measures.conversion(home) ?? {};
    if (source?.conversion === undefined || counted === undefined) return [];
    const keys = new Map(entries.map(({key, row}) => [row, key]));
    const bases = [...keys.keys()].filter(row => isBase(row, source.where));
    const models = {base: home.model, conversion: counted.model};
    const pairs = followed(
      source.conversion,
      bases,
      this.#joins.visible(counted.model),
      (row, side, name) => {
        const {steps, field, grain} = this.#places.along(models[side], name);
        return dimensionValue(this.#joins.look(new Map([["", row]]), steps), field, grain, timezone);
      },
    );
    return pairs.flatMap(({row, base}) => {
      const key = keys.get(base);
      return key === undefined ? [] : [{key, row}];
    });
  }
}

function show(value: Value): Cell {
  if (value === null) return null;
  return canonical(String(value), typeof value === "number" ? "number" : undefined);
}
