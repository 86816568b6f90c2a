import {holdsOverNoRows} from "../filters/predicates.ts";
import {fieldError} from "../layer/field-error.ts";
import type {FieldReference, LayerModel} from "../layer/layer.ts";
import {cancelled, pathName} from "../layer/paths.ts";
import type {
  DimensionReference,
  ResolvedComparison,
  ResolvedCondition,
  ResolvedFilter,
  ResolvedPer,
  ResolvedRows,
} from "../resolve/resolved.ts";
import type {Place} from "./path-finder.ts";
import {isSamePath, type Path, reversed} from "./paths.ts";
import type {Condition, GroupMembership, JoinNode, Scope} from "./plan.ts";
import {ensureJoined, ownScope, placedAt, walk, walkApart} from "./scope.ts";

/** Finds the fields that a query names from the rows of one model, and the groups that a condition looks up. */
export interface Locator {
  pathTo(place: Place): Path;
  /** A locator for the rows of another model, for conditions that name fields from there. */
  from(model: LayerModel): Locator;
  membershipOf(filter: ResolvedPer): GroupMembership;
  /** Conditions as they apply to rows of that model: see `ownTimes`. */
  own(model: LayerModel, filters: readonly ResolvedFilter[]): readonly ResolvedFilter[];
}

type Located =
  | {kind: "and" | "or"; parts: Located[]}
  | {kind: "not"; part: Located}
  | {kind: "condition"; node: JoinNode; filter: ResolvedCondition}
  | ({kind: "per"; filter: ResolvedPer} & Together)
  | ({kind: "comparison"; filter: ResolvedComparison} & Together)
  /** `steps` lead from the node to the rows. */
  | {kind: "rows"; node: JoinNode; steps: Path; filter: ResolvedRows};

/** Dimensions of one row of `node`, with the path to each from the scope's root (`fromRoot`) and from the node (`inside`). */
interface Together {
  node: JoinNode;
  fromRoot: Path[];
  inside: Path[];
}

/**
 * Puts conditions where they apply: on the tables of the scope, or inside an `exists` over the first to-many step that
 * is not joined. Conditions over the same step that are ANDed share one `exists`, because one row must fulfil them all.
 */
export function placeConditions(scope: Scope, filters: readonly ResolvedFilter[], locator: Locator): void {
  const placer = new Placer(locator);
  const located = filters.map(filter => placer.locate(scope, filter));
  scope.conditions.push(...placer.placeAll(scope, "and", located));
}

class Placer {
  constructor(readonly locator: Locator) {}

  /**
   * Finds the table of each condition. Inside a `not`, conditions on many sides get separate tables, which `apart`
   * collects: no row there may fulfil the condition, not even one that the scope does not join.
   */
  locate(scope: Scope, filter: ResolvedFilter, apart?: JoinNode[]): Located {
    const nodeOn = (path: Path) =>
      apart === undefined ? walk(scope.root, path) : walkApart(scope.root, path, apart);
    switch (filter.kind) {
      case "condition":
        return {kind: "condition", node: nodeOn(this.locator.pathTo(filter.reference)), filter};
      case "per":
        return this.#locatePer(filter, nodeOn);
      case "comparison":
        return this.#locateComparison(filter, nodeOn);
      case "rows":
        return this.#locateRows(filter, nodeOn);
      case "calculation":
        throw new Error(`${filter.name} is not a condition on rows`);
      case "not":
        return {kind: "not", part: this.locate(scope, {kind: "and", parts: filter.parts}, [])};
      default:
        return {kind: filter.kind, parts: filter.parts.map(part => this.locate(scope, part, apart))};
    }
  }

