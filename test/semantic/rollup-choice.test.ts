import {expect, test} from "bun:test";
import {resolve} from "../../shared/semantic/compile.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import type {Rollup} from "../../shared/semantic/layer/rollup.ts";
import type {Query} from "../../shared/semantic/query/query.ts";
import type {BuiltColumn, BuiltRollup} from "../../shared/semantic/rollup-matching/built.ts";
import {chooseRollup, planRollups} from "../../shared/semantic/rollup-matching/index.ts";
import type {RollupPlan} from "../../shared/semantic/rollup-matching/plan.ts";
import {Chance} from "./differential/random-layer.ts";

const SOURCE = {dialect: "postgres", weekStart: "monday", id: "conn_1", version: 1} as const;
const text = (name: string) => ({name, type: "string", column: name}) as const;
const fact = (name: string, own: string) => ({
  name,
  table: {name},
  dimensions: [text(own), {name: "day", type: "date", column: "day"} as const],
  measures: [
    {name: "count", type: "count"} as const,
    {name: "total", type: "sum", column: "amount"} as const,
    {name: "people", type: "count_distinct", column: "person_id"} as const,
  ],
});
const toShops = (from: string) => ({
  from,
  to: "shops",
  relationship: "many_to_one" as const,
  on: [{from: "shop_id", to: "id"}],
});
const GRAPH = {
  models: [
    {
      name: "shops",
      table: {name: "shops"},
      primaryKey: ["id"],
      dimensions: [text("id"), text("name"), text("city")],
    },
    fact("sales", "channel"),
    fact("visits", "entrance"),
  ],
  joins: [toShops("sales"), toShops("visits")],
};
const FACTS = {sales: "sales.channel", visits: "visits.entrance"};
type FactName = keyof typeof FACTS;

/** For each stored grain, the grains that can be computed from it. */
const FOLLOW: Record<string, readonly string[]> = {
  day: ["day", "week", "month", "quarter", "year"],
  week: ["week"],
  month: ["month", "quarter", "year"],
  quarter: ["quarter", "year"],
  year: ["year"],
};

interface Kept {
  rollup: Rollup;
  rowCount: number;
  state: "current" | "changed" | "not built";
}

interface Asked {
  query: Query;
  /** For each fact of the query: the names of dimensions without a grain, in the result or in a filter. */
  needed: Map<FactName, {dimensions: string[]; measures: string[]}>;
  /** The dimensions of the result alone. */
  shown: string[];
  /** The grain of the result, or an empty text. */
  grain: string;
  /** The period that a filter selects: a day, a month or a year; empty for all days. */
  span: string;
}

function subset<T>(chance: Chance, of: readonly T[], share: number): T[] {
  return of.filter(() => chance.chance(share));
}

function randomKept(chance: Chance, n: number): Kept {
  const model = chance.pick(["sales", "visits"] as const);
  const dimensions = subset(chance, [FACTS[model], "shops.name", "shops.city"], 0.6);
  const measures = subset(chance, ["count", "total", "people"], 0.7).map(name => `${model}.${name}`);
  const grain = chance.pick(["", "day", "week", "month", "quarter", "year"] as const);
  return {
    rollup: {
      name: `r${n}`,
      model,
      dimensions,
      measures: measures.length > 0 ? measures : [`${model}.count`],
      ...(grain === "" ? {} : {time: {dimension: `${model}.day`, grain}}),
      refresh: {every: "1h"},
    },
    // Few different sizes, so that some are equal.
    rowCount: 1 + chance.below(20),
    state: chance.chance(0.8) ? "current" : chance.pick(["changed", "not built"] as const),
  };
}

