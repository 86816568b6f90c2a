import type {ColumnRef, FuncCall, Node, ResTarget, SelectStmt} from "libpg-query";
import type {Query} from "../../semantic/documents.ts";
import type {DialectName} from "../../semantic/index.ts";
import {chainOf, columnBehind} from "./group/chain.ts";
import type {GroupedBlock} from "./group/grouped-block.ts";
import {outputName} from "./names/output-name.ts";
import type {Block} from "./names/relations.ts";
import type {PlannedColumn, SqlPlan} from "./plan.ts";
import {type Planner, readingOf} from "./planner.ts";
import {constantOf} from "./push/constants.ts";
import {ordersAsPostgres} from "./push/number-order.ts";
import type {PushedByUse} from "./rows/push-down.ts";
import {rowQuery} from "./rows/row-input.ts";
import {isLimited, limitOf, orderOf} from "./rows/row-limit.ts";
import {isStar} from "./statement/nodes.ts";

/** The plan of a statement that is the rows of one table, `undefined` for every other. */
export function wholeRows(
  planner: Planner,
  pushed: PushedByUse,
  exact: ReadonlySet<Block>,
): SqlPlan | undefined {
  const block = topBlock(planner);
  const chain = block && chainOf(block);
  if (block === undefined || chain === undefined || !isLimited(planner, block, exact)) return undefined;
  if (block.select.limitOffset !== undefined) return undefined;
  if (!chain.between.every(inner => exact.has(inner))) return undefined;
  const columns: {name: string; field: string; type: PlannedColumn["type"]}[] = [];
  for (const column of block.output.columns) {
    if (column.isHidden) continue;
    const base = columnBehind(chain, column);
    if (base?.kind !== "dimension") return undefined;
    columns.push({name: column.name, field: base.field, type: base.type});
  }
  if (columns.length === 0 || new Set(columns.map(({field}) => field)).size < columns.length)
    return undefined;
  const dimensions = columns.map(({field}) => field);
  const order = orderOf(planner, block, ref => {
    const found = planner.analysis.columns.get(ref);
    const base = found && columnBehind(chain, found.column);
    return base !== undefined && dimensions.includes(base.field) ? base : undefined;
  });
  if (order === undefined) return undefined;
  const {query} = rowQuery(planner, chain.use, pushed.get(chain.use));
  return {
    kind: "query",
    query: {...query, dimensions, ...order, ...limitOf(planner, block)},
    columns: columns.map(({name, type}) => ({name, type})),
    explain: [`Rows of ${chain.use.table.model}`],
    dependsOnParameters: planner.dependsOnParameters,
    dependsOnNow: planner.dependsOnNow,
  };
}

/** The only select of a statement, if nothing stands around it and it has no subqueries but those in `from`. */
function topBlock({analysis}: Planner): Block | undefined {
  const block = analysis.blocks.find(({isTop}) => isTop);
  const chain = block && chainOf(block);
  if (block === undefined || chain === undefined) return undefined;
  return analysis.blocks.length === chain.between.length + 1 && !hasNames(block) ? block : undefined;
}

function hasNames({select}: Block): boolean {
  return select.withClause !== undefined;
}

/** The plan of a statement that is one grouped query, whose columns are dimensions and then measures. */
export function wholeGroups(planner: Planner, grouped: GroupedBlock): SqlPlan | undefined {
  const {block, query, isExact, plain} = grouped;
  const {select} = block;
  if (topBlock(planner) !== block || !isExact || grouped.isCounted) return undefined;
  if (select.windowClause !== undefined || isDistinctOn(select)) return undefined;
  const types = new Map(grouped.columns.map(({name, type}) => [name, type]));
  const picked: {name: string; input: string; type: PlannedColumn["type"]}[] = [];
  for (const node of select.targetList ?? []) {
    const found = "ResTarget" in node ? columnOf(node.ResTarget, plain) : undefined;
    const type = found && types.get(found.input);
    if (found === undefined || type === undefined) return undefined;
    picked.push({...found, type});
  }
  const isInOrder =
    picked.length === grouped.columns.length &&
    picked.every(({input}, at) => input === grouped.columns[at]?.name);
  if (!isInOrder) return undefined;
  const having = select.havingClause === undefined ? {} : undefined;
  if (having === undefined) return undefined;
  const order = orderOfGroups(planner.catalog.dialect, grouped, picked);
  const limit = groupLimit(planner, select);
  if (order === undefined || limit === undefined) return undefined;
  return {
    kind: "query",
    query: {...query, ...order, ...limit},
    columns: picked.map(({name, type}) => ({name, type})),
    explain: [`Groups of ${grouped.chain.use.table.model}`],
    dependsOnParameters: planner.dependsOnParameters,
    dependsOnNow: planner.dependsOnNow,
  };
}

