import {createHash} from "node:crypto";
import {Type} from "@sinclair/typebox";
import {type Db, sql} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {recordEvent} from "../../core/events/record.ts";
import {enqueue} from "../../core/jobs.ts";
import {rowReaderOf} from "../../core/validate.ts";
import type {Graph} from "../../semantic/documents.ts";
import {resultsOf} from "./read-evaluations.ts";
import {type Compared, Definition, type RunResult, type Summary} from "./schemas.ts";

/** A question of an evaluation. */
export interface Pending {
  caseNumber: number;
  runNumber: number;
  /** The question's run; null before it is asked. */
  runId: string | null;
}

export interface UnderWay {
  id: string;
  orgId: string;
  projectId: string;
  name: string;
  runAs: string;
  definition: Definition;
  startedAt: Date;
  /** How often GitHub or the warehouse did not answer. */
  tries: number;
  /** Whether the layer of another commit is stored with the evaluation. */
  hasLayer: boolean;
  /** The questions without a result, in the order in which they are asked. */
  pending: Pending[];
}

const read = rowReaderOf(Type.Object({definition: Definition}), "the evaluation");

/**
 * Marks the evaluation as running and loads its remaining questions. Returns `undefined` for an evaluation that has
 * ended.
 */
export async function beginStep(db: Db, orgId: string, id: string): Promise<UnderWay | undefined> {
  const {rows} = await sql<Omit<UnderWay, "definition" | "pending"> & {definition: unknown}>`
    update evaluations set status = 'running', started_at = coalesce(started_at, now())
    where org_id = ${orgId} and id = ${id} and status in ('queued', 'running')
    returning id, org_id as "orgId", project_id as "projectId", name, run_as as "runAs", definition,
      coalesce(started_at, now()) as "startedAt", tries,
      (layer_hash is not null or layer is not null) as "hasLayer"`.execute(db);
  if (!rows[0]) return undefined;
  const pending = await sql<Pending>`
    select case_number as "caseNumber", run_number as "runNumber", run_id as "runId" from evaluation_runs
    where org_id = ${orgId} and evaluation_id = ${id} and result is null
    order by run_number, case_number`.execute(db);
  return {...read(rows[0]), pending: pending.rows};
}

/** Locks the evaluation against cancellation until the transaction ends; `false` if the evaluation has ended. */
export async function lockRunning(db: Db, {id, orgId}: UnderWay): Promise<boolean> {
  const {rows} = await sql`
    select from evaluations where org_id = ${orgId} and id = ${id} and status = 'running' for share`.execute(
    db,
  );
  return rows.length > 0;
}

/** Stores the layer of the evaluation. Evaluations of the project that have the same layer share one stored layer. */
export async function storeLayer(
  db: Db,
  {id, orgId, projectId}: UnderWay,
  layer: Graph,
  commit: string,
): Promise<void> {
  const text = JSON.stringify(layer);
  const hash = createHash("sha256").update(text).digest("hex");
  await db.transaction().execute(async tx => {
    // The new `kept_at` prevents the deletion of a layer that no evaluation needs at this moment.
    await sql`
      insert into evaluated_layers (org_id, project_id, hash, layer)
      values (${orgId}, ${projectId}, ${hash}, ${text}::json)
      on conflict (project_id, hash) do update set kept_at = now()`.execute(tx);
    await sql`
      update evaluations set layer_hash = ${hash}, layer_commit = ${commit}
      where org_id = ${orgId} and id = ${id} and layer_hash is null and layer is null`.execute(tx);
  });
}

export async function storeRun(db: Db, {id, orgId}: UnderWay, one: Pending, runId: string): Promise<void> {
  await sql`
    update evaluation_runs set run_id = ${runId}
    where org_id = ${orgId} and evaluation_id = ${id} and case_number = ${one.caseNumber}
      and run_number = ${one.runNumber}`.execute(db);
}

export async function storeResult(
  db: Db,
  {id, orgId}: UnderWay,
  one: Pending,
  result: RunResult,
): Promise<void> {
  await sql`
    update evaluation_runs set result = ${JSON.stringify(result)}::json
    where org_id = ${orgId} and evaluation_id = ${id} and case_number = ${one.caseNumber}
      and run_number = ${one.runNumber}`.execute(db);
}

/** Queues the next step. */
export async function stepLater(db: Db, {id, orgId}: UnderWay, afterSeconds: number): Promise<void> {
  await enqueue(db, "step_evaluation", {orgId, evaluationId: id}, {key: id, afterSeconds});
}

/** Queues the next step for a time at which another try can succeed. */
export async function tryAgainAt(db: Db, {id, orgId}: UnderWay, runAt: Date): Promise<void> {
  await sql`update evaluations set tries = tries + 1 where org_id = ${orgId} and id = ${id}`.execute(db);
  await enqueue(db, "step_evaluation", {orgId, evaluationId: id}, {key: id, runAt});
}

