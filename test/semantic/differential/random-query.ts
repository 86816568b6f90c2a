import type {Graph, Join, Measure, Model} from "../../../shared/semantic/layer/graph.ts";
import {
  CALCULATIONS,
  type Calculation,
  type Filter,
  type FilterCondition,
  type Query,
} from "../../../shared/semantic/query.ts";
import {addHours, HOURLY} from "./random-hours.ts";
import {type Chance, type RandomLayer, RETAIL, WORDS} from "./random-layer.ts";
import {randomOrder} from "./random-order.ts";

const PERIODS = ["day", "week", "month", "quarter", "year", "fiscal_quarter", "fiscal_year"];
const GRAINS = [...PERIODS, "retail"];
const PARTS = ["day_of_week", "month_of_year", "day_of_month", "year_number"];

/** A query over a random model, its fields named by random ways along the joins. */
export function randomQuery(
  chance: Chance,
  layer: RandomLayer,
  {further = false, base: given}: {further?: boolean; base?: string} = {},
): Query {
  const hasRatio = chance.chance(0.25);
  const base = given ?? (hasRatio ? randomShared(chance, layer) : chance.pick(factsOf(layer)).name);
  const measures = new Set<string>();
  const dimensions = new Set<string>();
  for (let i = chance.below(hasRatio ? 2 : 4); i > 0; i--)
    dimensions.add(
      chance.chance(0.08) ? `metric_time.${chance.pick(GRAINS)}` : randomDimension(chance, layer, base),
    );
  for (let i = chance.below(4); i > 0; i--) measures.add(randomMeasure(chance, layer, base));
  if (dimensions.size + measures.size === 0) measures.add(`${base}.count`);
  const filters: Filter[] = [];
  if (chance.chance(0.25)) addWindow(chance, layer, base, dimensions, measures, filters);
  if (chance.chance(0.2)) addAbove(chance, layer, base, measures);
  if (chance.chance(0.06)) addMoment(chance, base, dimensions, measures);
  if (hasRatio) addRatio(chance, layer, base, dimensions, measures);
  // Where few rows are left, most ways to a measure look alike.
  for (let i = chance.pick(hasRatio ? [0, 0, 1] : [0, 0, 0, 0, 1, 2]); i > 0; i--)
    filters.push(randomFilter(chance, layer, base, 0));
  if (chance.chance(0.1)) filters.push(randomSpan(chance, "metric_time"));
  if (further && chance.chance(0.25)) filters.push(furtherFilter(chance, layer, base, 0));
  if (chance.chance(0.15)) {
    filters.push({
      field: randomMeasure(chance, layer, base, ["count", "total", "words", "ratio"]),
      op: chance.pick([">", "<=", "!=", "is_null", "between"]),
      value: null,
    });
    fillValue(chance, filters.at(-1));
  }
  const calculations = further && chance.chance(0.35) ? randomCalculations(chance, dimensions, measures) : [];
  if (calculations.length > 0 && chance.chance(0.3)) {
    const own = calculations.map(({of}) => of).filter(name => /\.(count|total|words)$/.test(name));
    const field = own[0] ?? randomMeasure(chance, layer, base, ["count", "total", "words"]);
    filters.push({field, op: chance.pick([">", "<="]), value: 1 + chance.below(3)});
  }
  for (const {name, type} of calculations) {
    if (!chance.chance(0.3) || type === "first" || type === "last") continue;
    const limit = type === "percent_of_total" || type === "percent_change" ? 0.4 : 1 + chance.below(3);
    filters.push({field: name, op: chance.pick([">", "<=", "!="]), value: limit});
  }
  const query: Query = {
    model: base,
    dimensions: [...dimensions],
    measures: [...measures],
    filters,
    ...(calculations.length > 0 ? {calculations} : {}),
    ...(further && chance.chance(0.25) ? randomTop(chance, layer, base, dimensions) : {}),
    limit: 10_000,
    timezone: chance.pick(["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata"]),
    ...(chance.chance(0.3) && periodsOf(dimensions).length === 1 ? {fillGaps: true} : {}),
    ...(measures.size > 0 && chance.chance(0.3) ? {totals: true} : {}),
  };
  return further && chance.chance(0.3) ? {...query, ...randomOrder(chance, query)} : query;
}

