import type {Test} from "../filters/predicates.ts";
import type {Grain} from "../layer/grains.ts";
import type {DimensionField, Edge, FieldReference, LayerModel} from "../layer/layer.ts";
import type {ResolvedFilter} from "../resolve/resolved.ts";

/** A table in the join tree of one branch. */
export interface JoinNode {
  model: LayerModel;
  parent?: JoinNode;
  /** The step from the parent. */
  edge?: Edge;
  children: JoinNode[];
  /** Whether a step between the branch's home and this table is to-many. */
  many: boolean;
}

/** The contents of one `from` clause: its table, the tables left-joined to it, and the conditions on them. */
export interface Scope {
  root: JoinNode;
  joins: JoinNode[];
  conditions: Condition[];
}

export type Condition =
  | {kind: "and" | "or"; parts: Condition[]}
  | {
      kind: "test";
      node: JoinNode;
      field: DimensionField;
      grain?: Grain;
      test: Test;
      raw: boolean;
      timezone?: string;
    }
  /** At least one row of the scope is joined to the row of the root's parent. */
  | {kind: "exists"; scope: Scope};

export function newScope(model: LayerModel): Scope {
  return {root: {model, children: [], many: false}, joins: [], conditions: []};
}

/** The node at the end of a path from the scope's root, joined together with all nodes before it. */
export function nodeAt(scope: Scope, way: readonly Edge[]): JoinNode {
  const node = walk(scope.root, way);
  ensureJoined(scope, node);
  return node;
}

function walk(root: JoinNode, way: readonly Edge[]): JoinNode {
  let node = root;
  for (const edge of way) {
    let next = node.children.find(child => child.edge === edge);
    if (next === undefined) {
      next = {model: edge.to, parent: node, edge, children: [], many: node.many || edge.toMany};
      node.children.push(next);
    }
    node = next;
  }
  return node;
}

function ensureJoined(scope: Scope, node: JoinNode): void {
  if (node === scope.root || scope.joins.includes(node)) return;
  if (node.parent !== undefined) ensureJoined(scope, node.parent);
  scope.joins.push(node);
}

type Located =
  | {kind: "and" | "or"; parts: Located[]}
  | {kind: "condition"; node: JoinNode; filter: Extract<ResolvedFilter, {kind: "condition"}>};

/**
 * Puts conditions where they apply: on the tables of the scope, or inside an `exists` over the first to-many step that
 * is not joined. Conditions over the same step that are ANDed share one `exists`, because one row must meet them all.
 */
export function placeConditions(
  scope: Scope,
  filters: readonly ResolvedFilter[],
  locate: (reference: FieldReference) => readonly Edge[],
): void {
  const find = (filter: ResolvedFilter): Located =>
    filter.kind === "condition"
      ? {kind: "condition", node: walk(scope.root, locate(filter.reference)), filter}
      : {kind: filter.kind, parts: filter.parts.map(find)};
  scope.conditions.push(...placeAll(scope, "and", filters.map(find)));
}

function placeAll(scope: Scope, kind: "and" | "or", parts: readonly Located[]): Condition[] {
  const placed: Condition[] = [];
  const inside = new Map<JoinNode, {at: number; parts: Located[]}>();
  for (const part of flattened(kind, parts)) {
    const step = stepToMany(scope, part);
    if (step === undefined || step === "several") {
      placed.push(placeHere(scope, part));
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
  for (const [step, group] of inside) placed[group.at] = exists(scope, step, kind, group.parts);
  return placed;
}

function placeHere(scope: Scope, part: Located): Condition {
  if (part.kind !== "condition") return {kind: part.kind, parts: placeAll(scope, part.kind, part.parts)};
  ensureJoined(scope, part.node);
  const {field, grain} = part.filter.reference;
  const {timezone} = part.filter;
  if (field.kind !== "dimension") throw new Error(`${part.filter.name} is no dimension`);
  return {
    kind: "test",
    node: part.node,
    field,
    ...(grain === undefined ? {} : {grain}),
    test: part.filter.test,
    raw: part.filter.raw,
    ...(timezone === undefined ? {} : {timezone}),
  };
}

function exists(scope: Scope, step: JoinNode, kind: "and" | "or", parts: readonly Located[]): Condition {
  if (step.parent !== undefined) ensureJoined(scope, step.parent);
  const inner: Scope = {root: step, joins: [], conditions: []};
  const conditions = placeAll(inner, kind, parts);
  inner.conditions = kind === "and" ? conditions : [{kind, parts: conditions}];
  return {kind: "exists", scope: inner};
}

function flattened(kind: "and" | "or", parts: readonly Located[]): Located[] {
  return parts.flatMap(part => (part.kind === kind ? flattened(kind, part.parts) : [part]));
}

/**
 * The to-many step outside of the scope that leads to every field of a condition; "several" if there is more than one.
 */
function stepToMany(scope: Scope, part: Located): JoinNode | "several" | undefined {
  if (part.kind === "condition") return firstStepOutside(scope, part.node);
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
