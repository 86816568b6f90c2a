import {ask, readQuestion} from "../../../shared/automation/agents/ask/ask.ts";
import {withEvaluatedLayer} from "../../../shared/automation/agents/ask/evaluated-layer.ts";
import {getAskRun} from "../../../shared/automation/agents/ask/read-ask-runs.ts";
import type {AskRun} from "../../../shared/automation/agents/ask/schemas.ts";
import {isModelAtFault} from "../../../shared/automation/agents/stop-codes.ts";
import {
  judge,
  type Rows,
  shownQueryIds,
  type Truth,
} from "../../../shared/automation/evaluations/grade-answer.ts";
import {readFigures} from "../../../shared/automation/evaluations/read-truth.ts";
import type {Definition, RunResult} from "../../../shared/automation/evaluations/schemas.ts";
import {
  beginStep,
  endEvaluation,
  failEvaluation,
  isRateLimited,
  lockRunning,
  type Pending,
  stepLater,
  storeResult,
  storeRun,
  tryAgainAt,
  type UnderWay,
} from "../../../shared/automation/evaluations/step.ts";
import {preparePinned} from "../../../shared/content/run-as/pinned-query.ts";
import type {Actor} from "../../../shared/core/actor.ts";
import type {Db} from "../../../shared/core/db.ts";
import {type ErrorCode, ServiceError, statusOf} from "../../../shared/core/errors.ts";
import {isId} from "../../../shared/core/ids.ts";
import type {JobPayload} from "../../../shared/core/jobs.ts";
import {loadRunAs} from "../../../shared/core/load-run-as.ts";
import {layerOf, projectsOf} from "../../../shared/querying/layers/query-caches.ts";
import {prepareQuery} from "../../../shared/querying/queries/prepare.ts";
import {requireAttributes} from "../../../shared/querying/queries/require-attributes.ts";
import type {Query} from "../../../shared/semantic/documents.ts";
import {readRows} from "../../../shared/surfaces/tools/rows.ts";
import type {Runner} from "../../../shared/surfaces/tools/tool.ts";
import {inOneTransaction} from "../../../shared/tenancy/content-kinds/one-transaction.ts";
import {isOutage} from "../../delivery-runs/source-outage.ts";
import {isRetryableFault, nextTry} from "../../github/try-later.ts";
import {tryLater} from "../../retry-pause.ts";
import {type LayerReader, readEvaluatedLayer} from "./read-evaluated-layer.ts";

/** Questions of an evaluation that are under way at once. */
const AT_ONCE = 4;
const STEP_SECONDS = 1;
const BUSY_SECONDS = 5;
const MAX_ROWS = 10_000;

/**
 * A step of an evaluation: judges the questions that were answered, asks the next ones, and queues the step after it.
 * The questions are runs of their own. The step can run twice: a question is asked in the transaction that records its
 * run, and judged from its stored run.
 */
export async function stepEvaluation(
  worker: LayerReader,
  of: Runner,
  {orgId, evaluationId}: JobPayload<"step_evaluation">,
  signal: AbortSignal,
): Promise<void> {
  const {db} = of;
  const evaluation = await beginStep(db, orgId, evaluationId);
  if (!evaluation) return;
  try {
    const {layer} = evaluation.definition;
    if (layer && !evaluation.hasLayer && isBegun(evaluation))
      throw new ServiceError(
        "conflict",
        "A worker of an earlier release asked the questions over the project's own layer.",
      );
    if (layer && !evaluation.hasLayer) await readEvaluatedLayer(worker, evaluation, layer.ref, signal);
    const runner = await withEvaluatedLayer(of, orgId, evaluationId);
    const actor = await loadRunAs(db, orgId, evaluation.runAs);
    const rowsSince = evaluation.startedAt;
    let underWay = 0;
    let left = 0;
    let mayAsk = true;
    for (const one of evaluation.pending) {
      const isEnded =
        one.runId !== null &&
        (await judgeEnded({runner, actor, signal, rowsSince}, evaluation, one, one.runId));
      if (isEnded) continue;
      left++;
      if (one.runId !== null) underWay++;
      else if (mayAsk && underWay < AT_ONCE) {
        mayAsk = await askNext(runner, actor, evaluation, one);
        if (mayAsk) underWay++;
      }
    }
    if (left === 0) return await endEvaluation(db, evaluation);
    await stepLater(db, evaluation, STEP_SECONDS);
  } catch (error) {
    // The judgements so far are stored, and the other questions are asked when there is room again.
    if (isRateLimited(error)) return await stepLater(db, evaluation, BUSY_SECONDS);
    if (isRetryableFault(error) || (error instanceof ServiceError && isOutage(error))) {
      const run = {tries: evaluation.tries, createdAt: evaluation.startedAt};
      const tryAt = isRetryableFault(error) ? nextTry(run, error) : tryLater(run);
      return await (tryAt
        ? tryAgainAt(db, evaluation, tryAt)
        : failEvaluation(db, evaluation, error.message));
    }
    const isRefused = error instanceof ServiceError && statusOf(error) < 500;
    if (!isRefused && !(error instanceof Unanswered)) throw error;
    await failEvaluation(db, evaluation, error.message);
  }
}

