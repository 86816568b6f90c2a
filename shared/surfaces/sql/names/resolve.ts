import type {ColumnRef} from "libpg-query";
import {nearest} from "../../../semantic/nearest-names.ts";
import {SqlError} from "../sql-error.ts";
import {isStar, stringsOf} from "../statement/nodes.ts";
import type {Analysis, Scope} from "./analysis.ts";
import {columnNamed, columnsInBlock} from "./find-columns.ts";
import type {Block, Relation, RelationColumn} from "./relations.ts";

/** Columns that every table of Postgres has. */
const SYSTEM_COLUMNS = new Set(["ctid", "tableoid", "xmin", "xmax", "cmin", "cmax"]);

/** Notes that a column is used, in the tables that it comes from. */
export function refer(column: RelationColumn, {node, block}: {node?: ColumnRef; block: Block}): void {
  const {origin} = column;
  if (origin.kind === "star") refer(origin.inner, {block: origin.block});
  if (origin.kind !== "table") return;
  origin.use.references.push({column: origin.column, block, ...(node === undefined ? {} : {node})});
}

/** Notes that all columns of a result are used, except those that `*` leaves out. */
export function referToAll(columns: readonly RelationColumn[], block: Block | undefined): void {
  if (block === undefined) return;
  for (const column of columns) {
    if (!column.isHidden) refer(column, {block});
  }
}

/**
 * Looks up a reference to a column. Throws 42P01 for an unknown table and 42703 for an unknown column. With `isTest` it
 * only returns whether the tables of the block have the column.
 */
export function resolveColumn(analysis: Analysis, ref: ColumnRef, scope: Scope, isTest: boolean): boolean {
  if (isStar(ref)) {
    if (!isTest && scope.block !== undefined && (ref.fields?.length ?? 0) > 1) {
      // `count(t.*)` reads the whole row.
      for (const relation of resolveStar(analysis, ref, scope.block)) useRow(relation, scope.block);
    }
    return true;
  }
  const names = stringsOf(ref.fields);
  const [first = "", second = ""] = names.length > 2 ? names.slice(-2) : names;
  if (names.length === 1) return resolveBare(analysis, ref, first, scope, isTest);
  for (let block = scope.block; block !== undefined; block = block.parent) {
    const relation = block.relations.find(({name}) => name === first);
    if (relation === undefined) continue;
    const named = columnNamed(relation, second);
    if (!isTest && named?.isAmbiguous) throw ambiguous(analysis, ref, second);
    if (named === undefined) {
      if (relation.isOpen || SYSTEM_COLUMNS.has(second)) return true;
      if (isTest) return false;
      throw unknownColumn(analysis, ref, `${first}.${second}`, second, [relation]);
    }
    if (isTest) return true;
    if (names.length > 2) analysis.qualified.push({ref, names: [first, second]});
    const {column} = named;
    analysis.columns.set(ref, {relation, column, block: scope.block ?? block});
    refer(column, {node: ref, block: scope.block ?? block});
    return true;
  }
  if (isTest) return false;
  throw missingTable(analysis, ref, names.length > 2 ? (names.at(-2) ?? "") : first, scope);
}

function resolveBare(
  analysis: Analysis,
  ref: ColumnRef,
  name: string,
  scope: Scope,
  isTest: boolean,
): boolean {
  for (let block = scope.block; block !== undefined; block = block.parent) {
    const found = columnsInBlock(block, name);
    if (!isTest && found.some(one => one.isAmbiguous)) throw ambiguous(analysis, ref, name);
    const [first] = found;
    if (first !== undefined) {
      if (isTest) return true;
      const {relation, column} = first;
      // A measure and a dimension of the same name in two tables are two columns for Postgres as well.
      if (found.length === 1) analysis.columns.set(ref, {relation, column, block: scope.block ?? block});
      for (const one of found) refer(one.column, {node: ref, block: scope.block ?? block});
      return true;
    }
    const row = block.relations.find(relation => relation.name === name);
    if (row !== undefined) {
      if (!isTest) useRow(row, scope.block ?? block);
      return true;
    }
    if (block.relations.some(({isOpen}) => isOpen)) return true;
    if (SYSTEM_COLUMNS.has(name) && block.relations.length > 0) return true;
  }
  if (isTest) return false;
  const relations: Relation[] = [];
  for (let block = scope.block; block !== undefined; block = block.parent) relations.push(...block.relations);
  throw unknownColumn(analysis, ref, JSON.stringify(name), name, relations);
}

function ambiguous(analysis: Analysis, ref: ColumnRef, name: string): SqlError {
  return new SqlError("42702", `column reference "${name}" is ambiguous`, {
    position: analysis.source.position(ref.location),
  });
}

function useRow(relation: Relation, block: Block): void {
  relation.isRowUsed = true;
  referToAll(relation.columns, block);
}

/** The relations whose columns a `*` stands for. */
export function resolveStar(analysis: Analysis, ref: ColumnRef, block: Block): readonly Relation[] {
  const names = stringsOf(ref.fields);
  const name = names.at(-1);
  if (name === undefined) return block.relations;
  for (let at: Block | undefined = block; at !== undefined; at = at.parent) {
    const relation = at.relations.find(one => one.name === name);
    if (relation === undefined) continue;
    if (names.length > 1) analysis.qualified.push({ref, names: [name]});
    return [relation];
  }
  throw missingTable(analysis, ref, name, {block, named: new Map()});
}

function unknownColumn(
  analysis: Analysis,
  ref: ColumnRef,
  written: string,
  name: string,
  relations: readonly Relation[],
): SqlError {
  const candidates = relations.flatMap(relation =>
    relation.columns.map(column => ({relation: relation.name, name: column.name})),
  );
  const near = nearest(
    name,
    candidates.map(candidate => candidate.name),
  );
  return new SqlError("42703", `column ${written} does not exist`, {
    ...hintOf(near, "column"),
    position: analysis.source.position(ref.location),
  });
}

export function hintOf(names: readonly string[], noun: string): {hint?: string; suggestions?: string[]} {
  if (names.length === 0) return {};
  const suggestions = [...new Set(names)];
  const quoted = suggestions.map(name => `"${name}"`);
  return {hint: `Perhaps you meant the ${noun} ${quoted.join(" or ")}.`, suggestions};
}

function missingTable(analysis: Analysis, ref: ColumnRef, name: string, {block}: Scope): SqlError {
  const relations: Relation[] = [];
  for (let at = block; at !== undefined; at = at.parent) relations.push(...at.relations);
  const names = relations.flatMap(relation => relation.name ?? []);
  const dotted = dottedColumn(stringsOf(ref.fields), relations);
  return new SqlError("42P01", `missing FROM-clause entry for table "${name}"`, {
    ...(dotted === undefined
      ? hintOf(nearest(name, names), "table")
      : {hint: `A column whose name has a dot needs quotes around all of it: ${dotted}.`}),
    position: analysis.source.position(ref.location),
  });
}

/**
 * The spelling of a column whose name has a dot: `"origin.state"` for `origin.state`, and `f."origin.state"` for
 * `f.origin.state`.
 */
function dottedColumn(names: readonly string[], relations: readonly Relation[]): string | undefined {
  const has = (relation: Relation, column: string) => relation.columns.some(({name}) => name === column);
  const whole = names.join(".");
  if (relations.some(relation => has(relation, whole))) return JSON.stringify(whole);
  const [table, ...rest] = names;
  const column = rest.join(".");
  return table !== undefined && relations.some(relation => relation.name === table && has(relation, column))
    ? `${table}.${JSON.stringify(column)}`
    : undefined;
}
