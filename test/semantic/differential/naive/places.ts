import type {BinnedDimension} from "../../../../shared/semantic/query/bins.ts";
import type {Filter, FilterCondition, RowsFilter} from "../../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../../shared/semantic/query/query.ts";
import {isNestedMeasure} from "../../../../shared/semantic/query/row-aggregates.ts";
import {
  dimensionNames,
  measuredDimensions,
  nameOfDimension,
} from "../../../../shared/semantic/query/selected-names.ts";
import type {RandomLayer} from "../random-layer.ts";
import {type Way, waysFrom} from "../random-place.ts";
import {isOnOwn, nestedMeasures, ownCalled} from "./nested.ts";
import {rowAggregates} from "./row-aggregates.ts";
import {BIN} from "./values.ts";

/** A step along a join. Its key is unique; the step back along the same join has the same key and `!`. */
export interface Step extends Way {
  from: string;
  key: string;
}

/** Where a name of a query leads: the field of a model, and the steps to that model. A measure's place is its home. */
export interface Place {
  model: string;
  steps: Step[];
  field: string;
  grain?: string;
  /** Whether the query names each step of the way. */
  isSpelled: boolean;
  /** Whether the place is `metric_time`, the time of each measure's own model. */
  isConformed?: true;
}

/**
 * A query that the compiler must refuse, and the reason. `ambiguous_join_path` and `no_join_path` are the compiler's codes.
 * `pairs`: the query pairs rows of two many sides; `apart`: it compares fields of two many sides; `along`: it does not ask
 * for a window's time; `many`: a row has several values of a requested field. `times` is no refusal by the compiler: the
 * evaluator would need minutes for a window by the minute.
 */
export class Refusal extends Error {
  constructor(
    readonly code: "ambiguous_join_path" | "no_join_path" | "pairs" | "many" | "apart" | "along" | "times",
  ) {
    super(code);
  }
}

interface Named {
  roles: string[];
  field: string;
  grain?: string;
}

/** Finds the fields that the names of a query mean, by searching every way along the joins. */
export class Places {
  readonly #fields: ReadonlySet<string>;
  /** The binned dimensions of the last resolved query, by their column names. */
  readonly #binned = new Map<string, BinnedDimension>();
  /** The steps from each model, and the ways from each model to each name. */
  readonly #stepsFrom = new Map<string, Step[]>();
  readonly #searched = new Map<string, Step[][]>();
  /** Resolved names; dropped when another query's bins are resolved. */
  #known = new Known();

  constructor(readonly layer: RandomLayer) {
    const model = layer.graph.models[0]!;
    const measures = layer.graph.models.flatMap(each => each.measures ?? []);
    this.#fields = new Set([...model.dimensions, ...measures].map(field => field.name));
  }

  /** Looks up every name of a query, in the query's order, before any of the ways is used. */
  resolve(query: Query): void {
    this.#binned.clear();
    this.#known = new Known();
    const {dimensions = [], measures = []} = query;
    const groups = [...measuredDimensions(query), ...nestedMeasures(query)];
    for (const entry of [...dimensions, ...groups.flatMap(({per}) => per)]) {
      if (typeof entry !== "string" && "field" in entry) this.#binned.set(nameOfDimension(entry), entry);
    }
    for (const {of} of rowAggregates(query)) {
      if (of !== undefined && this.at(query.model, of).steps.some(step => step.toMany))
        throw new Refusal("many");
    }
    if (query.rows === true) {
      const isMany = (name: string) => this.at(query.model, name).steps.some(step => step.toMany);
      if (dimensionNames(query).some(isMany)) throw new Refusal("many");
    }
    for (const entry of [
      ...dimensions,
      ...measures.filter(one => typeof one === "string" || isNestedMeasure(one)),
    ]) {
      if (typeof entry !== "string" && "per" in entry) {
        this.#ways(query.model, this.#read(query.model, entry.of).roles);
        for (const dimension of entry.per) this.at(query.model, nameOfDimension(dimension));
      } else if (typeof entry === "string" && measures.includes(entry)) {
        this.#ways(query.model, this.#read(query.model, entry).roles);
      } else this.at(query.model, nameOfDimension(entry));
    }
    if (query.top !== undefined && ownCalled(query, query.top.by) === undefined)
      this.#ways(query.model, this.#read(query.model, query.top.by).roles);
    const calculated = (query.calculations ?? []).map(({name}) => name);
    for (const filter of query.filters ?? []) {
      if ("field" in filter && calculated.includes(filter.field)) continue;
      if (!isOnOwn(query, filter)) this.#resolveFilter(query.model, filter);
    }
  }

