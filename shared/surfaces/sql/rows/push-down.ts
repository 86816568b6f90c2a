import type {ColumnRef, Node} from "libpg-query";
import type {Filter} from "../../../semantic/documents.ts";
import {MEASURE_FUNCTIONS} from "../allowed/check.ts";
import {isAggregate} from "../group/aggregates.ts";
import type {Block, JoinTree, Relation, RelationColumn, TableUse} from "../names/relations.ts";
import type {Planner} from "../planner.ts";
import {rowCondition} from "../planner.ts";
import {
  childrenOf,
  conjunctsOf,
  functionName,
  isNode,
  isSetOperation,
  jsonAggregateOf,
  walk,
} from "../statement/nodes.ts";

/** Conditions on a table's rows that are pushed down to the warehouse. */
export interface Pushed {
  filters: Filter[];
  /** Whether no row can fulfil the conditions. */
  isNever: boolean;
}

export type PushedByUse = Map<TableUse, Pushed>;

/**
 * The conditions that can be pushed down to the rows of each table. The statement keeps them, too: the warehouse only
 * leaves out rows that the statement would drop. `exact`: the blocks whose whole `where` is pushed down.
 */
export function pushConditions(planner: Planner): {pushed: PushedByUse; exact: Set<Block>} {
  const pushed: PushedByUse = new Map();
  const exact = new Set<Block>();
  for (const block of planner.analysis.blocks) {
    const conditions = conjunctsOf(block.select.whereClause);
    const open = onlyRelations(block);
    const done = conditions.map(node => pushCondition(planner, pushed, block, node, open));
    if (done.every(Boolean)) exact.add(block);
    for (const tree of block.trees) pushJoins(planner, pushed, block, tree);
  }
  return {pushed, exact};
}

/** The relations that no outer join extends by nulls: `where` can only be pushed down to these. */
function onlyRelations(block: Block): Set<Relation> {
  return new Set(block.relations.filter(({isNullable}) => !isNullable));
}

function pushJoins(planner: Planner, pushed: PushedByUse, block: Block, tree: JoinTree): void {
  if (tree.kind === "relation") return;
  pushJoins(planner, pushed, block, tree.left);
  pushJoins(planner, pushed, block, tree.right);
  const [left, right] = [preserved(tree.left), preserved(tree.right)];
  const open = {inner: [...left, ...right], left: right, right: left, full: []}[tree.type];
  for (const node of conjunctsOf(tree.quals)) pushCondition(planner, pushed, block, node, new Set(open));
}

/** The relations in a join whose rows the join does not extend by nulls. */
function preserved(tree: JoinTree): Relation[] {
  if (tree.kind === "relation") return [tree.relation];
  const [left, right] = [preserved(tree.left), preserved(tree.right)];
  return {inner: [...left, ...right], left, right, full: []}[tree.type];
}

/** Pushes a condition down to its table. Returns whether the condition was pushed down unchanged. */
function pushCondition(
  planner: Planner,
  pushed: PushedByUse,
  block: Block,
  node: Node,
  relations: ReadonlySet<Relation>,
): boolean {
  let use: TableUse | undefined;
  const condition = rowCondition(planner, node, ref => {
    const found = columnOfUse(planner, ref, relations);
    if (found === undefined || found.column.kind !== "dimension") return undefined;
    if (use !== undefined && use !== found.use) return undefined;
    use = found.use;
    return found.column;
  });
  if (condition === undefined || condition === true) return condition === true;
  if (condition === false) {
    for (const relation of relations) {
      const base = soleUse(relation);
      if (base !== undefined && block.relations.includes(relation)) pushedOf(pushed, base).isNever = true;
    }
    return block.relations.length === 1;
  }
  if (use === undefined) return false;
  pushedOf(pushed, use).filters.push(condition);
  return true;
}

function pushedOf(pushed: PushedByUse, use: TableUse): Pushed {
  const known = pushed.get(use) ?? {filters: [], isNever: false};
  pushed.set(use, known);
  return known;
}

/** The table's column for a reference, also through derived tables whose rows are those of the table. */
function columnOfUse(
  planner: Planner,
  ref: ColumnRef,
  relations: ReadonlySet<Relation>,
): ReturnType<typeof baseOf> {
  const found = planner.analysis.columns.get(ref);
  if (found === undefined || !relations.has(found.relation)) return undefined;
  return baseOf(found.relation, found.column);
}

