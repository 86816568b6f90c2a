import type {Measure} from "../../../shared/semantic/layer/graph.ts";
import type {Filter, FilterCondition, PerFilter, Query, RowsFilter} from "../../../shared/semantic/query.ts";
import {type Cell, canonical} from "../engines.ts";
import {alongOf, calculate, countsPeriods, type Line, order} from "./naive-calculations.ts";
import {followed} from "./naive-conversions.ts";
import {edgeOfDay, inHours, lengthOf, timesBetween} from "./naive-hours.ts";
import {answerJourney} from "./naive-journeys.ts";
import {isMeasure, keyOf, ownNames, type Place, Places, type Step} from "./naive-places.ts";
import {daysOf, inWindow, periodsBetween, type Window, windowOf} from "./naive-time.ts";
import {conditionHolds, dimensionValue, type Value} from "./naive-values.ts";
import {type RandomLayer, RETAIL, type Row} from "./random-layer.ts";

interface Group {
  key: Value[];
  rows: Map<string, Set<Row>>;
}

type Groups = Map<string, Group>;
type Attributes = Record<string, string[]>;
type Rows = Map<string, Row | null>;
type Placed =
  | {kind: "and" | "or"; parts: Placed[]}
  | {kind: "not"; part: Placed}
  | {kind: "test"; place: Place; filter: FilterCondition}
  /** A measure of the group of some values of a row. */
  | {kind: "per"; base: string; places: Place[]; filter: PerFilter}
  /** Whether rows of another model belong to the row at the end of some steps. */
  | {kind: "rows"; before: Step[]; steps: Step[]; model: string; filter: RowsFilter};

interface Entry {
  key: Value[];
  row: Row;
}

/** The rows of a home with their groups; of a window, with the days that the filters name as its ends. */
interface Located {
  home: Place;
  entries: Entry[];
  /** Of conversions, the rows that follow, in the groups of those that they count for. */
  following?: Entry[];
  dimensions: Place[];
  periods?: {
    window: Window;
    way: Place;
    along: number;
    grain: string;
    /** Other dimensions of the same time, which have the values of the period, not of the row. */
    told: {index: number; grain: string}[];
    first?: string;
    last?: string;
  };
}

/**
 * Answers a query row by row, as the semantics are written and with no SQL: every measure at its own
 * model's rows, each row once per group.
 */
export class Naive {
  readonly #places: Places;
  /** The values that `top` keeps. */
  readonly #kept = new Map<Query, Set<string>>();
  /** The groups that a condition asks for: they are the same for every row. */
  readonly #groupsOf = new Map<PerFilter, Groups>();

