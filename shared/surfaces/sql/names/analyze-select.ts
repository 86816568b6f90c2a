import type {CommonTableExpr, Node, SelectStmt} from "libpg-query";
import {checkColumns} from "../allowed/size.ts";
import {childrenOf, isNode, isSetOperation, isStar, stringsOf} from "../statement/nodes.ts";
import type {Analysis, NamedSelect, Output, Scope} from "./analysis.ts";
import {outputName} from "./output-name.ts";
import type {Block, JoinTree, Relation, RelationColumn} from "./relations.ts";
import {refer, referToAll, resolveColumn, resolveStar} from "./resolve.ts";
import {openRelation, renamed, tableRelation} from "./table-relation.ts";

/** Looks up the names in a select, and in all selects within it. */
export function analyzeSelect(analysis: Analysis, select: SelectStmt, scope: Scope): Output {
  const inner = {...scope, named: withNames(analysis, select, scope)};
  if (isSetOperation(select)) return analyzeSetOperation(analysis, select, inner);
  const block: Block = {
    select,
    parent: scope.block,
    relations: [],
    trees: [],
    output: {columns: [], isOpen: false},
    isTop: false,
  };
  analysis.blocks.push(block);
  const own: Scope = {block, named: inner.named};
  if (select.valuesLists !== undefined) {
    visitAll(analysis, select.valuesLists, own);
    const [first] = select.valuesLists;
    const width = first !== undefined && "List" in first ? (first.List.items?.length ?? 0) : 0;
    const columns = Array.from({length: width}, (_, index) => opaque(`column${index + 1}`));
    visitTail(analysis, select, own);
    return {columns, isOpen: false};
  }
  for (const item of select.fromClause ?? []) {
    const tree = analyzeFrom(analysis, item, own);
    block.trees.push(tree);
  }
  const output = analyzeTargets(analysis, select, own, block);
  block.output = output;
  if (select.whereClause !== undefined) visit(analysis, select.whereClause, own);
  visitAliased(analysis, select.groupClause ?? [], own, output.columns, "input");
  if (select.havingClause !== undefined) visit(analysis, select.havingClause, own);
  visitAll(analysis, select.windowClause ?? [], own);
  visitAll(analysis, (select.distinctClause ?? []).filter(hasParts), own);
  visitTail(analysis, select, own, output.columns);
  if (select.distinctClause !== undefined) referToAll(output.columns, block);
  return {...output, block};
}

/** Whether a part of `distinct` has content: without `on`, it is one empty part. */
function hasParts(node: Node): boolean {
  return Object.keys(node).length > 0;
}

function visitTail(
  analysis: Analysis,
  select: SelectStmt,
  scope: Scope,
  output: readonly RelationColumn[] = [],
): void {
  visitAliased(analysis, select.sortClause ?? [], scope, output, "output");
  if (select.limitCount !== undefined) visit(analysis, select.limitCount, scope);
  if (select.limitOffset !== undefined) visit(analysis, select.limitOffset, scope);
}

function analyzeSetOperation(analysis: Analysis, select: SelectStmt, scope: Scope): Output {
  const arms = [select.larg, select.rarg].map(arm =>
    arm === undefined ? {columns: [], isOpen: true} : analyzeSelect(analysis, arm, scope),
  );
  for (const arm of arms) referToAll(arm.columns, "block" in arm ? arm.block : undefined);
  const [first] = arms;
  const columns = (first?.columns ?? []).filter(({isHidden}) => !isHidden).map(({name}) => opaque(name));
  // The `order by` of a set operation names columns of its result, not of tables.
  for (const item of [...(select.sortClause ?? []), select.limitCount, select.limitOffset]) {
    if (item !== undefined) visitSublinks(analysis, item, scope);
  }
  return {columns, isOpen: first?.isOpen ?? false};
}

function visitSublinks(analysis: Analysis, node: object, scope: Scope): void {
  if (isNode(node, "SubLink")) visit(analysis, node, scope);
  else for (const child of childrenOf(node)) visitSublinks(analysis, child, scope);
}

function withNames(analysis: Analysis, select: SelectStmt, scope: Scope): ReadonlyMap<string, NamedSelect> {
  const {withClause} = select;
  if (withClause === undefined) return scope.named;
  const named = new Map(scope.named);
  for (const node of withClause.ctes ?? []) {
    if (!("CommonTableExpr" in node)) continue;
    const cte = node.CommonTableExpr;
    named.set(
      cte.ctename ?? "",
      analyzeNamed(analysis, cte, {...scope, named}, withClause.recursive === true),
    );
  }
  return named;
}