/** Calculations of numbers, along periods that are not too many, or along other values. */
function randomCalculations(
  chance: Chance,
  dimensions: ReadonlySet<string>,
  measures: ReadonlySet<string>,
): Calculation[] {
  const numbers = [...measures].filter(
    name =>
      !/\.(running_|rolled_)?(latest|upper_word|first_word|last_day|last_due|any_a|any_big|all_big)$/.test(
        name,
      ),
  );
  if (numbers.length === 0) return [];
  const names = [...dimensions];
  const places = names.filter(name => !/\.(at|j|hour|minute)$/.test(name));
  const periods = places.filter(name =>
    /\.(week|month|(fiscal_)?quarter|(fiscal_)?year|day|d|next|due|retail)$/.test(name),
  );
  const axis = periods.length > 0 && chance.chance(0.8) ? chance.pick(periods) : undefined;
  return CALLED.slice(0, 1 + chance.below(2)).map(name => {
    const type =
      places.length > 0 ? chance.pick(CALCULATIONS) : chance.pick(["percent_of_total", "rank"] as const);
    const whole = {name, type, of: chance.pick(numbers)};
    if (type === "percent_of_total" || type === "rank") {
      const within = names.filter(() => chance.chance(0.4));
      const direction = type === "rank" && chance.chance(0.5) ? {direction: "asc" as const} : {};
      return {...whole, ...(within.length > 0 ? {within} : {}), ...direction};
    }
    const counts = type === "difference" || type === "percent_change" || type === "moving_average";
    const others = places.filter(one => !counts || !periods.includes(one));
    if (axis === undefined && others.length === 0) return {...whole, type: "rank" as const};
    const along = counts && axis !== undefined ? axis : chance.pick(others.length > 0 ? others : places);
    if (type === "moving_average") return {...whole, along, count: 2 + chance.below(2)};
    return {...whole, along, ...(counts && chance.chance(0.4) ? {offset: 2} : {})};
  });
}

/** The greatest of some dimension, whose rest has a name where it is text. */
function randomTop(
  chance: Chance,
  layer: RandomLayer,
  base: string,
  dimensions: ReadonlySet<string>,
): Pick<Query, "top"> {
  const names = [...dimensions].filter(name => !/\.(at|j)$/.test(name));
  if (names.length === 0) return {};
  const texts = names.filter(name => /\.(w|size|mark)$/.test(name));
  const dimension = chance.pick(texts.length > 0 && chance.chance(0.7) ? texts : names);
  const within = [...dimensions].filter(name => name !== dimension && chance.chance(0.4));
  const by = randomMeasure(chance, layer, base, "count total words ratio mean least per_other".split(" "));
  return {
    top: {
      dimension,
      by,
      count: 1 + chance.below(2),
      ...(within.length > 0 ? {within} : {}),
      ...(texts.includes(dimension) && chance.chance(0.6)
        ? {others: chance.pick(["other", "rest of it's"])}
        : {}),
    },
  };
}

/** Names of calculations, some of which the compiler would give to columns of its own. */
const CALLED = ["c0", "a share"];

/** A measure that counts by what is known of a row's partner, where there is one. */
function addAbove(chance: Chance, layer: RandomLayer, base: string, measures: Set<string>): void {
  const prefix = randomPrefix(chance, layer, base);
  const model = layer.graph.models.find(({name}) => name === modelAt(layer, base, prefix));
  const name = chance.pick(["total_above", "count_above"]);
  if (model?.measures?.some(measure => measure.name === name) === true) measures.add(`${prefix}.${name}`);
}

/** A measure of the first or last moment of all groups, mostly by periods of that moment, which have one each. */
function addMoment(chance: Chance, base: string, dimensions: Set<string>, measures: Set<string>): void {
  const [name, date] = chance.pick([
    ["closing_over", "at"],
    ["opening_over", "d"],
  ] as const);
  measures.add(`${base}.${name}`);
  dimensions.add(`${base}.${date}.${chance.pick([...GRAINS, "retail"])}`);
}

/** A ratio of two models, mostly with the two measures beside it whose quotient it is. */
function addRatio(
  chance: Chance,
  layer: RandomLayer,
  base: string,
  dimensions: Set<string>,
  measures: Set<string>,
): void {
  const near = (layer.graph.joins ?? []).filter(join => join.to === base).map(join => join.from);
  const isNear = layer.isSearched && near.length > 0 && chance.chance(0.7);
  const prefix = isNear ? chance.pick(near) : randomPrefix(chance, layer, base);
  // Grouped by the query's own model the second measure shows on which way it was taken.
  if (chance.chance(0.5)) dimensions.add(`${base}.${chance.pick(["w", "n", "size"])}`);
  measures.add(`${prefix}.per_other`);
  if (chance.chance(0.5)) measures.add(`${prefix}.count`);
  if (chance.chance(0.5)) measures.add(`${chance.pick(factsOf(layer)).name}.total`);
}

