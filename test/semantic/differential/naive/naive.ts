import type {PerFilter} from "../../../../shared/semantic/query/filter.ts";
import type {NestedMeasure} from "../../../../shared/semantic/query/nested.ts";
import type {Query} from "../../../../shared/semantic/query/query.ts";
import {isNestedMeasure, type RowAggregate} from "../../../../shared/semantic/query/row-aggregates.ts";
import {
  dimensionNames,
  measuredDimensions,
  measureNames,
} from "../../../../shared/semantic/query/selected-names.ts";
import {type Cell, canonical} from "../../engines.ts";
import type {RandomLayer, Row} from "../random-layer.ts";
import {axisOf, calculated, type Shown} from "./calculations.ts";
import {type Compared, comparedSpans, met} from "./compare.ts";
import {Conditions, type Placed} from "./conditions.ts";
import {followed, isBase} from "./conversions.ts";
import {fillGroups} from "./fill.ts";
import {conjuncts, isOnCalculation, measureFilters, rowFilters} from "./filters.ts";
import {type Entry, type Group, type Groups, type Located, rowsKey, textOf} from "./groups.ts";
import {dimensionsOfRows, queryOfGroups} from "./groups-query.ts";
import {type Attributes, Joins, type Rows} from "./joins.ts";
import {answerJourney} from "./journeys.ts";
import {Measures} from "./measures.ts";
import {aggregateOf, isOnOwn, nestedMeasures, ownCalled} from "./nested.ts";
import {firstRows, hiddenIn} from "./order.ts";
import {isSamePlace, keyOf, type Place, Places, prefixOf} from "./places.ts";
import {aggregateOfRows, rowAggregates} from "./row-aggregates.ts";
import {changedByTop, keysOfTop, queryOfTop} from "./top.ts";
import {binOf, comparisonHolds, conditionHolds, dimensionValue, type Value} from "./values.ts";
import {boundsOf, grainsAlong, groupRows} from "./windows.ts";

/** Changes the group of a row of a home; `undefined` leaves the row out. */
type Change = (key: Value[], home: Place, dimensions: readonly Place[]) => Value[] | undefined;

/**
 * The groups of a query and the inner groups of each of its nested aggregates. Inner keys begin with the key of the outer
 * group.
 */
interface Asked {
  query: Query;
  groups: Groups;
  inner: ReadonlyMap<NestedMeasure, Inner>;
  homes: readonly Place[];
  /** The value of each measure over no rows, computed once, because there are many filled groups. */
  ofNothing: Map<string | NestedMeasure | RowAggregate, Value>;
}

/** The inner groups of a nested aggregate: by the outer group, then by the aggregate's own dimensions, both as texts. */
interface Inner {
  groupsQuery: Query;
  groups: ReadonlyMap<string, ReadonlyMap<string, readonly Group[]>>;
}

interface Line {
  key: Value[];
  calculations: Value[];
}

/**
 * Answers a query row by row, as the documentation describes it, without SQL: every measure is computed from its own
 * model's rows, and counts each row once in a group.
 */