function randomAsked(chance: Chance): Asked {
  const facts = chance.chance(0.3)
    ? (["sales", "visits"] as const)
    : [chance.pick(["sales", "visits"] as const)];
  const [model = "sales", ...others] = facts;
  const own = others.length > 0 ? [] : [FACTS[model]];
  const shown = subset(chance, [...own, "shops.name", "shops.city"], 0.4);
  const filtered = subset(chance, ["shops.name", "shops.city"], 0.2);
  const grain = others.length > 0 ? "" : chance.pick(["", "", "day", "week", "month", "year"]);
  const span = others.length > 0 ? "" : chance.pick(["", "", "day", "month", "year"]);
  const spans: Record<string, string> = {day: "2024-02-03", month: "2024-02", year: "2024"};
  const needed: Asked["needed"] = new Map();
  for (const name of facts) {
    const some = subset(chance, ["count", "total", "people"], 0.5).map(one => `${name}.${one}`);
    const measures = some.length > 0 ? some : [`${name}.total`];
    needed.set(name, {dimensions: [...new Set([...shown, ...filtered])], measures});
  }
  return {
    needed,
    shown,
    grain,
    span,
    query: {
      model,
      dimensions: [...shown, ...(grain === "" ? [] : [`${model}.day.${grain}`])],
      measures: [...needed.values()].flatMap(({measures}) => measures),
      filters: [
        ...filtered.map(field => ({
          or: [
            {field, op: "=" as const, value: "x"},
            {field, op: "=" as const, value: "y"},
          ],
        })),
        ...(span === "" ? [] : [{field: `${model}.day`, op: "=" as const, value: spans[span] ?? ""}]),
      ],
    },
  };
}

/**
 * Whether a roll-up can answer the query's part of a fact. Distinct people cannot be added up, so they need exactly the stored
 * groups.
 */
function answers({rollup, state}: Kept, name: FactName, {needed, shown, grain, span}: Asked): boolean {
  const {dimensions = [], measures = []} = needed.get(name) ?? {};
  const {dimensions: kept = [], time} = rollup;
  if (state !== "current" || rollup.model !== name) return false;
  if (!dimensions.every(one => kept.includes(one)) || !measures.every(one => rollup.measures.includes(one)))
    return false;
  const follow = time === undefined ? [] : (FOLLOW[time.grain] ?? []);
  if (![grain, span].every(one => one === "" || follow.includes(one))) return false;
  const isWhole = kept.every(one => shown.includes(one)) && (time?.grain ?? "") === grain;
  return isWhole || !measures.some(one => one.endsWith(".people"));
}

/**
 * The names of the smallest roll-ups that can answer, one for each fact; of equal sizes, the first declared. None if a fact has
 * no such roll-up.
 */
function expected(kept: readonly Kept[], asked: Asked): string[] {
  const found = [...asked.needed.keys()].map(name => {
    let smallest: Kept | undefined;
    for (const one of kept) {
      if (!answers(one, name, asked)) continue;
      if (smallest === undefined || one.rowCount < smallest.rowCount) smallest = one;
    }
    return smallest?.rollup.name;
  });
  const names = found.filter(one => one !== undefined);
  return names.length === found.length ? [...new Set(names)] : [];
}

function columnsOf({dimensions, parts}: RollupPlan): BuiltColumn[] {
  return [
    ...dimensions.map(({column: name, type}): BuiltColumn => {
      if (type === "date") return {name, kind: "date", engineType: "date"};
      return {name, kind: "text", engineType: "varchar", same: true, sorted: true};
    }),
    ...[...parts.values()].map(
      ({column: name}): BuiltColumn => ({name, kind: "integer", engineType: "bigint"}),
    ),
  ];
}

