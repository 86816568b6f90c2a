import type {Graph, Model} from "../../../shared/semantic/layer/graph.ts";
import type {Join} from "../../../shared/semantic/layer/join.ts";
import type {Chance, RandomLayer} from "./random-layer.ts";

export const PERIODS = ["day", "week", "month", "quarter", "year", "fiscal_quarter", "fiscal_year"];
export const GRAINS = [...PERIODS, "retail"];
export const PARTS = ["day_of_week", "month_of_year", "day_of_month", "year_number"];

/** The models that queries are about: all except the calendar, to which no join leads. */
export function factsOf({graph}: RandomLayer): Model[] {
  return graph.models.filter(({calendar}) => calendar === undefined);
}

/**
 * The dotted roles of a random join path from `base`, or the name of `base`. If join paths are searched, the name of
 * any model.
 */
export function randomPrefix(chance: Chance, layer: RandomLayer, base: string): string {
  if (layer.isSearched) return chance.chance(0.3) ? base : chance.pick(factsOf(layer)).name;
  const roles: string[] = [];
  const seen = new Set([base]);
  let at = base;
  for (let steps = chance.pick([0, 1, 1, 2, 3]); steps > 0; steps--) {
    const all = joinStepsFrom(layer.graph, at);
    const next = all.filter(
      step => !seen.has(step.to) && !all.some(other => other !== step && other.role === step.role),
    );
    if (next.length === 0) break;
    const step = chance.pick(next);
    roles.push(step.role);
    at = step.to;
    seen.add(at);
  }
  return roles.length === 0 ? base : roles.join(".");
}

export interface JoinStep {
  join: Join;
  role: string;
  to: string;
  toMany: boolean;
}

/** The join steps from a model, including steps that share one role. */
export function joinStepsFrom(graph: Graph, model: string): JoinStep[] {
  const joinSteps: JoinStep[] = [];
  for (const join of graph.joins ?? []) {
    if (join.from === model) {
      joinSteps.push({join, role: join.name ?? join.to, to: join.to, toMany: false});
    }
    if (join.to === model) joinSteps.push({join, role: join.from, to: join.from, toMany: true});
  }
  return joinSteps;
}

/** The model at the end of a prefix. */
export function modelAt({graph, isSearched}: RandomLayer, base: string, prefix: string): string {
  if (isSearched) return prefix;
  let at = base;
  for (const role of prefix.split(".").slice(prefix.startsWith(`${base}.`) ? 1 : 0)) {
    at = joinStepsFrom(graph, at).find(step => step.role === role)?.to ?? at;
  }
  return at;
}

export const COMPUTED = ["is_a", "size", "not_a", "mark", "same_a", "next", "ok"];

export function randomDimension(chance: Chance, layer: RandomLayer, base: string): string {
  const prefix = randomPrefix(chance, layer, base);
  const field = chance.pick(["w", "w", "n", "at", "at", "d", "d", ...COMPUTED, "j", "part", "spot", "due"]);
  if (field === "at") return `${prefix}.at.${chance.pick([...GRAINS, ...PARTS, "hour_of_day", "hour"])}`;
  if ((field === "d" || field === "due") && chance.chance(0.7))
    return `${prefix}.${field}.${chance.pick([...GRAINS, ...PARTS])}`;
  return `${prefix}.${field}`;
}

const MEASURES = (
  "count total mean middle lower_third upper_word least latest first_word last_day words filled total_a count_a ratio ratio_sum closing opening_a closing_over opening_over unsure any_a any_big all_big " +
  "papers kinds upper_third spots last_due count_ok"
).split(" ");

export function randomMeasure(chance: Chance, layer: RandomLayer, base: string, names = MEASURES): string {
  return `${randomPrefix(chance, layer, base)}.${chance.pick(names)}`;
}