export class Naive {
  readonly #places: Places;
  readonly #joins: Joins;
  readonly #measures: Measures;
  readonly #conditions: Conditions;
  /** The groups of a condition on a measure, computed once: they are the same for every row. */
  readonly #groupsOf = new Map<PerFilter, Groups>();
  /** The measure of the query for such groups. */
  readonly #measured = new Map<Query, Place>();
  /** The places of a query's measures, by their names. */
  readonly #components = new WeakMap<Query, Map<string, Place[]>>();
  /** The places of the measures of a condition. */
  readonly #componentsOf = new WeakMap<PerFilter, Place[][]>();
  readonly #asked = new WeakMap<Query, Asked>();
  /** The query that was answered last, with its groups and lines. */
  #last: {query: Query; asked: Asked; lines: Line[]} | undefined;

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
    if (query.rows === true) return this.#shownRows(query);
    this.#places.resolve(query);
    this.#places.refusePairs(query);
    if (query.compare !== undefined) return this.#comparedRows(query).map(row => row.map(show));
    const asked = this.#askedOf(query);
    const lines = this.#lines(asked);
    this.#last = {query, asked, lines};
    const rows = lines.map(({key, calculations}) => [...key, ...this.#values(asked, [key]), ...calculations]);
    if (query.subtotals !== true) return rows.map(row => row.map(show));
    const keys = lines.map(({key}) => key);
    const width = dimensionNames(query).length;
    const all = [...rows.map(row => [...row, width]), ...this.#subtotals(asked, keys)];
    return all.map(row => row.map(show));
  }

  /** Whether the answer has no rows, found without the measures' values. */
  isEmpty(query: Query): boolean {
    const {funnel, retention, rows, filters = []} = query;
    if (funnel !== undefined || retention !== undefined || rows === true)
      return this.answer(query).length === 0;
    this.#places.resolve(query);
    this.#places.refusePairs(query);
    if (query.compare !== undefined) return this.#spans(query).keys.length === 0;
    const asked = this.#askedOf(query);
    if (filters.some(filter => isOnCalculation(query, filter))) return this.#lines(asked).length === 0;
    if (query.fillGaps === true) this.#fill(asked, asked.groups);
    return this.#passing(asked, asked.groups).length === 0;
  }

  #askedOf(query: Query): Asked {
    const found = this.#asked.get(query) ?? this.#ask(query);
    this.#asked.set(query, found);
    return found;
  }

  #shownRows(query: Query): Cell[][] {
    const {dimensions = []} = query;
    const hidden = hiddenIn(query);
    const whole = {...query, dimensions: [...dimensions, ...hidden], limit: 1_000_000};
    const rows = this.rows(whole).map(({key}) => key.map(show));
    return hidden.length === 0 ? rows : firstRows(whole, rows).map(row => row.slice(0, dimensions.length));
  }

