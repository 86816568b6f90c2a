import type {Node} from "libpg-query";
import type {CatalogJoin, CatalogTable} from "../catalog-types.ts";
import {type Block, type JoinTree, type Relation, tableColumn} from "../names/relations.ts";
import type {Planner} from "../planner.ts";
import {conjunctsOf, stringsOf} from "../statement/nodes.ts";
import type {Chain, JoinedTable} from "./chain.ts";

/** The chain of a block whose `from` joins further tables to the first one in the way that the layer does. */
export function joinedChain(planner: Planner, block: Block): Chain | undefined {
  const [tree] = block.trees;
  if (tree === undefined || block.trees.length !== 1 || tree.kind === "relation") return undefined;
  const joined: JoinedTable[] = [];
  let at: JoinTree = tree;
  while (at.kind === "join") {
    if (at.type !== "inner" && at.type !== "left") return undefined;
    if (at.right.kind !== "relation" || at.quals === undefined) return undefined;
    const base = firstOf(at.left);
    const one = base && joinOf(planner, base, at.right.relation, at.quals, at.type === "inner");
    if (one === undefined) return undefined;
    joined.push(one);
    at = at.left;
  }
  const {relation} = at;
  const isPlain = [relation, ...joined.map(one => one.relation)].every(
    one => one.isRenamed !== true && one.isRowUsed !== true,
  );
  if (relation.use === undefined || !isPlain || relation.name === undefined) return undefined;
  return {relation, use: relation.use, between: [], conditions: [], joined};
}

function firstOf(tree: JoinTree): Relation | undefined {
  return tree.kind === "relation" ? tree.relation : firstOf(tree.left);
}

function joinOf(
  planner: Planner,
  base: Relation,
  relation: Relation,
  quals: Node,
  isInner: boolean,
): JoinedTable | undefined {
  const {use} = relation;
  if (use === undefined || base.use === undefined) return undefined;
  const pairs = conjunctsOf(quals).map(node => pairOf(planner, base, relation, node));
  const join = base.use.table.joins?.find(one => isJoin(one, use.table, pairs));
  if (join === undefined) return undefined;
  if (!isInner) return {relation, use, role: join.role};
  const name = `${join.role}.${join.targetColumns[0]}`;
  const required = base.use.table.columns.find(column => column.name === name && column.kind === "dimension");
  return required && {relation, use, role: join.role, required};
}

/** The columns that an equality compares: one of the first table and one of the other. */
function pairOf(planner: Planner, base: Relation, other: Relation, node: Node): [string, string] | undefined {
  if (!("A_Expr" in node) || node.A_Expr.kind !== "AEXPR_OP" || stringsOf(node.A_Expr.name).join() !== "=")
    return undefined;
  const [left, right] = [node.A_Expr.lexpr, node.A_Expr.rexpr].map(side => {
    const found =
      side !== undefined && "ColumnRef" in side ? planner.analysis.columns.get(side.ColumnRef) : undefined;
    const column = found && tableColumn(found.column)?.column;
    return found && column?.kind === "dimension" ? {relation: found.relation, name: column.name} : undefined;
  });
  if (left === undefined || right === undefined) return undefined;
  if (left.relation === base && right.relation === other) return [left.name, right.name];
  return left.relation === other && right.relation === base ? [right.name, left.name] : undefined;
}

function isJoin(
  {columns, schema, table, targetColumns}: CatalogJoin,
  other: CatalogTable,
  pairs: readonly ([string, string] | undefined)[],
): boolean {
  if (schema !== other.schema || table !== other.name || pairs.length !== columns.length) return false;
  return columns.every((column, at) =>
    pairs.some(pair => pair !== undefined && pair[0] === column && pair[1] === targetColumns[at]),
  );
}
