import type {Edge, LayerModel} from "../layer/layer.ts";
import type {DimensionReference} from "../resolve/resolved.ts";
import type {Path} from "./paths.ts";
import type {JoinNode, PlacedDimension, Scope} from "./plan.ts";

export function newScope(model: LayerModel): Scope {
  return {root: {model, children: [], many: false}, joins: [], conditions: []};
}

/** A dimension at the table of the join tree from which it is read. */
export function placedAt(
  node: JoinNode,
  {field, grain}: DimensionReference,
  timezone: string | undefined,
): PlacedDimension {
  return {
    node,
    field,
    ...(grain === undefined ? {} : {grain}),
    ...(timezone === undefined ? {} : {timezone}),
  };
}

/** The node at the end of a path from the scope's root, joined together with all nodes before it. */
export function nodeAt(scope: Scope, path: Path): JoinNode {
  const node = walk(scope.root, path);
  ensureJoined(scope, node);
  return node;
}

/** The node at the end of a path. New nodes are not joined yet. */
export function walk(root: JoinNode, path: Path): JoinNode {
  let node = root;
  for (const edge of path) {
    let next = node.children.find(child => child.edge === edge && child.own !== true);
    if (next === undefined) {
      next = {model: edge.to, parent: node, edge, children: [], many: node.many || edge.toMany};
      node.children.push(next);
    }
    node = next;
  }
  return node;
}

/**
 * The node at the end of a path whose tables from the first to-many step on are separate from those of the scope.
 * `apart` collects the first of these tables, so that conditions which must hold in the same row share it.
 */
export function walkApart(root: JoinNode, path: Path, apart: JoinNode[]): JoinNode {
  const first = path.findIndex(edge => edge.toMany);
  const edge = path[first];
  if (edge === undefined) return walk(root, path);
  const near = walk(root, path.slice(0, first));
  let far = apart.find(node => node.parent === near && node.edge === edge);
  if (far === undefined) {
    far = ownScope(near, edge).root;
    apart.push(far);
  }
  return walk(far, path.slice(first + 1));
}

/** Joins a node and all nodes before it. */
export function ensureJoined(scope: Scope, node: JoinNode): void {
  if (node === scope.root || scope.joins.includes(node)) return;
  if (node.parent !== undefined) ensureJoined(scope, node.parent);
  scope.joins.push(node);
}

/** A new scope whose root is joined to a node, and to which nothing else refers. */
export function ownScope(parent: JoinNode, edge: Edge): Scope {
  const root: JoinNode = {
    model: edge.to,
    parent,
    edge,
    children: [],
    many: parent.many || edge.toMany,
    own: true,
  };
  parent.children.push(root);
  return {root, joins: [], conditions: []};
}
