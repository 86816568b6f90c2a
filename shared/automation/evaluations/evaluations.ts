import {Type} from "@sinclair/typebox";
import {notFound, requireOrgAdmin, requireOrgAdminServiceAccount} from "../../ground/access.ts";
import type {Actor} from "../../ground/actor.ts";
import {audit} from "../../ground/audit.ts";
import {type Db, sql} from "../../ground/db.ts";
import {ServiceError} from "../../ground/errors.ts";
import {newId} from "../../ground/ids.ts";
import {enqueue} from "../../ground/jobs.ts";
import type {Page} from "../../ground/paging.ts";
import {rowReaderOf} from "../../ground/validate.ts";
import {listVerifiedQuestions} from "../../modeling/verified-questions/verified-questions.ts";
import {placeQuery} from "../../querying/queries/place-query.ts";
import type {QueryRunner} from "../../querying/queries/runner.ts";
import {requireProject} from "../../tenancy/projects/find.ts";
import {askModel} from "../agents/ask/ask-model.ts";
import {readFigures, refusedAt} from "./read-truth.ts";
import {
  Compared,
  Definition,
  type EvaluationCase,
  type EvaluationInput,
  type EvaluationListed,
  type EvaluationStatus,
  type EvaluationView,
  RunResult,
  Summary,
} from "./schemas.ts";

/** The most runs of an evaluation: its cases times the runs of each. */
const MOST_RUNS = 2000;
const MOST_CASES = 500;

/** Throws like the route: the project must be seen, and the caller an org-admin's service account. */
export async function requireEvaluator(db: Db, actor: Actor, projectId: string): Promise<void> {
  await requireProject(db, actor, projectId);
  requireOrgAdminServiceAccount(actor);
}

/**
 * Begins an evaluation with the caller's rights. `invalid_request` where no model can be asked, there is no case, or the
 * rows of one are limited by attributes that the caller does not have; a query's error where one does not compile.
 */
export async function createEvaluation(
  runner: QueryRunner,
  actor: Actor,
  projectId: string,
  {name, model: given, runs = 1, cases, layer}: EvaluationInput,
): Promise<{id: string; status: EvaluationStatus}> {
  await requireEvaluator(runner.db, actor, projectId);
  if (layer) throw refusedAt("/layer", NO_BRANCHES);
  const model = askModel(runner.config.llm, given);
  const asked = cases
    ? await givenCases(runner, actor, projectId, cases)
    : await verifiedCases(runner, actor, projectId);
  if (asked.length * runs > MOST_RUNS) {
    throw new ServiceError(
      "invalid_request",
      `An evaluation asks at most ${MOST_RUNS} questions: ${asked.length} cases of ${runs} runs are more.`,
    );
  }
  const id = newId("eval");
  const definition: Definition = {model, runs, cases: asked};
  return runner.db.transaction().execute(async tx => {
    await audit(tx, actor, "evaluation.create", {type: "evaluation", id}, {projectId, model});
    await sql`
      insert into evaluations (id, org_id, project_id, name, run_as, definition)
      values (${id}, ${actor.orgId}, ${projectId}, ${name ?? model}, ${actor.id}, ${JSON.stringify(definition)})`.execute(
      tx,
    );
    await sql`
      insert into evaluation_runs (org_id, evaluation_id, case_number, run_number)
      select ${actor.orgId}, ${id}, c, r from generate_series(1, ${asked.length}::int) as c,
        generate_series(1, ${runs}::int) as r`.execute(tx);
    await enqueue(tx, "step_evaluation", {orgId: actor.orgId, evaluationId: id}, {key: id});
    return {id, status: "queued"};
  });
}

const NO_BRANCHES =
  "An evaluation of another layer than the project's is not there yet: push the branch to a project of its own, and evaluate that.";

/** The cases, with their queries compiled for the caller and placed in the project. */
async function givenCases(
  runner: QueryRunner,
  actor: Actor,
  projectId: string,
  cases: readonly EvaluationCase[],
): Promise<Definition["cases"]> {
  const placed: Definition["cases"] = [];
  for (const [index, one] of cases.entries()) {
    if ("figures" in one) readFigures(one.figures, `/cases/${index}/figures`);
    if (!("query" in one)) {
      placed.push({case: one});
      continue;
    }
    const path = `/cases/${index}/query`;
    const {compiled} = await placeQuery(runner, actor, one.query, path, projectId);
    if (compiled.missingAttributes.length > 0) {
      const missing = compiled.missingAttributes.join(", ");
      throw refusedAt(
        path,
        `Its rows are limited by attributes that ${actor.name} does not have: ${missing}.`,
      );
    }
    placed.push({case: {...one, query: {...one.query, projectId}}});
  }
  return placed;
}

async function verifiedCases(
  runner: QueryRunner,
  actor: Actor,
  projectId: string,
): Promise<Definition["cases"]> {
  const page = {limit: MOST_CASES, before: undefined};
  const {questions} = await listVerifiedQuestions(runner, actor, projectId, page);
  const valid = questions.filter(({status}) => status === "valid");
  if (valid.length === 0) {
    throw new ServiceError(
      "invalid_request",
      "The project has no verified question that is valid: send cases.",
    );
  }
  return valid.map(({id, question, query}) => ({
    case: {question, query: {...query, projectId}},
    verifiedQuestionId: id,
  }));
}

