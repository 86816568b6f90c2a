import type {Graph, Join} from "../../semantic/documents.ts";

/** The result of merging one graph into another, with the positions of the given parts. */
export interface Merged {
  graph: Graph;
  /** Position in the merged graph → position in the given one. Parts from the current graph are missing. */
  givenModels: ReadonlyMap<number, number>;
  givenJoins: ReadonlyMap<number, number>;
  givenRollups: ReadonlyMap<number, number>;
}

/**
 * The models of `given` replace those of the same name in `current`, in their positions; the others stay. A join
 * replaces the one with the same role, or its mirror image. With `replace` nothing of `current` stays. Duplicates in
 * `given` stay, so that the check finds them. A calendar replaces the current one as a whole.
 */
export function mergeGraph(current: Graph, given: Graph, replace: boolean): Merged {
  const models = replace ? [] : [...current.models];
  const positions = new Map(models.map((model, i) => [model.name, i]));
  const givenModels = new Map<number, number>();
  for (const [i, model] of given.models.entries()) {
    const held = positions.get(model.name);
    const at = held !== undefined && !givenModels.has(held) ? held : models.length;
    models[at] = model;
    givenModels.set(at, i);
  }
  const replaced = new Set((given.joins ?? []).flatMap(join => [roleKey(join), pairsKey(mirrored(join))]));
  const unreplacedJoins = replace
    ? []
    : (current.joins ?? []).filter(join => !replaced.has(roleKey(join)) && !replaced.has(pairsKey(join)));
  const joins = [...unreplacedJoins, ...(given.joins ?? [])];
  const givenJoins = new Map((given.joins ?? []).map((_, i) => [unreplacedJoins.length + i, i]));
  const calendar = given.calendar ?? (replace ? undefined : current.calendar);
  const givenList = given.rollups ?? [];
  const names = new Set(givenList.map(({name}) => name));
  const unreplacedRollups = replace ? [] : (current.rollups ?? []).filter(({name}) => !names.has(name));
  const rollups = [...unreplacedRollups, ...givenList];
  const givenRollups = new Map(givenList.map((_, i) => [unreplacedRollups.length + i, i]));
  const graph = {models, joins, ...(calendar ? {calendar} : {}), ...(rollups.length > 0 ? {rollups} : {})};
  return {graph, givenModels, givenJoins, givenRollups};
}

/** The join of the graph that starts at the same model with the same role, or is its mirror image. */
export function sameJoin(graph: Graph, join: Join): Join | undefined {
  const joinKeys = [roleKey(join), pairsKey(mirrored(join))];
  return graph.joins?.find(other => joinKeys.includes(roleKey(other)) || joinKeys.includes(pairsKey(other)));
}

function roleKey({from, to, name = to}: Join): string {
  return JSON.stringify(["role", from, name]);
}

function pairsKey({from, to, on}: Join): string {
  const pairs = on.map(pair => JSON.stringify([pair.from, pair.to])).sort();
  return JSON.stringify(["pairs", from, to, pairs]);
}

function mirrored({from, to, relationship, on}: Join): Join {
  return {from: to, to: from, relationship, on: on.map(pair => ({from: pair.to, to: pair.from}))};
}
