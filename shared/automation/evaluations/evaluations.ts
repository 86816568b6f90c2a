import {requireOrgAdminServiceAccount} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {deleteCadence, saveCadence} from "../../core/cadence/cadences.ts";
import {type Cadence, readCadence} from "../../core/cadence/cron.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {errorUnder, invalidAt, ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import {enqueue} from "../../core/jobs.ts";
import {listVerifiedQuestions} from "../../modeling/verified-questions/verified-questions.ts";
import {visibleDatasetId} from "../../querying/layers/datasets/find.ts";
import type {QueryRunner} from "../../querying/queries/query-runner.ts";
import {findSource} from "../../querying/queries/query-source.ts";
import {requireProject} from "../../tenancy/projects/find.ts";
import {askModel} from "../agents/ask/choose-model.ts";
import type {EvaluationCase} from "./case-schemas.ts";
import {getEvaluation} from "./read-evaluations.ts";
import {readFigures} from "./read-truth.ts";
import type {Definition, EvaluationInput, EvaluationStatus} from "./schemas.ts";

/** The most runs of an evaluation. The number of runs is the number of cases times the runs of each case. */
const MAX_RUNS = 2000;
const MAX_CASES = 500;

/** The evaluation that is repeated (`of`), and the scheduled time of its cadence (`slot`). */
export interface Repeat {
  of: string;
  slot: Date;
}

interface CreateOptions {
  repeat?: Repeat;
  /** The datasets that the cases query, in the order of the cases. Default: the datasets that have these names now. */
  datasetIds?: readonly (string | undefined)[];
  /** Stores a service account that is created together with the evaluation. */
  saveActor?: ((tx: Tx) => Promise<void>) | undefined;
}

/** Requires, like the route, that the caller can see the project and is an org-admin's service account. */
export async function requireEvaluator(db: Db, actor: Actor, projectId: string): Promise<void> {
  await requireProject(db, actor, projectId);
  requireOrgAdminServiceAccount(actor);
}

/**
 * Begins an evaluation with the caller's rights. Rejects with `invalid_request` if no model is available, if there is
 * no case, or if the rows of a case depend on attributes that the caller does not have. Rejects with the error of a
 * query if the query of a case does not compile.
 */
export async function createEvaluation(
  runner: QueryRunner,
  actor: Actor,
  projectId: string,
  input: EvaluationInput,
  {repeat, datasetIds, saveActor}: CreateOptions = {},
): Promise<{id: string; status: EvaluationStatus}> {
  await requireEvaluator(runner.db, actor, projectId);
  const {name, model: given, runs = 1, cases, layer} = input;
  if (name?.trim() === "")
    throw invalidAt("/name", "The name is blank. Send a name, or leave it out to use the model's name.");
  const cadence = cadenceOfInput(input);
  if (layer) await requireRepository(runner.db, actor, projectId);
  const model = askModel(runner.config.llm, given);
  const definedCases = cases
    ? await givenCases(runner, actor, projectId, cases, {
        isOfOtherLayer: layer !== undefined,
        datasetIds,
      })
    : await verifiedCases(runner, actor, projectId);
  if (definedCases.length * runs > MAX_RUNS) {
    throw new ServiceError(
      "invalid_request",
      `An evaluation asks at most ${MAX_RUNS} questions, but ${definedCases.length} cases with ${runs} runs each are more.`,
    );
  }
  const id = newId("eval");
  const definition: Definition = {model, runs, cases: definedCases, ...(layer ? {layer} : {})};
  return runner.db.transaction().execute(async tx => {
    await saveActor?.(tx);
    const {rows} = await sql`
      insert into evaluations (id, org_id, project_id, name, run_as, definition, input, repeats, slot)
      values (${id}, ${actor.orgId}, ${projectId}, ${name ?? model}, ${actor.id}, ${JSON.stringify(definition)},
        ${cadence ? JSON.stringify(input) : null}::json, ${repeat?.of ?? null},
        ${repeat?.slot.toISOString() ?? null}::timestamptz)
      on conflict do nothing returning id`.execute(tx);
    if (rows.length === 0)
      throw new ServiceError("conflict", "The evaluation for this scheduled time already exists.");
    await audit(tx, actor, "evaluation.create", {type: "evaluation", id}, {projectId, model});
    if (cadence)
      await saveCadence(tx, {id, orgId: actor.orgId, kind: "evaluation"}, {...cadence, active: true});
    await sql`
      insert into evaluation_runs (org_id, evaluation_id, case_number, run_number)
      select ${actor.orgId}, ${id}, c, r from generate_series(1, ${definedCases.length}::int) as c,
        generate_series(1, ${runs}::int) as r`.execute(tx);
    await enqueue(tx, "step_evaluation", {orgId: actor.orgId, evaluationId: id}, {key: id});
    return {id, status: "queued"};
  });
}

