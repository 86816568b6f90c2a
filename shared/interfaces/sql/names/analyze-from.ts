import type {Node, RangeVar} from "libpg-query";
import type {CatalogTable} from "../catalog.ts";
import {childrenOf, stringsOf} from "../statement/nodes.ts";
import {type Analysis, analyzeSelect, renamed, type Scope, soleUses, visit, visitAll} from "./analyze.ts";
import {findTable} from "./find-table.ts";
import type {JoinTree, Relation, RelationColumn, TableUse} from "./relations.ts";
import {demandAll, refer} from "./resolve.ts";

export function analyzeFrom(analysis: Analysis, item: Node, scope: Scope): JoinTree {
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
  const [lefts, rights] = [relations.slice(before, middle), relations.slice(middle)];
  for (const relation of type === "right" || type === "full" ? lefts : []) relation.isNullable = true;
  for (const relation of type === "left" || type === "full" ? rights : []) relation.isNullable = true;
  for (const name of stringsOf(usingClause)) {
    for (const relation of [...lefts, ...rights]) {
      const column = relation.columns.find(one => one.name === name);
      if (column !== undefined && scope.block !== undefined) refer(column, {block: scope.block});
    }
  }
  if (isNatural === true)
    for (const relation of [...lefts, ...rights]) demandAll(relation.columns, scope.block);
  if (quals !== undefined) visit(analysis, quals, scope);
  if (alias !== undefined && scope.block !== undefined) {
    // The join's alias hides the names inside of it.
    const inside = relations.splice(before);
    for (const relation of inside) demandAll(relation.columns, scope.block);
    relations.push(openRelation(alias.aliasname));
  }
  return {kind: "join", type, left, right, ...(quals === undefined ? {} : {quals})};
}

function openRelation(name: string | undefined): Relation {
  return {name, columns: [], isOpen: true, isSole: false, isNullable: false};
}

function relationOf(analysis: Analysis, item: Node, scope: Scope): Relation {
  if ("RangeVar" in item) return relationOfTable(analysis, item.RangeVar, scope);
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

function relationOfTable(analysis: Analysis, node: RangeVar, scope: Scope): Relation {
  const {relname = "", schemaname, alias} = node;
  const named = schemaname === undefined ? scope.named.get(relname) : undefined;
  if (named !== undefined) {
    const {columns, isOpen, derived} = named;
    const relation: Relation = {
      name: alias?.aliasname ?? relname,
      columns: renamed(
        {columns, isOpen, ...(derived === undefined ? {} : {block: derived})},
        stringsOf(alias?.colnames),
      ),
      isOpen,
      isSole: false,
      isNullable: false,
      isRenamed: named.isRenamed === true || alias?.colnames !== undefined,
      ...(derived === undefined ? {} : {derived}),
    };
    named.uses.push(relation);
    soleUses.set(relation, named);
    return relation;
  }
  const table = findTable(analysis, node);
  if (table === undefined) {
    analysis.readsCatalog = true;
    return openRelation(alias?.aliasname ?? relname);
  }
  return relationOfUse(analysis, node, table, scope);
}

function relationOfUse(analysis: Analysis, node: RangeVar, table: CatalogTable, scope: Scope): Relation {
  const block = scope.block;
  if (block === undefined) return openRelation(undefined);
  const use: TableUse = {table, node, block, references: []};
  analysis.uses.push(use);
  const columns = table.columns.map(
    (column): RelationColumn => ({
      name: column.name,
      isHidden: column.kind === "measure",
      origin: {kind: "table", use, column},
    }),
  );
  const renames = stringsOf(node.alias?.colnames);
  return {
    name: node.alias?.aliasname ?? node.relname,
    columns: renamed({columns, isOpen: false, block}, renames),
    isOpen: false,
    use,
    isSole: true,
    isNullable: false,
    isRenamed: renames.length > 0,
  };
}