  constructor(
    readonly layer: RandomLayer,
    readonly attributes: Attributes,
  ) {
    this.#places = new Places(layer);
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
      return show(this.#value(places, new Map(all)));
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
      values: measures.map(name => this.#value(this.#places.components(query, name), group.rows)),
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
    for (const one of located) this.#group(query, one, located, groups);
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

  /** Whether a filter is on the time of a dimension, which `metric_time` is for every home or for none. */
  #isOnTime(query: Query, name: string, dimension: string): boolean {
    const [one, other] = [name, dimension].map(each => this.#places.at(query.model, each));
    if (one === undefined || other === undefined || one.grain === "retail") return false;
    if (one.isConformed === other.isConformed) return isSamePlace(one, other);
    return this.#homes(query).every(home => {
      const [own, same] = [name, dimension].map(each => this.#places.from(home, query.model, each));
      return own !== undefined && same !== undefined && isSamePlace(own, same);
    });
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

  /** The rows of a measure's home, each with every group that it lies in. */
  #located(query: Query, home: Place): Located {
    const timezone = query.timezone ?? "UTC";
    const dimensions = (query.dimensions ?? []).map(name => this.#places.from(home, query.model, name));
    const window = this.#window(home);
    const way = window === undefined ? undefined : this.#places.along(home.model, window.dimension);
    const ofWindow = dimensions.flatMap((place, index) =>
      way !== undefined && isSamePlace(place, way) && place.grain !== undefined && place.grain !== "retail"
        ? [{index, grain: place.grain}]
        : [],
    );
    ofWindow.sort((one, other) => shortestFirst(one.grain) - shortestFirst(other.grain));
    const [{index: along} = {index: -1}, ...told] = ofWindow;
    const filters = rowFilters(query)
      .flatMap(conjuncts)
      .map(filter => this.#placed(query.model, home, filter));
    const chooses = (placed: Placed) =>
      placed.kind === "test" && way !== undefined && isSamePlace(placed.place, way);
    const top = this.#topOf(query);
    const found: Entry[] = [];
    for (const row of this.#visible(home.model)) {
      let joined: Rows[] = [new Map([["", row]])];
      for (const {steps} of dimensions) joined = joined.flatMap(rows => this.#join(rows, steps));
      for (const rows of joined) {
        const all = (parts: Placed[]) => this.#holds({kind: "and", parts}, rows, timezone);
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
    if (this.#conversion(home) !== undefined) {
      return {home, entries, dimensions, following: keep(this.#following(home, found, timezone))};
    }
    if (window === undefined || way === undefined) return {home, entries, dimensions};
    const {grain = ""} = dimensions[along] ?? {};
    const bounds = boundsOf(
      filters.filter(chooses).flatMap(placed => (placed.kind === "test" ? [placed] : [])),
    );
    return {home, entries, dimensions, periods: {window, way, along, grain, told, ...bounds}};
  }

  /**
   * Puts each row into every group that it counts for: of a window, in each period that the filters ask for, or where
   * they name no end, up to the last (from the first) that any row of the query lies in. Filters on the date of a window
   * choose no rows of it.
   */
  #group(query: Query, located: Located, all: readonly Located[], groups: Groups): void {
    const {entries, periods} = located;
    if (periods === undefined) {
      addRows(groups, located, entries);
      return;
    }
    const {window, way, along, grain, told} = periods;
    const there = all
      .flatMap(located => located.entries)
      .flatMap(entry => (entry.key[along] !== null ? [String(entry.key[along])] : []))
      .sort();
    const {timezone = "UTC"} = query;
    const length = lengthOf(grain);
    const cut = (day: string, edge: "first" | "last") =>
      length === undefined
        ? String(dimensionValue({d: day}, "d", grain, "UTC"))
        : edgeOfDay(day, edge, length, timezone);
    const first = periods.first === undefined ? there[0] : cut(periods.first, "first");
    const last = periods.last === undefined ? there.at(-1) : cut(periods.last, "last");
    if (first === undefined || last === undefined) return;
    const days = entries.map(({row}) =>
      dimensionValue(
        this.#look(new Map([["", row]]), way.steps),
        way.field,
        length === undefined ? "day" : undefined,
        timezone,
      ),
    );
    const counts = (day: string, period: string) =>
      length === undefined
        ? inWindow(day, period, grain, window)
        : inHours(day, period, {length, window, timezone});
    const counted: Entry[] = [];
    const shownPeriods =
      length === undefined ? periodsBetween(first, last, grain) : timesBetween(first, last, length);
    for (const period of shownPeriods) {
      for (const [i, {key, row}] of entries.entries()) {
        const day = days[i] ?? null;
        if (day === null || !counts(String(day), period)) continue;
        const shown = key.with(along, period);
        for (const {index, grain: other} of told)
          shown[index] =
            length === undefined
              ? dimensionValue({d: period}, "d", other, "UTC")
              : dimensionValue({at: period}, "at", other, timezone);
        counted.push({key: shown, row});
      }
    }
    addRows(groups, located, counted);
  }

  /** What becomes of a key: the same, one with the name of the rest, or nothing. */
  #topOf(query: Query): ((key: Value[]) => Value[] | undefined) | undefined {
    const {top, dimensions = []} = query;
    if (top === undefined) return undefined;
    const {dimension, by, count, within = [], others} = top;
    const indexes = [...within, dimension].map(name => dimensions.indexOf(name));
    const own: Query = {
      model: query.model,
      dimensions: [...within, dimension],
      measures: [by],
      filters: rowFilters(query),
      ...(query.timezone === undefined ? {} : {timezone: query.timezone}),
    };
    let kept = this.#kept.get(query);
    if (kept === undefined) {
      const groups = [...this.#groups(own).values()].map(({key, rows}) => ({
        key,
        value: this.#value(this.#places.components(own, by), rows),
      }));
      kept = new Set();
      for (const rivals of Map.groupBy(groups, ({key}) => JSON.stringify(key.slice(0, -1))).values()) {
        rivals.sort(
          (a, b) => nullsLast(b.value, a.value, a.value, b.value) || nullsLast(...lastOf(a.key, b.key)),
        );
        for (const {key} of rivals.slice(0, count)) kept.add(JSON.stringify(key));
      }
      this.#kept.set(query, kept);
    }
    const found = kept;
    return key => {
      if (found.has(JSON.stringify(indexes.map(i => key[i])))) return key;
      return others === undefined ? undefined : key.with(indexes.at(-1) ?? 0, others);
    };
  }

  #measuresOf({model}: Place): readonly Measure[] {
    return this.layer.graph.models.find(({name}) => name === model)?.measures ?? [];
  }

  #source(place: Place): Measure | undefined {
    return this.#measuresOf(place).find(({name}) => name === place.field);
  }

  #window(place: Place): Window | undefined {
    const measure = this.#source(place);
    return measure === undefined ? undefined : windowOf(measure, this.#measuresOf(place));
  }

  /** What a measure of conversions counts. */
  #conversion(place: Place): {counted: Place; source: Measure} | undefined {
    const source = this.#source(place);
    if (source?.conversion === undefined) return undefined;
    const [model = "", field = ""] = source.conversion.measure.split(".");
    return {counted: {model, steps: [], field, isSpelled: true}, source};
  }

  /** The rows that follow on those of a query, each with the group of the last one before it. */
  #following(home: Place, entries: Entry[], timezone: string): Entry[] {
    const {counted, source} = this.#conversion(home) ?? {};
    if (source?.conversion === undefined || counted === undefined) return [];
    const keys = new Map(entries.map(({key, row}) => [row, key]));
    const bases = [...keys.keys()].filter(row => isBase(row, source.where));
    const models = {base: home.model, conversion: counted.model};
    const pairs = followed(source.conversion, bases, this.#visible(counted.model), (row, side, name) => {
      const {steps, field, grain} = this.#places.along(models[side], name);
      return dimensionValue(this.#look(new Map([["", row]]), steps), field, grain, timezone);
    });
    return pairs.flatMap(({row, base}) => {
      const key = keys.get(base);
      return key === undefined ? [] : [{key, row}];
    });
  }

  /** Adds every period between the first and the last that is asked for, with every other combination. */
  #fill(query: Query, groups: Groups, index?: number): void {
    const places = (query.dimensions ?? []).map(name => this.#places.at(query.model, name));
    const along =
      index ??
      places.findIndex(({grain}) =>
        /^(week|month|(fiscal_)?quarter|(fiscal_)?year|retail)$/.test(grain ?? ""),
      );
    const {grain = "day"} = places[along]!;
    const dimension = query.dimensions?.[along] ?? "";
    const filters = rowFilters(query)
      .flatMap(conjuncts)
      .flatMap(filter =>
        "field" in filter && !("per" in filter)
          ? [{filter, place: this.#places.at(query.model, filter.field)}]
          : [],
      )
      .filter(({filter}) => this.#isOnTime(query, filter.field, dimension));
    const bounds = boundsOf(filters);
    const found = [...groups.values()]
      .map(group => group.key[along])
      .filter(period => typeof period === "string");
    found.sort();
    const keys = places.length === 1 ? [[null]] : [...groups.values()].map(({key}) => key);
    const add = (periods: Iterable<string>) => {
      for (const key of keys) {
        for (const period of periods) {
          const filled = key.with(along, period);
          const text = JSON.stringify(filled);
          if (!groups.has(text)) groups.set(text, {key: filled, rows: new Map()});
        }
      }
    };
    if (grain === "retail") {
      const days = [...RETAIL].flatMap(([day, period]) => (found.includes(period) ? [day] : []));
      const [from = days[0], to = days.at(-1)] = [bounds.first, bounds.last];
      const within = [...RETAIL].filter(
        ([day]) => from !== undefined && to !== undefined && day >= from && day <= to,
      );
      add(new Set(within.map(([, period]) => period)));
      return;
    }
    const cut = (day: string | undefined) =>
      day === undefined ? undefined : String(dimensionValue({d: day}, "d", grain, "UTC"));
    const first = cut(bounds.first) ?? found[0];
    const last = cut(bounds.last) ?? found.at(-1);
    if (first === undefined || last === undefined) return;
    add(periodsBetween(first, last, grain));
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
    return this.#visible(step.to).filter(other => areJoined(row, other, step));
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
          const near: Row | null = at;
          at =
            near === null
              ? null
              : ((this.layer.rows.get(step.to) ?? []).find(other => areJoined(near, other, step)) ?? null);
        }
        const value = dimensionValue(at, place.field, undefined, "UTC");
        const given = this.attributes[rule.attribute] ?? [];
        if (place.field === "l" || place.field === "m")
          return given.some(one => new Set((JSON.parse(String(value)) ?? []).map(String)).has(one));
        return value !== null && given.includes(String(value));
      }),
    );
  }