function baseOf(
  relation: Relation,
  column: Relation["columns"][number],
):
  | {use: TableUse; column: Extract<Relation["columns"][number]["origin"], {kind: "table"}>["column"]}
  | undefined {
  const {origin} = column;
  if (origin.kind === "table") return origin;
  if (origin.kind === "opaque" || origin.inner === undefined) return undefined;
  const {derived} = relation;
  if (derived === undefined || derived !== origin.block || !relation.isSole || !passesConditions(derived))
    return undefined;
  const inner = relationsOf(derived).get(origin.inner);
  return inner === undefined || inner.isNullable ? undefined : baseOf(inner, origin.inner);
}

const relations = new WeakMap<Block, ReadonlyMap<RelationColumn, Relation>>();

/** The first relation of a block that has the column, for each of its columns. */
function relationsOf(block: Block): ReadonlyMap<RelationColumn, Relation> {
  let known = relations.get(block);
  if (known === undefined) {
    const found = new Map<RelationColumn, Relation>();
    for (const relation of block.relations)
      for (const column of relation.columns) if (!found.has(column)) found.set(column, relation);
    known = found;
    relations.set(block, known);
  }
  return known;
}

/** The table whose rows a relation consists of; `undefined` for other relations. */
function soleUse(relation: Relation): TableUse | undefined {
  if (relation.use !== undefined) return relation.use;
  const {derived} = relation;
  if (derived === undefined || !relation.isSole || !passesConditions(derived)) return undefined;
  const [inner] = derived.relations;
  return inner === undefined || derived.relations.length > 1 ? undefined : soleUse(inner);
}

/** The results of `passesConditions`, which is called for every condition on a select or on a select around it. */
const passing = new WeakMap<Block, boolean>();

/** Whether conditions on a select's columns can be applied inside the select, because its rows are those of its tables. */
export function passesConditions(block: Block): boolean {
  let passes = passing.get(block);
  if (passes === undefined) {
    passes = isOnlyRows(block);
    passing.set(block, passes);
  }
  return passes;
}

function isOnlyRows({select}: Block): boolean {
  if (select.limitCount !== undefined || select.limitOffset !== undefined) return false;
  if (select.groupClause !== undefined || select.havingClause !== undefined) return false;
  if (select.distinctClause !== undefined || select.withClause !== undefined) return false;
  if (select.valuesLists !== undefined || isSetOperation(select)) return false;
  return !hasMore(select.targetList ?? []);
}

/** Whether columns hold an aggregate, a window, or a function that could give several rows. */
export function hasMore(nodes: readonly Node[]): boolean {
  // An aggregate in a subquery may belong to this select, if all columns that it names do.
  return hasPart(nodes, part => {
    if (!isNode(part, "FuncCall")) return jsonAggregateOf(part) !== undefined;
    const call = part.FuncCall;
    const name = functionName(call);
    return call.over !== undefined || isAggregate(name) || MEASURE_FUNCTIONS.has(name) || isOfRows(name);
  });
}

/** Whether columns hold a function that could give several rows. */
export function givesSeveralRows(nodes: readonly Node[]): boolean {
  return hasPart(nodes, part => isNode(part, "FuncCall") && isOfRows(functionName(part.FuncCall)));
}

const isOfRows = (name: string) => SEVERAL_ROWS.test(name);

function hasPart(nodes: readonly Node[], isSelected: (part: object) => boolean): boolean {
  let found = false;
  for (const node of nodes) {
    walk(node, part => {
      if (isSelected(part)) found = true;
      return !found;
    });
  }
  return found;
}

const SEVERAL_ROWS =
  /^(?:generate_|unnest$|json.*_(?:each|elements|array_elements|object_keys|populate|to_recordset)|jsonb_path_query(?:_tz)?$|regexp_(?:matches|split_to_table)$|string_to_table$|ts_|pg_|aclexplode|_pg_expandarray|information_schema)/;

export function hasVolatile(node: object): boolean {
  if (
    isNode(node, "FuncCall") &&
    /^(?:random|random_normal|gen_random_uuid|uuidv[47]|clock_timestamp|timeofday|array_sample|array_shuffle|set_config)$/.test(
      functionName(node.FuncCall),
    )
  )
    return true;
  return childrenOf(node).some(hasVolatile);
}
