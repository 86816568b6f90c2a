import type {PerFilter, Query} from "../../../../shared/semantic/query.ts";
import type {NestedMeasure} from "../../../../shared/semantic/query-nested.ts";
import {dimensionNames} from "../../../../shared/semantic/selected-names.ts";
import {type Cell, canonical} from "../../engines.ts";
import type {RandomLayer, Row} from "../random-layer.ts";
import {alongOf, calculate, countsPeriods, type Line} from "./calculations.ts";
import {earlierQuery, movedValue, spanOf} from "./compare.ts";
import {Conditions, type Placed} from "./conditions.ts";
import {followed, isBase} from "./conversions.ts";
import {fillGroups} from "./fill.ts";
import {conjuncts, isOnCalculation, measureFilters, rowFilters} from "./filters.ts";
import {type Entry, type Group, type Groups, type Located, rowsKey} from "./groups.ts";
import {type Attributes, Joins, type Rows} from "./joins.ts";
import {answerJourney} from "./journeys.ts";
import {Measures} from "./measures.ts";
import {aggregated, isOnNested, mergedBy, nestedCalled, nestedIn, queryOfGroups} from "./nested.ts";
import {isSamePlace, keyOf, type Place, Places, prefixOf} from "./places.ts";
import {changedByTop, keysOfTop, queryOfTop} from "./top.ts";
import {comparisonHolds, conditionHolds, dimensionValue, type Value} from "./values.ts";
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
  /** What is measured in the groups that a condition asks for. */
  readonly #measured = new Map<Query, Place>();

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
    this.#places.refusePairs(query);
    if (query.compare !== undefined) return this.#compared(query).map(row => row.map(show));
    const lines = this.#lines(query);
    const rows = lines.map(({group, values, calculated}) => [...group.key, ...values, ...calculated]);
    if (query.subtotals !== true) return rows.map(row => row.map(show));
    const {dimensions = []} = query;
    const own = rows.map(row => [...row, dimensions.length]);
    const levels = dimensions.slice(1).map((_, i) => this.#subtotals(query, lines, i + 1));
    return [...own, ...levels.flat()].map(row => row.map(show));
  }

  /** The groups of either span, with their measures now and before. */
  #compared(query: Query): Value[][] {
    const {compare: _, ...own} = query;
    const {groups, earlier} = this.#spans(query, own);
    return this.#passing(own, groups).map(group => {
      const before = earlier.get(JSON.stringify(group.key));
      return [...group.key, ...this.#changes(own, [group], before === undefined ? [] : [before])];
    });
  }

  /** The groups of the query's own span, to which those of the earlier one are added, and these by their place in it. */
  #spans(query: Query, own: Query): {groups: Groups; earlier: Groups} {
    const moved = earlierQuery({...query, filters: rowFilters(query)});
    this.#places.resolve(moved);
    // What `top` keeps is told by the present.
    this.#topOf(own);
    const kept = this.#kept.get(own);
    if (kept !== undefined) this.#kept.set(moved, kept);
    const groups = this.#groups(own);
    const earlier: Groups = new Map();
    const {field} = spanOf(query);
    for (const {key, ...group} of this.#groups(moved).values()) {
      const place = key.map((value, i) => {
        const name = dimensionNames(query)[i] ?? "";
        const {grain = "day"} = this.#places.at(query.model, name);
        const isPart = grain.includes("_of_") || grain.endsWith("_number");
        if (isPart || !this.isSame(query.model, name, field)) return value;
        return movedValue(query, grain, value);
      });
      if (place.includes(undefined)) continue;
      const whole = place.map(value => value ?? null);
      const text = JSON.stringify(whole);
      earlier.set(text, {...group, key: whole});
      if (!groups.has(text)) groups.set(text, {key: whole, rows: new Map()});
    }
    return {groups, earlier};
  }

  /** Each measure of the rows of some groups, of those of others before, and its change. */
  #changes(query: Query, groups: readonly Group[], earlier: readonly Group[]): Value[] {
    return (query.measures ?? []).flatMap(entry => {
      const [now, before] = [groups, earlier].map(all => this.#together(query, entry, all));
      const isKnown = typeof now === "number" && typeof before === "number" && before !== 0;
      return [now ?? null, before ?? null, isKnown ? (now - before) / before : null];
    });
  }

  /** A row for each group of the first dimensions, of the rows of the groups in it. */
  #subtotals({dimensions = [], ...query}: Query, lines: readonly {group: Group}[], width: number): Value[][] {
    const leading = new Map<string, {key: Value[]; groups: Group[]}>();
    for (const {group} of lines) {
      const key = group.key.slice(0, width);
      const found = leading.get(JSON.stringify(key)) ?? {key, groups: []};
      leading.set(JSON.stringify(key), {key, groups: [...found.groups, group]});
    }
    const blank = dimensions.slice(width).map(() => null);
    return [...leading.values()].map(({key, groups}) => [
      ...key,
      ...blank,
      ...(query.measures ?? []).map(entry => this.#together({...query, dimensions}, entry, groups)),
      width,
    ]);
  }

  /** A measure of the rows of several groups, each row once; a nested one of the groups that these form together. */
  #together(query: Query, entry: string | NestedMeasure, groups: readonly Group[]): Value {
    if (typeof entry !== "string") {
      const inside = groups.flatMap(group => group.inside?.get(entry.name) ?? []);
      return this.#nested(query, entry, mergedBy(entry.per.length, inside));
    }
    const places = this.#places.components(query, entry);
    const all = places.map(place => {
      const rows = groups.flatMap(group => [...(group.rows.get(rowsKey(place)) ?? [])]);
      return [rowsKey(place), new Set(rows)] as const;
    });
    return this.#measures.value(places, new Map(all));
  }

  /** What a nested measure is of groups. */
  #nested(query: Query, entry: NestedMeasure, groups: readonly Group[]): Value {
    const places = this.#places.components(queryOfGroups(query, entry, rowFilters(query)), entry.of);
    return aggregated(
      entry,
      groups.map(({rows}) => this.#measures.value(places, rows)),
    );
  }

  /** A measure of the rows of a group, or of the groups in it. */
  #valueOf(query: Query, entry: string | NestedMeasure, group: Group): Value {
    if (typeof entry !== "string") return this.#nested(query, entry, group.inside?.get(entry.name) ?? []);
    return this.#measures.value(this.#places.components(query, entry), group.rows);
  }

  /** The rows of the query's model that its filters keep, each with the values of the query's dimensions. */
  rows(query: Query): {key: Value[]; row: Row}[] {
    this.#places.resolve(query);
    const home = {model: query.model, steps: [], field: "count", isSpelled: true};
    return this.#located(query, home).entries;
  }

  /** A measure of a model, of some of its rows. */
  measureOf(model: string, name: string, rows: readonly Row[]): Value {
    const query = {model, measures: [name]};
    this.#places.resolve(query);
    const places = this.#places.components(query, name);
    return this.#measures.value(places, new Map(places.map(place => [rowsKey(place), new Set(rows)])));
  }

  /** Whether two names of a model mean one field, whatever their grains are. */
  isSame(model: string, one: string, other: string): boolean {
    return isSamePlace(this.#places.at(model, one), this.#places.at(model, other));
  }

  /** Each row of the groups that pass, once. */
  totals(query: Query): Cell[] {
    if (query.compare !== undefined) {
      const {compare: _, ...own} = query;
      const {groups, earlier} = this.#spans(query, own);
      return this.#changes(own, [...groups.values()], [...earlier.values()]).map(show);
    }
    const passing = this.#lines(
      query,
      (query.filters ?? []).some(filter => isOnCalculation(query, filter)),
    );
    const groups = passing.map(({group}) => group);
    const measures = (query.measures ?? []).map(entry => show(this.#together(query, entry, groups)));
    const blank = [...(query.calculations ?? []), ...(query.subtotals === true ? [null] : [])];
    return [...measures, ...blank.map(() => null)];
  }

  /** The groups that pass all filters, with their measures and what is computed of them. */
  #lines(query: Query, isCalculated = true): (Line & {group: Group})[] {
    const {measures = [], calculations = []} = query;
    const groups = this.#groups(query);
    if (query.fillGaps === true && isCalculated) this.#fill(query, groups);
    const lineOf = (group: Group): Line & {group: Group} => ({
      group,
      values: measures.map(entry => this.#valueOf(query, entry, group)),
      calculated: [],
    });
    const shown = this.#passing(query, groups).map(lineOf);
    if (calculations.length === 0 || !isCalculated) return shown;
    const dimensions = dimensionNames(query).map(name => this.#places.at(query.model, name));
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
    const nested = nestedIn(query);
    // The rows of those also say how far the periods of the others go.
    const all = [...located, ...nested.flatMap(entry => this.#locatedIn(this.#groupsQuery(query, entry)))];
    for (const one of located) groupRows(this.#joins, query, one, all, groups);
    for (const entry of nested) this.#addInside(query, entry, groups);
    if (dimensionNames(query).length === 0 && groups.size === 0) {
      groups.set("[]", {key: [], rows: new Map()});
    }
    return groups;
  }

  #locatedIn(query: Query): Located[] {
    return this.#homes(query).map(place => this.#located(query, place));
  }

  /** The same for all that is asked of the groups of a nested measure, so that `top` chooses once. */
  #groupsQuery(query: Query, entry: NestedMeasure): Query {
    const own = queryOfGroups(query, entry, rowFilters(query));
    this.#topOf(query);
    const kept = this.#kept.get(query);
    if (kept !== undefined) this.#kept.set(own, kept);
    return own;
  }

  /** Puts the groups that a nested measure is of into those of the query, some of which only these have. */
  #addInside(query: Query, entry: NestedMeasure, groups: Groups): void {
    const width = dimensionNames(query).length;
    for (const inner of this.#groups(this.#groupsQuery(query, entry)).values()) {
      const key = inner.key.slice(0, width);
      const text = JSON.stringify(key);
      const group: Group = groups.get(text) ?? {key, rows: new Map()};
      groups.set(text, group);
      group.inside ??= new Map();
      group.inside.set(entry.name, [...(group.inside.get(entry.name) ?? []), inner]);
    }
  }

  /** Where all is taken that the groups are made of. */
  #homes(query: Query): Place[] {
    const filtered = measureFilters(query).flatMap(({field, other}) => [
      field,
      ...(other === undefined ? [] : [other]),
    ]);
    const fields = (query.measures ?? []).filter(entry => typeof entry === "string");
    const measures = [...fields, ...filtered.filter(name => nestedCalled(query, name) === undefined)];
    const places = measures.flatMap(name => this.#places.components(query, name));
    if ((query.measures ?? []).length === 0)
      places.push({model: query.model, steps: [], field: "count", isSpelled: true});
    return places;
  }

  #fill(query: Query, groups: Groups, index?: number): void {
    const nested = nestedIn(query).flatMap(entry => this.#homes(this.#groupsQuery(query, entry)));
    fillGroups(this.#places, query, groups, [...this.#homes(query), ...nested], index);
  }

  /** The groups that pass the filters on measures. */
  #passing(query: Query, groups: Groups): Group[] {
    const nested = (query.filters ?? []).filter(filter => isOnNested(query, filter));
    return [...groups.values()].filter(group =>
      [...measureFilters(query), ...nested].every(filter => {
        const measured = (name: string) => {
          const entry = nestedCalled(query, name);
          if (entry !== undefined) return this.#valueOf(query, entry, group);
          return this.#measures.measure(this.#places.home(query, name), group.rows);
        };
        const value = measured(filter.field);
        if (filter.other !== undefined) return comparisonHolds([value, measured(filter.other)], filter.op);
        return conditionHolds(value, "number", filter, "UTC");
      }),
    );
  }

  /** What a condition on a measure, or on two, finds in the group of a key. */
  #measureOf(base: string, filter: PerFilter, key: Value[], timezone: string): Value[] {
    const {per, field, other, filters = []} = filter;
    const measures = [field, ...(other === undefined ? [] : [other])];
    const query: Query = {model: base, dimensions: per, measures, filters, timezone};
    const components = measures.map(name => this.#places.components(query, name));
    const first = components[0]?.[0];
    if (first !== undefined && prefixOf(field) === prefixOf(other ?? field)) this.#measured.set(query, first);
    const groups = this.#groupsOf.get(filter) ?? this.#groups(query);
    this.#groupsOf.set(filter, groups);
    const rows = groups.get(JSON.stringify(key))?.rows ?? new Map();
    return components.map(places => this.#measures.value(places, rows));
  }

  /** The rows of a measure's home, each with every group that it lies in. */
  #located(query: Query, home: Place): Located {
    const timezone = query.timezone ?? "UTC";
    const dimensions = dimensionNames(query).map(name => this.#places.from(home, query.model, name));
    const window = this.#measures.window(home);
    const way = window === undefined ? undefined : this.#places.along(home.model, window.dimension);
    const filters = rowFilters(query)
      .flatMap(conjuncts)
      .map(filter => this.#conditions.placed(query.model, home, filter, this.#measured.get(query)));
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
    const {top} = query;
    if (top === undefined) return undefined;
    let kept = this.#kept.get(query);
    if (kept === undefined) {
      const own = queryOfTop(query, top);
      // The way to it is chosen, or refused, whether or not there are rows.
      if (nestedCalled(own, top.by) === undefined) this.#places.components(own, top.by);
      const groups = [...this.#groups(own).values()].map(({key, rows, inside}) => ({
        key,
        value: this.#valueOf(own, nestedCalled(own, top.by) ?? top.by, {
          key,
          rows,
          ...(inside ? {inside} : {}),
        }),
      }));
      kept = keysOfTop(top, groups);
      this.#kept.set(query, kept);
    }
    return changedByTop(top, dimensionNames(query), kept);
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
