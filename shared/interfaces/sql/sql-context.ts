import type {QueryProject} from "../../querying/layers/query-project.ts";
import type {Asking} from "../../querying/queries/runner.ts";
import type {SqlCatalog} from "./catalog.ts";
import type {SqlRunner} from "./sql-runner.ts";

/** Whose statement it is, in which project, and with which settings. */
export interface SqlContext {
  readonly runner: SqlRunner;
  readonly asking: Asking;
  readonly project: QueryProject;
  /** The tables that the caller sees. */
  readonly catalog: SqlCatalog;
  /** IANA name, of the session. */
  readonly timezone: string;
  /** What Postgres is set to before it runs the rest of a statement, by names in lower case. */
  readonly settings: Readonly<Record<string, string>>;
  /** What `now()` is. Default: the present. */
  readonly now?: Date;
}
