import type {Filter, FilterCondition, Query} from "../../shared/semantic/query.ts";
import {type Cell, canonical} from "./engines.ts";
import {isMeasure, keyOf, type Place, Places, type Step} from "./naive-places.ts";
import {daysOf, inWindow, periodsBetween, type Window, windowOf} from "./naive-time.ts";
import {conditionHolds, dimensionValue, type Value} from "./naive-values.ts";
import type {RandomLayer, Row} from "./random-layer.ts";

interface Group {
  key: Value[];
  rows: Map<string, Set<Row>>;
}

type Groups = Map<string, Group>;
type Attributes = Record<string, string[]>;
type Rows = Map<string, Row | null>;
type Placed = {kind: "and" | "or"; parts: Placed[]} | {kind: "test"; place: Place; filter: FilterCondition};

/**
 * Answers a query row by row, as the semantics are written and with no SQL: every measure at its own
 * model's rows, each row once per group.
 */
export class Naive {
  readonly #places: Places;

  constructor(
    readonly layer: RandomLayer,
    readonly attributes: Attributes,
  ) {
    this.#places = new Places(layer);
  }

  answer(query: Query): Cell[][] {
    const groups = this.#groups(query);
    if (query.fillGaps === true) this.#fill(query, groups);
    return this.#passing(query, groups).map(({key, rows}) => {
      const values = (query.measures ?? []).map(name => this.#measure(this.#places.home(query, name), rows));
      return [...key, ...values].map(show);
    });
  }

  /** Each row of the groups that pass, once. */
  totals(query: Query): Cell[] {
    const passing = this.#passing(query, this.#groups(query));
    return (query.measures ?? []).map(name => {
      const place = this.#places.home(query, name);
      const all = new Set(passing.flatMap(({rows}) => [...(rows.get(rowsKey(place)) ?? [])]));
      return show(this.#measure(place, new Map([[rowsKey(place), all]])));
    });
  }

  #groups(query: Query): Groups {
    const groups: Groups = new Map();
    const measures = [...(query.measures ?? []), ...measureFilters(query).map(filter => filter.field)];
    const places = measures.map(name => this.#places.home(query, name));
    if ((query.measures ?? []).length === 0) places.push({model: query.model, steps: [], field: "count"});
    for (const place of places) this.#group(query, place, groups);
    if ((query.dimensions ?? []).length === 0 && groups.size === 0) {
      groups.set("[]", {key: [], rows: new Map()});
    }
    return groups;
  }

  /** The groups that pass the filters on measures. */
  #passing(query: Query, groups: Groups): Group[] {
    return [...groups.values()].filter(({rows}) =>
      measureFilters(query).every(filter => {
        const value = this.#measure(this.#places.home(query, filter.field), rows);
        return conditionHolds(value, "number", filter, "UTC");
      }),
    );
  }

  /** Puts each row of a measure's home into every group that it counts for. */
  #group(query: Query, home: Place, groups: Groups): void {
    const timezone = query.timezone ?? "UTC";
    const dimensions = (query.dimensions ?? []).map(name => this.#places.from(home, query.model, name));
    const window = this.#window(home);
    const way = window === undefined ? undefined : this.#places.along(home.model, window.dimension);
    const along = dimensions.findIndex(
      place => way !== undefined && isSamePlace(place, way) && place.grain !== undefined,
    );
    const filters = rowFilters(query)
      .flatMap(conjuncts)
      .map(filter => this.#placed(query.model, home, filter));
    const chooses = (placed: Placed) =>
      placed.kind === "test" && way !== undefined && isSamePlace(placed.place, way);
    const entries: {key: Value[]; row: Row; asked: boolean}[] = [];
    for (const row of this.#visible(home.model)) {
      let joined: Rows[] = [new Map([["", row]])];
      for (const {steps} of dimensions) joined = joined.flatMap(rows => this.#join(rows, steps));
      for (const rows of joined) {
        const all = (parts: Placed[]) => this.#holds({kind: "and", parts}, rows, timezone);
        if (!all(filters.filter(filter => !chooses(filter)))) continue;
        const key = dimensions.map(place =>
          dimensionValue(rows.get(keyOf(place.steps)) ?? null, place.field, place.grain, timezone),
        );
        entries.push({key, row, asked: all(filters.filter(chooses))});
      }
    }
    if (window === undefined || way === undefined) {
      for (const {key, row} of entries) addRow(groups, key, home, row);
      return;
    }
    const {grain = ""} = dimensions[along] ?? {};
    const asked = entries
      .filter(entry => entry.asked && entry.key[along] !== null)
      .map(entry => String(entry.key[along]))
      .sort();
    const [first] = asked;
    const last = asked.at(-1);
    if (first === undefined || last === undefined) return;
    for (const period of periodsBetween(first, last, grain)) {
      for (const {key, row} of entries) {
        const day = dimensionValue(this.#look(new Map([["", row]]), way.steps), way.field, "day", timezone);
        if (day === null || !inWindow(String(day), period, grain, window)) continue;
        addRow(groups, key.with(along, period), home, row);
      }
    }
  }

  #window({model, field}: Place): Window | undefined {
    const measures = this.layer.graph.models.find(({name}) => name === model)?.measures ?? [];
    const measure = measures.find(({name}) => name === field);
    return measure === undefined ? undefined : windowOf(measure);
  }

  /** Adds every period between the first and the last that is asked for, with every other combination. */
  #fill(query: Query, groups: Groups): void {
    const places = (query.dimensions ?? []).map(name => this.#places.at(query.model, name));
    const along = places.findIndex(({grain}) => ["week", "month", "quarter", "year"].includes(grain ?? ""));
    const {field, grain = "", steps} = places[along]!;
    const firsts: string[] = [];
    const lasts: string[] = [];
    for (const filter of rowFilters(query).flatMap(conjuncts)) {
      if (!("field" in filter)) continue;
      const place = this.#places.at(query.model, filter.field);
      if (place.field !== field || keyOf(place.steps) !== keyOf(steps)) continue;
      const {first, last} = daysOf(filter, place.grain);
      if (first !== undefined) firsts.push(first);
      if (last !== undefined) lasts.push(last);
    }
    const found = [...groups.values()]
      .map(group => group.key[along])
      .filter(period => typeof period === "string");
    found.sort();
    const cut = (day: string | undefined) =>
      day === undefined ? undefined : String(dimensionValue({d: day}, "d", grain, "UTC"));
    const first = cut(firsts.sort().at(-1)) ?? found[0];
    const last = cut(lasts.sort()[0]) ?? found.at(-1);
    if (first === undefined || last === undefined) return;
    const keys = places.length === 1 ? [[null]] : [...groups.values()].map(({key}) => key);
    for (const key of keys) {
      for (const period of periodsBetween(first, last, grain)) {
        const filled = key.with(along, period);
        const text = JSON.stringify(filled);
        if (!groups.has(text)) groups.set(text, {key: filled, rows: new Map()});
      }
    }
  }

  #join(rows: Rows, steps: Step[]): Rows[] {
    let all = [rows];
    for (let i = 0; i < steps.length; i++) {
      const key = keyOf(steps.slice(0, i + 1));
      all = all.flatMap(known => {
        if (known.has(key)) return [known];
        const near = known.get(keyOf(steps.slice(0, i))) ?? null;
        const partners = near === null ? [] : this.#partners(near, steps[i]!);
        if (partners.length === 0) return [new Map([...known, [key, null]])];
        return partners.map(partner => new Map<string, Row | null>([...known, [key, partner]]));
      });
    }
    return all;
  }

  #partners(row: Row, step: Step): Row[] {
    const [pair] = step.join.on;
    const near = row[step.toMany ? pair!.to : pair!.from] ?? null;
    if (near === null) return [];
    const column = step.toMany ? pair!.from : pair!.to;
    return this.#visible(step.to).filter(other => other[column] === near);
  }

  #visible(model: string): Row[] {
    const rows = this.layer.rows.get(model) ?? [];
    const rules = this.layer.graph.models.find(({name}) => name === model)?.rowAccess ?? [];
    return rows.filter(row =>
      rules.every(rule => {
        const place = this.#places.at(
          model,
          rule.dimension.includes(".") ? rule.dimension : `${model}.${rule.dimension}`,
        );
        let at: Row | null = row;
        for (const step of place.steps) {
          const key: string | number | null = at?.[step.join.on[0]!.from] ?? null;
          at =
            (this.layer.rows.get(step.to) ?? []).find(other => key !== null && other["id"] === key) ?? null;
        }
        const value = dimensionValue(at, place.field, undefined, "UTC");
        return value !== null && (this.attributes[rule.attribute] ?? []).includes(String(value));
      }),
    );
  }

  /** Conditions ANDed behind the same unjoined step to many hold in one same row of it. */
  #holds(placed: Placed, rows: Rows, timezone: string): boolean {
    if (placed.kind === "test") {
      const step = this.#unjoined(placed, rows);
      if (step !== undefined) return this.#someRow(step, rows, [placed], "and", timezone);
      const row = this.#look(rows, placed.place.steps);
      const {field, grain} = placed.place;
      const value = dimensionValue(row, field, undefined, timezone);
      const type = {w: "string", n: "number", at: "timestamp", d: "date"}[field] ?? "string";
      return conditionHolds(value, type, placed.filter, timezone, grain);
    }
    const groups = new Map<string, Placed[]>();
    const results: boolean[] = [];
    for (const part of flat(placed.kind, placed.parts)) {
      const step = this.#unjoined(part, rows);
      if (step === undefined || step === "several") results.push(this.#holds(part, rows, timezone));
      else groups.set(step, [...(groups.get(step) ?? []), part]);
    }
    for (const [step, parts] of groups) results.push(this.#someRow(step, rows, parts, placed.kind, timezone));
    return placed.kind === "and" ? results.every(Boolean) : results.some(Boolean);
  }

  #someRow(key: string, rows: Rows, parts: Placed[], kind: "and" | "or", timezone: string): boolean {
    const steps = firstTest(parts[0]!)!.place.steps;
    const upTo = steps.findIndex((_, i) => keyOf(steps.slice(0, i + 1)) === key);
    const near = this.#look(rows, steps.slice(0, upTo));
    if (near === null) return false;
    return this.#partners(near, steps[upTo]!).some(partner =>
      this.#holds({kind, parts}, new Map([...rows, [key, partner]]), timezone),
    );
  }

  /** The row at the end of to-one steps. */
  #look(rows: Rows, steps: Step[]): Row | null {
    const known = rows.get(keyOf(steps));
    if (known !== undefined) return known;
    const near = this.#look(rows, steps.slice(0, -1));
    return near === null ? null : (this.#partners(near, steps.at(-1)!)[0] ?? null);
  }

  #unjoined(placed: Placed, rows: Rows): string | undefined {
    if (placed.kind !== "test") {
      const all = new Set(placed.parts.map(part => this.#unjoined(part, rows)));
      return all.size > 1 ? "several" : [...all][0];
    }
    const {steps} = placed.place;
    for (let i = 0; i < steps.length; i++) {
      const key = keyOf(steps.slice(0, i + 1));
      if (steps[i]!.toMany && !rows.has(key)) return key;
    }
    return undefined;
  }

  #placed(base: string, home: Place, filter: Filter): Placed {
    if ("or" in filter) return {kind: "or", parts: filter.or.map(part => this.#placed(base, home, part))};
    if ("and" in filter) return {kind: "and", parts: filter.and.map(part => this.#placed(base, home, part))};
    return {kind: "test", place: this.#places.from(home, base, filter.field), filter};
  }

  #measure(place: Place, groups: Map<string, Set<Row>>): Value {
    const rows = [...(groups.get(rowsKey(place)) ?? [])];
    const of = (field: string) => this.#measure({...place, field}, groups);
    const numbers = numbersOf(rows);
    const sum = (list: number[]) => (list.length === 0 ? null : list.reduce((a, b) => a + b, 0));
    switch (place.field) {
      case "count":
        return rows.length;
      case "total":
        return sum(numbers);
      case "mean":
        return divide(sum(numbers), numbers.length);
      case "middle":
        return median(numbers);
      case "least":
        return numbers.length === 0 ? null : Math.min(...numbers);
      case "latest":
        return rows
          .map(row => row["at"] ?? null)
          .reduce<Value>((a, b) => (b !== null && (a === null || b > a) ? b : a), null);
      case "words":
        return new Set(rows.map(row => row["w"]).filter(word => word !== null)).size;
      case "filled":
        return rows.filter(row => row["w"] !== null).length;
      case "total_a":
        return sum(
          rows
            .filter(row => row["w"] === "a")
            .map(row => row["n"])
            .filter(n => typeof n === "number"),
        );
      case "count_a":
        return rows.filter(row => row["w"] === "a").length;
      case "closing":
        return sum(numbersOf(atEnd(rows, "at", "last")));
      case "closing_shifted":
        return sum(numbersOf(atEnd(rows, "at", "last")));
      case "known_a":
        return rowsAtEnds(rows, "last").length;
      case "opening_a":
        return rowsAtEnds(rows, "first").length;
      case "rolled_up":
        return sum(numbers);
      case "shifted_up":
        return rows.length;
      case "rolled":
      case "shifted":
        return sum(numbers);
      case "running":
        return rows.length;
      case "ratio":
        return divide(of("total_a"), of("count"));
      case "ratio_sum":
        return add(of("ratio"), divide(of("total"), of("words")));
      default:
        throw new Error(place.field);
    }
  }
}

/** The measures that take rows of other periods. */
const WINDOWS = new Set("rolled running shifted closing_shifted known_a rolled_up shifted_up".split(" "));

/** Under which a group keeps the rows of a measure: windows have rows of their own. */
function rowsKey(place: Place): string {
  const window = WINDOWS.has(place.field) ? place.field : "";
  return `${place.model}/${keyOf(place.steps)}/${window}`;
}

function addRow(groups: Groups, key: Value[], home: Place, row: Row): void {
  const text = JSON.stringify(key);
  const group = groups.get(text) ?? {key, rows: new Map<string, Set<Row>>()};
  groups.set(text, group);
  const own = group.rows.get(rowsKey(home)) ?? new Set<Row>();
  own.add(row);
  group.rows.set(rowsKey(home), own);
}

function numbersOf(rows: Row[]): number[] {
  return rows.map(row => row["n"] ?? null).filter(n => typeof n === "number");
}

/** The rows of the first or the last moment that there is among them. */
function atEnd(rows: Row[], field: string, take: "first" | "last"): Row[] {
  const moments = rows
    .flatMap(row => row[field] ?? [])
    .map(String)
    .sort();
  const end = take === "last" ? moments.at(-1) : moments[0];
  return rows.filter(row => end !== undefined && row[field] === end);
}

/** Of the rows that are not b, for each number those of the first or the last day. */
function rowsAtEnds(rows: Row[], take: "first" | "last"): Row[] {
  const picked = rows.filter(row => row["w"] !== null && row["w"] !== "b");
  const per = Map.groupBy(picked, row => row["n"] ?? null);
  return [...per.values()].flatMap(some => atEnd(some, "d", take));
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.field === other.field && keyOf(one.steps) === keyOf(other.steps);
}

function conjuncts(filter: Filter): Filter[] {
  return "and" in filter ? filter.and.flatMap(conjuncts) : [filter];
}

function firstTest(placed: Placed): Extract<Placed, {kind: "test"}> | undefined {
  if (placed.kind === "test") return placed;
  for (const part of placed.parts) {
    const found = firstTest(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

function flat(kind: "and" | "or", parts: Placed[]): Placed[] {
  return parts.flatMap(part => (part.kind === kind ? flat(kind, part.parts) : [part]));
}

function measureFilters(query: Query): FilterCondition[] {
  return (query.filters ?? []).filter(isMeasure);
}

function rowFilters(query: Query): Filter[] {
  return (query.filters ?? []).filter(filter => !isMeasure(filter));
}

function divide(a: Value, b: Value): Value {
  return a === null || b === null || Number(b) === 0 ? null : Number(a) / Number(b);
}

function add(a: Value, b: Value): Value {
  return a === null || b === null ? null : Number(a) + Number(b);
}

function median(list: number[]): Value {
  if (list.length === 0) return null;
  const sorted = list.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

function show(value: Value): Cell {
  if (value === null) return null;
  return canonical(String(value), typeof value === "number" ? "number" : undefined);
}
