import {type Static, Type} from "@sinclair/typebox";
import {InputRun} from "./result-format.ts";
import {SqlTable, SqlType} from "./sql-tables.ts";
import {WarehouseSource} from "./warehouse-source.ts";

const Columns = Type.Array(Type.Object({name: Type.String(), type: SqlType}));

const restParts = {
  kind: Type.Literal("rest"),
  /**
   * Names the caller: a digest of organization, principal and tables. Rows and statements with different ids are kept
   * apart.
   */
  id: Type.String(),
  /** Whether the statement reads tables of the catalog. */
  readsCatalog: Type.Optional(Type.Boolean()),
  /**
   * The caller's tables. May be left out: a worker that lacks them and needs them answers `precondition_failed`, and the
   * request is sent again with the tables.
   */
  tables: Type.Optional(Type.Array(SqlTable)),
  /** The values of `current_user` and `current_database()` for the caller. */
  user: Type.String(),
  database: Type.String(),
  /**
   * Settings of the session, by name: `timezone`, `search_path`. Settings that would change the session's limits have
   * no effect.
   */
  settings: Type.Record(Type.String(), Type.String()),
};

/** A statement of Postgres over the rows of other runs, each of which is a table of the schema `pg_temp`. */
const RestSource = Type.Object({
  ...restParts,
  inputs: Type.Array(Type.Object({name: Type.String(), columns: Columns, run: InputRun})),
  /** Bound as `$1 …`, in text form. */
  parameters: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Null()]))),
  /** The OIDs of the parameters' types; 0 or absent where Postgres decides. */
  parameterTypes: Type.Optional(Type.Array(Type.Integer())),
});
export type RestSource = Static<typeof RestSource>;

/** A source for describing a statement: the tables without rows. */
export const DescribedSource = Type.Object({
  ...restParts,
  inputs: Type.Array(Type.Object({name: Type.String(), columns: Columns})),
});
export type DescribedSource = Static<typeof DescribedSource>;

/** The source that a statement runs on. */
export const QuerySource = Type.Union([...WarehouseSource.anyOf, RestSource]);
export type QuerySource = Static<typeof QuerySource>;