  /** Refuses dimensions of two many sides whose pairs mean nothing, unless a measure relates them. */
  refusePairs(query: Query): void {
    const {model, measures = []} = query;
    const dimensions = dimensionNames(query);
    if (measures.length > 0) return;
    const sides = dimensions.map(name => {
      const {steps} = this.at(model, name);
      return steps.slice(0, steps.findLastIndex(step => step.toMany) + 1);
    });
    const leadsTo = (one: Step[], other: Step[]) => one.every(({key}, i) => key === other[i]?.key);
    for (const one of sides) {
      if (sides.some(other => !leadsTo(one, other) && !leadsTo(other, one))) throw new Refusal("pairs");
    }
  }

  #resolveFilter(base: string, filter: Filter, measured = base): void {
    if ("or" in filter || "and" in filter) {
      for (const part of "or" in filter ? filter.or : filter.and) this.#resolveFilter(base, part, measured);
    } else if ("not" in filter) {
      this.#resolveFilter(base, filter.not, measured);
    } else if ("per" in filter) {
      const [way] = this.#ways(base, this.#read(base, filter.field).roles);
      const [other] =
        filter.other === undefined ? [way] : this.#ways(base, this.#read(base, filter.other).roles);
      for (const name of filter.per) this.at(base, name);
      const measured =
        prefixOf(filter.field) === prefixOf(filter.other ?? filter.field) ? way?.at(-1)?.to : undefined;
      if (other === undefined) throw new Error("a measure without a way");
      for (const part of filter.filters ?? []) this.#resolveFilter(base, part, measured);
    } else if ("field" in filter) {
      for (const name of [filter.field, ...(filter.other === undefined ? [] : [filter.other])]) {
        if (isMeasure(filter)) this.#ways(base, this.#read(base, name).roles);
        else this.at(base, name);
      }
    } else {
      const {model} = this.rows(measured, "some" in filter ? filter.some : filter.none);
      for (const part of ownNames(filter, model)) this.#resolveFilter(model, part);
    }
  }

  /** The model whose rows a name means, and the steps to them. */
  rows(base: string, name: string): {model: string; steps: Step[]} {
    const parts = name.split(".");
    const [only, ...others] = this.#ways(base, parts[0] === base ? parts.slice(1) : parts);
    if (only === undefined || others.length > 0) throw new Refusal("ambiguous_join_path");
    return {model: only.at(-1)?.to ?? base, steps: only};
  }

  /** The steps from a measure's home to the end of steps that begin at the query's model. */
  fromSteps(home: Place, base: string, steps: Step[]): Step[] {
    const way = cancelled([...home.steps.map(reverse).reverse(), ...steps]);
    if (home.isSpelled || !way.some(step => step.toMany)) return way;
    const model = steps.at(-1)?.to ?? base;
    return this.#ownWay(home, steps.length > 0 ? steps.map(({role}) => role) : [base], model) ?? way;
  }

  /** A home's own way of to-one steps to a model by names, if there is one. */
  #ownWay(home: Place, roles: string[], model: string): Step[] | undefined {
    let own: Step[][] = [[]];
    for (const role of roles) {
      own = own.flatMap(way =>
        this.#toOne(way.at(-1)?.to ?? home.model, role).map(more => [...way, ...more]),
      );
    }
    if (own.length > 1) throw new Refusal("ambiguous_join_path");
    return own[0]?.at(-1)?.to === model ? own[0] : undefined;
  }

  /** The one place that a name means. Throws if there is none, or more than one. */
  at(base: string, name: string): Place {
    const key = `${base} ${name}`;
    const found = this.#known.at.get(key) ?? this.#find(base, name);
    this.#known.at.set(key, found);
    return found;
  }

  #find(base: string, name: string): Place {
    const conformed = this.#timeOf(base, name);
    if (conformed !== undefined) return conformed;
    const named = this.#read(base, name);
    const [only, ...others] = this.#ways(base, named.roles);
    if (only === undefined || others.length > 0) throw new Refusal("ambiguous_join_path");
    return placeAt(base, only, named, only.length === named.roles.length);
  }

  /** The dimension that a window goes along, seen from the window's own model. */
  along(model: string, dimension: string): Place {
    const [first = ""] = dimension.split(".");
    const isOwn = !dimension.includes(".") || this.#fields.has(first);
    return this.at(model, isOwn ? `${model}.${dimension}` : dimension);
  }

  /** The place of a measure: of the possible ways, the one that lies nearest to the query's groups and filters. */
  home(query: Query, name: string): Place {
    const named = this.#read(query.model, name);
    const candidates = this.#ways(query.model, named.roles).map(steps => {
      const place = placeAt(query.model, cancelled(steps), named, steps.length === named.roles.length);
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
   * The measures that a measure is computed from: a ratio to another model consists of two. The ratio's own name decides the
   * way to the other one if it names a role or several steps.
   */
  components(query: Query, name: string): Place[] {
    const {roles, field} = this.#read(query.model, name);
    const prefix = name.slice(0, -field.length);
    if (field === "follow_rate")
      return [this.home(query, `${prefix}followed`), this.home(query, `${prefix}count`)];
    if (field !== "per_other") return [this.home(query, name)];
    const own = this.home(query, `${prefix}count`);
    const measures = this.layer.graph.models.find(({name: model}) => model === own.model)?.measures ?? [];
    const other =
      /\/ \$\{(.*)\}/.exec(measures.find(measure => measure.name === field)?.sql ?? "")?.[1] ?? "";
    if (other === `${own.model}.total`) return [own, this.home(query, `${prefix}total`)];
    if (roles.length === 1 && roles[0] === own.model) {
      const beside = this.#homeOrNone(query, other);
      if (beside !== undefined && `${beside.model}.total` === other) return [own, beside];
    }
    return [own, this.home(query, `${prefix}${other}`)];
  }

  #homeOrNone(query: Query, name: string): Place | undefined {
    try {
      return this.home(query, name);
    } catch (fault) {
      if (fault instanceof Refusal) return undefined;
      throw fault;
    }
  }

  /**
   * A place seen from a measure's home: back to the query's model, and on from there. If that way leads to many and the query
   * does not name it, the home's own way to the same names is tried first.
   */
  from(home: Place, base: string, name: string): Place {
    const known = this.#known.from.get(home) ?? new Map<string, Place>();
    this.#known.from.set(home, known);
    const key = `${base} ${name}`;
    const found = known.get(key) ?? this.#seenFrom(home, base, name);
    known.set(key, found);
    return found;
  }

  #seenFrom(home: Place, base: string, name: string): Place {
    const conformed = this.#timeOf(home.model, name);
    if (conformed !== undefined) return conformed;
    const place = this.at(base, name);
    const steps = cancelled([...home.steps.map(reverse).reverse(), ...place.steps]);
    if (home.isSpelled || !steps.some(step => step.toMany)) return {...place, steps};
    const {roles} = this.#read(base, name);
    return {...place, steps: this.#ownWay(home, roles.length > 0 ? roles : [base], place.model) ?? steps};
  }

  /** The place of `metric_time` for the rows of a model. */
  #timeOf(model: string, name: string): Place | undefined {
    const [first, grain] = name.split(".");
    if (first !== "metric_time") return undefined;
    const field = this.layer.graph.models.find(each => each.name === model)?.time ?? "";
    return {
      model,
      steps: [],
      field,
      isSpelled: true,
      isConformed: true,
      ...(grain === undefined ? {} : {grain}),
    };
  }

  #read(base: string, name: string): Named {
    const binned = this.#binned.get(name);
    if (binned !== undefined) {
      return {...this.#read(base, binned.field), grain: `${BIN}${JSON.stringify(binned.bin)}`};
    }
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

  /** The ways of the first of these kinds that exists: direct, to one, over the model's own many sides, any other. */
  #search(from: string, role: string): Step[][] {
    const key = JSON.stringify([from, role]);
    const found = this.#searched.get(key) ?? this.#bestWays(from, role);
    this.#searched.set(key, found);
    return found;
  }

  #bestWays(from: string, role: string): Step[][] {
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
    const found =
      this.#stepsFrom.get(from) ??
      waysFrom(this.layer.graph, from).map(way => {
        const index = joins.indexOf(way.join);
        return {...way, from, key: way.toMany ? `${index}!` : `${index}`};
      });
    this.#stepsFrom.set(from, found);
    return found;
  }
}

