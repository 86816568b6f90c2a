import type {SqlType} from "../../core/wire/sql-tables.ts";
import type {Query} from "../../semantic/documents.ts";
import type {Edit} from "./statement/source.ts";

/** The rows of a query of the layer as a table that the rest of a statement reads. */
export interface SqlInput {
  /** Unique in the plan; the rest of the statement names the table `pg_temp."<name>"`. */
  name: string;
  query: Query;
  /** The columns of the table, in the order of the query's columns. */
  columns: readonly {name: string; type: SqlType}[];
}

/** A column of a statement's result whose type is known before anything runs. */
export interface PlannedColumn {
  name: string;
  type: SqlType;
}

interface Planned {
  /** The steps of the answer in words, one line each. */
  explain: readonly string[];
  /**
   * Whether the plan would differ if the values of parameters were known. The plan is right without them, but a plan made
   * with them reads fewer rows.
   */
  dependsOnParameters: boolean;
  /** Whether the plan is right only at the time for which it was made. */
  dependsOnNow: boolean;
}

/**
 * How a statement is answered. `query`: one query of the layer, whose columns are renamed. `rest`: a statement for
 * Postgres over the rows of `inputs`; `readsCatalog` says whether it also reads tables of `pg_catalog` or
 * `information_schema`, or the caller's tables as such.
 */
export type SqlPlan = Planned &
  (
    | {kind: "query"; query: Query; columns: readonly PlannedColumn[]}
    | {
        kind: "rest";
        inputs: readonly SqlInput[];
        sql: string;
        /** The edits that turn the statement into `sql`. */
        edits: readonly Edit[];
        readsCatalog: boolean;
      }
  );
