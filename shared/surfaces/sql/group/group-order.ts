import type {Node, ResTarget, SelectStmt} from "libpg-query";
import type {Filter, Query} from "../../../semantic/documents.ts";
import {outputName} from "../names/output-name.ts";
import type {Planner} from "../planner.ts";
import {sortsAsPostgres} from "../pushdown/column-order.ts";
import {excludesNull} from "../pushdown/excludes-null.ts";
import {givesSeveralRows} from "../rows/push-down.ts";
import {limitOf} from "../rows/row-limit.ts";
import {isStar} from "../statement/nodes.ts";
import type {GroupedBlock} from "./grouped-block.ts";

type Ordered = Pick<GroupedBlock, "block" | "columns" | "sorted">;

/** A column of a block's result, and the column of the input for its expression. */
interface Target {
  name: string | undefined;
  input: string | undefined;
}

export function targetsOf({targetList = []}: SelectStmt, inputs: ReadonlyMap<object, string>): Target[] {
  return targetList.flatMap(node => ("ResTarget" in node ? [targetOf(node.ResTarget, inputs)] : []));
}

function targetOf(target: ResTarget, inputs: ReadonlyMap<object, string>): Target {
  const {val} = target;
  return {name: outputName(target), input: val && inputs.get(keyOf(val))};
}

/** The node that identifies an expression: its reference or call. */
function keyOf(node: Node): object {
  if ("ColumnRef" in node && !isStar(node.ColumnRef)) return node.ColumnRef;
  if ("FuncCall" in node) return node.FuncCall;
  return node;
}

/**
 * The order and limit with which the query returns the first groups of a block. Empty if the block has no limit, or an
 * order that the layer does not have: the query then returns all groups. The block's whole `having` must be among the
 * filters of the query.
 */
export function firstGroups(
  planner: Planner,
  grouped: Ordered,
  query: Query,
): Pick<Query, "orderBy" | "limit"> {
  const {select} = grouped.block;
  if (select.limitCount === undefined || select.limitOption === "LIMIT_OPTION_WITH_TIES") return {};
  const isDistinct = select.distinctClause !== undefined && select.groupClause !== undefined;
  if (isDistinct || isDistinctOn(select) || givesSeveralRows(select.targetList ?? [])) return {};
  const order = orderOfGroups(planner, grouped, query.filters ?? []);
  const limit = limitOf(planner, grouped.block);
  return order === undefined || limit?.limit === undefined ? {} : {...order, ...limit};
}

/** The `order by` of a block as that of a query; `undefined` if the meaning would differ. */
export function orderOfGroups(
  {catalog: {dialect}}: Planner,
  grouped: Ordered,
  filters: readonly Filter[],
): Pick<Query, "orderBy"> | undefined {
  const {columns, block, sorted} = grouped;
  const targets = targetsOf(block.select, sorted);
  const orderBy = new Map<string, string>();
  for (const node of block.select.sortClause ?? []) {
    if (!("SortBy" in node) || node.SortBy.node === undefined) return undefined;
    const {sortby_dir, sortby_nulls, node: key} = node.SortBy;
    const input = inputOf(key, sorted, targets);
    const column = columns.find(({name}) => name === input);
    if (column === undefined || sortby_dir === "SORTBY_USING") return undefined;
    const {type, kind, field, base, isNeverNull} = column;
    if (!sortsAsPostgres(dialect, column) || (kind === "measure" && type === "text")) return undefined;
    const isDown = sortby_dir === "SORTBY_DESC";
    const nullsLast =
      sortby_nulls === "SORTBY_NULLS_LAST" || (sortby_nulls !== "SORTBY_NULLS_FIRST" && !isDown);
    if (!nullsLast && isNeverNull !== true && !excludesNull(filters, base)) return undefined;
    // A later key with the same column decides nothing.
    if (!orderBy.has(field)) orderBy.set(field, `${field} ${isDown ? "desc" : "asc"}`);
  }
  return orderBy.size === 0 ? {} : {orderBy: [...orderBy.values()]};
}

export function isDistinctOn({distinctClause}: SelectStmt): boolean {
  return distinctClause?.some(node => Object.keys(node).length > 0) === true;
}

/**
 * The input's column for a key of `order by`: a column of the result, by position or name, or an expression of the groups.
 */
function inputOf(
  key: Node,
  inputs: ReadonlyMap<object, string>,
  targets: readonly Target[],
): string | undefined {
  if ("A_Const" in key) return targets[(key.A_Const.ival?.ival ?? 0) - 1]?.input;
  if ("ColumnRef" in key && key.ColumnRef.fields?.length === 1) {
    const [field] = key.ColumnRef.fields;
    const name = field !== undefined && "String" in field ? field.String.sval : undefined;
    const named = targets.filter(one => one.name === name);
    if (named.length === 1) return named[0]?.input;
    if (named.length > 1) return undefined;
  }
  return inputs.get(keyOf(key));
}
