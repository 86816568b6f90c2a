import type {ColumnRef, Node, RangeVar, SelectStmt} from "libpg-query";
import type {CatalogColumn, CatalogTable} from "../catalog.ts";

/** A table of the catalog as it occurs in a `from`. */
export interface TableUse {
  table: CatalogTable;
  node: RangeVar;
  block: Block;
  /** What the statement names of it. */
  references: TableReference[];
}

export interface TableReference {
  column: CatalogColumn;
  /** Where it is named; absent if a `*` stands for it. */
  node?: ColumnRef;
  block: Block;
}

/** A column of something in a `from`. */
export interface RelationColumn {
  name: string;
  /** Measures are found by their names and are no part of `*`. */
  isHidden: boolean;
  origin:
    | {kind: "table"; use: TableUse; column: CatalogColumn}
    /** `*` of the block passes it on. */
    | {kind: "star"; inner: RelationColumn; block: Block}
    | {kind: "target"; expression: Node; inner?: RelationColumn; block: Block}
    | {kind: "opaque"};
}

/** What stands in a `from`: a table, a derived table, a named `with`, or something whose columns only Postgres knows. */
export interface Relation {
  name: string | undefined;
  columns: RelationColumn[];
  /** Whether it may have columns that are not listed. */
  isOpen: boolean;
  use?: TableUse;
  /** The select of a derived table. */
  derived?: Block;
  /** Whether all rows of `derived` are seen through this relation alone. */
  isSole: boolean;
  /** Whether its alias gives its columns other names. */
  isRenamed?: boolean;
  /** Whether its row is named as a whole: `count(t)`. */
  isRowUsed?: boolean;
  /** Whether an outer join adds rows of nulls in its place. */
  isNullable: boolean;
}

/** `from`, as the joins nest. */
export type JoinTree =
  | {kind: "relation"; relation: Relation}
  | {kind: "join"; type: "inner" | "left" | "right" | "full"; left: JoinTree; right: JoinTree; quals?: Node};

/** One `select … from … where …` without a set operation. */
export interface Block {
  select: SelectStmt;
  parent: Block | undefined;
  relations: Relation[];
  trees: JoinTree[];
  /** Its result's columns; `isOpen` if it may have others. */
  output: {columns: RelationColumn[]; isOpen: boolean};
  isTop: boolean;
}

/** The table's column that a column stands for, if it is passed on as it is. */
export function tableColumn(column: RelationColumn): {use: TableUse; column: CatalogColumn} | undefined {
  const {origin} = column;
  if (origin.kind === "table") return origin;
  if (origin.kind === "opaque" || origin.inner === undefined) return undefined;
  const known = behind.get(column);
  if (known !== undefined) return known.found;
  const found = tableColumn(origin.inner);
  behind.set(column, {found});
  return found;
}

/** The answers of `tableColumn`, each of which would otherwise go through all selects below. */
const behind = new WeakMap<RelationColumn, {found: ReturnType<typeof tableColumn>}>();