  /** Conditions ANDed behind the same unjoined step to many hold in one same row of it. */
  #holds(placed: Placed, rows: Rows, timezone: string): boolean {
    if (placed.kind === "not") return !this.#holds({kind: "and", parts: [placed.part]}, rows, timezone);
    if (placed.kind !== "and" && placed.kind !== "or") {
      const step = this.#unjoined(placed, rows);
      if (step !== undefined) return this.#someRow(step, rows, [placed], "and", timezone);
    }
    if (placed.kind === "per") return this.#groupPasses(placed, rows, timezone);
    if (placed.kind === "rows") {
      const found = this.#rowsOf(this.#look(rows, placed.before), placed, timezone);
      return found === "some" in placed.filter;
    }
    if (placed.kind === "test") {
      const row = this.#look(rows, placed.place.steps);
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
      if (step === undefined || step === "several") results.push(this.#holds(part, rows, timezone));
      else groups.set(step, [...(groups.get(step) ?? []), part]);
    }
    for (const [step, parts] of groups) results.push(this.#someRow(step, rows, parts, placed.kind, timezone));
    return placed.kind === "and" ? results.every(Boolean) : results.some(Boolean);
  }

  /** Whether the measure passes in the group that the row's values make, of all rows that are visible. */
  #groupPasses(
    {base, places, filter}: Extract<Placed, {kind: "per"}>,
    rows: Rows,
    timezone: string,
  ): boolean {
    const key = places.map(({steps, field, grain}) =>
      dimensionValue(this.#look(rows, steps), field, grain, timezone),
    );
    const {per, filters = [], ...compared} = filter;
    const query: Query = {model: base, dimensions: per, measures: [filter.field], filters, timezone};
    const group = this.#groupsAsked(filter, query).get(JSON.stringify(key));
    const value = this.#value(this.#places.components(query, filter.field), group?.rows ?? new Map());
    return conditionHolds(value, "number", compared, "UTC");
  }

  #groupsAsked(filter: PerFilter, query: Query): Groups {
    const known = this.#groupsOf.get(filter);
    if (known !== undefined) return known;
    const groups = this.#groups(query);
    this.#groupsOf.set(filter, groups);
    return groups;
  }