  /** The measures over the rows of all groups that are left, each row once. */
  totals(query: Query): Cell[] {
    this.#places.resolve(query);
    if (query.compare !== undefined) {
      const {now, before, keys} = this.#spans(query);
      return this.#changes(now, before, keys, "together").map(show);
    }
    const isLast = this.#last?.query === query;
    const asked = isLast && this.#last ? this.#last.asked : this.#ask(query);
    const keys = (isLast && this.#last ? this.#last.lines : this.#lines(asked)).map(({key}) => key);
    // Columns of calculations are null in totals, as documented. Nothing is documented of the column `subtotal`.
    const others = [...(query.calculations ?? []), ...(query.subtotals === true ? ["subtotal"] : [])];
    return [...this.#values(asked, keys, "together").map(show), ...others.map(() => null)];
  }

  resolve(query: Query): void {
    this.#places.resolve(query);
  }

  /** The rows of the query's model that its filters keep, each with the values of the query's dimensions. */
  rows(query: Query): {key: Value[]; row: Row}[] {
    this.#places.resolve(query);
    return this.#located(query, ownRows(query), this.#topOf(query)).entries;
  }

  /** The value of a model's measure over some of its rows. */
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

  /** The groups of a query and the rows in them. `change` replaces the change that the query's `top` makes. */
  #ask(query: Query, change: Change | undefined = this.#topOf(query)): Asked {
    const width = dimensionsOfRows(query).length;
    const isOfGroups = measuredDimensions(query).length > 0;
    const own = isOfGroups ? [] : this.#homes(query).map(home => this.#located(query, home, change));
    const inside = nestedMeasures(query).map(entry => {
      const groupsQuery = queryOfGroups(query, entry);
      const located = this.#homes(groupsQuery).map(home => this.#located(groupsQuery, home, change));
      return {entry, groupsQuery, located};
    });
    // The periods of a window extend as far as the rows of any measure.
    const all = [...own, ...inside.flatMap(({located}) => located)];
    const groups: Groups = new Map();
    for (const one of own) groupRows(this.#joins, query, one, all, groups);
    const inner = new Map<NestedMeasure, Inner>();
    for (const {entry, groupsQuery, located} of inside) {
      const found: Groups = new Map();
      for (const one of located) {
        const isShown = one.periods !== undefined && one.periods.along < width;
        groupRows(this.#joins, groupsQuery, one, isShown ? all : located, found);
      }
      const keyed = [...found.values()].map(group => this.#byValues(query, groupsQuery, group));
      const byOuter = new Map<string, Map<string, Group[]>>();
      for (const group of keyed) {
        const outer = group.key.slice(0, dimensionNames(query).length);
        const text = textOf(outer);
        if (!groups.has(text)) groups.set(text, {key: outer, rows: new Map()});
        const inThis = byOuter.get(text) ?? new Map<string, Group[]>();
        byOuter.set(text, inThis);
        const own = JSON.stringify(group.key.slice(outer.length));
        inThis.set(own, [...(inThis.get(own) ?? []), group]);
      }
      inner.set(entry, {groupsQuery, groups: byOuter});
    }
    if (dimensionNames(query).length === 0 && groups.size === 0) groups.set("[]", {key: [], rows: new Map()});
    return {query, groups, inner, homes: all.map(({home}) => home), ofNothing: new Map()};
  }

  /**
   * An inner group keyed by the query's dimensions before those of `per`. A dimension may be the value of a measure in the
   * group.
   */
  #byValues({dimensions = []}: Query, groupsQuery: Query, group: Group): Group {
    const ofRows = [...group.key];
    const own = dimensions.map(entry => {
      if (typeof entry === "string" || !("of" in entry)) return ofRows.shift() ?? null;
      const value = this.#measures.value(this.#componentsIn(groupsQuery, entry.of), group.rows);
      return entry.bin === undefined || value === null ? value : binOf(Number(value), entry.bin);
    });
    return {...group, key: [...own, ...ofRows]};
  }

  /** The homes of all measures but nested aggregates. */
  #homes(query: Query): Place[] {
    const {measures = []} = query;
    const named = measures.filter(entry => typeof entry === "string");
    for (const {field, other} of measureFilters(query))
      named.push(field, ...(other === undefined ? [] : [other]));
    const places = named.flatMap(name => this.#componentsIn(query, name));
    if (measures.length === 0 || rowAggregates(query).length > 0) places.push(ownRows(query));
    return places;
  }

  /** The measures of a query in a group, or over the rows of several groups together. */
  #values(asked: Asked, keys: readonly Value[][], together?: "together"): Value[] {
    return (asked.query.measures ?? []).map(entry => this.#value(asked, entry, keys, together));
  }

  #value(
    asked: Asked,
    entry: string | NestedMeasure | RowAggregate,
    keys: readonly Value[][],
    together?: "together",
  ): Value {
    const [only, ...others] = keys;
    const text = only === undefined || others.length > 0 ? undefined : textOf(only);
    const hasRows =
      text === undefined ||
      (asked.groups.get(text)?.rows.size ?? 0) > 0 ||
      [...asked.inner.values()].some(({groups}) => groups.has(text));
    if (hasRows) return this.#valueOfRows(asked, entry, keys, together);
    const found = asked.ofNothing.get(entry) ?? this.#valueOfRows(asked, entry, keys, together);
    asked.ofNothing.set(entry, found);
    return found;
  }

  #valueOfRows(
    asked: Asked,
    entry: string | NestedMeasure | RowAggregate,
    keys: readonly Value[][],
    together?: "together",
  ): Value {
    const {query, groups, inner} = asked;
    const texts = new Set(keys.map(textOf));
    const isTogether = together !== undefined;
    if (typeof entry === "string") {
      const places = this.#componentsIn(query, entry);
      return this.#measureOver(
        places,
        [...texts].flatMap(text => groups.get(text) ?? []),
        isTogether,
      );
    }
    if (!isNestedMeasure(entry)) {
      const found = [...texts].flatMap(text => [
        ...(groups.get(text)?.rows.get(rowsKey(ownRows(query))) ?? []),
      ]);
      return aggregateOfRows(
        entry,
        [...new Set(found)].map(row => this.#valueOf(query, entry.of, row)),
      );
    }
    const found = inner.get(entry);
    const places = this.#componentsIn(found?.groupsQuery ?? queryOfGroups(query, entry), entry.of);
    const per = new Map<string, Group[]>();
    for (const text of texts) {
      for (const [own, alike] of found?.groups.get(text) ?? [])
        per.set(own, [...(per.get(own) ?? []), ...alike]);
    }
    return aggregateOf(
      entry,
      [...per.values()].map(alike => this.#measureOver(places, alike, isTogether)),
    );
  }

  #componentsIn(query: Query, name: string): Place[] {
    const known = this.#components.get(query) ?? new Map<string, Place[]>();
    this.#components.set(query, known);
    const found = known.get(name) ?? this.#places.components(query, name);
    known.set(name, found);
    return found;
  }

  /** The value of a dimension in a row of the query's model. */
  #valueOf({model, timezone = "UTC"}: Query, name: string | undefined, row: Row): Value {
    if (name === undefined) return null;
    const {steps, field, grain} = this.#places.at(model, name);
    return dimensionValue(this.#joins.look(new Map([["", row]]), steps), field, grain, timezone);
  }

  /**
   * The value of a measure in a group, or over the rows of several. Over several, the last moment is the last of all their
   * rows.
   */
  #measureOver(places: Place[], groups: readonly Group[], isTogether: boolean): Value {
    if (!isTogether) return this.#measures.value(places, groups[0]?.rows ?? new Map());
    const rows = places.map(place => {
      const key = rowsKey(place);
      return [key, new Set(groups.flatMap(group => [...(group.rows.get(key) ?? [])]))] as const;
    });
    return this.#measures.value(places, new Map(rows));
  }