  #locatePer(filter: ResolvedPer, nodeOn: (path: Path) => JoinNode): Located {
    const {deepest, ...paths} = this.#together(filter.dimensions, (names, apart) =>
      fieldError("invalid_filter", `${filter.pointer}/per/${apart}`, {
        message: `${names} belong to different rows on many sides, so that no row has both: give each a filter of its own.`,
      }),
    );
    return {kind: "per", node: nodeOn(deepest), ...paths, filter};
  }

  #locateComparison(filter: ResolvedComparison, nodeOn: (path: Path) => JoinNode): Located {
    const {deepest, ...paths} = this.#together(filter.fields, names =>
      fieldError("invalid_filter", filter.fields[1].pointer, {
        message: `${names} belong to different rows on many sides, so that no row has both: compare measures of them by what both share, or query a model that leads to both over many-to-one joins.`,
      }),
    );
    return {kind: "comparison", node: nodeOn(deepest), ...paths, filter};
  }

  /**
   * The paths to all dimensions from the row behind the most to-many steps, which determines the values of all of them.
   */
  #together(
    dimensions: readonly {name: string; reference: FieldReference}[],
    refusal: (names: string, apart: number) => Error,
  ): Pick<Together, "fromRoot" | "inside"> & {deepest: Path} {
    const fromRoot = dimensions.map(({reference}) => this.locator.pathTo(reference));
    const many = fromRoot.map(path => path.slice(0, path.findLastIndex(edge => edge.toMany) + 1));
    const deepest = many.reduce((one, other) => (other.length > one.length ? other : one));
    const inside = fromRoot.map(path =>
      isSamePath(path.slice(0, deepest.length), deepest)
        ? path.slice(deepest.length)
        : cancelled([...reversed(deepest), ...path]),
    );
    const apart = inside.findIndex(path => path.some(edge => edge.toMany));
    if (apart < 0) return {fromRoot, inside, deepest};
    const names = [many.indexOf(deepest), apart].map(i => `"${dimensions[i]?.name ?? ""}"`);
    throw refusal(names.join(" and "), apart);
  }

  /**
   * Locates related rows: the path up to the first to-many step (else up to the last step) is found like the path to a
   * field of the model before that step.
   */
  #locateRows(filter: ResolvedRows, nodeOn: (path: Path) => JoinNode): Located {
    const first = filter.path.findIndex(edge => edge.toMany);
    const before = filter.path.slice(0, first < 0 ? -1 : first);
    const steps = filter.path.slice(before.length);
    const {route, paths} = filter.from ?? {route: [], paths: [[]]};
    const place: Place = {
      route: [...route, ...before.map(edge => edge.role)],
      paths: paths.map(path => cancelled([...path, ...before])),
      field: {model: steps[0]?.from ?? filter.model, name: pathName(steps)},
    };
    return {kind: "rows", node: nodeOn(this.locator.pathTo(place)), steps, filter};
  }

  placeAll(scope: Scope, kind: "and" | "or", parts: readonly Located[]): Condition[] {
    const placed: Condition[] = [];
    const inside = new Map<JoinNode, {at: number; parts: Located[]}>();
    for (const part of flattened(kind, parts)) {
      const step = stepToMany(scope, part);
      if (step === undefined || step === "several") {
        placed.push(this.#placeHere(scope, part));
        continue;
      }
      const group = inside.get(step);
      if (group === undefined) {
        inside.set(step, {at: placed.length, parts: [part]});
        placed.push({kind: "and", parts: []});
      } else {
        group.parts.push(part);
      }
    }
    for (const [step, group] of inside) placed[group.at] = this.#exists(scope, step, kind, group.parts);
    return placed;
  }

  #placeHere(scope: Scope, part: Located): Condition {
    switch (part.kind) {
      case "and":
      case "or":
        return {kind: part.kind, parts: this.placeAll(scope, part.kind, part.parts)};
      case "not":
        return {kind: "not", part: {kind: "and", parts: this.placeAll(scope, "and", [part.part])}};
      case "per":
        return ofPresent(scope, part.node, this.#placePer(scope, part));
      case "comparison": {
        const placed = this.#placeComparison(scope, part);
        return placed.negated ? ofPresent(scope, part.node, placed) : placed;
      }
      case "rows": {
        const placed = this.#placeRows(scope, part);
        return part.filter.negated ? ofPresent(scope, part.node, placed) : placed;
      }
      default: {
        const placed = placeTest(scope, part);
        return holdsOverNoRows(part.filter.test, false) ? ofPresent(scope, part.node, placed) : placed;
      }
    }
  }

  #placePer(scope: Scope, {filter, ...together}: Extract<Located, {kind: "per"}>): Condition {
    const places = filter.dimensions.map(({reference, timezone}, i) =>
      placedAt(nodeOf(scope, together, i), reference, timezone),
    );
    return {kind: "member", places, membership: this.locator.membershipOf(filter)};
  }

  #placeComparison(
    scope: Scope,
    {filter: {fields, op, negated}, ...together}: Extract<Located, {kind: "comparison"}>,
  ): Extract<Condition, {kind: "comparison"}> {
    const place = (i: 0 | 1) => {
      const {reference, timezone} = fields[i];
      return placedAt(nodeOf(scope, together, i), requireDimension(reference), timezone);
    };
    return {kind: "comparison", places: [place(0), place(1)], op, negated};
  }

  /** Each filter on related rows has an `exists` of its own, which shares no table with another. */
  #placeRows(scope: Scope, {node, steps, filter}: Extract<Located, {kind: "rows"}>): Condition {
    ensureJoined(scope, node);
    const scopes: Scope[] = [];
    for (const edge of steps) scopes.push(ownScope(scopes.at(-1)?.root ?? node, edge));
    const last = scopes.at(-1);
    if (last === undefined) throw new Error(`no path to the rows of ${filter.name}`);
    placeConditions(last, this.locator.own(filter.model, filter.where), this.locator.from(filter.model));
    const found = scopes.reduceRight<Condition | undefined>((inner, own) => {
      if (inner !== undefined) own.conditions.push(inner);
      return {kind: "exists", scope: own};
    }, undefined);
    if (found === undefined) throw new Error("a scope of no table");
    return filter.negated ? {kind: "not", part: found} : found;
  }

  #exists(scope: Scope, step: JoinNode, kind: "and" | "or", parts: readonly Located[]): Condition {
    if (step.parent !== undefined) ensureJoined(scope, step.parent);
    const inner: Scope = {root: step, joins: [], conditions: []};
    const conditions = this.placeAll(inner, kind, parts);
    inner.conditions = kind === "and" ? conditions : [{kind, parts: conditions}];
    return {kind: "exists", scope: inner};
  }
}