  /** Whether some row at the end of the steps fulfils the filters. */
  #rowsOf(
    near: Row | null,
    {steps, model, filter}: Extract<Placed, {kind: "rows"}>,
    timezone: string,
  ): boolean {
    let found = near === null ? [] : [near];
    for (const step of steps) found = found.flatMap(row => this.#partners(row, step));
    const home = {model, steps: [], field: "count", isSpelled: true};
    const parts = ownNames(filter, model).map(part => this.#placed(model, home, part));
    return found.some(row => this.#holds({kind: "and", parts}, new Map([["", row]]), timezone));
  }

  #someRow(key: string, rows: Rows, parts: Placed[], kind: "and" | "or", timezone: string): boolean {
    const steps = firstSteps(parts[0]!) ?? [];
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
    if (placed.kind === "not") return "several";
    if (placed.kind === "and" || placed.kind === "or") {
      const all = new Set(placed.parts.map(part => this.#unjoined(part, rows)));
      return all.size > 1 ? "several" : [...all][0];
    }
    const steps = firstSteps(placed) ?? [];
    for (let i = 0; i < steps.length; i++) {
      const key = keyOf(steps.slice(0, i + 1));
      if (steps[i]!.toMany && !rows.has(key)) return key;
    }
    return undefined;
  }

  #placed(base: string, home: Place, filter: Filter): Placed {
    if ("or" in filter) return {kind: "or", parts: filter.or.map(part => this.#placed(base, home, part))};
    if ("and" in filter) return {kind: "and", parts: filter.and.map(part => this.#placed(base, home, part))};
    if ("not" in filter) return {kind: "not", part: this.#placed(base, home, filter.not)};
    if ("per" in filter) {
      const {per, field, filters = []} = filter;
      const places = per.map(name => this.#places.from(home, base, name));
      // What is refused is refused whatever rows there are.
      this.#places.components({model: base, dimensions: per, filters}, field);
      for (const part of filters) this.#placed(base, {...home, model: base, steps: []}, part);
      return {kind: "per", base, places, filter};
    }
    if (!("field" in filter)) {
      const {model, steps} = this.#places.rows(base, "some" in filter ? filter.some : filter.none);
      const first = steps.findIndex(step => step.toMany);
      const anchor = steps.slice(0, first < 0 ? -1 : first);
      const before = this.#places.fromSteps(home, base, anchor);
      const own = {model, steps: [], field: "count", isSpelled: true};
      for (const part of ownNames(filter, model)) this.#placed(model, own, part);
      return {kind: "rows", before, steps: steps.slice(anchor.length), model, filter};
    }
    return {kind: "test", place: this.#places.from(home, base, filter.field), filter};
  }

  /** What a measure's condition looks at beyond a row. */
  #above({model, field}: Place, row: Row): Value {
    const measures = this.layer.graph.models.find(({name}) => name === model)?.measures ?? [];
    const where = measures.find(({name}) => name === field)?.where ?? "";
    const way = this.#places.at(model, /\$\{(.*)\}/.exec(where)?.[1] ?? "");
    return dimensionValue(this.#look(new Map([["", row]]), way.steps), way.field, undefined, "UTC");
  }

  /** A measure, or the quotient of the two that it is made of. */
  #value([place, other]: Place[], groups: Map<string, Set<Row>>): Value {
    const value = this.#measure(place!, groups);
    return other === undefined ? value : divide(value, this.#measure(other, groups));
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
      case "rolled_mean":
      case "rolled_minutes":
      case "year_to_date":
      case "mean":
        return divide(sum(numbers), numbers.length);
      case "middle":
        return median(numbers);
      case "lower_third":
        return reached(
          numbers.toSorted((a, b) => a - b),
          3,
          10,
        );
      case "upper_third":
        return between(
          numbers.toSorted((a, b) => a - b),
          0.7,
        );
      case "upper_word":
        return reached(rows.flatMap(row => row["w"] ?? []).sort(), 3, 4);
      case "least_in_minutes":
      case "least":
        return numbers.length === 0 ? null : Math.min(...numbers);
      case "rolled_least": {
        const some = numbersOf(rows.filter(row => row["w"] !== null && row["w"] !== "b"));
        return some.length === 0 ? null : Math.min(...some);
      }
      case "running_latest":
      case "latest":
        return greatest(rows.map(row => row["at"] ?? null));
      case "first_word":
        return least(rows.map(row => row["w"] ?? null));
      case "last_day":
        return greatest(rows.map(row => row["d"] ?? null));
      case "rolled_words":
      case "words_in_hours":
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
      case "rolled_above":
      case "total_above":
        return sum(numbersOf(rows.filter(row => this.#above(place, row) === "a")));
      case "count_above":
        return rows.filter(
          row => row["w"] !== null && row["w"] !== "b" && this.#above(place, row) === "small",
        ).length;
      case "unsure":
        return rows.filter(row => row["w"] === null).length;
      case "running_any_a":
      case "any_a": {
        const words = rows.flatMap(row => row["w"] ?? []);
        return words.length === 0 ? null : words.includes("a");
      }
      case "rolled_any_big":
      case "any_big":
        return numbers.length === 0 ? null : numbers.some(n => n > 3);
      case "all_big": {
        const some = numbersOf(rows.filter(row => row["w"] !== null && row["w"] !== "b"));
        return some.length === 0 ? null : some.every(n => n > 3);
      }
      case "papers":
        return rows.filter(row => row["j"] !== null).length;
      case "kinds":
        return new Set(rows.flatMap(row => row["j"] ?? [])).size;
      case "spots":
        return sum(
          rows.map(row => dimensionValue(row, "spot", undefined, "UTC")).filter(n => typeof n === "number"),
        );
      case "last_due":
        return greatest(rows.map(row => dimensionValue(row, "due", undefined, "UTC")));
      case "count_ok":
        return rows.filter(row => dimensionValue(row, "ok", undefined, "UTC") === true).length;
      case "closing":
        return sum(numbersOf(atEnd(rows, "at", "last")));
      case "closing_shifted":
      case "closing_in_hours":
        return sum(numbersOf(atEnd(rows, "at", "last")));
      case "closing_over":
      case "shifted_over":
        return sum(numbersOf([...(groups.get(keptKey(place)) ?? atEnd(rows, "at", "last"))]));
      case "opening_over":
        return (groups.get(keptKey(place)) ?? new Set(rowsAtEnds(rows, "first"))).size;
      case "known_a":
        return rowsAtEnds(rows, "last").length;
      case "opening_a":
        return rowsAtEnds(rows, "first").length;
      case "rolled_up":
        return sum(numbers);
      case "shifted_up":
        return rows.length;
      case "at_start":
      case "to_date":
      case "fiscal_to_date":
      case "to_date_before":
      case "rolled_hours":
      case "rolled_hour_ago":
      case "hour_ago":
      case "minutes_ahead":
      case "month_in_hours":
      case "rolled":
      case "shifted":
      case "week_ago":
      case "days_ago":
      case "days_ahead":
      case "year_ago":
      case "rolled_week_ago":
      case "rolled_year_ago":
      case "weeks_and_month_ago":
      case "months_and_weeks_ago":
      case "before_start":
      case "to_date_year_ago":
        return sum(numbers);
      case "share_ago":
        return divide(sum(numbersOf(rows.filter(row => row["w"] === "a"))), rows.length);
      case "week_in_hours":
        return numbers.length === 0 ? null : Math.max(...numbers);
      case "counted_in_minutes":
      case "counted_hours_ago":
      case "running":
        return rows.length;
      case "followed":
      case "followed_a": {
        const {counted} = this.#conversion(place)!;
        return this.#measure(counted, new Map([[rowsKey(counted), new Set(rows)]]));
      }
      case "ratio":
        return divide(of("total_a"), of("count"));
      case "ratio_sum":
        return add(of("ratio"), divide(of("total"), of("words")));
      default:
        throw new Error(place.field);
    }
  }
}

const SHORTEST_FIRST = "minute hour day week month fiscal_quarter quarter fiscal_year year".split(" ");

function shortestFirst(grain: string): number {
  const at = SHORTEST_FIRST.indexOf(grain);
  return at < 0 ? SHORTEST_FIRST.length : at;
}

/** Whether two rows have equal keys and, where one is a version, it is valid at the other's time. */
function areJoined(near: Row, far: Row, {join, toMany}: Step): boolean {
  const [fact, one] = toMany ? [far, near] : [near, far];
  const [pair] = join.on;
  const key = fact[pair!.from] ?? null;
  if (key === null || key !== one[pair!.to]) return false;
  if (join.validity === undefined) return true;
  const {from, to, at} = join.validity;
  const [moment, begin, end] = [fact[at.split(".").at(-1)!], one[from], one[to]].map(instantOf);
  if (moment === undefined || begin === undefined) return false;
  return moment >= begin && (end === undefined || moment < end);
}

/** A date is the instant at which it begins. */
function instantOf(value: Row[string] | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return String(value).length === 10 ? `${value} 00:00:00` : String(value);
}

/** The measures that take rows of other periods. */
const WINDOWS = new Set(
  (
    "rolled running shifted closing_shifted known_a rolled_up shifted_up week_ago days_ago days_ahead year_ago " +
    "rolled_week_ago shifted_over to_date to_date_before at_start rolled_mean rolled_least rolled_any_big " +
    "rolled_words running_any_a running_latest year_to_date fiscal_to_date rolled_year_ago weeks_and_month_ago " +
    "months_and_weeks_ago before_start to_date_year_ago share_ago rolled_above rolled_hours " +
    "rolled_minutes words_in_hours closing_in_hours hour_ago minutes_ahead rolled_hour_ago month_in_hours " +
    "least_in_minutes counted_in_minutes counted_hours_ago week_in_hours"
  ).split(" "),
);

/** The measures that count rows of other models. */
const FOLLOWING = new Set(["followed", "followed_a"]);

/** What measures of conversions say of the rows that can be followed. */
function isBase(row: Row, where: string | undefined): boolean {
  switch (where) {
    case undefined:
      return true;
    case "w = 'a'":
    case "${is_a}":
      return row["w"] === "a";
    case "n > 1":
      return row["n"] !== null && Number(row["n"]) > 1;
    case "w <> 'b'":
      return row["w"] !== null && row["w"] !== "b";
    default:
      throw new Error(where);
  }
}

/** Those whose first or last moment is looked for among the rows of all groups, and of which date it is. */
const OVER_QUERY: Record<string, {date: string; ends: (rows: Row[]) => Row[]}> = {
  closing_over: {date: "at", ends: rows => atEnd(rows, "at", "last")},
  shifted_over: {date: "at", ends: rows => atEnd(rows, "at", "last")},
  opening_over: {date: "d", ends: rows => rowsAtEnds(rows, "first")},
};

/** Under which a group keeps the rows of a measure: windows have rows of their own. */
function rowsKey(place: Place): string {
  const window = WINDOWS.has(place.field) || FOLLOWING.has(place.field) ? place.field : "";
  const named = place.isSpelled || place.steps.length === 0 ? "" : "searched";
  return `${place.model}/${keyOf(place.steps)}/${window}/${named}`;
}

/** Under which a group keeps those of the rows that are at the moment of all groups. */
function keptKey(place: Place): string {
  return `${rowsKey(place)}/${place.field}`;
}

function addRows(
  groups: Groups,
  {home, dimensions, periods, following}: Located,
  entries: readonly Entry[],
): void {
  if (following !== undefined) {
    for (const {key} of entries) rowsIn(groups, key, home);
    for (const {key, row} of following) rowsIn(groups, key, home).add(row);
    return;
  }
  for (const {key, row} of entries) rowsIn(groups, key, home).add(row);
  const over = OVER_QUERY[home.field];
  if (over === undefined) return;
  const parts = Map.groupBy(entries, ({key}) => {
    const own = key.filter((_, i) => {
      const {steps, field} = dimensions[i]!;
      return i === periods?.along || (steps.length === 0 && field === over.date);
    });
    return JSON.stringify(own);
  });
  for (const part of parts.values()) {
    const kept = new Set(over.ends([...new Set(part.map(({row}) => row))]));
    for (const {key, row} of part) {
      const {rows} = groups.get(JSON.stringify(key))!;
      const own = rows.get(keptKey(home)) ?? new Set<Row>();
      rows.set(keptKey(home), own);
      if (kept.has(row)) own.add(row);
    }
  }
}

/** The rows of a home in the group of a key, which is made if need be. */
function rowsIn(groups: Groups, key: Value[], home: Place): Set<Row> {
  const text = JSON.stringify(key);
  const group = groups.get(text) ?? {key, rows: new Map<string, Set<Row>>()};
  groups.set(text, group);
  const own = group.rows.get(rowsKey(home)) ?? new Set<Row>();
  group.rows.set(rowsKey(home), own);
  return own;
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

/** The latest first day and the earliest last one that conditions on one date name. */
function boundsOf(conditions: {place: Place; filter: FilterCondition}[]): {first?: string; last?: string} {
  const days = conditions.map(({place, filter}) => daysOf(filter, place.grain));
  const first = days
    .flatMap(day => day.first ?? [])
    .sort()
    .at(-1);
  const last = days.flatMap(day => day.last ?? []).sort()[0];
  return {...(first === undefined ? {} : {first}), ...(last === undefined ? {} : {last})};
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.field === other.field && keyOf(one.steps) === keyOf(other.steps);
}

function conjuncts(filter: Filter): Filter[] {
  return "and" in filter ? filter.and.flatMap(conjuncts) : [filter];
}

/** The steps to what a condition looks at; of one that looks at several the most. */
function firstSteps(placed: Placed): Step[] | undefined {
  if (placed.kind === "test") return placed.place.steps;
  if (placed.kind === "rows") return placed.before;
  if (placed.kind === "not") return firstSteps(placed.part);
  if (placed.kind === "per") {
    const many = ({steps}: Place) => steps.findLastIndex(step => step.toMany);
    return placed.places.reduce((one, other) => (many(other) > many(one) ? other : one)).steps;
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

function measureFilters(query: Query): FilterCondition[] {
  return (query.filters ?? []).filter(isMeasure);
}

function rowFilters(query: Query): Filter[] {
  return (query.filters ?? []).filter(filter => !isMeasure(filter) && !isOnCalculation(query, filter));
}

function isOnCalculation({calculations = []}: Query, filter: Filter): filter is FilterCondition {
  return "field" in filter && !("per" in filter) && calculations.some(({name}) => name === filter.field);
}

/** Whether `a` comes before `b`, but nulls (of `own`, or `other`) after everything. */
function nullsLast(a: Value, b: Value, own: Value = a, other: Value = b): number {
  if (own === null || other === null) return Number(own === null) - Number(other === null);
  return order(a, b);
}

function lastOf(one: Value[], other: Value[]): [Value, Value] {
  return [one.at(-1) ?? null, other.at(-1) ?? null];
}

/** The first of sorted values with which a share of all is reached. */
function reached(sorted: Value[], part: number, of: number): Value {
  return sorted.find((_, i) => (i + 1) * of >= part * sorted.length) ?? null;
}

/** What lies at a share of the way from the first to the last of sorted values. */
function between(sorted: number[], share: number): Value {
  const place = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) return null;
  return below + (above - below) * (place - Math.floor(place));
}

function greatest(values: Value[]): Value {
  return values.reduce((a, b) => (b !== null && (a === null || b > a) ? b : a), null);
}

function least(values: Value[]): Value {
  return values.reduce((a, b) => (b !== null && (a === null || b < a) ? b : a), null);
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