/**
 * Ends an evaluation whose questions all have a result. Records `evaluation.worse` if questions became worse, unless
 * the layer came from another commit.
 */
export async function endEvaluation(db: Db, evaluation: UnderWay): Promise<void> {
  const {id, orgId, definition} = evaluation;
  const results = await resultsOf(db, orgId, id);
  const summary = summaryOf(definition, results);
  const compared = await comparedOf(db, evaluation, results);
  await db.transaction().execute(async tx => {
    const {rows} = await sql`
      update evaluations set status = 'succeeded', finished_at = now(), summary = ${JSON.stringify(summary)}::json,
        compared = ${compared === undefined ? null : JSON.stringify(compared)}::json
      where org_id = ${orgId} and id = ${id} and status = 'running' returning id`.execute(tx);
    if (rows.length === 0 || definition.layer || !compared?.worse.length) return;
    await recordEvent(tx, {orgId, type: "evaluation.worse", resources: [id, evaluation.projectId]});
  });
}

export async function failEvaluation(db: Db, {id, orgId}: UnderWay, error: string): Promise<void> {
  await sql`
    update evaluations set status = 'failed', finished_at = now(), error = ${error}
    where org_id = ${orgId} and id = ${id} and status = 'running'`.execute(db);
}

function summaryOf({cases}: Definition, results: ReadonlyMap<number, RunResult[]>): Summary {
  const all = [...results.values()].flat();
  const falselyVerified = all.filter(
    ({correct, verifiedQuestionId}) => !correct && verifiedQuestionId !== undefined,
  );
  return {
    cases: cases.length,
    runs: all.length,
    correct: all.filter(({correct}) => correct).length,
    wrongButVerified: all.reduce((sum, {figures}) => sum + figures.wrong, 0) + falselyVerified.length,
    tokens: all.reduce((sum, {tokens}) => sum + tokens, 0),
  };
}

/**
 * The comparison with the previous evaluation of the project's own layer that has the same name and model, by the share
 * of right runs of each question.
 */
async function comparedOf(
  db: Db,
  {id, orgId, projectId, name, definition}: UnderWay,
  results: ReadonlyMap<number, RunResult[]>,
): Promise<Compared | undefined> {
  const {rows} = await sql<{id: string; definition: unknown}>`
    select id, definition from evaluations
    where org_id = ${orgId} and project_id = ${projectId} and name = ${name} and id < ${id} and status = 'succeeded'
      and definition -> 'layer' is null and definition ->> 'model' = ${definition.model}
    order by id desc limit 1`.execute(db);
  const before = rows[0] && read(rows[0]);
  if (!before) return undefined;
  const earlierResults = await resultsOf(db, orgId, before.id);
  const earlier = judgedCases(before.definition, earlierResults);
  const changes = pairCases(earlier, judgedCases(definition, results))
    .map(([was, is]) => ({question: is.question, change: is.share - was.share}))
    .sort((a, b) => a.change - b.change);
  const questionsOf = (changed: typeof changes) => [...new Set(changed.map(({question}) => question))];
  return {
    id: before.id,
    correct: [...earlierResults.values()].flat().filter(one => one.correct).length,
    worse: questionsOf(changes.filter(({change}) => change < 0)),
    better: questionsOf(changes.filter(({change}) => change > 0).reverse()),
  };
}

interface JudgedCase {
  question: string;
  /** The question with its truth, as a text. */
  text: string;
  /** The share of the question's runs that are right. */
  share: number;
}

function judgedCases({cases}: Definition, results: ReadonlyMap<number, RunResult[]>): JudgedCase[] {
  return cases.map((one, index) => {
    const runs = results.get(index + 1) ?? [];
    const share = runs.filter(({correct}) => correct).length / Math.max(1, runs.length);
    return {question: one.case.question, text: JSON.stringify(one.case), share};
  });
}

/**
 * Pairs the cases of two evaluations by their questions. If a question has several cases, cases with the same truth are
 * paired first, and the other cases in order.
 */
function pairCases(
  earlier: readonly JudgedCase[],
  later: readonly JudgedCase[],
): [earlier: JudgedCase, later: JudgedCase][] {
  const left = new Set(earlier);
  const pairs: [JudgedCase, JudgedCase][] = [];
  const pair = (one: JudgedCase, key: "text" | "question") => {
    const found = [...left].find(was => was[key] === one[key]);
    if (!found) return false;
    left.delete(found);
    pairs.push([found, one]);
    return true;
  };
  const unpaired = later.filter(one => !pair(one, "text"));
  for (const one of unpaired) pair(one, "question");
  return pairs;
}

/** Whether a question or a query was refused only for now, because too many are under way. */
export function isRateLimited(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "rate_limited";
}