function analyzeNamed(
  analysis: Analysis,
  cte: CommonTableExpr,
  scope: Scope,
  isRecursive: boolean,
): NamedSelect {
  const query = cte.ctequery;
  if (query === undefined || !("SelectStmt" in query)) return {columns: [], isOpen: true, uses: []};
  const named = new Map(scope.named);
  if (isRecursive) named.set(cte.ctename ?? "", {columns: [], isOpen: true, uses: []});
  const output = analyzeSelect(analysis, query.SelectStmt, {...scope, named});
  const columns = renamed(output, stringsOf(cte.aliascolnames));
  if (isRecursive) referToAll(output.columns, output.block);
  const isOpen = output.isOpen || cte.search_clause !== undefined || cte.cycle_clause !== undefined;
  const derived = cte.ctematerialized === "CTEMaterializeAlways" || isRecursive ? undefined : output.block;
  const isRenamed = cte.aliascolnames !== undefined;
  return {columns, isOpen, isRenamed, uses: [], ...(derived === undefined ? {} : {derived})};
}

function analyzeTargets(
  analysis: Analysis,
  select: SelectStmt,
  scope: Scope,
  block: Block,
): {columns: RelationColumn[]; isOpen: boolean} {
  const columns: RelationColumn[] = [];
  let isOpen = false;
  for (const node of select.targetList ?? []) {
    if (!("ResTarget" in node) || node.ResTarget.val === undefined) continue;
    const {val} = node.ResTarget;
    if ("ColumnRef" in val && isStar(val.ColumnRef)) {
      const relations = resolveStar(analysis, val.ColumnRef, block);
      if (relations.some(relation => relation.isOpen)) isOpen = true;
      for (const relation of relations) {
        for (const inner of relation.columns)
          columns.push({name: inner.name, isHidden: inner.isHidden, origin: {kind: "star", inner, block}});
        // A `*` over a `*` may double the columns with each level.
        checkColumns(columns.filter(({isHidden}) => !isHidden).length);
      }
      continue;
    }
    visit(analysis, val, scope);
    const inner = "ColumnRef" in val ? analysis.columns.get(val.ColumnRef)?.column : undefined;
    columns.push({
      name: outputName(node.ResTarget) ?? "?column?",
      isHidden: false,
      origin: {kind: "target", expression: val, block, ...(inner === undefined ? {} : {inner})},
    });
    if ("A_Indirection" in val) isOpen = true;
  }
  return {columns, isOpen};
}

function opaque(name: string): RelationColumn {
  return {name, isHidden: false, origin: {kind: "opaque"}};
}

function analyzeFrom(analysis: Analysis, item: Node, scope: Scope): JoinTree {
  if ("JoinExpr" in item) return analyzeJoin(analysis, item, scope);
  const relation = relationOf(analysis, item, scope);
  scope.block?.relations.push(relation);
  return {kind: "relation", relation};
}

const JOINS = {JOIN_LEFT: "left", JOIN_RIGHT: "right", JOIN_FULL: "full"} as const;

function analyzeJoin(analysis: Analysis, item: Extract<Node, {JoinExpr: unknown}>, scope: Scope): JoinTree {
  const {jointype, larg, rarg, quals, usingClause, isNatural, alias} = item.JoinExpr;
  const before = scope.block?.relations.length ?? 0;
  const empty: JoinTree = {kind: "relation", relation: openRelation(undefined)};
  const left = larg === undefined ? empty : analyzeFrom(analysis, larg, scope);
  const middle = scope.block?.relations.length ?? 0;
  const right = rarg === undefined ? empty : analyzeFrom(analysis, rarg, scope);
  const relations = scope.block?.relations ?? [];
  const type =
    jointype === "JOIN_LEFT" || jointype === "JOIN_RIGHT" || jointype === "JOIN_FULL"
      ? JOINS[jointype]
      : "inner";
  const [leftRelations, rightRelations] = [relations.slice(before, middle), relations.slice(middle)];
  for (const relation of type === "right" || type === "full" ? leftRelations : []) relation.isNullable = true;
  for (const relation of type === "left" || type === "full" ? rightRelations : []) relation.isNullable = true;
  for (const name of stringsOf(usingClause)) {
    for (const relation of [...leftRelations, ...rightRelations]) useOnce(relation, name, scope.block);
  }
  if (isNatural === true)
    for (const relation of [...leftRelations, ...rightRelations]) useAllOnce(relation, scope.block);
  if (quals !== undefined) visit(analysis, quals, scope);
  if (alias !== undefined && scope.block !== undefined) {
    // The join's alias hides the names inside of it.
    const inside = relations.splice(before);
    for (const relation of inside) referToAll(relation.columns, scope.block);
    relations.push(openRelation(alias.aliasname));
  }
  return {kind: "join", type, left, right, ...(quals === undefined ? {} : {quals})};
}

