import type {Filter, FilterCondition, Query} from "../../shared/semantic/query.ts";
import type {RandomLayer} from "./random-layer.ts";
import {type Way, waysFrom} from "./random-query.ts";

/** A step along a join, told apart from every other by its key; walking back has the same key and `!`. */
export interface Step extends Way {
  from: string;
  key: string;
}

export interface Place {
  model: string;
  steps: Step[];
  field: string;
  grain?: string;
}

/** What the compiler must refuse with this code. */
export class Refusal extends Error {
  constructor(readonly code: "ambiguous_join_path" | "no_join_path") {
    super(code);
  }
}

interface Named {
  roles: string[];
  field: string;
  grain?: string;
}

/** Where the names of a query lie, by searching every way there is. */
export class Places {
  readonly #fields: ReadonlySet<string>;

  constructor(readonly layer: RandomLayer) {
    const model = layer.graph.models[0]!;
    const measures = layer.graph.models.flatMap(each => each.measures ?? []);
    this.#fields = new Set([...model.dimensions, ...measures].map(field => field.name));
  }

  /** The one place that a name means. */
  at(base: string, name: string): Place {
    const named = this.#read(base, name);
    const [only, ...others] = this.#ways(base, named.roles);
    if (only === undefined || others.length > 0) throw new Refusal("ambiguous_join_path");
    return placeAt(base, only, named);
  }

  /** What a window goes along, seen from its own model. */
  along(model: string, dimension: string): Place {
    return this.at(model, dimension.includes(".") ? dimension : `${model}.${dimension}`);
  }

  /** Where a measure is taken: on the way along which what the query groups and picks by lies nearest. */
  home(query: Query, name: string): Place {
    const named = this.#read(query.model, name);
    const candidates = this.#ways(query.model, named.roles).map(steps => {
      const place = placeAt(query.model, steps, named);
      if (this.#ways(query.model, named.roles).length === 1) return {place, text: "", many: 0};
      const ways = namesOf(query).map(other => this.from(place, query.model, other).steps);
      const many = ways.filter(way => way.some(step => step.toMany)).length;
      return {place, text: ways.map(keyOf).join(" "), many};
    });
    const least = Math.min(...candidates.map(({many}) => many));
    const [best, ...others] = candidates.filter(({many}) => many === least);
    if (best === undefined || others.some(({text}) => text !== best.text)) {
      throw new Refusal("ambiguous_join_path");
    }
    return best.place;
  }

  /**
   * A place seen from a measure's home: back the way to the query's model, and on from there. Where that is to
   * many and the query has not named the way, the home's own way to what has these names goes before it.
   */
  from(home: Place, base: string, name: string): Place {
    const place = this.at(base, name);
    const steps: Step[] = [];
    for (const step of [...home.steps.map(reverse).reverse(), ...place.steps]) {
      if (steps.at(-1)?.key === reverse(step).key) steps.pop();
      else steps.push(step);
    }
    const searched = this.layer.isSearched && home.steps.length > 1;
    if (!searched || !steps.some(step => step.toMany)) return {...place, steps};
    const {roles} = this.#read(base, name);
    const own = this.#toOne(home.model, roles.length > 0 ? roles[0]! : base);
    if (own.length > 1) throw new Refusal("ambiguous_join_path");
    return {...place, steps: own[0] ?? steps};
  }

  #read(base: string, name: string): Named {
    const parts = name.split(".");
    const grain = this.#fields.has(parts.at(-1)!) ? undefined : parts.pop();
    const field = parts.pop()!;
    const roles = parts[0] === base ? parts.slice(1) : parts;
    return {roles, field, ...(grain === undefined ? {} : {grain})};
  }

  #ways(base: string, roles: readonly string[]): Step[][] {
    let ways: Step[][] = [[]];
    for (const role of roles) {
      ways = ways.flatMap(way => this.#search(way.at(-1)?.to ?? base, role).map(steps => [...way, ...steps]));
      if (ways.length === 0) throw new Refusal("no_join_path");
    }
    return ways;
  }

  /** Ways of the best kind: direct, to one, over the model's own many sides, any. */
  #search(from: string, role: string): Step[][] {
    const direct = this.#steps(from).filter(step => step.role === role);
    if (direct.length > 0) return direct.map(step => [step]);
    const all = this.#simpleWays(from, []).filter(way => way.at(-1)!.role === role);
    const toOne = all.filter(way => way.every(step => !step.toMany));
    if (toOne.length > 0) return toOne;
    const own = all.filter(way => way[0]!.toMany && !turns(way));
    return shortest(own.length > 0 ? own : all);
  }

  #toOne(from: string, role: string): Step[][] {
    const direct = this.#steps(from).filter(step => step.role === role && !step.toMany);
    if (direct.length > 0) return direct.map(step => [step]);
    return this.#simpleWays(from, []).filter(
      way => way.at(-1)!.role === role && way.every(step => !step.toMany),
    );
  }

  #simpleWays(from: string, before: readonly Step[]): Step[][] {
    const start = before[0]?.from ?? from;
    const next = this.#steps(from).filter(({to}) => to !== start && !before.some(step => step.to === to));
    return next.flatMap(step => [[...before, step], ...this.#simpleWays(step.to, [...before, step])]);
  }

  #steps(from: string): Step[] {
    const joins = this.layer.graph.joins ?? [];
    return waysFrom(this.layer.graph, from).map(way => {
      const index = joins.indexOf(way.join);
      return {...way, from, key: way.toMany ? `${index}!` : `${index}`};
    });
  }
}

export function keyOf(steps: readonly Step[]): string {
  return steps.map(step => step.key).join("/");
}

export function isMeasure(filter: Filter): filter is FilterCondition {
  return "field" in filter && /\.(count|total|words|ratio)$/.test(filter.field);
}

function placeAt(base: string, steps: Step[], {field, grain}: Named): Place {
  return {model: steps.at(-1)?.to ?? base, steps, field, ...(grain === undefined ? {} : {grain})};
}

function reverse(step: Step): Step {
  const key = step.key.endsWith("!") ? step.key.slice(0, -1) : `${step.key}!`;
  return {...step, from: step.to, to: step.from, toMany: !step.toMany, key};
}

/** Whether a way goes to one and then to many. */
function turns(way: readonly Step[]): boolean {
  return way.some((step, i) => !step.toMany && way[i + 1]?.toMany === true);
}

function shortest(ways: Step[][]): Step[][] {
  const least = Math.min(...ways.map(way => way.length));
  return ways.filter(way => way.length === least);
}

/** What a query groups and picks rows by. */
function namesOf(query: Query): string[] {
  const fields = (filter: Filter): string[] => {
    if ("field" in filter) return [filter.field];
    return ("or" in filter ? filter.or : filter.and).flatMap(fields);
  };
  const filters = (query.filters ?? []).filter(filter => !isMeasure(filter));
  return [...(query.dimensions ?? []), ...filters.flatMap(fields)];
}
