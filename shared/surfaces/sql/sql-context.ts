import type {QueryProject} from "../../querying/layers/query-project.ts";
import type {QueryContext} from "../../querying/queries/query-runner.ts";
import type {SqlCatalog} from "./catalog-types.ts";
import type {SqlRunner} from "./sql-runner.ts";

/** The caller of a statement, the project, and the settings of the session. */
export interface SqlContext {
  readonly runner: SqlRunner;
  readonly queryContext: QueryContext;
  readonly project: QueryProject;
  /** The tables that the caller sees. */
  readonly catalog: SqlCatalog;
  /** The session's timezone, IANA. */
  readonly timezone: string;
  /** The settings of Postgres for the rest of a statement, by name in lower case. */
  readonly settings: Readonly<Record<string, string>>;
  /** The value of `now()`. Default: the present. */
  readonly now?: Date;
}
