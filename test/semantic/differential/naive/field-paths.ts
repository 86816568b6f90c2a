import type {BinnedDimension} from "../../../../shared/semantic/query/bins.ts";
import type {Filter, FilterCondition, RowsFilter} from "../../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../../shared/semantic/query/query.ts";
import {isNestedMeasure} from "../../../../shared/semantic/query/row-aggregates.ts";
import {
  dimensionNames,
  measuredDimensions,
  nameOfDimension,
} from "../../../../shared/semantic/query/selected-names.ts";
import {type JoinStep, joinStepsFrom} from "../random-fields.ts";
import type {RandomLayer} from "../random-layer.ts";
import {isOnOwnAggregate, nestedMeasures, ownAggregate} from "./nested.ts";
import {rowAggregates} from "./row-aggregates.ts";
import {BIN} from "./values.ts";

/** A step along a join. Its key is unique. The step back along the same join has the same key followed by `!`. */
export interface Step extends JoinStep {
  from: string;
  key: string;
}

/**
 * The meaning of a name in a query: the field of a model, and the join steps to that model. For a measure, the path to
 * the model whose rows are measured.
 */
export interface FieldPath {
  model: string;
  steps: Step[];
  field: string;
  grain?: string;
  /** Whether the query names each step of the path. */
  isExplicit: boolean;
  /** Whether the path is that of `metric_time`, the time of each measure's own model. */
  isConformed?: true;
}

/**
 * A query that the compiler must refuse, with the reason. `ambiguous_join_path` and `no_join_path` are the compiler's
 * codes. `pairs`: the query pairs rows of two many sides. `apart`: the query compares fields of two many sides.
 * `along`: the query does not group by a window's time. `many`: a row has several values of a requested field. `times`
 * is not a refusal by the compiler: the evaluator would need minutes for a window by the minute.
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

/** Finds the fields that the names of a query mean, by searching all paths along the joins. */
export class FieldPaths {
  readonly #fields: ReadonlySet<string>;
  /** The binned dimensions of the last resolved query, by their column names. */
  readonly #binned = new Map<string, BinnedDimension>();
  /** The steps from each model, and the paths from each model to each name. */
  readonly #stepsFrom = new Map<string, Step[]>();
  readonly #searched = new Map<string, Step[][]>();
  /** Resolved names. They are dropped when another query is resolved. */
  #resolved = new ResolvedNames();

  constructor(readonly layer: RandomLayer) {
    const model = layer.graph.models[0]!;
    const measures = layer.graph.models.flatMap(each => each.measures ?? []);
    this.#fields = new Set([...model.dimensions, ...measures].map(field => field.name));
  }