class Known {
  /** Places by the model and the name. */
  readonly at = new Map<string, Place>();
  readonly from = new Map<Place, Map<string, Place>>();
}

/** A name without its field. */
export function prefixOf(name: string): string {
  return name.slice(0, name.lastIndexOf("."));
}

/** The filters of `some` or `none`. Their fields are named from the model of the filter or by their own model. */
export function ownNames(filter: RowsFilter, model: string): Filter[] {
  const called = "some" in filter ? filter.some : filter.none;
  const own = (name: string) =>
    name.startsWith(`${called}.`) ? `${model}.${name.slice(called.length + 1)}` : name;
  const names = ({field, other}: {field: string; other?: string}) => ({
    field: own(field),
    ...(other === undefined ? {} : {other: own(other)}),
  });
  const change = (one: Filter): Filter => {
    if ("or" in one) return {or: one.or.map(change)};
    if ("and" in one) return {and: one.and.map(change)};
    if ("not" in one) return {not: change(one.not)};
    if ("per" in one)
      return {...one, ...names(one), per: one.per.map(own), filters: (one.filters ?? []).map(change)};
    return "field" in one ? {...one, ...names(one)} : one;
  };
  return (filter.filters ?? []).map(change);
}

const keys = new WeakMap<readonly Step[], string>();