function cadenceOfInput({cadence}: EvaluationInput): Cadence | undefined {
  try {
    return cadence && readCadence({timezone: "UTC", ...cadence});
  } catch (error) {
    throw errorUnder("/cadence", error);
  }
}

/** Throws `invalid_request` for a project that has no repository to read another layer from. */
async function requireRepository(db: Db, actor: Actor, projectId: string): Promise<void> {
  const {git, git_repository_id: repositoryId} = await requireProject(db, actor, projectId);
  if (git && repositoryId !== null) return;
  throw invalidAt(
    "/layer",
    "The project follows no repository that an installation of the GitHub App can access.",
  );
}

/** The cases, with their queries compiled for the caller and placed in the project. */
async function givenCases(
  runner: QueryRunner,
  actor: Actor,
  projectId: string,
  cases: readonly EvaluationCase[],
  {isOfOtherLayer, datasetIds}: {isOfOtherLayer: boolean; datasetIds: CreateOptions["datasetIds"]},
): Promise<Definition["cases"]> {
  const placed: Definition["cases"] = [];
  for (const [index, one] of cases.entries()) {
    if ("figures" in one) readFigures(one.figures, `/cases/${index}/figures`);
    if (!("query" in one)) {
      placed.push({case: one});
      continue;
    }
    const placedCase = {case: {...one, query: {...one.query, projectId}}};
    const storedDatasetId = datasetIds?.[index];
    // The other layer has not been read yet. If a query does not fit that layer, each run of the case reports it.
    if (isOfOtherLayer) {
      const id = storedDatasetId ?? (await visibleDatasetId(runner.db, actor, one.query.model));
      placed.push(id === undefined ? placedCase : {...placedCase, datasetId: id});
      continue;
    }
    const path = `/cases/${index}/query`;
    const {compiled, datasetId} = await findSource(runner, actor, one.query, path, projectId);
    if (storedDatasetId !== undefined && datasetId !== storedDatasetId)
      throw otherDataset(path, storedDatasetId);
    if (compiled.missingAttributes.length > 0) {
      const missing = compiled.missingAttributes.join(", ");
      throw invalidAt(path, `Its rows depend on attributes that ${actor.name} does not have: ${missing}.`);
    }
    placed.push(datasetId === null ? placedCase : {...placedCase, datasetId});
  }
  return placed;
}

function otherDataset(path: string, storedDatasetId: string): ServiceError {
  const message = `The dataset ${storedDatasetId} is deleted. A newer dataset of the same name does not replace it. To use the newer dataset, begin a new evaluation.`;
  return new ServiceError("unknown_model", message, {errors: [{path: `${path}/model`, message}]});
}

async function verifiedCases(
  runner: QueryRunner,
  actor: Actor,
  projectId: string,
): Promise<Definition["cases"]> {
  const page = {limit: MAX_CASES, before: undefined};
  const {questions} = await listVerifiedQuestions(runner, actor, projectId, page);
  const valid = questions.filter(({status}) => status === "valid");
  if (valid.length === 0) {
    throw new ServiceError("invalid_request", "The project has no valid verified question. Send cases.");
  }
  return valid.map(({id, question, query}) => ({
    case: {question, query: {...query, projectId}},
    verifiedQuestionId: id,
  }));
}

/**
 * Cancels an evaluation, and ends its cadence. No further question is asked, and questions under way end by themselves.
 * Rejects with `conflict` for an evaluation that has ended and has no cadence.
 */
export async function cancelEvaluation(db: Db, actor: Actor, projectId: string, id: string): Promise<void> {
  await getEvaluation(db, actor, projectId, id);
  requireOrgAdminServiceAccount(actor);
  await db.transaction().execute(async tx => {
    const {rows} = await sql`
      update evaluations set status = 'cancelled', finished_at = now()
      where org_id = ${actor.orgId} and id = ${id} and status in ('queued', 'running') returning id`.execute(
      tx,
    );
    const hadCadence = await deleteCadence(tx, actor.orgId, id);
    if (rows.length === 0 && !hadCadence)
      throw new ServiceError("conflict", "The evaluation has already ended.");
    await audit(tx, actor, "evaluation.cancel", {type: "evaluation", id}, {projectId});
  });
}
