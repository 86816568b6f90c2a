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
import {axisOf, type CalculationInput, calculated} from "./calculations.ts";
import {type Compared, comparedSpans, matchingValue} from "./compare.ts";
import {Conditions, type ResolvedCondition} from "./conditions.ts";
import {convertedRows, isBase} from "./conversions.ts";
import {type FieldPath, FieldPaths, isSameField, keyOf, prefixOf} from "./field-paths.ts";
import {fillGroups} from "./fill.ts";
import {conjuncts, isOnCalculation, measureFilters, rowFilters} from "./filters.ts";
import {type Entry, type Group, type GroupedRows, type Groups, rowsKey, textOf} from "./groups.ts";
import {dimensionsOfRows, queryOfGroups} from "./groups-query.ts";
import {type Attributes, Joins, type Rows} from "./joins.ts";
import {answerJourney} from "./journeys.ts";
import {Measures} from "./measures.ts";
import {aggregateOf, isOnOwnAggregate, nestedMeasures, ownAggregate} from "./nested.ts";
import {firstRows, hiddenIn} from "./order.ts";
import {aggregateOfRows, rowAggregates} from "./row-aggregates.ts";
import {changedByTop, keysOfTop, queryOfTop} from "./top.ts";
import {binOf, comparisonHolds, conditionHolds, dimensionValue, type Value} from "./values.ts";
import {boundsOf, grainsAlong, groupRows} from "./windows.ts";

/** Changes the group of a row of a measure. `undefined` leaves the row out. */
type Change = (key: Value[], measure: FieldPath, dimensions: readonly FieldPath[]) => Value[] | undefined;

/**
 * The groups of a query and the inner groups of each of its nested aggregates. Inner keys begin with the key of the
 * outer group.
 */
interface EvaluatedQuery {
  query: Query;
  groups: Groups;
  inner: ReadonlyMap<NestedMeasure, Inner>;
  measurePaths: readonly FieldPath[];
  /** The value of each measure over no rows. It is computed once, because there are many filled groups. */
  ofNothing: Map<string | NestedMeasure | RowAggregate, Value>;
}

/**
 * The inner groups of a nested aggregate: by the outer group, then by the aggregate's own dimensions. Both keys are
 * texts.
 */
interface Inner {
  groupsQuery: Query;
  groups: ReadonlyMap<string, ReadonlyMap<string, readonly Group[]>>;
}

interface Line {
  key: Value[];
  calculations: Value[];
}

/**
 * Answers a query row by row, as the documentation describes it, without SQL. Every measure is computed from the rows
 * of its own model, and counts each row once in a group.
 */
export class Naive {
  readonly #fieldPaths: FieldPaths;
  readonly #joins: Joins;
  readonly #measures: Measures;
  readonly #conditions: Conditions;
  /** The groups of a condition on a measure. They are computed once, because they are the same for every row. */
  readonly #groupsOf = new Map<PerFilter, Groups>();
  /** The measure of the query for such groups. */
  readonly #measured = new Map<Query, FieldPath>();
  /** The field paths of a query's measures, by the measures' names. */
  readonly #components = new WeakMap<Query, Map<string, FieldPath[]>>();
  /** The field paths of the measures of a condition. */
  readonly #componentsOf = new WeakMap<PerFilter, FieldPath[][]>();
  readonly #evaluated = new WeakMap<Query, EvaluatedQuery>();
  /** The last answered query, with its groups and lines. */
  #last: {query: Query; evaluated: EvaluatedQuery; lines: Line[]} | undefined;