/** The columns that a join has referred to. A later join with the same name in `using` does not refer to them again. */
const usedNames = new WeakMap<Relation, Set<string>>();
const fullyUsed = new WeakSet<Relation>();

function useOnce(relation: Relation, name: string, block: Block | undefined): void {
  const used = usedNames.get(relation) ?? new Set();
  usedNames.set(relation, used);
  if (block === undefined || used.has(name)) return;
  used.add(name);
  const column = relation.columns.find(one => one.name === name);
  if (column !== undefined) refer(column, {block});
}

function useAllOnce(relation: Relation, block: Block | undefined): void {
  if (fullyUsed.has(relation)) return;
  fullyUsed.add(relation);
  referToAll(relation.columns, block);
}

function relationOf(analysis: Analysis, item: Node, scope: Scope): Relation {
  if ("RangeVar" in item) return tableRelation(analysis, item.RangeVar, scope);
  if ("RangeSubselect" in item) {
    const {subquery, alias} = item.RangeSubselect;
    if (subquery === undefined || !("SelectStmt" in subquery)) return openRelation(alias?.aliasname);
    const output = analyzeSelect(analysis, subquery.SelectStmt, scope);
    return {
      name: alias?.aliasname,
      columns: renamed(output, stringsOf(alias?.colnames)),
      isOpen: output.isOpen,
      isSole: true,
      isNullable: false,
      isRenamed: alias?.colnames !== undefined,
      ...(output.block === undefined ? {} : {derived: output.block}),
    };
  }
  if ("RangeFunction" in item) {
    const {functions, alias} = item.RangeFunction;
    visitAll(analysis, functions ?? [], scope);
    return openRelation(alias?.aliasname);
  }
  for (const child of childrenOf(item)) visit(analysis, child, scope);
  const alias = aliasOf(item);
  return openRelation(alias);
}

function aliasOf(item: Node): string | undefined {
  for (const child of childrenOf(item)) {
    if ("alias" in child && typeof child.alias === "object" && child.alias !== null) {
      const {alias} = child;
      if ("aliasname" in alias && typeof alias.aliasname === "string") return alias.aliasname;
    }
  }
  return undefined;
}

/** Looks up names in keys. A bare name is a column of the result first in `order by`, of a table in `group by`. */
function visitAliased(
  analysis: Analysis,
  items: readonly Node[],
  scope: Scope,
  output: readonly RelationColumn[],
  first: "input" | "output",
): void {
  for (const item of items) {
    const node = "SortBy" in item ? item.SortBy.node : item;
    if (node === undefined) continue;
    if ("GroupingSet" in node) {
      visitAliased(analysis, node.GroupingSet.content ?? [], scope, output, first);
      continue;
    }
    const names = "ColumnRef" in node ? stringsOf(node.ColumnRef.fields) : [];
    const [name] = names;
    const isOutput =
      "ColumnRef" in node &&
      names.length === 1 &&
      output.some(column => column.name === name && column.origin.kind === "target");
    if (isOutput && (first === "output" || !resolveColumn(analysis, node.ColumnRef, scope, true))) continue;
    visit(analysis, node, scope);
  }
}

function visitAll(analysis: Analysis, nodes: readonly Node[], scope: Scope): void {
  for (const node of nodes) visit(analysis, node, scope);
}

/** Looks up the names in an expression. */
function visit(analysis: Analysis, node: object, scope: Scope): void {
  if (isNode(node, "ColumnRef")) {
    resolveColumn(analysis, node.ColumnRef, scope, false);
    return;
  }
  if (isNode(node, "SubLink")) {
    const {testexpr, subselect, subLinkType} = node.SubLink;
    if (testexpr !== undefined) visit(analysis, testexpr, scope);
    if (subselect === undefined || !("SelectStmt" in subselect)) return;
    const output = analyzeSelect(analysis, subselect.SelectStmt, scope);
    if (subLinkType !== "EXISTS_SUBLINK") referToAll(output.columns, output.block);
    return;
  }
  if (isNode(node, "SelectStmt")) {
    const output = analyzeSelect(analysis, node.SelectStmt, scope);
    referToAll(output.columns, output.block);
    return;
  }
  for (const child of childrenOf(node)) visit(analysis, child, scope);
}