/** The models that queries are about: not the calendar, which no join leads to. */
export function factsOf({graph}: RandomLayer): Model[] {
  return graph.models.filter(({calendar}) => calendar === undefined);
}

/** A model that several others are joined to. */
function randomShared(chance: Chance, layer: RandomLayer): string {
  const {graph} = layer;
  const shared = graph.models.filter(
    ({name}) => (graph.joins ?? []).filter(join => join.to === name).length > 1,
  );
  return chance.pick(shared.length > 0 ? shared : factsOf(layer)).name;
}

/** Measures of the base, or of a model that belongs to it, that go along a date, and that date. */
function addWindow(
  chance: Chance,
  layer: RandomLayer,
  base: string,
  dimensions: Set<string>,
  measures: Set<string>,
  filters: Filter[],
): void {
  const prefix = chance.chance(0.7) ? base : randomPrefix(chance, layer, base);
  const model = layer.graph.models.find(({name}) => name === modelAt(layer, base, prefix));
  if (chance.chance(0.3)) {
    addHours(chance, prefix, dimensions, measures, filters);
    return;
  }
  const windows = (model?.measures ?? []).filter(
    measure => alongOf(measure) !== undefined && !HOURLY.some(({name}) => name === measure.name),
  );
  // Of a layer that is cut down to some models, the other may be missing.
  if (windows.length === 0) return;
  const along = alongOf(chance.pick(windows)) ?? "";
  const isOwn = !along.includes(".");
  const date = isOwn || prefix !== base ? `${prefix}.${along}` : along;
  const isConformed = along === model?.time && chance.chance(0.3);
  const time = isConformed ? "metric_time" : date;
  dimensions.add(`${time}.${chance.pick([...PERIODS, "day"])}`);
  if (chance.chance(0.25)) {
    const again = isConformed && chance.chance(0.5) ? date : time;
    if (chance.chance(0.6)) dimensions.add(`${again}.day`);
    dimensions.add(`${again}.${chance.pick([...PERIODS, ...PARTS])}`);
  }
  const alike = windows.filter(measure => alongOf(measure) === along);
  for (let i = chance.pick([1, 1, 2, 3]); i > 0; i--) measures.add(`${prefix}.${chance.pick(alike).name}`);
  // Most filters on other fields leave no rows; those on the date itself choose periods, also past the last row.
  if (chance.chance(0.5)) filters.push(randomSpan(chance, date));
}

function alongOf({rolling, toDate, offset}: Measure): string | undefined {
  return rolling?.dimension ?? toDate?.dimension ?? offset?.dimension;
}

/** A span of time that may begin before the first row and end after the last. */
export function randomSpan(chance: Chance, date: string): FilterCondition {
  const days = ["2023-02-10", "2024-01-31", "2024-02-29", "2024-04-15", "2024-12-31", "2025-02-03"];
  const op = chance.pick([">=", "<=", "between", "between", "="]);
  if (op === "=") return {field: `${date}.month`, op, value: chance.pick(["2024-04", "2024-12"])};
  if (op !== "between") return {field: date, op, value: chance.pick(days)};
  const first = chance.below(days.length - 1);
  return {field: date, op, value: [days[first], days[first + 1]]};
}

/** The dimensions that count periods; of days there would be too many. */
function periodsOf(dimensions: Set<string>): string[] {
  const counting = [...dimensions].filter(name =>
    /\.(day|week|month|(fiscal_)?quarter|(fiscal_)?year|retail|hour|minute|d|next|due)$/.test(name),
  );
  return counting.some(name => /\.(day|hour|minute|d|next|due)$/.test(name)) ? [] : counting;
}

function fillValue(chance: Chance, filter: Filter | undefined): void {
  if (filter === undefined || !("field" in filter)) return;
  if (filter.op === "is_null") delete filter.value;
  else filter.value = filter.op.endsWith("between") ? [0, 1 + chance.below(5)] : chance.below(5);
}

