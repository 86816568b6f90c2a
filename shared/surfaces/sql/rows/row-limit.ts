import type {ColumnRef, Node} from "libpg-query";
import type {Filter, Query} from "../../../semantic/documents.ts";
import type {CatalogColumn} from "../catalog-types.ts";
import type {Block} from "../names/relations.ts";
import {type Planner, readingOf} from "../planner.ts";
import {sortsAsPostgres} from "../pushdown/column-order.ts";
import {constantOf} from "../pushdown/constants.ts";
import {excludesNull} from "../pushdown/excludes-null.ts";
import {isSetOperation} from "../statement/nodes.ts";
import {hasMore} from "./push-down.ts";

/** The largest limit of a query. */
const MAX_ROWS = 1_000_000;

/**
 * Whether the first rows of a select are the first rows of its only table: all of its conditions are pushed down to the
 * table, each row of the table gives one row, and the limit is known.
 */
export function isLimited(planner: Planner, block: Block, exact: ReadonlySet<Block>): boolean {
  const {select} = block;
  if (!exact.has(block) || block.trees.length !== 1 || block.trees[0]?.kind !== "relation") return false;
  if (select.groupClause !== undefined || select.havingClause !== undefined) return false;
  if (select.distinctClause !== undefined || select.windowClause !== undefined || isSetOperation(select))
    return false;
  if (select.limitOption === "LIMIT_OPTION_WITH_TIES") return false;
  if (hasMore(select.targetList ?? []) || hasMore(select.sortClause ?? [])) return false;
  return (
    countOf(planner, select.limitCount, MAX_ROWS) !== undefined &&
    countOf(planner, select.limitOffset, 0) !== undefined
  );
}

/** The number in a `limit` or `offset`: `otherwise` if there is none, `undefined` if it is not known. */
function countOf(planner: Planner, node: Node | undefined, otherwise: number): number | undefined {
  if (node === undefined) return otherwise;
  const constant = constantOf(node, readingOf(planner));
  if (constant === undefined || (constant.type !== "integer" && constant.type !== "unknown"))
    return undefined;
  if (constant.text === null) return otherwise;
  const count = /^\d{1,7}$/.test(constant.text) ? Number(constant.text) : undefined;
  return count !== undefined && count <= MAX_ROWS ? count : undefined;
}

/** The number of rows that a limited select reads, including those that its `offset` skips; `undefined` if not known. */
export function limitOf(planner: Planner, {select}: Block): {limit?: number} | undefined {
  const count = countOf(planner, select.limitCount, Number.POSITIVE_INFINITY);
  const offset = countOf(planner, select.limitOffset, 0);
  if (count === undefined || offset === undefined) return undefined;
  return count + offset > MAX_ROWS ? {} : {limit: count + offset};
}

/**
 * The `order by` of a select as that of a query; `undefined` if the meaning would differ. `filters` are those on the rows.
 */
export function orderOf(
  {catalog: {dialect}}: Planner,
  {select, output}: Block,
  columnOf: (ref: ColumnRef) => CatalogColumn | undefined,
  filters: readonly Filter[],
): Pick<Query, "orderBy"> | undefined {
  const orderBy: string[] = [];
  for (const item of select.sortClause ?? []) {
    if (!("SortBy" in item) || item.SortBy.node === undefined) return undefined;
    const {node, sortby_dir, sortby_nulls} = item.SortBy;
    const ref = referenceOf(node, {select, output});
    const column = ref && columnOf(ref);
    if (column === undefined || sortby_dir === "SORTBY_USING") return undefined;
    if (!sortsAsPostgres(dialect, column)) return undefined;
    const isDown = sortby_dir === "SORTBY_DESC";
    const nullsLast =
      sortby_nulls === "SORTBY_NULLS_LAST" || (sortby_nulls !== "SORTBY_NULLS_FIRST" && !isDown);
    if (!nullsLast && !excludesNull(filters, column.field)) return undefined;
    orderBy.push(`${column.field} ${isDown ? "desc" : "asc"}`);
  }
  // A query cannot order by one column twice.
  const fields = orderBy.map(entry => entry.replace(/ \w+$/, ""));
  if (new Set(fields).size < fields.length) return undefined;
  return orderBy.length === 0 ? {} : {orderBy};
}

/** The reference that a key of `order by` means: an ordinal or an alias means the reference in that column. */
function referenceOf(key: Node, {select, output}: Pick<Block, "select" | "output">): ColumnRef | undefined {
  const targets = (select.targetList ?? []).flatMap(node => ("ResTarget" in node ? [node.ResTarget] : []));
  const hasStar = output.columns.some(({origin}) => origin.kind === "star");
  if ("A_Const" in key) {
    const target = hasStar ? undefined : targets[(key.A_Const.ival?.ival ?? 0) - 1]?.val;
    return target !== undefined && "ColumnRef" in target ? target.ColumnRef : undefined;
  }
  if (!("ColumnRef" in key)) return undefined;
  const [first] = key.ColumnRef.fields ?? [];
  if (key.ColumnRef.fields?.length !== 1 || first === undefined || !("String" in first)) return key.ColumnRef;
  const named = targets.filter(target => (target.name ?? nameIn(target.val)) === first.String.sval);
  if (named.length === 0) return key.ColumnRef;
  const [target] = named;
  const value = target?.val;
  return named.length === 1 && value !== undefined && "ColumnRef" in value ? value.ColumnRef : undefined;
}

function nameIn(node: Node | undefined): string | undefined {
  if (node === undefined || !("ColumnRef" in node)) return undefined;
  const last = node.ColumnRef.fields?.at(-1);
  return last !== undefined && "String" in last ? last.String.sval : undefined;
}
