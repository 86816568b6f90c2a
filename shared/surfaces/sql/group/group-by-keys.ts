import type {Node} from "libpg-query";
import type {Block} from "../names/relations.ts";
import type {Planner} from "../planner.ts";
import {groupsAsPostgres} from "../pushdown/arrays.ts";
import {SqlError} from "../sql-error.ts";
import {isNode, shapeOf, walk} from "../statement/nodes.ts";
import type {Collected} from "./collect.ts";

/** The keys of `group by`. Ordinals and aliases are replaced by the expressions that they stand for. */
export interface Keys {
  nodes: Node[];
  /** Whether the keys are one list, without `grouping sets`, `rollup` or `cube`. */
  isPlain: boolean;
}

export function keysOf(planner: Planner, block: Block, found: Collected): Keys {
  const {groupClause = [], targetList = [], distinctClause, groupDistinct} = block.select;
  const targets = targetList.flatMap(node => ("ResTarget" in node ? [node.ResTarget] : []));
  const clause = groupClause.length > 0 || block.select.groupClause !== undefined ? groupClause : [];
  const nodes: Node[] = [];
  let isPlain = groupDistinct !== true;
  for (const node of clause) {
    if (isEmptySet(node)) continue;
    if ("GroupingSet" in node) isPlain = false;
    else if ("A_Const" in node && node.A_Const.ival !== undefined) {
      const target = targets[(node.A_Const.ival.ival ?? 0) - 1]?.val;
      if (target !== undefined) nodes.push(target);
    } else if ("ColumnRef" in node && !planner.analysis.columns.has(node.ColumnRef)) {
      const [field] = node.ColumnRef.fields ?? [];
      const name = field !== undefined && "String" in field ? field.String.sval : undefined;
      const target = targets.find(one => one.name === name)?.val;
      if (target !== undefined) nodes.push(target);
    } else nodes.push(node);
  }
  // `distinct` of plain columns groups by all of them.
  if (block.select.groupClause === undefined && distinctClause !== undefined && !isGroupedAsOne(found))
    nodes.push(...targets.flatMap(({val}) => (val === undefined ? [] : [val])));
  return {nodes, isPlain};
}

/** Whether a key is `()`, which adds nothing to the other keys. */
function isEmptySet(node: Node): boolean {
  return "GroupingSet" in node && node.GroupingSet.kind === "GROUPING_SET_EMPTY";
}

/** Whether a select has any key. It then has no group if there are no rows; otherwise it always has one. */
export function hasKeys({select: {groupClause = []}}: Block): boolean {
  return !groupClause.every(isEmptySet);
}

function isGroupedAsOne({hasAggregates, measures}: Collected): boolean {
  return hasAggregates || measures.length > 0;
}

/** Whether the query's groups are exactly those of the keys, because the query groups by nothing else. */
export function isExact(planner: Planner, {nodes, isPlain}: Keys, {raw, grains}: Collected): boolean {
  if (!isPlain) return false;
  const keys = new Set(nodes.flatMap(node => ("ColumnRef" in node ? [node.ColumnRef] : [])));
  const columns = new Set(raw.filter(({ref}) => keys.has(ref)).map(({column}) => column.field));
  const named = namedBy(planner, nodes);
  const keyedGrains = new Set(
    grains.filter(({node}) => named.has(nameOf(planner, node))).map(({expression}) => fieldOf(expression)),
  );
  // Grains are compared without their spelling: `extract(year …)` and `date_trunc('year', …)` have the same groups.
  return (
    raw.every(({column}) => columns.has(column.field) && groupsAsPostgres(planner.catalog.dialect, column)) &&
    grains.every(
      ({expression}) => keyedGrains.has(fieldOf(expression)) || columns.has(expression.column.field),
    )
  );
}

/** The identities of keys: the column of a reference, or the text of an expression. */
function namedBy(planner: Planner, nodes: readonly Node[]): ReadonlySet<unknown> {
  return new Set(nodes.map(node => nameOf(planner, node)));
}

/**
 * The number of earlier keys with the same grain in another spelling. `rollup` distinguishes keys by their spelling, and
 * all of them would be the same column of the input.
 */
export function earlierSpellings(planner: Planner, {grains}: Collected, at: number): number {
  const own = grains[at];
  if (own === undefined) return 0;
  const names = new Set<unknown>();
  for (const {expression, node} of grains) {
    const name = nameOf(planner, node);
    if (name === nameOf(planner, own.node)) return names.size;
    if (fieldOf(expression) === fieldOf(own.expression)) names.add(name);
  }
  return 0;
}

function nameOf(planner: Planner, node: Node): unknown {
  const column = "ColumnRef" in node ? planner.analysis.columns.get(node.ColumnRef)?.column : undefined;
  return column ?? shapeOf(node);
}

function fieldOf({column, grain}: Collected["grains"][number]["expression"]): string {
  return `${column.field}.${grain}`;
}

/** Refuses, as Postgres does, a column of rows beside groups. */
export function checkUngrouped(
  planner: Planner,
  block: Block,
  {raw, grains}: Collected,
  {nodes}: Keys,
): void {
  const inKeys = new Set<object>();
  const fields = new Set<string>();
  for (const node of nodes) {
    walk(node, part => {
      if (isNode(part, "ColumnRef")) inKeys.add(part.ColumnRef);
      return true;
    });
    if ("ColumnRef" in node) {
      const own = raw.find(({ref}) => ref === node.ColumnRef);
      if (own !== undefined) fields.add(own.column.field);
    }
  }
  const hasExpressions = nodes.some(node => !("ColumnRef" in node));
  const isGroupingSet = (block.select.groupClause ?? []).some(
    node => "GroupingSet" in node && !isEmptySet(node),
  );
  if (hasExpressions || isGroupingSet) return;
  const named = namedBy(planner, nodes);
  const refs = [
    ...raw,
    ...grains
      .filter(({node}) => !named.has(nameOf(planner, node)))
      .map(({expression: {ref, column}}) => ({ref, column, isInAggregate: false})),
  ];
  const lost = refs.find(
    ({ref, column, isInAggregate}) => !isInAggregate && !inKeys.has(ref) && !fields.has(column.field),
  );
  if (lost === undefined) return;
  throw new SqlError(
    "42803",
    `column "${lost.column.name}" must appear in the GROUP BY clause or be used in an aggregate function`,
    {position: planner.source.position(lost.ref.location)},
  );
}