function isBegun({definition: {cases, runs}, pending}: UnderWay): boolean {
  return pending.length < cases.length * runs || pending.some(({runId}) => runId !== null);
}

function caseOf({definition}: UnderWay, {caseNumber}: Pending) {
  const found = definition.cases[caseNumber - 1];
  if (!found) throw new Error(`An evaluation has no case ${caseNumber}`);
  return found;
}

/** Asks a question of the evaluation; `false` where too many are under way already, or it was cancelled. */
async function askNext(runner: Runner, actor: Actor, evaluation: UnderWay, one: Pending): Promise<boolean> {
  const {projectId, definition} = evaluation;
  const {case: asked, verifiedQuestionId} = caseOf(evaluation, one);
  const question = await readQuestion(runner, actor, {
    question: asked.question,
    model: definition.model,
    grounding: [{resourceType: "project", resourceId: projectId}],
  });
  // A verified question is not an example of itself: its evaluation would measure nothing.
  const leftOut = verifiedQuestionId === undefined ? {} : {leftOut: verifiedQuestionId};
  const settings = {isGrounded: true, evaluationId: evaluation.id, ...leftOut};
  const input = {...question, definition: {...question.definition, question: settings}};
  try {
    return await inOneTransaction(runner.db, async db => {
      if (!(await lockRunning(db, evaluation))) return false;
      const {runId} = await ask({db, billing: runner.config.billing}, actor, input);
      await storeRun(db, evaluation, one, runId);
      return true;
    });
  } catch (error) {
    if (isRateLimited(error)) return false;
    throw error;
  }
}

type Asked = Definition["cases"][number];

interface Judging {
  runner: Runner;
  actor: Actor;
  signal: AbortSignal;
  /** When the evaluation began: rows that were read before are not compared. */
  rowsSince: Date;
}

const ENDED: ReadonlySet<string> = new Set(["succeeded", "failed", "cancelled", "skipped", "stopped"]);

/**
 * Thrown for a question whose outcome does not measure the model, because the model was not called, or its run did not
 * end normally, or because its answer cannot be judged.
 */
class Unanswered extends Error {}

const OTHER_ROWS =
  "Rights or the layer have changed, so an answer would now be based on other rows. Begin a new evaluation.";

/**
 * Judges a question whose run has ended; `false` for a run that is under way. Rejects with `Unanswered` if the model is
 * not the reason why there is no right answer.
 */
async function judgeEnded(
  judging: Judging,
  evaluation: UnderWay,
  one: Pending,
  runId: string,
): Promise<boolean> {
  const {runner, actor} = judging;
  const run = await getAskRun(runner, actor, runId).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === "not_found") return undefined;
    throw error;
  });
  if (!run) throw new Unanswered("The conversation of one of its questions was deleted.");
  if (!ENDED.has(run.status)) return false;
  const result = await resultOf(judging, caseOf(evaluation, one), run);
  if (!result.correct) await requireAnswered(runner.db, actor.orgId, run);
  await storeResult(runner.db, evaluation, one, result);
  return true;
}