  /** The groups that a query shows before its limit, with their calculations. */
  #lines(asked: Asked): Line[] {
    const {query} = asked;
    const {calculations = []} = query;
    const dimensions = dimensionNames(query);
    if (query.fillGaps === true) this.#fill(asked, asked.groups);
    const keys = this.#passing(asked, asked.groups);
    const measured = measuredDimensions(query).map(({name}) => name);
    const periods = dimensions.map(name =>
      measured.includes(name) ? undefined : periodOf(this.#places.at(query.model, name)),
    );
    const known = new Map<string, Map<string, Value>>();
    for (const calculation of calculations) {
      const axis = axisOf(calculation, {dimensions, periods});
      const ofMeasure = this.#measureIn(asked, calculation.of, axis, keys);
      const before = known.get(calculation.of);
      const value = before === undefined ? ofMeasure : once(key => before.get(textOf(key)) ?? null);
      const {along} = calculation;
      const place = along === undefined ? undefined : known.get(along);
      const isRank = calculations.some(({name, type}) => name === along && type === "rank");
      const isMeasure = along !== undefined && measureNames(query).includes(along);
      const shown: Shown = {
        dimensions,
        periods,
        keys,
        value,
        ...(place ? {place: {value: once(key => place.get(textOf(key)) ?? null), isRank}} : {}),
        ...(isMeasure ? {place: {value: this.#measureIn(asked, along, undefined, keys), isRank: false}} : {}),
      };
      known.set(
        calculation.name,
        new Map(keys.map(key => [textOf(key), calculated(calculation, shown, key)])),
      );
    }
    const lines = keys.map(key => ({
      key,
      calculations: calculations.map(({name}) => known.get(name)?.get(textOf(key)) ?? null),
    }));
    const filters = (query.filters ?? []).filter(filter => isOnCalculation(query, filter));
    return lines.filter(line =>
      filters.every(filter => {
        const value = line.calculations[calculations.findIndex(({name}) => name === filter.field)] ?? null;
        return conditionHolds(value, "number", filter, "UTC");
      }),
    );
  }

  /** The measure in each group that passes, and in each period without rows that would pass if gaps were filled. */
  #measureIn(asked: Asked, name: string, axis: number | undefined, keys: readonly Value[][]): Shown["value"] {
    const entry = ownCalled(asked.query, name) ?? name;
    const groups: Groups = new Map(asked.groups);
    if (axis !== undefined) this.#fill(asked, groups, axis);
    const passing = axis === undefined ? keys : this.#passing(asked, groups);
    const texts = new Set(passing.map(textOf));
    return once(key => (texts.has(textOf(key)) ? this.#value(asked, entry, [[...key]]) : null));
  }

  #fill({query, homes}: Asked, groups: Groups, axis?: number): void {
    fillGroups(this.#places, query, groups, homes, axis);
  }

  /** The groups that pass the filters on measures. */
  #passing(asked: Asked, groups: Groups): Value[][] {
    const {query} = asked;
    const filters = (query.filters ?? []).filter(
      filter => isOnOwn(query, filter) || measureFilters(query).some(other => other === filter),
    );
    const keys = [...groups.values()].map(({key}) => key);
    if (filters.length === 0) return keys;
    return keys.filter(key =>
      filters.every(filter => {
        if (!("field" in filter) || "per" in filter)
          throw new Error("a condition on a measure is not a plain comparison");
        const valueIn = (name: string) => this.#value(asked, ownCalled(query, name) ?? name, [key]);
        const value = valueIn(filter.field);
        if (filter.other !== undefined) return comparisonHolds([value, valueIn(filter.other)], filter.op);
        return conditionHolds(value, "number", filter, "UTC");
      }),
    );
  }

  /** A row for all groups with the same leading values, with nulls for the other dimensions. */
  #subtotals(asked: Asked, keys: readonly Value[][]): Value[][] {
    const width = dimensionNames(asked.query).length;
    return Array.from({length: width - 1}, (_, i) => i + 1).flatMap(level => {
      const alike = Map.groupBy(keys, key => JSON.stringify(key.slice(0, level)));
      return [...alike.values()].map(some => [
        ...(some[0] ?? []).map((value, i) => (i < level ? value : null)),
        ...this.#values(asked, some, "together"),
        level,
      ]);
    });
  }

  #comparedRows(query: Query): Value[][] {
    const {now, before, keys} = this.#spans(query);
    return keys.map(key => [...key, ...this.#changes(now, before, [key])]);
  }

  /**
   * The groups of the query's own span, the groups of the earlier span under the keys that they are compared with, and the keys
   * that are shown.
   */
  #spans(query: Query): {now: Asked; before: Asked; keys: Value[][]} {
    const compared = comparedSpans(query);
    const {own} = compared;
    const top = this.#topOf(own);
    const now = this.#ask(own, top);
    const before = this.#ask(compared.earlier, (key, home, dimensions) => {
      const moved = this.#met(compared, query, key, home, dimensions);
      return moved === undefined || top === undefined ? moved : top(moved, home, dimensions);
    });
    const either: Groups = new Map([...before.groups, ...now.groups]);
    if (own.fillGaps === true) this.#fill(now, either);
    return {now, before, keys: this.#passing(now, either)};
  }

  /** The key that a group of the earlier span is compared with. */
  #met(
    compared: Compared,
    {model, dimensions: shown = []}: Query,
    key: Value[],
    home: Place,
    dimensions: readonly Place[],
  ): Value[] | undefined {
    const time = this.#places.from(home, model, compared.field);
    const moved = key.map((value, i) => {
      const place = dimensions[i];
      const isMoved = i < shown.length && place !== undefined && isSamePlace(place, time);
      return isMoved ? met(compared, place.grain, value) : value;
    });
    return moved.some(value => value === undefined) ? undefined : moved.map(value => value ?? null);
  }

