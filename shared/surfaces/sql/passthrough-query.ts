import type {ColumnRef} from "libpg-query";
import {chainOf, columnBehind} from "./group/chain.ts";
import {isDistinctOn, orderOfGroups, targetsOf} from "./group/group-order.ts";
import type {GroupedBlock} from "./group/grouped-block.ts";
import type {Block} from "./names/relations.ts";
import type {PlannedColumn, SqlPlan} from "./plan.ts";
import type {Planner} from "./planner.ts";
import type {PushedByUse} from "./rows/push-down.ts";
import {rowQuery} from "./rows/row-input.ts";
import {isLimited, limitOf, orderOf} from "./rows/row-limit.ts";

/** The plan of a statement that only reads the rows of one table; `undefined` for every other. */
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
  const {query} = rowQuery(planner, chain.use, pushed.get(chain.use));
  const columnIn = (ref: ColumnRef) => {
    const found = planner.analysis.columns.get(ref);
    const base = found && columnBehind(chain, found.column);
    return base !== undefined && dimensions.includes(base.field) ? base : undefined;
  };
  const order = orderOf(planner, block, columnIn, query.filters ?? []);
  if (order === undefined) return undefined;
  return {
    kind: "query",
    query: {...query, dimensions, ...order, ...limitOf(planner, block)},
    columns: columns.map(({name, type}) => ({name, type})),
    explain: [`Rows of ${chain.use.table.model}`],
    dependsOnParameters: planner.dependsOnParameters,
    dependsOnNow: planner.dependsOnNow,
  };
}

/**
 * The outermost select of a statement that has nothing else: no set operation or `with`, and no subqueries except in
 * `from`.
 */
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
  const {block, query, isExact, isHavingDone} = grouped;
  const {select} = block;
  if (topBlock(planner) !== block || !isExact || !isHavingDone || grouped.isCounted) return undefined;
  if (select.windowClause !== undefined || isDistinctOn(select) || select.limitOffset !== undefined)
    return undefined;
  const targets = targetsOf(select, grouped.plain);
  const isInOrder =
    targets.length === grouped.columns.length &&
    targets.every(({input}, at) => input !== undefined && input === grouped.columns[at]?.name);
  if (!isInOrder) return undefined;
  const order = orderOfGroups(planner, grouped, query.filters ?? []);
  const limit = limitOf(planner, block);
  if (order === undefined || limit === undefined || select.limitOption === "LIMIT_OPTION_WITH_TIES")
    return undefined;
  return {
    kind: "query",
    query: {...query, ...order, ...limit},
    columns: targets.map(({name}, at) => ({name: name ?? "", type: grouped.columns[at]?.type ?? "text"})),
    explain: [`Groups of ${grouped.chain.use.table.model}`],
    dependsOnParameters: planner.dependsOnParameters,
    dependsOnNow: planner.dependsOnNow,
  };
}