  /** Resolves every name of a query, in the query's order, before any of the paths is used. */
  resolve(query: Query): void {
    this.#binned.clear();
    this.#resolved = new ResolvedNames();
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
        this.#pathsOf(query.model, this.#read(query.model, entry.of).roles);
        for (const dimension of entry.per) this.at(query.model, nameOfDimension(dimension));
      } else if (typeof entry === "string" && measures.includes(entry)) {
        this.#pathsOf(query.model, this.#read(query.model, entry).roles);
      } else this.at(query.model, nameOfDimension(entry));
    }
    if (query.top !== undefined && ownAggregate(query, query.top.by) === undefined)
      this.#pathsOf(query.model, this.#read(query.model, query.top.by).roles);
    const calculated = (query.calculations ?? []).map(({name}) => name);
    for (const filter of query.filters ?? []) {
      if ("field" in filter && calculated.includes(filter.field)) continue;
      if (!isOnOwnAggregate(query, filter)) this.#resolveFilter(query.model, filter);
    }
  }

  /** Refuses dimensions of two many sides whose pairs have no meaning, unless a measure relates them. */
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
      const [path] = this.#pathsOf(base, this.#read(base, filter.field).roles);
      const [other] =
        filter.other === undefined ? [path] : this.#pathsOf(base, this.#read(base, filter.other).roles);
      for (const name of filter.per) this.at(base, name);
      const measured =
        prefixOf(filter.field) === prefixOf(filter.other ?? filter.field) ? path?.at(-1)?.to : undefined;
      if (other === undefined) throw new Error("a measure without a path");
      for (const part of filter.filters ?? []) this.#resolveFilter(base, part, measured);
    } else if ("field" in filter) {
      for (const name of [filter.field, ...(filter.other === undefined ? [] : [filter.other])]) {
        if (isMeasure(filter)) this.#pathsOf(base, this.#read(base, name).roles);
        else this.at(base, name);
      }
    } else {
      const {model} = this.rows(measured, "some" in filter ? filter.some : filter.none);
      for (const part of ownNames(filter, model)) this.#resolveFilter(model, part);
    }
  }

  /** The model whose rows a name means, and the steps to that model. */
  rows(base: string, name: string): {model: string; steps: Step[]} {
    const parts = name.split(".");
    const [only, ...others] = this.#pathsOf(base, parts[0] === base ? parts.slice(1) : parts);
    if (only === undefined || others.length > 0) throw new Refusal("ambiguous_join_path");
    return {model: only.at(-1)?.to ?? base, steps: only};
  }

  /** The steps from a measure's model to the end of steps that begin at the query's model. */
  stepsFromMeasure(measure: FieldPath, base: string, steps: Step[]): Step[] {
    const path = withoutDetours([...measure.steps.map(reverse).reverse(), ...steps]);
    if (measure.isExplicit || !path.some(step => step.toMany)) return path;
    const model = steps.at(-1)?.to ?? base;
    return this.#toOnePath(measure, steps.length > 0 ? steps.map(({role}) => role) : [base], model) ?? path;
  }

  /** The path of to-one steps with these names from a measure's own model to a model, if there is one. */
  #toOnePath(measure: FieldPath, roles: string[], model: string): Step[] | undefined {
    let own: Step[][] = [[]];
    for (const role of roles) {
      own = own.flatMap(path =>
        this.#toOne(path.at(-1)?.to ?? measure.model, role).map(more => [...path, ...more]),
      );
    }
    if (own.length > 1) throw new Refusal("ambiguous_join_path");
    return own[0]?.at(-1)?.to === model ? own[0] : undefined;
  }

  /** The only field that a name means. Throws if there is none, or more than one. */
  at(base: string, name: string): FieldPath {
    const key = `${base} ${name}`;
    const found = this.#resolved.at.get(key) ?? this.#find(base, name);
    this.#resolved.at.set(key, found);
    return found;
  }

  #find(base: string, name: string): FieldPath {
    const conformed = this.#conformedTime(base, name);
    if (conformed !== undefined) return conformed;
    const named = this.#read(base, name);
    const [only, ...others] = this.#pathsOf(base, named.roles);
    if (only === undefined || others.length > 0) throw new Refusal("ambiguous_join_path");
    return fieldPathOf(base, only, named, only.length === named.roles.length);
  }

  /** The dimension that a window goes along, resolved from the window's own model. */
  along(model: string, dimension: string): FieldPath {
    const [first = ""] = dimension.split(".");
    const isOwn = !dimension.includes(".") || this.#fields.has(first);
    return this.at(model, isOwn ? `${model}.${dimension}` : dimension);
  }

  /** The field path of a measure. Among several paths, the path that is nearest to the query's groups and filters. */
  measurePath(query: Query, name: string): FieldPath {
    const named = this.#read(query.model, name);
    const candidates = this.#pathsOf(query.model, named.roles).map(steps => {
      const fieldPath = fieldPathOf(
        query.model,
        withoutDetours(steps),
        named,
        steps.length === named.roles.length,
      );
      if (this.#pathsOf(query.model, named.roles).length === 1) return {fieldPath, text: "", many: 0};
      const paths = namesOf(query).map(other => this.fromMeasure(fieldPath, query.model, other).steps);
      const many = paths.filter(path => path.some(step => step.toMany)).length;
      return {fieldPath, text: paths.map(keyOf).join(" "), many};
    });
    const least = Math.min(...candidates.map(({many}) => many));
    const [best, ...others] = candidates.filter(({many}) => many === least);
    if (best === undefined || others.some(({text}) => text !== best.text)) {
      throw new Refusal("ambiguous_join_path");
    }
    return best.fieldPath;
  }

  /**
   * The measures from which a measure is computed. A ratio to another model has two. The ratio's own name determines
   * the path to the second measure if it names a role or several steps.
   */
  components(query: Query, name: string): FieldPath[] {
    const {roles, field} = this.#read(query.model, name);
    const prefix = name.slice(0, -field.length);
    if (field === "follow_rate")
      return [this.measurePath(query, `${prefix}followed`), this.measurePath(query, `${prefix}count`)];
    if (field !== "per_other") return [this.measurePath(query, name)];
    const own = this.measurePath(query, `${prefix}count`);
    const measures = this.layer.graph.models.find(({name: model}) => model === own.model)?.measures ?? [];
    const other =
      /\/ \$\{(.*)\}/.exec(measures.find(measure => measure.name === field)?.sql ?? "")?.[1] ?? "";
    if (other === `${own.model}.total`) return [own, this.measurePath(query, `${prefix}total`)];
    if (roles.length === 1 && roles[0] === own.model) {
      const beside = this.#measurePathOrNone(query, other);
      if (beside !== undefined && `${beside.model}.total` === other) return [own, beside];
    }
    return [own, this.measurePath(query, `${prefix}${other}`)];
  }

  #measurePathOrNone(query: Query, name: string): FieldPath | undefined {
    try {
      return this.measurePath(query, name);
    } catch (fault) {
      if (fault instanceof Refusal) return undefined;
      throw fault;
    }
  }

  /**
   * A field path that begins at a measure's model: back to the query's model, and on from there. If that path leads to
   * many and the query does not name it, the measure's own to-one path with the same names has priority.
   */
  fromMeasure(measure: FieldPath, base: string, name: string): FieldPath {
    const known = this.#resolved.fromMeasure.get(measure) ?? new Map<string, FieldPath>();
    this.#resolved.fromMeasure.set(measure, known);
    const key = `${base} ${name}`;
    const found = known.get(key) ?? this.#pathFromMeasure(measure, base, name);
    known.set(key, found);
    return found;
  }

  #pathFromMeasure(measure: FieldPath, base: string, name: string): FieldPath {
    const conformed = this.#conformedTime(measure.model, name);
    if (conformed !== undefined) return conformed;
    const fieldPath = this.at(base, name);
    const steps = withoutDetours([...measure.steps.map(reverse).reverse(), ...fieldPath.steps]);
    if (measure.isExplicit || !steps.some(step => step.toMany)) return {...fieldPath, steps};
    const {roles} = this.#read(base, name);
    return {
      ...fieldPath,
      steps: this.#toOnePath(measure, roles.length > 0 ? roles : [base], fieldPath.model) ?? steps,
    };
  }

  /** The field path of `metric_time` for the rows of a model. */
  #conformedTime(model: string, name: string): FieldPath | undefined {
    const [first, grain] = name.split(".");
    if (first !== "metric_time") return undefined;
    const field = this.layer.graph.models.find(each => each.name === model)?.time ?? "";
    return {
      model,
      steps: [],
      field,
      isExplicit: true,
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

  #pathsOf(base: string, roles: readonly string[]): Step[][] {
    let paths: Step[][] = [[]];
    for (const role of roles) {
      paths = paths.flatMap(path =>
        this.#bestPaths(path.at(-1)?.to ?? base, role).map(steps => [...path, ...steps]),
      );
      if (paths.length === 0) throw new Refusal("no_join_path");
    }
    return paths;
  }

  /** All paths of the first kind that exists: direct, to-one, over the model's own many sides, any other. */
  #bestPaths(from: string, role: string): Step[][] {
    const key = JSON.stringify([from, role]);
    const found = this.#searched.get(key) ?? this.#findBestPaths(from, role);
    this.#searched.set(key, found);
    return found;
  }

  #findBestPaths(from: string, role: string): Step[][] {
    const direct = this.#steps(from).filter(step => step.role === role);
    if (direct.length > 0) return direct.map(step => [step]);
    const all = this.#simplePaths(from, []).filter(path => path.at(-1)!.role === role);
    const toOne = all.filter(path => path.every(step => !step.toMany));
    if (toOne.length > 0) return toOne;
    const own = all.filter(path => path[0]!.toMany && !goesToOneThenMany(path));
    return shortest(own.length > 0 ? own : all);
  }

  #toOne(from: string, role: string): Step[][] {
    const direct = this.#steps(from).filter(step => step.role === role && !step.toMany);
    if (direct.length > 0) return direct.map(step => [step]);
    return this.#simplePaths(from, []).filter(
      path => path.at(-1)!.role === role && path.every(step => !step.toMany),
    );
  }

  #simplePaths(from: string, before: readonly Step[]): Step[][] {
    const start = before[0]?.from ?? from;
    const next = this.#steps(from).filter(({to}) => to !== start && !before.some(step => step.to === to));
    return next.flatMap(step => [[...before, step], ...this.#simplePaths(step.to, [...before, step])]);
  }

  #steps(from: string): Step[] {
    const joins = this.layer.graph.joins ?? [];
    const found =
      this.#stepsFrom.get(from) ??
      joinStepsFrom(this.layer.graph, from).map(path => {
        const index = joins.indexOf(path.join);
        return {...path, from, key: path.toMany ? `${index}!` : `${index}`};
      });
    this.#stepsFrom.set(from, found);
    return found;
  }
}

