import type {Edge, Layer, LayerModel} from "./layer.ts";

/** The most steps of a path that is searched for. Longer paths must be named step by step. */
const MAX_STEPS = 6;
const MAX_VISITS = 20_000;
const MAX_CANDIDATES = 8;

/**
 * The join paths from `start` to the role or model `name`, of the best kind only: a direct join; else every path of
 * to-one joins; else the shortest paths that start with a to-many join and never go from to-one to to-many; else the
 * shortest paths over any joins. If there are several, the caller refuses them or chooses; an empty list means that
 * there is no path.
 */
export function findPaths(layer: Layer, start: LayerModel, name: string): readonly Edge[][] {
  const known = start.paths.get(name);
  if (known !== undefined) return known;
  // Only names in the layer are cached, because there is no limit to others.
  if (!layer.roles.has(name) && !isModelName(layer, name)) return [];
  const found = search(start, name);
  start.paths.set(name, found);
  return found;
}

/** Whether the layer has a model of that name, including models that are reached over joins only. */
export function isModelName({models, joined}: Layer, name: string): boolean {
  return models.has(name) || joined?.has(name) === true;
}

function search(start: LayerModel, name: string): Edge[][] {
  const direct = start.edgesNamed(name);
  if (direct.length > 0) return direct.map(edge => [edge]);
  const toOne = toOnePaths(start, edge => edge.role === name);
  if (toOne.length > 0) return toOne;
  const toModel = toOnePaths(start, edge => edge.to.name === name);
  if (toModel.length > 0) return toModel;
  const isRole = (edge: Edge) => edge.role === name;
  const isModel = (edge: Edge) => edge.to.name === name;
  for (const throughParents of [false, true]) {
    const byRole = shortestPaths(start, isRole, throughParents);
    if (byRole.length > 0) return byRole;
    const byModel = shortestPaths(start, isModel, throughParents);
    if (byModel.length > 0) return byModel;
  }
  return [];
}

/** Every path of to-one joins that visits no model twice. */
export function toOnePaths(start: LayerModel, isGoal: (edge: Edge) => boolean): Edge[][] {
  const found: Edge[][] = [];
  let visits = 0;
  const walk = (model: LayerModel, path: Edge[]) => {
    if (path.length >= MAX_STEPS) return;
    for (const edge of model.toOneEdges) {
      if (found.length >= MAX_CANDIDATES || ++visits > MAX_VISITS) return;
      if (edge.to === start || path.some(step => step.from === edge.to)) continue;
      const longer = [...path, edge];
      if (isGoal(edge)) found.push(longer);
      else walk(edge.to, longer);
    }
  };
  walk(start, []);
  return found;
}

/**
 * The shortest paths over joins in any direction, all of the same length. Without `throughParents`, no path goes to-one
 * and then to-many: rows that only share a parent do not belong together, but rows linked by a bridge table do.
 */
function shortestPaths(
  start: LayerModel,
  isGoal: (edge: Edge) => boolean,
  throughParents: boolean,
): Edge[][] {
  let level: Edge[][] = [[]];
  const seen = new Set<LayerModel>([start]);
  for (let steps = 0; steps < MAX_STEPS && level.length > 0; steps++) {
    const found: Edge[][] = [];
    const next: Edge[][] = [];
    const entered = new Set<LayerModel>();
    for (const path of level) {
      const last = path.at(-1);
      const upward = !throughParents && last !== undefined && !last.toMany;
      for (const edge of (last?.to ?? start).edges) {
        if (seen.has(edge.to) || (upward && edge.toMany)) continue;
        if (!throughParents && path.length === 0 && !edge.toMany) continue;
        if (isGoal(edge)) {
          if (found.length < MAX_CANDIDATES) found.push([...path, edge]);
        } else if (next.length < MAX_VISITS) {
          next.push([...path, edge]);
        }
        entered.add(edge.to);
      }
    }
    if (found.length > 0) return found;
    for (const model of entered) seen.add(model);
    level = next;
  }
  return [];
}

/** A path as a query writes it: the roles of its steps, with dots. */
export function pathName(path: readonly Edge[]): string {
  return path.map(edge => edge.role).join(".");
}

/** The path without detours: a step followed by its own reverse is removed. */
export function cancelled(path: readonly Edge[]): readonly Edge[] {
  const direct: Edge[] = [];
  for (const edge of path) {
    if (direct.at(-1) === edge.reverse) direct.pop();
    else direct.push(edge);
  }
  return direct;
}