/** The dotted roles of a random way from `base`, or the base's own name; any model's where ways are searched. */
export function randomPrefix(chance: Chance, layer: RandomLayer, base: string): string {
  if (layer.isSearched) return chance.chance(0.3) ? base : chance.pick(factsOf(layer)).name;
  const roles: string[] = [];
  const seen = new Set([base]);
  let at = base;
  for (let steps = chance.pick([0, 1, 1, 2, 3]); steps > 0; steps--) {
    const all = waysFrom(layer.graph, at);
    const next = all.filter(
      way => !seen.has(way.to) && !all.some(other => other !== way && other.role === way.role),
    );
    if (next.length === 0) break;
    const way = chance.pick(next);
    roles.push(way.role);
    at = way.to;
    seen.add(at);
  }
  return roles.length === 0 ? base : roles.join(".");
}

export interface Way {
  join: Join;
  role: string;
  to: string;
  toMany: boolean;
}

/** The steps from a model, also such as have one role together. */
export function waysFrom(graph: Graph, model: string): Way[] {
  const ways: Way[] = [];
  for (const join of graph.joins ?? []) {
    if (join.from === model) {
      ways.push({join, role: join.name ?? join.to, to: join.to, toMany: false});
    }
    if (join.to === model) ways.push({join, role: join.from, to: join.from, toMany: true});
  }
  return ways;
}

const COMPUTED = ["is_a", "size", "not_a", "mark", "same_a", "next", "ok"];

export function randomDimension(chance: Chance, layer: RandomLayer, base: string): string {
  const prefix = randomPrefix(chance, layer, base);
  const field = chance.pick(["w", "w", "n", "at", "at", "d", "d", ...COMPUTED, "j", "part", "spot", "due"]);
  if (field === "at") return `${prefix}.at.${chance.pick([...GRAINS, ...PARTS, "hour_of_day", "hour"])}`;
  if ((field === "d" || field === "due") && chance.chance(0.7))
    return `${prefix}.${field}.${chance.pick([...GRAINS, ...PARTS])}`;
  return `${prefix}.${field}`;
}

const MEASURES = (
  "count total mean middle lower_third upper_word least latest first_word last_day words filled total_a count_a ratio ratio_sum closing opening_a closing_over opening_over unsure any_a any_big all_big " +
  "papers kinds upper_third spots last_due count_ok"
).split(" ");

function randomMeasure(chance: Chance, layer: RandomLayer, base: string, names = MEASURES): string {
  return `${randomPrefix(chance, layer, base)}.${chance.pick(names)}`;
}

/** A condition on a model's own rows. */
export function randomFilterOn(chance: Chance, model: string): FilterCondition {
  return randomCondition(chance, model);
}

export function randomFilter(chance: Chance, layer: RandomLayer, base: string, depth: number): Filter {
  if (depth < 3 && chance.chance(0.25)) {
    // One of nothing holds of no row.
    const length = chance.chance(0.05) ? 0 : 1 + chance.below(3);
    const parts = Array.from({length}, () => randomFilter(chance, layer, base, depth + 1));
    return chance.chance(0.6) ? {or: parts} : {and: parts};
  }
  return randomCondition(chance, randomPrefix(chance, layer, base));
}

/** A condition on other rows than the one that it keeps, perhaps inside of others. */
export function furtherFilter(chance: Chance, layer: RandomLayer, base: string, depth: number): Filter {
  if (depth < 2 && chance.chance(0.4)) {
    const one = furtherFilter(chance, layer, base, depth + 1);
    const other = chance.chance(0.5)
      ? randomFilter(chance, layer, base, 2)
      : furtherFilter(chance, layer, base, 2);
    return chance.pick([{not: one}, {or: [one, other]}, {and: [one, other]}, {not: {and: [one, other]}}]);
  }
  if (chance.chance(0.5)) return perFilter(chance, layer, base, depth);
  const rows = randomPrefix(chance, layer, base);
  if (rows === base) return {not: randomFilter(chance, layer, base, 2)};
  const model = modelAt(layer, base, rows);
  const filters = Array.from({length: chance.below(3)}, () => {
    if (depth < 2 && chance.chance(0.2)) return furtherFilter(chance, layer, model, depth + 1);
    if (chance.chance(0.3)) return randomFilter(chance, layer, model, 2);
    return randomCondition(chance, chance.chance(0.5) ? rows : model);
  });
  return chance.chance(0.5) ? {some: rows, filters} : {none: rows, ...(filters.length > 0 ? {filters} : {})};
}