export function keyOf(steps: readonly Step[]): string {
  const found = keys.get(steps) ?? steps.map(step => step.key).join("/");
  keys.set(steps, found);
  return found;
}

const waysTo = new WeakMap<readonly Step[], Step[][]>();

/** The parts of a way from its beginning: up to its first step, up to its second, and so on. */
export function partsOf(steps: readonly Step[]): readonly Step[][] {
  const found = waysTo.get(steps) ?? steps.map((_, i) => steps.slice(0, i + 1));
  waysTo.set(steps, found);
  return found;
}

export function isSamePlace(one: Place, other: Place): boolean {
  return one.field === other.field && keyOf(one.steps) === keyOf(other.steps);
}

export function isMeasure(filter: Filter): filter is FilterCondition {
  return (
    "field" in filter && !("per" in filter) && /\.(count|total|words|ratio|followed)$/.test(filter.field)
  );
}

function placeAt(base: string, steps: Step[], {field, grain}: Named, isSpelled: boolean): Place {
  return {model: steps.at(-1)?.to ?? base, steps, field, isSpelled, ...(grain === undefined ? {} : {grain})};
}

/** A way without its detours: a step and the step back cancel out. */
function cancelled(way: readonly Step[]): Step[] {
  const steps: Step[] = [];
  for (const step of way) {
    if (steps.at(-1)?.key === reverse(step).key) steps.pop();
    else steps.push(step);
  }
  return steps;
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

/** The names that a query groups and filters by. */
function namesOf(query: Query): string[] {
  const fields = (filter: Filter): string[] => {
    if ("per" in filter) return filter.per;
    if ("field" in filter) return [filter.field, ...(filter.other === undefined ? [] : [filter.other])];
    if ("not" in filter) return fields(filter.not);
    return ("or" in filter ? filter.or : "and" in filter ? filter.and : []).flatMap(fields);
  };
  const calculated = (query.calculations ?? []).map(({name}) => name);
  const filters = (query.filters ?? []).filter(
    filter =>
      !isMeasure(filter) &&
      !isOnOwn(query, filter) &&
      !("field" in filter && calculated.includes(filter.field)),
  );
  return [...dimensionNames(query), ...filters.flatMap(fields)];
}