async function requireAnswered(db: Db, orgId: string, {id, status, error, redacted}: AskRun): Promise<void> {
  if (status !== "succeeded" && !(await isModelAtFault(db, orgId, id)))
    throw new Unanswered(error ?? `One of its questions was ${status}.`);
  if (status !== "failed" && redacted) throw new Unanswered(OTHER_ROWS);
}

async function resultOf(judging: Judging, asked: Asked, run: AskRun): Promise<RunResult> {
  const {id: runId, status, rounds, tokens, createdAt, finishedAt} = run;
  const durationMs = finishedAt === null ? 0 : Date.parse(finishedAt) - Date.parse(createdAt);
  const verdict = judge({run, truth: await truthOf(judging, asked), read: await readAgain(judging, run)});
  return {runId, status, rounds, tokens: tokens.total, durationMs, ...verdict};
}

/** Faults of the service or of the organization: the query itself may succeed when it is run again later. */
const SERVICE_FAULTS: ReadonlySet<ErrorCode> = new Set([
  "budget_exhausted",
  "plan_limit",
  "rate_limited",
  "internal_error",
  "database_unavailable",
  "overloaded",
  "worker_unavailable",
  "storage_full",
]);

/**
 * The fault because of which a query has no rows, however often it is run. Rethrows an error that is not a fault of the
 * query, such as that of an unavailable warehouse.
 */
function faultOf(error: unknown): string {
  if (error instanceof ServiceError && !SERVICE_FAULTS.has(error.code) && !isOutage(error))
    return error.message;
  throw error;
}

async function truthOf(judging: Judging, {case: asked, datasetId}: Asked): Promise<Truth> {
  if ("answerable" in asked) return {kind: "no_answer"};
  if ("asksBack" in asked) return {kind: "asks_back"};
  if ("figures" in asked) return {kind: "figures", figures: readFigures(asked.figures, "")};
  if ("rows" in asked) return {kind: "rows", rows: asked.rows, isOrdered: false};
  try {
    const {query} = asked;
    const {rows, totals} = await rowsOf(judging, await pinnedTo(judging, query, datasetId));
    return {kind: "rows", rows, totals, isOrdered: (query.orderBy ?? []).length > 0};
  } catch (error) {
    return {kind: "unknown", why: faultOf(error)};
  }
}

/**
 * The query with its dataset by id. The layer of another commit, which was not known when the evaluation was saved, may
 * have a model of the dataset's name: the query means that model then.
 */
async function pinnedTo(
  {runner, actor}: Judging,
  query: Query,
  datasetId: string | undefined,
): Promise<Query> {
  if (datasetId === undefined) return query;
  const project = runner.restrictLayer && (await projectsOf(runner, actor.orgId)).get(query.projectId ?? "");
  const isModel = project && (await layerOf(runner, project)).models.has(query.model);
  return isModel ? query : {...query, model: datasetId};
}

/** The rows of the queries that an answer shows, without queries that can no longer be run. */
async function readAgain(judging: Judging, run: AskRun): Promise<Map<string, Rows>> {
  const read = new Map<string, Rows>();
  for (const id of shownQueryIds(run)) {
    const query = run.evidence.find(({queryRunId}) => queryRunId === id)?.query;
    if (!query) continue;
    try {
      read.set(id, await rowsOf(judging, query));
    } catch (error) {
      faultOf(error);
    }
  }
  return read;
}

async function rowsOf({runner, actor, signal, rowsSince}: Judging, query: Query): Promise<Rows> {
  const context = {runner, actor, signal, rowsSince, requestId: "", trigger: "agent"} as const;
  const limit = Math.min(query.limit ?? MAX_ROWS, MAX_ROWS);
  const asked = {...query, limit};
  const prepare = isId("ds", query.model) ? preparePinned : prepareQuery;
  const prepared = await prepare(runner, actor, asked, new Date());
  requireAttributes(actor, prepared.compiled);
  const {body} = await runner.run(context, asked, prepared, "json");
  const {columns, rows, totals} = await readRows(body, 0);
  return {columns: columns.map(({name}) => name), rows, totals};
}
