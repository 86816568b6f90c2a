import type {Bin} from "../../../shared/semantic/query/bins.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import type {Chance} from "./random-layer.ts";

const BINS: readonly Bin[] = [
  {width: 2, from: 1},
  {width: 3},
  {width: 0.75, from: -0.25},
  {edges: [0, 2.5, 4]},
  {edges: [3]},
];

/** The same query with some numbers in bins, in all columns of the query that have these numbers. */
export function withBins(chance: Chance, query: Query): Query {
  const renamed = new Map<string, string>();
  const dimensions = (query.dimensions ?? []).map(entry => {
    if (typeof entry !== "string" || !entry.endsWith(".n") || !chance.drawForKind({bins: 1}, 0.4))
      return entry;
    renamed.set(entry, `${entry}.bin`);
    return {field: entry, bin: chance.pick(BINS)};
  });
  if (renamed.size === 0) return query;
  const nameOf = (name: string) => renamed.get(name) ?? name;
  const within = (names: readonly string[] | undefined) => (names ? {within: names.map(nameOf)} : {});
  const {calculations, top, orderBy} = query;
  return {
    ...query,
    dimensions,
    ...(calculations
      ? {
          calculations: calculations.map(one => ({
            ...one,
            ...within(one.within),
            ...(one.along === undefined ? {} : {along: nameOf(one.along)}),
          })),
        }
      : {}),
    ...(top ? {top: {...top, dimension: nameOf(top.dimension), ...within(top.within)}} : {}),
    ...(orderBy
      ? {orderBy: orderBy.map(entry => entry.replace(/^\S+\.n(?= |$)/, name => nameOf(name)))}
      : {}),
  };
}
