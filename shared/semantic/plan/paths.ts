import type {Edge, Layer, LayerModel} from "../layer/layer.ts";
import {isModelName, toOnePaths} from "../layer/paths.ts";

export function reversed(path: readonly Edge[]): Edge[] {
  return path.map(edge => edge.reverse).reverse();
}

export function isSamePath(one: readonly Edge[], other: readonly Edge[]): boolean {
  return one.length === other.length && one.every((edge, i) => edge === other[i]);
}

/** The path without detours: a step followed by its own reverse is removed. */
export function cancelled(path: readonly Edge[]): readonly Edge[] {
  const way: Edge[] = [];
  for (const edge of path) {
    if (way.at(-1) === edge.reverse) way.pop();
    else way.push(edge);
  }
  return way;
}

/** The paths of to-one joins from `from` to what the names mean; empty if there is none. */
export function conformedPath(
  layer: Layer,
  from: LayerModel,
  names: readonly string[],
): readonly (readonly Edge[])[] {
  let paths: readonly (readonly Edge[])[] = [[]];
  let at = from;
  for (const name of names) {
    const steps = toOneSteps(layer, at, name);
    const to = steps[0]?.at(-1)?.to;
    if (to === undefined || steps.some(step => step.at(-1)?.to !== to)) return [];
    paths = paths.flatMap(way => steps.map(step => [...way, ...step]));
    at = to;
  }
  return paths;
}

function toOneSteps(layer: Layer, from: LayerModel, name: string): readonly Edge[][] {
  // Cached beside the model's general paths, under a key that cannot be a name.
  const key = `\u0000${name}`;
  const known = from.paths.get(key);
  if (known !== undefined) return known;
  let found = from
    .edgesNamed(name)
    .filter(edge => !edge.toMany)
    .map(edge => [edge]);
  if (found.length === 0 && layer.roles.has(name)) found = toOnePaths(from, edge => edge.role === name);
  if (found.length === 0 && isModelName(layer, name)) found = toOnePaths(from, edge => edge.to.name === name);
  from.paths.set(key, found);
  return found;
}