test("the smallest roll-up that stores what the query needs is chosen among many others", () => {
  const tally = {none: 0, one: 0, two: 0};
  for (let seed = 1; seed <= 12; seed++) {
    const chance = new Chance(seed);
    const kept = Array.from({length: 60}, (_, n) => randomKept(chance, n));
    const layer = buildLayer({...GRAPH, rollups: kept.map(({rollup}) => rollup)});
    const planned = planRollups(layer, SOURCE);
    const built = planned.flatMap((one, n): BuiltRollup[] => {
      const {state = "not built", rowCount = 0} = kept[n] ?? {};
      if (!("plan" in one)) throw new Error(JSON.stringify(one.faults));
      if (state === "not built") return [];
      const signature = state === "current" ? one.signature : "another";
      const {name} = one;
      return [{name, buildId: name, signature, dataAsOf: "", rowCount, columns: columnsOf(one.plan)}];
    });
    for (let n = 0; n < 100; n++) {
      const asked = randomAsked(chance);
      const resolution = resolve(layer, asked.query, {
        dialect: "postgres",
        timezone: "UTC",
        weekStart: "monday",
        attributes: {},
        now: new Date(0),
      });
      const wanted = expected(kept, asked);
      for (const all of [false, true]) {
        const {chosen} = chooseRollup(resolution, {planned, built, all});
        const got = chosen === undefined ? [] : [chosen.rollup, ...chosen.others];
        expect({seed, query: asked.query, all, got}).toEqual({seed, query: asked.query, all, got: wanted});
      }
      tally[wanted.length === 0 ? "none" : wanted.length === 1 ? "one" : "two"]++;
    }
  }
  expect(Math.min(...Object.values(tally))).toBeGreaterThan(50);
});

/** Columns with types and collations as different warehouses have them. */
function randomColumns(chance: Chance, plan: RollupPlan): BuiltColumn[] {
  return columnsOf(plan).map(column => {
    const {name, kind, engineType} = column;
    if (kind !== "text") return chance.chance(0.8) ? column : {name, kind: "float", engineType};
    return chance.chance(0.7)
      ? column
      : {name, kind, engineType, same: chance.chance(0.5), sorted: chance.chance(0.5)};
  });
}

/**
 * The query with additions that only some roll-ups can answer, depending on the values of their columns and on their groups.
 */
function harder(chance: Chance, {query, needed, shown}: Asked): Query {
  const measures = [...needed.values()].flatMap(one => one.measures);
  const isOfOne = needed.size === 1;
  const more = [
    {field: "shops.name", op: chance.pick(["contains", ">="] as const), value: "x"},
    ...(isOfOne ? [{field: chance.pick(measures), op: ">" as const, value: 2}] : []),
  ];
  return {
    ...query,
    filters: [...(query.filters ?? []), ...subset(chance, more, 0.25)],
    orderBy: subset(chance, [chance.pick([...shown, ...measures])], 0.3),
    totals: isOfOne && chance.chance(0.2),
  };
}

test("roll-ups are refused together only if they store the query's fields in the same way", () => {
  let refused = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const chance = new Chance(seed);
    const kept = Array.from({length: 120}, (_, n) => randomKept(chance, n));
    const layer = buildLayer({...GRAPH, rollups: kept.map(({rollup}) => rollup)});
    const planned = planRollups(layer, SOURCE);
    const built = planned.map((one, n): BuiltRollup => {
      if (!("plan" in one)) throw new Error(JSON.stringify(one.faults));
      const {name, signature, plan} = one;
      const table = chance.chance(0.3) ? {table: {schema: "kept", name}} : {};
      const {rowCount = 0} = kept[n] ?? {};
      const columns = randomColumns(chance, plan);
      return {name, buildId: name, signature, dataAsOf: "", rowCount, columns, ...table};
    });
    for (let n = 0; n < 100; n++) {
      const query = harder(chance, randomAsked(chance));
      const resolution = resolve(layer, query, {
        dialect: "postgres",
        timezone: "UTC",
        weekStart: "monday",
        attributes: {},
        now: new Date(0),
      });
      // With `all`, each roll-up is tried by itself.
      const each = chooseRollup(resolution, {planned, built, all: true});
      const alike = chooseRollup(resolution, {planned, built});
      expect({seed, query, chosen: alike.chosen}).toEqual({seed, query, chosen: each.chosen});
      refused += each.passed.length;
    }
  }
  expect(refused).toBeGreaterThan(2000);
});