  constructor(
    readonly layer: RandomLayer,
    readonly attributes: Attributes,
  ) {
    this.#fieldPaths = new FieldPaths(layer);
    this.#joins = new Joins(layer, attributes, this.#fieldPaths);
    this.#measures = new Measures(layer, this.#fieldPaths, this.#joins);
    this.#conditions = new Conditions(this.#fieldPaths, this.#joins, (...evaluated) =>
      this.#measureOf(...evaluated),
    );
  }

  answer(query: Query): Cell[][] {
    if (query.funnel !== undefined || query.retention !== undefined) {
      return answerJourney(this, query).map(row => row.map(show));
    }
    if (query.rows === true) return this.#selectedRows(query);
    this.#fieldPaths.resolve(query);
    this.#fieldPaths.refusePairs(query);
    if (query.compare !== undefined) return this.#comparedRows(query).map(row => row.map(show));
    const evaluated = this.#evaluatedOf(query);
    const lines = this.#lines(evaluated);
    this.#last = {query, evaluated, lines};
    const rows = lines.map(({key, calculations}) => [
      ...key,
      ...this.#values(evaluated, [key]),
      ...calculations,
    ]);
    if (query.subtotals !== true) return rows.map(row => row.map(show));
    const keys = lines.map(({key}) => key);
    const width = dimensionNames(query).length;
    const all = [...rows.map(row => [...row, width]), ...this.#subtotals(evaluated, keys)];
    return all.map(row => row.map(show));
  }

  /** Whether the answer has no rows, determined without computing the measures' values. */
  isEmpty(query: Query): boolean {
    const {funnel, retention, rows, filters = []} = query;
    if (funnel !== undefined || retention !== undefined || rows === true)
      return this.answer(query).length === 0;
    this.#fieldPaths.resolve(query);
    this.#fieldPaths.refusePairs(query);
    if (query.compare !== undefined) return this.#spans(query).keys.length === 0;
    const evaluated = this.#evaluatedOf(query);
    if (filters.some(filter => isOnCalculation(query, filter))) return this.#lines(evaluated).length === 0;
    if (query.fillGaps === true) this.#fill(evaluated, evaluated.groups);
    return this.#passing(evaluated, evaluated.groups).length === 0;
  }

  #evaluatedOf(query: Query): EvaluatedQuery {
    const found = this.#evaluated.get(query) ?? this.#evaluate(query);
    this.#evaluated.set(query, found);
    return found;
  }

  #selectedRows(query: Query): Cell[][] {
    const {dimensions = []} = query;
    const hidden = hiddenIn(query);
    const whole = {...query, dimensions: [...dimensions, ...hidden], limit: 1_000_000};
    const rows = this.rows(whole).map(({key}) => key.map(show));
    return hidden.length === 0 ? rows : firstRows(whole, rows).map(row => row.slice(0, dimensions.length));
  }

  /** The measures over the rows of all groups in the answer. Each row counts once. */
  totals(query: Query): Cell[] {
    this.#fieldPaths.resolve(query);
    if (query.compare !== undefined) {
      const {now, before, keys} = this.#spans(query);
      return this.#changes(now, before, keys, "together").map(show);
    }
    const isLast = this.#last?.query === query;
    const evaluated = isLast && this.#last ? this.#last.evaluated : this.#evaluate(query);
    const keys = (isLast && this.#last ? this.#last.lines : this.#lines(evaluated)).map(({key}) => key);
    // As documented, columns of calculations are null in totals. The documentation does not mention the column
    // `subtotal`.
    const others = [...(query.calculations ?? []), ...(query.subtotals === true ? ["subtotal"] : [])];
    return [...this.#values(evaluated, keys, "together").map(show), ...others.map(() => null)];
  }

  resolve(query: Query): void {
    this.#fieldPaths.resolve(query);
  }

  /** The rows of the query's model that pass its filters, each with the values of the query's dimensions. */
  rows(query: Query): {key: Value[]; row: Row}[] {
    this.#fieldPaths.resolve(query);
    return this.#groupedRows(query, ownRows(query), this.#topOf(query)).entries;
  }

  /** The value of a model's measure over some of the model's rows. */
  measureOf(model: string, name: string, rows: readonly Row[]): Value {
    const query = {model, measures: [name]};
    this.#fieldPaths.resolve(query);
    const paths = this.#fieldPaths.components(query, name);
    return this.#measures.value(paths, new Map(paths.map(path => [rowsKey(path), new Set(rows)])));
  }

  /** Whether two names of a model mean the same field, regardless of their grains. */
  isSame(model: string, one: string, other: string): boolean {
    return isSameField(this.#fieldPaths.at(model, one), this.#fieldPaths.at(model, other));
  }

  /** The groups of a query, with their rows. `change` replaces the change of the query's `top`. */
  #evaluate(query: Query, change: Change | undefined = this.#topOf(query)): EvaluatedQuery {
    const width = dimensionsOfRows(query).length;
    const isOfGroups = measuredDimensions(query).length > 0;
    const own = isOfGroups
      ? []
      : this.#measurePaths(query).map(measure => this.#groupedRows(query, measure, change));
    const inside = nestedMeasures(query).map(entry => {
      const groupsQuery = queryOfGroups(query, entry);
      const grouped = this.#measurePaths(groupsQuery).map(measure =>
        this.#groupedRows(groupsQuery, measure, change),
      );
      return {entry, groupsQuery, grouped};
    });
    // The periods of a window extend over the rows of all measures.
    const all = [...own, ...inside.flatMap(({grouped}) => grouped)];
    const groups: Groups = new Map();
    for (const one of own) groupRows(this.#joins, query, one, all, groups);
    const inner = new Map<NestedMeasure, Inner>();
    for (const {entry, groupsQuery, grouped} of inside) {
      const found: Groups = new Map();
      for (const one of grouped) {
        const isShown = one.periods !== undefined && one.periods.along < width;
        groupRows(this.#joins, groupsQuery, one, isShown ? all : grouped, found);
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
    return {query, groups, inner, measurePaths: all.map(({measure}) => measure), ofNothing: new Map()};
  }

  /**
   * An inner group, keyed by the query's dimensions and then by the dimensions of `per`. A dimension may be the value
   * of a measure in the group.
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

  /** The field paths of all measures except nested aggregates. */
  #measurePaths(query: Query): FieldPath[] {
    const {measures = []} = query;
    const named = measures.filter(entry => typeof entry === "string");
    for (const {field, other} of measureFilters(query))
      named.push(field, ...(other === undefined ? [] : [other]));
    const paths = named.flatMap(name => this.#componentsIn(query, name));
    if (measures.length === 0 || rowAggregates(query).length > 0) paths.push(ownRows(query));
    return paths;
  }

  /** The measures of a query in a group, or over the rows of several groups together. */
  #values(evaluated: EvaluatedQuery, keys: readonly Value[][], together?: "together"): Value[] {
    return (evaluated.query.measures ?? []).map(entry => this.#value(evaluated, entry, keys, together));
  }

  #value(
    evaluated: EvaluatedQuery,
    entry: string | NestedMeasure | RowAggregate,
    keys: readonly Value[][],
    together?: "together",
  ): Value {
    const [only, ...others] = keys;
    const text = only === undefined || others.length > 0 ? undefined : textOf(only);
    const hasRows =
      text === undefined ||
      (evaluated.groups.get(text)?.rows.size ?? 0) > 0 ||
      [...evaluated.inner.values()].some(({groups}) => groups.has(text));
    if (hasRows) return this.#valueOfRows(evaluated, entry, keys, together);
    const found = evaluated.ofNothing.get(entry) ?? this.#valueOfRows(evaluated, entry, keys, together);
    evaluated.ofNothing.set(entry, found);
    return found;
  }

  #valueOfRows(
    evaluated: EvaluatedQuery,
    entry: string | NestedMeasure | RowAggregate,
    keys: readonly Value[][],
    together?: "together",
  ): Value {
    const {query, groups, inner} = evaluated;
    const texts = new Set(keys.map(textOf));
    const isTogether = together !== undefined;
    if (typeof entry === "string") {
      const paths = this.#componentsIn(query, entry);
      return this.#measureOver(
        paths,
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
    const paths = this.#componentsIn(found?.groupsQuery ?? queryOfGroups(query, entry), entry.of);
    const per = new Map<string, Group[]>();
    for (const text of texts) {
      for (const [own, alike] of found?.groups.get(text) ?? [])
        per.set(own, [...(per.get(own) ?? []), ...alike]);
    }
    return aggregateOf(
      entry,
      [...per.values()].map(alike => this.#measureOver(paths, alike, isTogether)),
    );
  }

  #componentsIn(query: Query, name: string): FieldPath[] {
    const known = this.#components.get(query) ?? new Map<string, FieldPath[]>();
    this.#components.set(query, known);
    const found = known.get(name) ?? this.#fieldPaths.components(query, name);
    known.set(name, found);
    return found;
  }

  /** The value of a dimension in a row of the query's model. */
  #valueOf({model, timezone = "UTC"}: Query, name: string | undefined, row: Row): Value {
    if (name === undefined) return null;
    const {steps, field, grain} = this.#fieldPaths.at(model, name);
    return dimensionValue(this.#joins.rowAt(new Map([["", row]]), steps), field, grain, timezone);
  }

  /**
   * The value of a measure in a group, or over the rows of several groups. Over several groups, the last moment is the
   * last moment of all their rows.
   */
  #measureOver(paths: FieldPath[], groups: readonly Group[], isTogether: boolean): Value {
    if (!isTogether) return this.#measures.value(paths, groups[0]?.rows ?? new Map());
    const rows = paths.map(path => {
      const key = rowsKey(path);
      return [key, new Set(groups.flatMap(group => [...(group.rows.get(key) ?? [])]))] as const;
    });
    return this.#measures.value(paths, new Map(rows));
  }

  /** The groups that a query selects before its limit, with their calculations. */
  #lines(evaluated: EvaluatedQuery): Line[] {
    const {query} = evaluated;
    const {calculations = []} = query;
    const dimensions = dimensionNames(query);
    if (query.fillGaps === true) this.#fill(evaluated, evaluated.groups);
    const keys = this.#passing(evaluated, evaluated.groups);
    const measured = measuredDimensions(query).map(({name}) => name);
    const periods = dimensions.map(name =>
      measured.includes(name) ? undefined : periodOf(this.#fieldPaths.at(query.model, name)),
    );
    const known = new Map<string, Map<string, Value>>();
    for (const calculation of calculations) {
      const axis = axisOf(calculation, {dimensions, periods});
      const ofMeasure = this.#measureIn(evaluated, calculation.of, axis, keys);
      const before = known.get(calculation.of);
      const value = before === undefined ? ofMeasure : once(key => before.get(textOf(key)) ?? null);
      const {along} = calculation;
      const orderValues = along === undefined ? undefined : known.get(along);
      const isRank = calculations.some(({name, type}) => name === along && type === "rank");
      const isMeasure = along !== undefined && measureNames(query).includes(along);
      const input: CalculationInput = {
        dimensions,
        periods,
        keys,
        value,
        ...(orderValues ? {orderBy: {value: once(key => orderValues.get(textOf(key)) ?? null), isRank}} : {}),
        ...(isMeasure
          ? {orderBy: {value: this.#measureIn(evaluated, along, undefined, keys), isRank: false}}
          : {}),
      };
      known.set(
        calculation.name,
        new Map(keys.map(key => [textOf(key), calculated(calculation, input, key)])),
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

  /**
   * The value of the measure in each group that passes the filters, and in each period without rows that would pass if
   * gaps were filled.
   */
  #measureIn(
    evaluated: EvaluatedQuery,
    name: string,
    axis: number | undefined,
    keys: readonly Value[][],
  ): CalculationInput["value"] {
    const entry = ownAggregate(evaluated.query, name) ?? name;
    const groups: Groups = new Map(evaluated.groups);
    if (axis !== undefined) this.#fill(evaluated, groups, axis);
    const passing = axis === undefined ? keys : this.#passing(evaluated, groups);
    const texts = new Set(passing.map(textOf));
    return once(key => (texts.has(textOf(key)) ? this.#value(evaluated, entry, [[...key]]) : null));
  }

  #fill({query, measurePaths}: EvaluatedQuery, groups: Groups, axis?: number): void {
    fillGroups(this.#fieldPaths, query, groups, measurePaths, axis);
  }

  /** The groups that pass the filters on measures. */
  #passing(evaluated: EvaluatedQuery, groups: Groups): Value[][] {
    const {query} = evaluated;
    const filters = (query.filters ?? []).filter(
      filter => isOnOwnAggregate(query, filter) || measureFilters(query).some(other => other === filter),
    );
    const keys = [...groups.values()].map(({key}) => key);
    if (filters.length === 0) return keys;
    return keys.filter(key =>
      filters.every(filter => {
        if (!("field" in filter) || "per" in filter)
          throw new Error("a condition on a measure is not a plain comparison");
        const valueIn = (name: string) => this.#value(evaluated, ownAggregate(query, name) ?? name, [key]);
        const value = valueIn(filter.field);
        if (filter.other !== undefined) return comparisonHolds([value, valueIn(filter.other)], filter.op);
        return conditionHolds(value, "number", filter, "UTC");
      }),
    );
  }

  /** A row for all groups with the same leading values, with nulls for the other dimensions. */
  #subtotals(evaluated: EvaluatedQuery, keys: readonly Value[][]): Value[][] {
    const width = dimensionNames(evaluated.query).length;
    return Array.from({length: width - 1}, (_, i) => i + 1).flatMap(level => {
      const alike = Map.groupBy(keys, key => JSON.stringify(key.slice(0, level)));
      return [...alike.values()].map(some => [
        ...(some[0] ?? []).map((value, i) => (i < level ? value : null)),
        ...this.#values(evaluated, some, "together"),
        level,
      ]);
    });
  }

  #comparedRows(query: Query): Value[][] {
    const {now, before, keys} = this.#spans(query);
    return keys.map(key => [...key, ...this.#changes(now, before, [key])]);
  }

  /**
   * The groups of the query's own span, the groups of the earlier span under the keys with which they are compared, and
   * the keys of the answer.
   */
  #spans(query: Query): {now: EvaluatedQuery; before: EvaluatedQuery; keys: Value[][]} {
    const compared = comparedSpans(query);
    const {own} = compared;
    const top = this.#topOf(own);
    const now = this.#evaluate(own, top);
    const before = this.#evaluate(compared.earlier, (key, measure, dimensions) => {
      const moved = this.#matchingKey(compared, query, key, measure, dimensions);
      return moved === undefined || top === undefined ? moved : top(moved, measure, dimensions);
    });
    const either: Groups = new Map([...before.groups, ...now.groups]);
    if (own.fillGaps === true) this.#fill(now, either);
    return {now, before, keys: this.#passing(now, either)};
  }

  /** The key with which a group of the earlier span is compared. */
  #matchingKey(
    compared: Compared,
    {model, dimensions: requested = []}: Query,
    key: Value[],
    measure: FieldPath,
    dimensions: readonly FieldPath[],
  ): Value[] | undefined {
    const time = this.#fieldPaths.fromMeasure(measure, model, compared.field);
    const moved = key.map((value, i) => {
      const path = dimensions[i];
      const isMoved = i < requested.length && path !== undefined && isSameField(path, time);
      return isMoved ? matchingValue(compared, path.grain, value) : value;
    });
    return moved.some(value => value === undefined) ? undefined : moved.map(value => value ?? null);
  }

  /** The value of each measure now, the value before, and the change. */
  #changes(
    now: EvaluatedQuery,
    before: EvaluatedQuery,
    keys: readonly Value[][],
    together?: "together",
  ): Value[] {
    const [ours, theirs] = [now, before].map(evaluated => this.#values(evaluated, keys, together));
    return (ours ?? []).flatMap((value, i) => {
      const other = theirs?.[i] ?? null;
      const change =
        value === null || other === null || other === 0
          ? null
          : (Number(value) - Number(other)) / Number(other);
      return [value, other, change];
    });
  }

  /** The values of the measure, or of the two measures, of a condition in the group of a key. */
  #measureOf(base: string, filter: PerFilter, key: Value[], timezone: string): Value[] {
    const {per, field, other, filters = []} = filter;
    const measures = [field, ...(other === undefined ? [] : [other])];
    const query: Query = {model: base, dimensions: per, measures, filters, timezone};
    const components =
      this.#componentsOf.get(filter) ?? measures.map(name => this.#fieldPaths.components(query, name));
    this.#componentsOf.set(filter, components);
    const first = components[0]?.[0];
    if (first !== undefined && prefixOf(field) === prefixOf(other ?? field)) this.#measured.set(query, first);
    const groups = this.#groupsOf.get(filter) ?? this.#evaluate(query).groups;
    this.#groupsOf.set(filter, groups);
    const rows = groups.get(textOf(key))?.rows ?? new Map();
    return components.map(paths => this.#measures.value(paths, rows));
  }

  /** The rows of a measure, each with every group to which it belongs. */
  #groupedRows(query: Query, measure: FieldPath, change: Change | undefined): GroupedRows {
    const timezone = query.timezone ?? "UTC";
    const dimensions = dimensionNames(query).map(name =>
      this.#fieldPaths.fromMeasure(measure, query.model, name),
    );
    const window = this.#measures.window(measure);
    const time = window === undefined ? undefined : this.#fieldPaths.along(measure.model, window.dimension);
    const filters = rowFilters(query)
      .flatMap(conjuncts)
      .map(filter => this.#conditions.resolved(query.model, measure, filter, this.#measured.get(query)));
    const isOnWindowTime = (condition: ResolvedCondition) =>
      condition.kind === "test" && time !== undefined && isSameField(condition.path, time);
    const found: Entry[] = [];
    for (const row of this.#joins.visible(measure.model)) {
      let joined: Rows[] = [new Map([["", row]])];
      for (const {steps} of dimensions) joined = joined.flatMap(rows => this.#joins.join(rows, steps));
      for (const rows of joined) {
        const all = (parts: ResolvedCondition[]) =>
          this.#conditions.holds({kind: "and", parts}, rows, timezone);
        if (!all(filters.filter(filter => !isOnWindowTime(filter)))) continue;
        const key = dimensions.map(path =>
          dimensionValue(rows.get(keyOf(path.steps)) ?? null, path.field, path.grain, timezone),
        );
        found.push({key, row});
      }
    }
    const regroup = (all: Entry[]) =>
      all.flatMap(({key, row}) => {
        const newKey = change === undefined ? key : change(key, measure, dimensions);
        return newKey === undefined ? [] : [{key: newKey, row}];
      });
    const entries = regroup(found);
    if (this.#measures.conversion(measure) !== undefined) {
      return {
        measure,
        entries,
        dimensions,
        conversions: regroup(this.#conversionRows(measure, found, timezone)),
      };
    }
    if (window === undefined || time === undefined) return {measure, entries, dimensions};
    const bounds = boundsOf(
      filters.filter(isOnWindowTime).flatMap(condition => (condition.kind === "test" ? [condition] : [])),
    );
    return {
      measure,
      entries,
      dimensions,
      periods: {window, time, ...grainsAlong(dimensions, time), ...bounds},
    };
  }

  /** The change of groups by `top`, which retains some values and replaces the others by the name of the rest. */
  #topOf(query: Query): Change | undefined {
    const {top} = query;
    if (top === undefined) return undefined;
    const evaluated = this.#evaluate(queryOfTop(query, top), undefined);
    const groups = [...evaluated.groups.values()].map(({key}) => ({
      key,
      value: this.#values(evaluated, [key])[0] ?? null,
    }));
    const change = changedByTop(
      top,
      dimensionNames({dimensions: dimensionsOfRows(query)}),
      keysOfTop(top, groups),
    );
    return key => change(key);
  }

  /** The conversion rows for the base rows of a query. Each is in the group of the last base row before the conversion. */
  #conversionRows(measure: FieldPath, entries: Entry[], timezone: string): Entry[] {
    const {counted, source} = this.#measures.conversion(measure) ?? {};
    if (source?.conversion === undefined || counted === undefined) return [];
    const keys = new Map(entries.map(({key, row}) => [row, key]));
    const bases = [...keys.keys()].filter(row => isBase(row, source.where));
    const models = {base: measure.model, conversion: counted.model};
    const pairs = convertedRows(
      source.conversion,
      bases,
      this.#joins.visible(counted.model),
      (row, side, name) => {
        const {steps, field, grain} = this.#fieldPaths.along(models[side], name);
        return dimensionValue(this.#joins.rowAt(new Map([["", row]]), steps), field, grain, timezone);
      },
    );
    return pairs.flatMap(({row, base}) => {
      const key = keys.get(base);
      return key === undefined ? [] : [{key, row}];
    });
  }
}
/** Caches the value of each key object, because the same groups are looked up again and again. */
function once(value: CalculationInput["value"]): CalculationInput["value"] {
  const known = new Map<readonly Value[], Value>();
  return key => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = value(key);
    known.set(key, found);
    return found;
  };
}

/** The field path of the count of the query's own model. */
function ownRows({model}: Query): FieldPath {
  return {model, steps: [], field: "count", isExplicit: true};
}
function show(value: Value): Cell {
  if (value === null) return null;
  return canonical(String(value), typeof value === "number" ? "number" : undefined);
}
/** The grain of a dimension's periods, if its values are periods. The periods of a date without a grain are days. */
function periodOf({field, grain}: FieldPath): string | undefined {
  if (grain === undefined) return ["d", "next", "due", "until"].includes(field) ? "day" : undefined;
  return /^(day|week|month|(fiscal_)?quarter|(fiscal_)?year|retail)$/.test(grain) ? grain : undefined;
}