function perFilter(chance: Chance, layer: RandomLayer, base: string, depth: number): Filter {
  const per = new Set([randomDimension(chance, layer, base)]);
  if (chance.chance(0.3)) per.add(randomDimension(chance, layer, base));
  const compared: FilterCondition = {
    field: randomMeasure(
      chance,
      layer,
      base,
      "count total words ratio ratio ratio_sum total_a count_a mean".split(" "),
    ),
    op: chance.pick([">", ">=", "<=", "<", "=", "!=", "is_null", "between", "not_between"]),
    value: null,
  };
  fillValue(chance, compared);
  const filters = chance.chance(0.4) ? [randomFilter(chance, layer, base, depth + 2)] : [];
  return {per: [...per], ...compared, ...(filters.length > 0 ? {filters} : {})};
}

/** The model at the end of a prefix. */
function modelAt({graph, isSearched}: RandomLayer, base: string, prefix: string): string {
  if (isSearched) return prefix;
  let at = base;
  for (const role of prefix.split(".").slice(prefix.startsWith(`${base}.`) ? 1 : 0)) {
    at = waysFrom(graph, at).find(way => way.role === role)?.to ?? at;
  }
  return at;
}

function randomCondition(chance: Chance, prefix: string): FilterCondition {
  const fields = ["w", "w", "n", "n", "at", "at", "d", "d", ...COMPUTED, "part", "spot", "due", "l", "m"];
  const field = chance.pick(fields);
  const name = `${prefix}.${field}`;
  if (field === "l" || field === "m") return randomMembership(chance, name, field);
  if (chance.chance(0.15)) return {field: name, op: chance.pick(["is_null", "is_not_null"])};
  const compare = chance.pick(["=", "!=", "<", "<=", ">", ">="]);
  switch (field) {
    case "n": {
      const op = chance.pick([compare, "between", "not_between", "in", "not_in"]);
      if (op === compare) return {field: name, op, value: chance.below(6)};
      return {field: name, op, value: [chance.below(4), chance.below(6)]};
    }
    case "at":
    case "next":
    case "due":
    case "d": {
      if (chance.chance(0.1)) {
        const op = chance.pick(["=", "!=", "<", ">=", "is_null", "is_not_null"]);
        const value = chance.pick([...RETAIL.values()]);
        return {field: `${name}.retail`, op, ...(op.startsWith("is_") ? {} : {value})};
      }
      const dates = ["2024-01-31", "2024-03-10", "2024-10-27", "2024-11-03"];
      if (chance.chance(0.3)) {
        return {
          field: `${name}.month`,
          op: compare,
          value: chance.pick(["2024-01", "2024-03-01", "2024-11"]),
        };
      }
      if (chance.chance(0.2))
        return {field: name, op: chance.pick(["in", "not_in"]), value: [dates[0], dates[1]]};
      if (chance.chance(0.2)) {
        return {
          field: name,
          op: chance.pick(["between", "not_between"]),
          value: ["2024-01-31", chance.pick(dates)],
        };
      }
      return {field: name, op: compare, value: chance.pick(dates)};
    }
    case "ok":
    case "is_a":
    case "not_a":
    case "same_a":
      return {field: name, op: chance.pick(["=", "!="]), value: chance.chance(0.5)};
    case "size":
      return {field: name, op: chance.pick(["=", "!="]), value: chance.pick(["small", "large"])};
    case "spot":
      return {field: name, op: compare, value: chance.below(3)};
    case "part":
      return {field: name, op: chance.pick(["=", "!=", "contains"]), value: "a"};
    case "mark":
      return {field: name, op: chance.pick(["=", "!="]), value: "z"};
    default: {
      const searches = ["contains", "not_contains", "starts_with", "ends_with"];
      const op = chance.pick(["=", "!=", "in", "not_in", ...searches]);
      if (searches.includes(op)) {
        const word = chance.pick(WORDS);
        const value = chance.chance(0.5) ? word.toUpperCase() : word;
        return {field: name, op, value, ...(chance.chance(0.3) ? {caseSensitive: chance.chance(0.5)} : {})};
      }
      if (op !== "in" && op !== "not_in") return {field: name, op, value: chance.pick(WORDS)};
      return {field: name, op, value: chance.chance(0.1) ? [] : [chance.pick(WORDS), chance.pick(WORDS)]};
    }
  }
}

/** Values that are sought in an array. Whether one is null is not asked: ClickHouse's are empty instead. */
function randomMembership(chance: Chance, field: string, kind: "l" | "m"): FilterCondition {
  const value = () => (kind === "l" ? chance.pick(WORDS) : chance.pick([0, 1, 2, 5, 7, 1.5]));
  const op = chance.pick(["has", "has", "has_any", "has_all", "has_none"]);
  if (op === "has") return {field, op, value: value()};
  return {field, op, value: Array.from({length: chance.below(4)}, value)};
}
