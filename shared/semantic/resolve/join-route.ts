import type {Edge, Layer, LayerModel} from "../layer/layer.ts";
import {findPaths} from "../layer/paths.ts";

const MAX_ROUTE = 10;

/** The model that a route of names leads to, and the join paths that the route can mean. */
export interface RoutePaths {
  route: readonly string[];
  paths: readonly (readonly Edge[])[];
  /** Absent if the route leads nowhere. */
  target?: LayerModel;
  /** The name at which the route failed. */
  failed?: string;
}

/** Follows names of joins or models from a model, one after the other. The first name may be the model's own. */
export function followRoute(layer: Layer, base: LayerModel, names: readonly string[]): RoutePaths {
  const route = names[0] === base.name ? names.slice(1) : names;
  let paths: readonly (readonly Edge[])[] = [[]];
  let target = base;
  if (route.length > MAX_ROUTE) return {route, paths: [], failed: route[0]!};
  for (const step of route) {
    const next = findPaths(layer, target, step);
    const to = next[0]?.at(-1)?.to;
    if (to === undefined) return {route, paths: [], failed: step};
    // Paths that end at different models cannot be narrowed down by later names.
    if (next.some(path => path.at(-1)?.to !== to)) return {route, paths: next, failed: step};
    paths = paths.flatMap(path => next.map(more => [...path, ...more]));
    target = to;
  }
  return {route, paths, target};
}
