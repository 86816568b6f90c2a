import {type Static, Type} from "@sinclair/typebox";
import {notFound} from "../../ground/access.ts";
import type {ResultFormat} from "../../ground/wire/run-request.ts";
import {canSeeProject, projectsOf} from "../../querying/layers/layers.ts";
import type {QueryProject} from "../../querying/layers/query-project.ts";
import type {Asking, RunAnswer} from "../../querying/queries/runner.ts";
import {projectNamed} from "./catalogs.ts";
import {toServiceError} from "./error-codes.ts";
import {
  detailOf,
  type PreparedStatement,
  prepareSql,
  runSql,
  type SqlContext,
  type SqlDetail,
} from "./prepare-sql.ts";
import type {SqlRunner} from "./sql-runner.ts";

const SqlParameter = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

/** A statement as `POST /api/sql` takes it. */
export const SqlStatement = Type.Object(
  {
    sql: Type.String({
      minLength: 1,
      maxLength: 1_000_000,
      description: "One statement in Postgres' SQL. `MEASURE(name)` is a measure of the layer",
    }),
    projectId: Type.Optional(Type.String({maxLength: 64, description: "Default: the default project"})),
    parameters: Type.Optional(
      Type.Array(SqlParameter, {maxItems: 10_000, description: "Values of `$1`, `$2`, …"}),
    ),
  },
  {additionalProperties: false, $id: "SqlStatement"},
);
export type SqlStatement = Static<typeof SqlStatement>;

/** Runs a statement for a caller. Rejects with a `ServiceError`, whose message says Postgres' own words. */
export async function answerSql(
  runner: SqlRunner,
  asking: Asking,
  statement: SqlStatement,
  format: ResultFormat,
): Promise<RunAnswer> {
  try {
    const {context, prepared} = await prepare(runner, asking, statement);
    return await runSql(context, prepared, textsOf(statement), format);
  } catch (error) {
    throw toServiceError(error);
  }
}

/** What a statement becomes. Nothing is run. */
export async function explainSql(
  runner: SqlRunner,
  asking: Asking,
  statement: SqlStatement,
): Promise<SqlDetail> {
  try {
    const {context, prepared} = await prepare(runner, asking, statement);
    return await detailOf(context, prepared.plan);
  } catch (error) {
    throw toServiceError(error);
  }
}

async function prepare(
  runner: SqlRunner,
  asking: Asking,
  {sql, projectId, parameters = []}: SqlStatement,
): Promise<{context: SqlContext; prepared: PreparedStatement}> {
  const project = await projectOf(runner, asking, projectId);
  const catalog = await runner.catalogs.of(runner, asking, project);
  const {timezone} = project;
  const context = {runner, asking, project, catalog, timezone, settings: {}};
  // Postgres decides the types of all of them.
  return {
    context,
    prepared: await prepareSql(
      context,
      sql,
      parameters.map(() => 0),
    ),
  };
}

async function projectOf(runner: SqlRunner, {actor}: Asking, id: string | undefined): Promise<QueryProject> {
  if (id === undefined) return projectNamed(runner, actor, "");
  const project = (await projectsOf(runner, actor.orgId)).get(id);
  if (!project || !canSeeProject(actor, project)) throw notFound("project", id);
  return project;
}

function textsOf({parameters = []}: SqlStatement): (string | null)[] {
  return parameters.map(value => (value === null ? null : String(value)));
}
