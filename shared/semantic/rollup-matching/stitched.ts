import type {Layer, LayerModel} from "../layer/layer.ts";
import type {
  ResolvedCondition,
  ResolvedFilter,
  ResolvedMeasure,
  ResolvedQuery,
  SeenQuery,
} from "../resolve/resolved.ts";
import type {Fact} from "./query-facts.ts";
import type {RollupLayer} from "./rollup-layer.ts";

/** A fact's share of a query, over the roll-up that answers it. */
export interface FittedFact {
  fact: Fact;
  layer: RollupLayer;
  fitted: ResolvedQuery;
}

/** A query over the roll-ups of its facts. Their groups are joined by the dimensions, as the groups of the facts would be. */
export function stitchedQuery(
  query: ResolvedQuery,
  facts: readonly FittedFact[],
): {layer: Layer; query: ResolvedQuery} {
  const [first] = facts;
  if (first === undefined) throw new Error("a query without facts");
  const measures = new Map<ResolvedMeasure, ResolvedMeasure>();
  const having = new Map<ResolvedCondition, ResolvedCondition>();
  const seen = new Map<LayerModel, SeenQuery>();
  const fittedTo = (one: ResolvedMeasure) => found(measures, one);
  for (const {fact, layer, fitted} of facts) {
    seen.set(layer.model, fitted);
    for (const [i, measure] of fact.measures.entries()) measures.set(measure, at(fitted.measures, i));
    const ordered = fitted.order.flatMap(({by}) => (typeof by === "number" ? [] : [by]));
    for (const [i, measure] of fact.order.entries()) measures.set(measure, at(ordered, i));
    for (const [i, condition] of fact.having.entries()) {
      const one = fitted.having[i];
      if (one?.kind === "condition") having.set(condition, one);
    }
    if (query.top && fitted.top) measures.set(query.top.by, fitted.top.by);
  }
  const filter = (one: ResolvedFilter): ResolvedFilter => {
    if (one.kind === "condition") return found(having, one);
    return one.kind === "and" || one.kind === "or" || one.kind === "not"
      ? {...one, parts: one.parts.map(filter)}
      : one;
  };
  return {
    layer: layerOf(facts.map(({layer}) => layer.model)),
    query: {
      ...query,
      ...first.fitted,
      base: first.layer.model,
      measures: query.measures.map(fittedTo),
      having: query.having.map(filter),
      calculated: query.calculated.map(filter),
      calculations: query.calculations,
      order: query.order.map(({by, descending}) => ({
        by: typeof by === "number" ? by : fittedTo(by),
        descending,
      })),
      top: query.top && {...query.top, by: fittedTo(query.top.by)},
      seen,
    },
  };
}

function found<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error("a part of a query that no fact has");
  return value;
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error("a fact without its part of a query");
  return item;
}

function layerOf(models: readonly LayerModel[]): Layer {
  return {
    graph: {models: models.map(({source}) => source)},
    models: new Map(models.map(model => [model.name, model])),
    roles: new Set(),
    timeTypes: new Set(),
  };
}