function isDistinctOn({distinctClause}: SelectStmt): boolean {
  return distinctClause?.some(node => Object.keys(node).length > 0) ?? false;
}

function columnOf(
  target: ResTarget,
  plain: ReadonlyMap<object, string>,
): {name: string; input: string} | undefined {
  const {val} = target;
  const name = outputName(target);
  if (val === undefined || name === undefined) return undefined;
  const input = plain.get(keyOf(val));
  return input === undefined ? undefined : {name, input};
}

/** The node by which an expression is known: that of its reference or call. */
function keyOf(node: Node): object {
  if ("ColumnRef" in node && !isStar(node.ColumnRef)) return node.ColumnRef satisfies ColumnRef;
  if ("FuncCall" in node) return node.FuncCall satisfies FuncCall;
  return node;
}

function orderOfGroups(
  dialect: DialectName,
  {block: {select}, columns, query, plain}: GroupedBlock,
  picked: readonly {name: string; input: string}[],
): Pick<Query, "orderBy"> | undefined {
  const fields = fieldsOf(query);
  const orderBy: string[] = [];
  for (const node of select.sortClause ?? []) {
    if (!("SortBy" in node) || node.SortBy.node === undefined) return undefined;
    const {sortby_dir, sortby_nulls, node: key} = node.SortBy;
    const input = inputOf(key, plain, picked);
    const at = columns.findIndex(({name}) => name === input);
    const column = columns[at];
    const field = fields[at];
    if (column === undefined || field === undefined || sortby_dir === "SORTBY_USING") return undefined;
    if (column.type === "text" || column.type === "jsonb") return undefined;
    if (!ordersAsPostgres(dialect, column.type)) return undefined;
    const isDown = sortby_dir === "SORTBY_DESC";
    const nullsLast =
      sortby_nulls === "SORTBY_NULLS_LAST" || (sortby_nulls !== "SORTBY_NULLS_FIRST" && !isDown);
    if (!nullsLast && !isNeverNull(query, field)) return undefined;
    orderBy.push(`${field} ${isDown ? "desc" : "asc"}`);
  }
  return orderBy.length === 0 ? {} : {orderBy};
}

/** Counts are never null. */
function isNeverNull({measures = []}: Query, field: string): boolean {
  return measures.some(entry => typeof entry !== "string" && entry.name === field && entry.agg === "count");
}

function fieldsOf({dimensions = [], measures = []}: Query): string[] {
  return [...dimensions, ...measures].map(entry =>
    typeof entry === "string" ? entry : (("name" in entry ? entry.name : undefined) ?? ""),
  );
}

function inputOf(
  key: Node,
  plain: ReadonlyMap<object, string>,
  picked: readonly {name: string; input: string}[],
): string | undefined {
  if ("A_Const" in key) return picked[(key.A_Const.ival?.ival ?? 0) - 1]?.input;
  if ("ColumnRef" in key && key.ColumnRef.fields?.length === 1) {
    const [field] = key.ColumnRef.fields;
    const name = field !== undefined && "String" in field ? field.String.sval : undefined;
    const named = picked.filter(one => one.name === name);
    if (named.length === 1) return named[0]?.input;
    if (named.length > 1) return undefined;
  }
  return plain.get(keyOf(key));
}

function groupLimit(
  planner: Planner,
  {limitCount, limitOffset, limitOption}: SelectStmt,
): {limit?: number} | undefined {
  if (limitOffset !== undefined || limitOption === "LIMIT_OPTION_WITH_TIES") return undefined;
  if (limitCount === undefined) return {};
  const constant = constantOf(limitCount, readingOf(planner));
  if (constant === undefined || (constant.type !== "integer" && constant.type !== "unknown"))
    return undefined;
  if (constant.text === null) return {};
  const limit = /^\d{1,7}$/.test(constant.text) ? Number(constant.text) : undefined;
  return limit === undefined || limit > 1_000_000 ? undefined : {limit};
}
