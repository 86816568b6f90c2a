import type {Query} from "../../../shared/semantic/query/query.ts";
import {dimensionNames} from "../../../shared/semantic/query/selected-names.ts";
import {FieldPaths, isMeasure} from "./naive/field-paths.ts";
import {withComparisons} from "./random-compared.ts";
import {GRAINS} from "./random-fields.ts";
import type {Chance, RandomLayer} from "./random-layer.ts";
import {randomQuery} from "./random-query.ts";
import {ownDimension} from "./random-row-aggregates.ts";

/** A query of a model's rows, usually with columns of which each row has one value. */
export function randomRows(chance: Chance, layer: RandomLayer): Query {
  const grouped = randomQuery(chance, layer, {further: true});
  const {model, filters = [], timezone} = withComparisons(chance, layer, grouped);
  const fieldPaths = new FieldPaths(layer);
  const names = new Set<string>();
  for (let i = 1 + chance.below(4); i > 0; i--) {
    names.add(
      chance.chance(0.06)
        ? `metric_time.${chance.pick(GRAINS)}`
        : ownDimension(chance, layer, fieldPaths, model),
    );
  }
  const dimensions = [...names].map(name =>
    name.endsWith(".n") && chance.chance(0.4)
      ? {field: name, bin: chance.pick([{width: 2}, {width: 0.75, from: -0.25}, {edges: [0, 2.5, 4]}])}
      : name,
  );
  const query = {
    model,
    rows: true,
    dimensions,
    filters: filters.filter(filter => isOnRows(grouped, filter)).slice(0, chance.below(3)),
    limit: 10_000,
    ...(timezone === undefined ? {} : {timezone}),
  };
  const columns = dimensionNames(query);
  if (columns.some(name => name.endsWith(".j")) || chance.chance(0.3)) return query;
  // With fewer columns, the order of equal rows would depend on the engine.
  const hidden = chance.chance(0.4) ? [ownDimension(chance, layer, fieldPaths, model)] : [];
  const orderBy = [...new Set([...hidden.filter(name => !name.endsWith(".j")), ...columns])]
    .toSorted(() => chance.below(3) - 1)
    .map(name => `${name}${chance.pick(["", " asc", " desc"])}`);
  return {...query, orderBy, limit: chance.pick([1, 3, 10, 10_000])};
}

function isOnRows({calculations = []}: Query, filter: NonNullable<Query["filters"]>[number]): boolean {
  return !isMeasure(filter) && !("field" in filter && calculations.some(({name}) => name === filter.field));
}
