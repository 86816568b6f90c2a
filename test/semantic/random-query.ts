import type {Graph, Join} from "../../shared/semantic/graph.ts";
import type {Filter, FilterCondition, Query} from "../../shared/semantic/query.ts";
import {type Chance, type RandomLayer, WORDS} from "./random-layer.ts";

const PERIODS = ["day", "week", "month", "quarter", "year"];
const PARTS = ["day_of_week", "month_of_year", "day_of_month"];

/** A query over a random model, its fields named by random ways along the joins. */
export function randomQuery(chance: Chance, layer: RandomLayer): Query {
  const base = chance.pick(layer.graph.models).name;
  const measures = new Set<string>();
  const dimensions = new Set<string>();
  for (let i = chance.below(4); i > 0; i--) dimensions.add(randomDimension(chance, layer, base));
  for (let i = chance.below(4); i > 0; i--) measures.add(randomMeasure(chance, layer, base));
  if (dimensions.size + measures.size === 0) measures.add(`${base}.count`);
  if (chance.chance(0.2)) addWindow(chance, layer, base, dimensions, measures);
  const filters: Filter[] = [];
  for (let i = chance.below(4); i > 0; i--) filters.push(randomFilter(chance, layer, base, 0));
  if (chance.chance(0.15)) {
    filters.push({
      field: randomMeasure(chance, layer, base, ["count", "total", "words", "ratio"]),
      op: chance.pick([">", "<=", "!=", "is_null", "between"]),
      value: null,
    });
    fillValue(chance, filters.at(-1));
  }
  return {
    model: base,
    dimensions: [...dimensions],
    measures: [...measures],
    filters,
    limit: 10_000,
    timezone: chance.pick(["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata"]),
    ...(chance.chance(0.3) && periodsOf(dimensions).length === 1 ? {fillGaps: true} : {}),
    ...(measures.size > 0 && chance.chance(0.3) ? {totals: true} : {}),
  };
}

/** A measure of the base that goes along a date, and that date. */
function addWindow(
  chance: Chance,
  {graph}: RandomLayer,
  base: string,
  dimensions: Set<string>,
  measures: Set<string>,
): void {
  const own = graph.models.find(({name}) => name === base)?.measures ?? [];
  const windows = own.filter(({rolling, offset}) => rolling !== undefined || offset !== undefined);
  const {name, rolling, offset} = chance.pick(windows);
  const along = rolling?.dimension ?? offset?.dimension ?? "";
  dimensions.add(`${along.includes(".") ? along : `${base}.${along}`}.${chance.pick(PERIODS)}`);
  measures.add(`${base}.${name}`);
}

/** The dimensions that count periods; of days there would be too many. */
function periodsOf(dimensions: Set<string>): string[] {
  const counting = [...dimensions].filter(name => /\.(day|week|month|quarter|year|hour|d)$/.test(name));
  return counting.some(name => /\.(day|hour|d)$/.test(name)) ? [] : counting;
}

function fillValue(chance: Chance, filter: Filter | undefined): void {
  if (filter === undefined || !("field" in filter)) return;
  if (filter.op === "is_null") delete filter.value;
  else filter.value = filter.op === "between" ? [0, 1 + chance.below(5)] : chance.below(5);
}

/** The dotted roles of a random way from `base`, or the base's own name; any model's where ways are searched. */
function randomPrefix(chance: Chance, layer: RandomLayer, base: string): string {
  if (layer.isSearched) return chance.chance(0.3) ? base : chance.pick(layer.graph.models).name;
  const roles: string[] = [];
  const seen = new Set([base]);
  let at = base;
  for (let steps = chance.pick([0, 1, 1, 2, 3]); steps > 0; steps--) {
    const next = waysFrom(layer.graph, at).filter(way => !seen.has(way.to));
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

/** The steps from a model whose role is its alone there. */
export function waysFrom(graph: Graph, model: string): Way[] {
  const ways: Way[] = [];
  for (const join of graph.joins ?? []) {
    if (join.from === model) {
      ways.push({join, role: join.name ?? join.to, to: join.to, toMany: false});
    }
    if (join.to === model) ways.push({join, role: join.from, to: join.from, toMany: true});
  }
  return ways.filter(way => ways.filter(other => other.role === way.role).length === 1);
}

function randomDimension(chance: Chance, layer: RandomLayer, base: string): string {
  const prefix = randomPrefix(chance, layer, base);
  const field = chance.pick(["w", "w", "n", "at", "d", "is_a", "size"]);
  if (field === "at") return `${prefix}.at.${chance.pick([...PERIODS, ...PARTS, "hour_of_day", "hour"])}`;
  if (field === "d" && chance.chance(0.7)) return `${prefix}.d.${chance.pick([...PERIODS, ...PARTS])}`;
  return `${prefix}.${field}`;
}

const MEASURES =
  "count total mean middle least latest words filled total_a count_a ratio ratio_sum closing opening_a".split(
    " ",
  );

function randomMeasure(chance: Chance, layer: RandomLayer, base: string, names = MEASURES): string {
  return `${randomPrefix(chance, layer, base)}.${chance.pick(names)}`;
}

function randomFilter(chance: Chance, layer: RandomLayer, base: string, depth: number): Filter {
  if (depth < 3 && chance.chance(0.25)) {
    const parts = Array.from({length: chance.below(4)}, () => randomFilter(chance, layer, base, depth + 1));
    return chance.chance(0.6) ? {or: parts} : {and: parts};
  }
  return randomCondition(chance, randomPrefix(chance, layer, base));
}

function randomCondition(chance: Chance, prefix: string): FilterCondition {
  const field = chance.pick(["w", "w", "n", "at", "d", "size", "is_a"]);
  const name = `${prefix}.${field}`;
  if (chance.chance(0.15)) return {field: name, op: chance.pick(["is_null", "is_not_null"])};
  const compare = chance.pick(["=", "!=", "<", "<=", ">", ">="]);
  switch (field) {
    case "n": {
      const op = chance.pick([compare, "between", "not_between", "in", "not_in"]);
      if (op === compare) return {field: name, op, value: chance.below(6)};
      return {field: name, op, value: [chance.below(4), chance.below(6)]};
    }
    case "at":
    case "d": {
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
    case "is_a":
      return {field: name, op: chance.pick(["=", "!="]), value: chance.chance(0.5)};
    case "size":
      return {field: name, op: chance.pick(["=", "!="]), value: chance.pick(["small", "large"])};
    default: {
      const op = chance.pick(["=", "!=", "in", "not_in", "contains", "not_contains", "starts_with"]);
      if (op !== "in" && op !== "not_in") return {field: name, op, value: chance.pick(WORDS)};
      return {field: name, op, value: chance.chance(0.1) ? [] : [chance.pick(WORDS), chance.pick(WORDS)]};
    }
  }
}