/**
 * The table of one of several dimensions of a row. In an `exists` over that row, the path starts at the row's table.
 * Outside, the path starts at the scope's root, because a left-joined row may be missing.
 */
function nodeOf(scope: Scope, {node, fromRoot, inside}: Together, index: number): JoinNode {
  const seen = node === scope.root ? inside : fromRoot;
  const at = walk(scope.root, seen[index] ?? []);
  ensureJoined(scope, at);
  return at;
}

function requireDimension({field, ...reference}: FieldReference): DimensionReference {
  if (field.kind !== "dimension") throw new Error(`${field.name} is not a dimension`);
  return {...reference, field};
}

/**
 * Restricts a condition that also holds for null to rows that exist: the left join of a many side may have found none.
 */
function ofPresent(scope: Scope, node: JoinNode, placed: Condition): Condition {
  let many: JoinNode | undefined = node;
  while (many !== undefined && many !== scope.root && many.edge?.toMany !== true) many = many.parent;
  if (many === undefined || many === scope.root) return placed;
  return {kind: "and", parts: [{kind: "present", node: many}, placed]};
}

function placeTest(scope: Scope, {node, filter}: Extract<Located, {kind: "condition"}>): Condition {
  ensureJoined(scope, node);
  const {field, grain} = filter.reference;
  const {timezone} = filter;
  if (field.kind !== "dimension") throw new Error(`${filter.name} is not a dimension`);
  return {
    kind: "test",
    node,
    field,
    ...(grain === undefined ? {} : {grain}),
    test: filter.test,
    raw: filter.raw,
    ...(timezone === undefined ? {} : {timezone}),
  };
}

function flattened(kind: "and" | "or", parts: readonly Located[]): Located[] {
  return parts.flatMap(part =>
    part.kind === kind && (part.kind === "and" || part.kind === "or") ? flattened(kind, part.parts) : [part],
  );
}

/**
 * The to-many step outside of the scope that leads to every field of a condition; "several" if there is more than one, or
 * for a `not`, whose parts are placed on their own.
 */
function stepToMany(scope: Scope, part: Located): JoinNode | "several" | undefined {
  if (part.kind === "not") return "several";
  if ("node" in part) return firstStepOutside(scope, part.node);
  const steps = new Set(part.parts.map(inner => stepToMany(scope, inner)));
  if (steps.size > 1) return "several";
  return steps.values().next().value;
}

function firstStepOutside(scope: Scope, node: JoinNode): JoinNode | undefined {
  let found: JoinNode | undefined;
  for (let at: JoinNode | undefined = node; at !== undefined && at !== scope.root; at = at.parent) {
    if (scope.joins.includes(at)) break;
    if (at.edge?.toMany === true) found = at;
  }
  return found;
}