class ResolvedNames {
  /** Field paths by the model and the name. */
  readonly at = new Map<string, FieldPath>();
  readonly fromMeasure = new Map<FieldPath, Map<string, FieldPath>>();
}

/** A name without its field. */
export function prefixOf(name: string): string {
  return name.slice(0, name.lastIndexOf("."));
}

/** The filters of `some` or `none`. Their fields are named relative to the filter's model or to their own model. */
export function ownNames(filter: RowsFilter, model: string): Filter[] {
  const filterModel = "some" in filter ? filter.some : filter.none;
  const own = (name: string) =>
    name.startsWith(`${filterModel}.`) ? `${model}.${name.slice(filterModel.length + 1)}` : name;
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

const prefixes = new WeakMap<readonly Step[], Step[][]>();

/** The prefixes of a path: its first step, its first two steps, and so on. */
export function prefixesOf(steps: readonly Step[]): readonly Step[][] {
  const found = prefixes.get(steps) ?? steps.map((_, i) => steps.slice(0, i + 1));
  prefixes.set(steps, found);
  return found;
}

export function isSameField(one: FieldPath, other: FieldPath): boolean {
  return one.field === other.field && keyOf(one.steps) === keyOf(other.steps);
}

export function isMeasure(filter: Filter): filter is FilterCondition {
  return (
    "field" in filter && !("per" in filter) && /\.(count|total|words|ratio|followed)$/.test(filter.field)
  );
}

function fieldPathOf(base: string, steps: Step[], {field, grain}: Named, isExplicit: boolean): FieldPath {
  return {model: steps.at(-1)?.to ?? base, steps, field, isExplicit, ...(grain === undefined ? {} : {grain})};
}

/** A path without detours: a step and the step back cancel out. */
function withoutDetours(path: readonly Step[]): Step[] {
  const steps: Step[] = [];
  for (const step of path) {
    if (steps.at(-1)?.key === reverse(step).key) steps.pop();
    else steps.push(step);
  }
  return steps;
}

function reverse(step: Step): Step {
  const key = step.key.endsWith("!") ? step.key.slice(0, -1) : `${step.key}!`;
  return {...step, from: step.to, to: step.from, toMany: !step.toMany, key};
}

/** Whether a path goes to one and then to many. */
function goesToOneThenMany(path: readonly Step[]): boolean {
  return path.some((step, i) => !step.toMany && path[i + 1]?.toMany === true);
}

function shortest(paths: Step[][]): Step[][] {
  const least = Math.min(...paths.map(path => path.length));
  return paths.filter(path => path.length === least);
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
      !isOnOwnAggregate(query, filter) &&
      !("field" in filter && calculated.includes(filter.field)),
  );
  return [...dimensionNames(query), ...filters.flatMap(fields)];
}
