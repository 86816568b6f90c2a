import type {Edge, Layer, LayerModel} from "../layer/layer.ts";
import {isModelName, toOnePaths} from "../layer/paths.ts";

/** Joins from one model to another, each from the model that the one before leads to. */
export type Path = readonly Edge[];

export function reversed(path: Path): Edge[] {
  return path.map(edge => edge.reverse).reverse();
}

export function isSamePath(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((edge, i) => edge === other[i]);
}

/** The paths of to-one joins from `from` that the names can mean; empty if there is none. */
export function conformedPath(layer: Layer, from: LayerModel, names: readonly string[]): readonly Path[] {
  let paths: readonly Path[] = [[]];
  let at = from;
  for (const name of names) {
    const steps = toOneSteps(layer, at, name);
    const to = steps[0]?.at(-1)?.to;
    if (to === undefined || steps.some(step => step.at(-1)?.to !== to)) return [];
    paths = paths.flatMap(path => steps.map(step => [...path, ...step]));
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