  /** Each measure now and before, and its change. */
  #changes(now: Asked, before: Asked, keys: readonly Value[][], together?: "together"): Value[] {
    const [ours, theirs] = [now, before].map(asked => this.#values(asked, keys, together));
    return (ours ?? []).flatMap((value, i) => {
      const other = theirs?.[i] ?? null;
      const change =
        value === null || other === null || other === 0
          ? null
          : (Number(value) - Number(other)) / Number(other);
      return [value, other, change];
    });
  }

  /** The value of the measure, or of the two measures, of a condition in the group of a key. */
  #measureOf(base: string, filter: PerFilter, key: Value[], timezone: string): Value[] {
    const {per, field, other, filters = []} = filter;
    const measures = [field, ...(other === undefined ? [] : [other])];
    const query: Query = {model: base, dimensions: per, measures, filters, timezone};
    const components =
      this.#componentsOf.get(filter) ?? measures.map(name => this.#places.components(query, name));
    this.#componentsOf.set(filter, components);
    const first = components[0]?.[0];
    if (first !== undefined && prefixOf(field) === prefixOf(other ?? field)) this.#measured.set(query, first);
    const groups = this.#groupsOf.get(filter) ?? this.#ask(query).groups;
    this.#groupsOf.set(filter, groups);
    const rows = groups.get(textOf(key))?.rows ?? new Map();
    return components.map(places => this.#measures.value(places, rows));
  }

