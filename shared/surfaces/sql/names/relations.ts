import type {ColumnRef, Node, RangeVar, SelectStmt} from "libpg-query";
import type {CatalogColumn, CatalogTable} from "../catalog-types.ts";

/** A table of the catalog as it occurs in a `from`. */
export interface TableUse {
  table: CatalogTable;
  node: RangeVar;
  block: Block;
  /** The references of the statement to its columns. */
  references: TableReference[];
}

export interface TableReference {
  column: CatalogColumn;
  /** The reference; absent if a `*` stands for it. */
  node?: ColumnRef;
  block: Block;
}

/** A column of a relation. */
export interface RelationColumn {
  name: string;
  /** Whether `*` leaves the column out: measures are only found by their names. */
  isHidden: boolean;
  origin:
    | {kind: "table"; use: TableUse; column: CatalogColumn}
    /** A column that the block passes on by `*`. */
    | {kind: "star"; inner: RelationColumn; block: Block}
    | {kind: "target"; expression: Node; inner?: RelationColumn; block: Block}
    | {kind: "opaque"};
}

/**
 * An entry of a `from`: a table, a derived table, a select that a `with` names, or something whose columns only Postgres
 * knows.
 */
export interface Relation {
  name: string | undefined;
  columns: RelationColumn[];
  /** Whether the relation may have columns that are not listed. */
  isOpen: boolean;
  use?: TableUse;
  /** The select of a derived table. */
  derived?: Block;
  /** Whether no other relation reads the rows of `derived`. */
  isSole: boolean;
  /** Whether its alias gives its columns other names. */
  isRenamed?: boolean;
  /** Whether the relation's row is named as a whole: `count(t)`. */
  isRowUsed?: boolean;
  /** Whether an outer join adds rows of nulls in place of the relation's rows. */
  isNullable: boolean;
}

/** A `from` as a tree of its joins. */
export type JoinTree =
  | {kind: "relation"; relation: Relation}
  | {kind: "join"; type: "inner" | "left" | "right" | "full"; left: JoinTree; right: JoinTree; quals?: Node};

/** One `select … from … where …` without a set operation. */
export interface Block {
  select: SelectStmt;
  parent: Block | undefined;
  relations: Relation[];
  trees: JoinTree[];
  /** The columns of the result; `isOpen` if it may have others. */
  output: {columns: RelationColumn[]; isOpen: boolean};
  isTop: boolean;
}

/** The table's column from which a column is passed on unchanged; `undefined` if an expression computes the column. */
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

/** The results of `tableColumn`, each of which needs a search through all selects below. */
const behind = new WeakMap<RelationColumn, {found: ReturnType<typeof tableColumn>}>();
