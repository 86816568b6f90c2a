import type {ColumnRef} from "libpg-query";
import type {SqlCatalog} from "../catalog-types.ts";
import type {Source} from "../statement/source.ts";
import type {Block, Relation, RelationColumn, TableUse} from "./relations.ts";

/** A select that a `with` names, as later parts of the statement see it. */
export interface NamedSelect {
  columns: RelationColumn[];
  isOpen: boolean;
  derived?: Block;
  isRenamed?: boolean;
  /** The relations of every `from` that names the select. */
  uses: Relation[];
}

/** The names that a part of a statement sees: those of the `from` around it, and of every `with` before it. */
export interface Scope {
  block: Block | undefined;
  named: ReadonlyMap<string, NamedSelect>;
}

/** The meaning of the names in a statement. */
export interface Analysis {
  source: Source;
  catalog: SqlCatalog;
  uses: TableUse[];
  blocks: Block[];
  /** The named select of each relation that refers to a `with`. */
  namedOf: Map<Relation, NamedSelect>;
  /** The column that each reference means, if known. */
  columns: Map<ColumnRef, {relation: Relation; column: RelationColumn; block: Block}>;
  /** References to a table's row or a column that include a schema, with their names without the schema. */
  qualified: {ref: ColumnRef; names: readonly string[]}[];
  /** Whether the statement reads a table that is not in the catalog of the caller. */
  readsCatalog: boolean;
}

/** The columns of a select's result. */
export interface Output {
  columns: RelationColumn[];
  isOpen: boolean;
  block?: Block;
}