  /** The rows of a measure's home, each with every group that it belongs to. */
  #located(query: Query, home: Place, change: Change | undefined): Located {
    const timezone = query.timezone ?? "UTC";
    const dimensions = dimensionNames(query).map(name => this.#places.from(home, query.model, name));
    const window = this.#measures.window(home);
    const way = window === undefined ? undefined : this.#places.along(home.model, window.dimension);
    const filters = rowFilters(query)
      .flatMap(conjuncts)
      .map(filter => this.#conditions.placed(query.model, home, filter, this.#measured.get(query)));
    const chooses = (placed: Placed) =>
      placed.kind === "test" && way !== undefined && isSamePlace(placed.place, way);
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
        const kept = change === undefined ? key : change(key, home, dimensions);
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

  /** The change that `top` makes: which values are kept, and the name of the others. */
  #topOf(query: Query): Change | undefined {
    const {top} = query;
    if (top === undefined) return undefined;
    const asked = this.#ask(queryOfTop(query, top), undefined);
    const groups = [...asked.groups.values()].map(({key}) => ({
      key,
      value: this.#values(asked, [key])[0] ?? null,
    }));
    const change = changedByTop(
      top,
      dimensionNames({dimensions: dimensionsOfRows(query)}),
      keysOfTop(top, groups),
    );
    return key => change(key);
  }

  /** The rows that convert from the rows of a query, each in the group of the last row before it. */
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
/** Remembers the value of each key object, because the same groups are looked up again and again. */
function once(value: Shown["value"]): Shown["value"] {
  const known = new Map<readonly Value[], Value>();
  return key => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = value(key);
    known.set(key, found);
    return found;
  };
}

/** The place of the query's own model. */
function ownRows({model}: Query): Place {
  return {model, steps: [], field: "count", isSpelled: true};
}
function show(value: Value): Cell {
  if (value === null) return null;
  return canonical(String(value), typeof value === "number" ? "number" : undefined);
}
/** The grain of a dimension's periods, if it has periods. A date without a grain has days. */
function periodOf({field, grain}: Place): string | undefined {
  if (grain === undefined) return ["d", "next", "due", "until"].includes(field) ? "day" : undefined;
  return /^(day|week|month|(fiscal_)?quarter|(fiscal_)?year|retail)$/.test(grain) ? grain : undefined;
}
