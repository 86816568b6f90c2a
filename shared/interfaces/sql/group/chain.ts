import type {Node} from "libpg-query";
import type {CatalogColumn} from "../catalog.ts";
import {
  type Block,
  type Relation,
  type RelationColumn,
  type TableUse,
  tableColumn,
} from "../names/relations.ts";
import {passesConditions} from "../rows/push-down.ts";
import {conjunctsOf} from "../statement/nodes.ts";

/** The table below a `from` that holds nothing else: directly, or through selects that only pick columns and rows. */
export interface Chain {
  relation: Relation;
  use: TableUse;
  /** The selects between the block and the table, the outermost first. */
  between: Block[];
  /** Their conditions. */
  conditions: Node[];
}

/** The chain of a block with one table in its `from`. */
export function chainOf(block: Block): Chain | undefined {
  const [tree] = block.trees;
  if (tree === undefined || block.trees.length !== 1 || tree.kind !== "relation") return undefined;
  return follow(tree.relation);
}

function follow(relation: Relation): Chain | undefined {
  if (relation.use !== undefined) return {relation, use: relation.use, between: [], conditions: []};
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
  };
}

/** The table's column behind a column of the chain. */
export function columnBehind(chain: Chain, column: RelationColumn): CatalogColumn | undefined {
  const found = tableColumn(column);
  return found?.use === chain.use ? found.column : undefined;
}

/** Whether a measure is reached as the table's own: directly, or through `*`, and not as the value of a row. */
export function isMeasureItself(column: RelationColumn): boolean {
  const {origin} = column;
  if (origin.kind === "star") return isMeasureItself(origin.inner);
  return origin.kind === "table";
}

/** The expression that a column of a derived table is. */
export function expressionBehind({origin}: RelationColumn): Node | undefined {
  if (origin.kind === "star") return expressionBehind(origin.inner);
  if (origin.kind !== "target") return undefined;
  return origin.inner === undefined ? origin.expression : expressionBehind(origin.inner);
}
