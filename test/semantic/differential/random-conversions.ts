import type {Graph, Measure, Model} from "../../../shared/semantic/layer/graph.ts";
import type {Filter} from "../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {randomDimension} from "./random-fields.ts";
import {furtherFilter, randomFilter} from "./random-filter.ts";
import type {Chance, RandomLayer} from "./random-layer.ts";
import {randomQuery} from "./random-query.ts";

const NAMES = ["followed", "followed_a"];
const TIMES = ["at", "at", "at", "d", "next", "at.day", "at.week", "d.month", "at.hour"];
const COUNTED = "count count total mean middle lower_third words filled total_a count_a".split(" ");
const UNITS = ["hour", "day", "week", "month", "quarter", "year"] as const;

/** Adds conversion measures to most models that have a key. */
export function addConversions(chance: Chance, {graph}: RandomLayer): void {
  const facts = graph.models.filter(({calendar}) => calendar === undefined);
  for (const model of facts) {
    // Without a key, the last of two rows at one moment would not be defined.
    if (model.primaryKey === undefined || !chance.chance(0.7)) continue;
    for (const name of NAMES) model.measures?.push(randomConversion(chance, graph, model, facts, name));
    model.measures?.push({name: "follow_rate", type: "number", sql: "${followed} / ${count}"});
  }
}

function randomConversion(
  chance: Chance,
  graph: Graph,
  model: Model,
  facts: readonly Model[],
  name: string,
): Measure {
  const other = chance.pick(facts);
  const pair = (fields: readonly string[], isSame: boolean) => {
    const field = chance.pick(fields);
    const of = (side: Model) => placeOf(chance, graph, side, isSame ? field : chance.pick(fields));
    return {base: of(model), conversion: of(other)};
  };
  const properties = Array.from({length: chance.pick([0, 0, 0, 0, 1, 2])}, () =>
    pair(chance.pick([["w", "size", "mark", "part"], ["n", "spot"], ["is_a", "same_a"], ["d"]]), true),
  );
  const isShared = chance.chance(0.2);
  const entity = chance.pick(["w", "n", "size", "size"]);
  const where = chance.pick(["w = 'a'", "${is_a}", "n > 1", "w <> 'b'"]);
  return {
    name,
    type: "conversion",
    ...(name === "followed" ? {} : {where}),
    conversion: {
      measure: `${other.name}.${chance.pick(COUNTED)}`,
      entity: isShared ? entity : pair([entity], true),
      time: pair(TIMES, chance.chance(0.7)),
      ...(chance.chance(0.5)
        ? {window: {unit: chance.pick(UNITS), count: chance.pick([1, 3, 40, 200])}}
        : {}),
      ...(properties.length > 0 ? {constantProperties: properties} : {}),
    },
  };
}

/** A field of a model, or of a model to which it is joined by a join with a name of its own. */
function placeOf(chance: Chance, {joins = []}: Graph, model: Model, field: string): string {
  const up = joins.filter(({from}) => from === model.name);
  const roles = up.map(({name, to}) => name ?? to);
  const single = roles.filter((role, i) => roles.indexOf(role) === i && roles.lastIndexOf(role) === i);
  return single.length > 0 && chance.chance(0.25) ? `${chance.pick(single)}.${field}` : field;
}

/** A query with a conversion measure and other measures; `undefined` if no model has a conversion measure. */
export function randomFollowing(chance: Chance, layer: RandomLayer): Query | undefined {
  const models = layer.graph.models.filter(({measures = []}) =>
    measures.some(({type}) => type === "conversion"),
  );
  if (models.length === 0) return undefined;
  const {name} = chance.pick(models);
  const names = [...NAMES, "follow_rate"].map(field => `${name}.${field}`);
  const measures = new Set([chance.pick(names), chance.pick(names)]);
  const filters: Filter[] = [];
  if (chance.chance(0.3)) {
    filters.push({field: `${name}.followed`, op: chance.pick([">", "<="]), value: chance.below(3)});
  }
  if (chance.chance(0.2)) {
    const per = [`${name}.${chance.pick(["w", "n", "size"])}`];
    const op = chance.pick([">", "<="] as const);
    filters.push({per, field: `${name}.${chance.pick(NAMES)}`, op, value: chance.below(3)});
  }
  if (chance.chance(0.25)) {
    const query = randomQuery(chance, layer, {further: true, base: name});
    return {
      ...query,
      measures: [...(query.measures ?? []), ...measures],
      filters: [...(query.filters ?? []), ...filters],
    };
  }
  const dimensions = new Set<string>();
  for (let i = chance.below(3); i > 0; i--) {
    // Over a many side, a conversion would count in several groups.
    const other = randomDimension(chance, layer, name);
    dimensions.add(
      other.startsWith(`${name}.`) ? other : `${name}.${chance.pick(["w", "size", "at.month"])}`,
    );
  }
  if (chance.chance(0.2)) dimensions.add(randomDimension(chance, layer, name));
  if (chance.chance(0.3)) measures.add(`${name}.${chance.pick(["count", "total", "closing"])}`);
  if (chance.chance(0.3)) filters.push(randomFilter(chance, layer, name, 1));
  if (chance.chance(0.15)) filters.push(furtherFilter(chance, layer, name, 0));
  const [first] = dimensions;
  const top = first !== undefined && !/\.(at|j)$/.test(first) && chance.chance(0.3);
  return {
    model: name,
    dimensions: [...dimensions],
    measures: [...measures],
    filters,
    ...(top ? {top: randomTop(chance, first, chance.pick(names))} : {}),
    limit: 10_000,
    timezone: chance.pick(["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata"]),
    ...(dimensions.size === 1 && /\.(month|quarter|year)$/.test(first ?? "") && chance.chance(0.3)
      ? {fillGaps: true}
      : {}),
    ...(chance.chance(0.5) ? {totals: true} : {}),
  };
}

function randomTop(chance: Chance, dimension: string, by: string): NonNullable<Query["top"]> {
  const isNamed = /\.(w|size|mark)$/.test(dimension) && chance.chance(0.5);
  return {dimension, by, count: 1 + chance.below(2), ...(isNamed ? {others: "rest"} : {})};
}
