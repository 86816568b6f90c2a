import type {ColumnRef} from "libpg-query";
import type {SqlCatalog} from "../catalog.ts";
import type {Source} from "../statement/source.ts";
import type {Block, Relation, RelationColumn, TableUse} from "./relations.ts";

/** A named `with`, as those that come after it see it. */
export interface NamedSelect {
  columns: RelationColumn[];
  isOpen: boolean;
  derived?: Block;
  isRenamed?: boolean;
  /** How often a `from` names it. */
  uses: Relation[];
}

/** What a part of a statement sees: the `from` around it, and what `with` has named. */
export interface Scope {
  block: Block | undefined;
  named: ReadonlyMap<string, NamedSelect>;
}

/** What the names of a statement mean. */
export interface Analysis {
  source: Source;
  catalog: SqlCatalog;
  uses: TableUse[];
  blocks: Block[];
  /** The `with` that a relation names, of those that name one. */
  namedOf: Map<Relation, NamedSelect>;
  /** The column that each reference means, where it is known. */
  columns: Map<ColumnRef, {relation: Relation; column: RelationColumn; block: Block}>;
  /** References that name a table's row or a column by its schema, with how they are written without it. */
  qualified: {ref: ColumnRef; names: readonly string[]}[];
  /** Whether it reads a table that is none of the catalog's. */
  readsCatalog: boolean;
}

/** The columns of a select's result. */
export interface Output {
  columns: RelationColumn[];
  isOpen: boolean;
  block?: Block;
}