/** Cancels an evaluation: nothing more is asked, and what is under way ends by itself. `conflict` for one that has ended. */
export async function cancelEvaluation(db: Db, actor: Actor, projectId: string, id: string): Promise<void> {
  await getEvaluation(db, actor, projectId, id);
  requireOrgAdminServiceAccount(actor);
  await db.transaction().execute(async tx => {
    const {rows} = await sql`
      update evaluations set status = 'cancelled', finished_at = now()
      where org_id = ${actor.orgId} and id = ${id} and status in ('queued', 'running') returning id`.execute(
      tx,
    );
    if (rows.length === 0) throw new ServiceError("conflict", "The evaluation has ended already.");
    await audit(tx, actor, "evaluation.cancel", {type: "evaluation", id}, {projectId});
  });
}

interface ListedRow {
  id: string;
  project_id: string;
  name: string;
  status: EvaluationStatus;
  error: string | null;
  created_at: Date;
  finished_at: Date | null;
  model: string;
  summary: unknown;
  compared: unknown;
}

const nullable = <T extends typeof Summary | typeof Compared>(schema: T) => Type.Union([schema, Type.Null()]);
const read = rowReaderOf(
  Type.Object({summary: nullable(Summary), compared: nullable(Compared)}),
  "the evaluation",
);
const readDefinition = rowReaderOf(Type.Object({definition: Definition}), "the evaluation");
type Row = ReturnType<typeof read<ListedRow>>;

/** Without the whole definition, which can have a megabyte. */
const columns = sql.raw(
  "e.id, e.project_id, e.name, e.status, e.error, e.created_at, e.finished_at, e.definition ->> 'model' as model, e.summary, e.compared",
);

/** The project's evaluations, newest first, one more than the page holds if there are more. Needs an org-admin. */
export async function listEvaluations(
  db: Db,
  actor: Actor,
  projectId: string,
  pageOf: () => Page,
): Promise<EvaluationListed[]> {
  await requireProject(db, actor, projectId);
  requireOrgAdmin(actor);
  const {before, limit} = pageOf();
  const older = before === undefined ? sql`true` : sql`e.id < ${before}`;
  const {rows} = await sql<ListedRow>`
    select ${columns} from evaluations e
    where e.org_id = ${actor.orgId} and e.project_id = ${projectId} and ${older}
    order by e.id desc limit ${limit + 1}`.execute(db);
  return rows.map(row => viewListed(read(row)));
}

const readResult = rowReaderOf(
  Type.Object({result: Type.Union([RunResult, Type.Null()])}),
  "the evaluation's run",
);

/** An evaluation with what has become of its cases so far. Needs an org-admin. */
export async function getEvaluation(
  db: Db,
  actor: Actor,
  projectId: string,
  id: string,
): Promise<EvaluationView> {
  await requireProject(db, actor, projectId);
  requireOrgAdmin(actor);
  const {rows} = await sql<ListedRow & {definition: unknown}>`
    select ${columns}, e.definition from evaluations e
    where e.org_id = ${actor.orgId} and e.project_id = ${projectId} and e.id = ${id}`.execute(db);
  if (!rows[0]) throw notFound("evaluation", id);
  const row = readDefinition(read(rows[0]));
  const results = await resultsOf(db, actor.orgId, id);
  const cases = row.definition.cases.map((one, index) => ({
    question: one.case.question,
    expected: expectedOf(one.case),
    runs: results.get(index + 1) ?? [],
  }));
  const wrong = ({runs}: (typeof cases)[number]) => runs.filter(({correct}) => !correct).length;
  return {...viewListed(row), cases: cases.sort((a, b) => wrong(b) - wrong(a))};
}

/** The results so far, by the number of their case. */
export async function resultsOf(db: Db, orgId: string, id: string): Promise<Map<number, RunResult[]>> {
  const {rows} = await sql<{id: string; case_number: number; result: unknown}>`
    select evaluation_id as id, case_number, result from evaluation_runs
    where org_id = ${orgId} and evaluation_id = ${id} and result is not null
    order by case_number, run_number`.execute(db);
  const results = new Map<number, RunResult[]>();
  for (const row of rows) {
    const {result, case_number: number} = readResult(row);
    if (result) results.set(number, [...(results.get(number) ?? []), result]);
  }
  return results;
}

function viewListed(row: Row): EvaluationListed {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    status: row.status,
    model: row.model,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    summary: row.summary,
    ...(row.compared ? {comparedWith: row.compared} : {}),
    ...(row.error === null ? {} : {error: row.error}),
  };
}

function expectedOf(one: EvaluationCase): EvaluationView["cases"][number]["expected"] {
  if ("query" in one) return "query";
  if ("rows" in one) return "rows";
  if ("figures" in one) return "figures";
  return "answerable" in one ? "no_answer" : "asks_back";
}
