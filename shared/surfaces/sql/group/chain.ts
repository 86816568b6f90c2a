import type {Node} from "libpg-query";
import type {CatalogColumn} from "../catalog-types.ts";
import {
  type Block,
  type Relation,
  type RelationColumn,
  type TableUse,
  tableColumn,
} from "../names/relations.ts";
import {passesConditions} from "../rows/push-down.ts";
import {conjunctsOf} from "../statement/nodes.ts";

/** The only table that a `from` reads, directly or through selects that only pick columns and rows. */
export interface Chain {
  relation: Relation;
  use: TableUse;
  /** The selects between the block and the table, the outermost first. */
  between: Block[];
  /** The conditions of these selects. */
  conditions: Node[];
  /** Further tables, which are joined to the first table in the way that the layer joins them. */
  joined: readonly JoinedTable[];
}

export interface JoinedTable {
  relation: Relation;
  use: TableUse;
  role: string;
  /** The column of the first table that is null where the join finds no row; absent if the join keeps such rows. */
  required?: CatalogColumn;
}

/** The chain of a block with one table in its `from`. */
export function chainOf(block: Block): Chain | undefined {
  const [tree] = block.trees;
  if (tree === undefined || block.trees.length !== 1 || tree.kind !== "relation") return undefined;
  const {relation} = tree;
  const known = followed.get(relation);
  if (known !== undefined) return known.chain;
  const chain = follow(relation);
  followed.set(relation, {chain});
  return chain;
}

/** The known chains: the chain of an outer select continues with that of its inner one. */
const followed = new WeakMap<Relation, {chain: Chain | undefined}>();

/** Whether a relation is the first one of the chain, or is joined to it. */
export function isOfChain(chain: Chain, relation: Relation | undefined): boolean {
  return relation === chain.relation || chain.joined.some(joined => joined.relation === relation);
}

function follow(relation: Relation): Chain | undefined {
  if (relation.use !== undefined && relation.isRenamed !== true)
    return {relation, use: relation.use, between: [], conditions: [], joined: []};
  const {derived} = relation;
  if (derived === undefined || !relation.isSole || relation.isRenamed === true) return undefined;
  if (!passesConditions(derived) || relation.isOpen) return undefined;
  const inner = chainOf(derived);
  if (inner === undefined) return undefined;
  return {
    relation,
    use: inner.use,
    between: [derived, ...inner.between],
    conditions: [...conjunctsOf(derived.select.whereClause), ...inner.conditions],
    joined: [],
  };
}

/** The column of the chain's table that a column of the chain stands for. */
export function columnBehind(chain: Chain, column: RelationColumn): CatalogColumn | undefined {
  const found = tableColumn(column);
  if (found === undefined || found.use === chain.use) return found?.column;
  const joined = chain.joined.find(({use}) => use === found.use);
  const name = joined && `${joined.role}.${found.column.name}`;
  return chain.use.table.columns.find(one => one.name === name && one.kind === found.column.kind);
}

/** Whether a column passes on a measure itself, directly or through `*`, and not the measure's value of a row. */
export function isMeasureItself(column: RelationColumn): boolean {
  const {origin} = column;
  if (origin.kind === "star") return isMeasureItself(origin.inner);
  return origin.kind === "table";
}

/** The expression of a derived table's column. */
export function expressionBehind({origin}: RelationColumn): Node | undefined {
  if (origin.kind === "star") return expressionBehind(origin.inner);
  if (origin.kind !== "target") return undefined;
  return origin.inner === undefined ? origin.expression : expressionBehind(origin.inner);
}
