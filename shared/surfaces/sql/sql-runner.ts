import type {Actor} from "../../core/actor.ts";
import type {RunRequest} from "../../core/wire/run-request.ts";
import type {Calls} from "../../core/workers/calls.ts";
import type {QueryProject} from "../../querying/layers/query-project.ts";
import type {QueryContext, QueryRunner, RunAnswer} from "../../querying/queries/query-runner.ts";
import type {SqlCatalog} from "./catalog-types.ts";
import type {PlanCache} from "./plan-cache.ts";

/** The source of callers' tables: see `Catalogs`. */
export interface CatalogSource {
  of(runner: SqlRunner, queryContext: QueryContext, project: QueryProject): Promise<SqlCatalog>;
  /** The tables as they are now, also if they were looked up a moment ago. */
  renewed(runner: SqlRunner, queryContext: QueryContext, project: QueryProject): Promise<SqlCatalog>;
  /** A project and the caller's tables of it, if both are known without asking the database or the warehouse. */
  known(
    runner: SqlRunner,
    actor: Actor,
    projectId: string,
  ): {project: QueryProject; catalog: SqlCatalog} | undefined;
  /** The plans of statements over these tables. */
  readonly plans: PlanCache;
}

/** The functions that SQL needs beside queries. The web process has the workers run them, a worker runs them itself. */
export interface SqlRunner extends QueryRunner {
  /** The tables of callers. */
  readonly catalogs: CatalogSource;
  /** The types of a run's columns in SQL. Reads no row. */
  columnTypes(queryContext: QueryContext, run: RunRequest): Promise<Calls["column_kinds"]["answer"]>;
  /** The columns and parameters of a statement over rows of queries, or over a catalog. Runs nothing. */
  describeRest(
    queryContext: QueryContext,
    statement: Omit<Calls["describe_sql"]["request"], "orgId">,
  ): Promise<Calls["describe_sql"]["answer"]>;
  /** Runs a request whose source is the rest of a statement in SQL. */
  runRest(queryContext: QueryContext, requestOf: (fromRollups: boolean) => RunRequest): Promise<RunAnswer>;
}
