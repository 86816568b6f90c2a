import type {ColumnRef, FuncCall, Node} from "libpg-query";
import type {Filter} from "../../../semantic/documents.ts";
import type {CatalogColumn} from "../catalog-types.ts";
import type {Block} from "../names/relations.ts";
import {type Planner, readingOf} from "../planner.ts";
import {conditionOf} from "../pushdown/conditions.ts";
import {conjunctsOf} from "../statement/nodes.ts";
import {hasKeys} from "./group-by-keys.ts";

/**
 * The conditions of `having` as filters of a query whose groups are exactly the block's. `isAll` tells whether the filters
 * cover all of `having`. `fieldOf` finds the field of a reference or a call.
 */
export function groupConditions(
  planner: Planner,
  block: Block,
  fieldOf: (node: ColumnRef | FuncCall) => CatalogColumn | undefined,
): {filters: Filter[]; isAll: boolean} {
  const conditions = conjunctsOf(block.select.havingClause);
  // Without keys, the rest of the statement has one group even if the query returns none, and would see nulls in it.
  if (!hasKeys(block)) return {filters: [], isAll: conditions.length === 0};
  const found = conditions.map(node => groupCondition(planner, node, fieldOf));
  return {filters: found.flatMap(one => one ?? []), isAll: found.every(one => one !== undefined)};
}

/** The filters for one condition: none if it holds for every group, `undefined` if the layer has no such filter. */
function groupCondition(
  planner: Planner,
  node: Node,
  fieldOf: (node: ColumnRef | FuncCall) => CatalogColumn | undefined,
): Filter[] | undefined {
  const kinds = new Set<CatalogColumn["kind"]>();
  const note = (column: CatalogColumn | undefined) => {
    if (column !== undefined) kinds.add(column.kind);
    return column;
  };
  const condition = conditionOf(node, {
    ...readingOf(planner),
    columnOf: ref => note(fieldOf(ref)),
    measureOf: call => note(fieldOf(call)),
    expressionOf: () => undefined,
  });
  if (condition === true) return [];
  // A filter tests either rows or groups.
  if (condition === undefined || condition === false || kinds.size !== 1) return undefined;
  return [condition];
}
