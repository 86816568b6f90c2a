import {Type} from "@sinclair/typebox";
import {notFound} from "../../../core/access.ts";
import type {Actor} from "../../../core/actor.ts";
import {type Db, sql} from "../../../core/db.ts";
import {rowReaderOf, type Stored} from "../../../core/validate.ts";
import type {LayerDeps} from "../../../querying/layers/query-caches.ts";
import type {Query} from "../../../semantic/documents.ts";
import {mayReadAgentRun} from "../may-read.ts";
import {AgentDefinition, EvidenceStatement, StoredAnswer} from "../run-schemas.ts";
import {sqlForReader} from "../sql-for-reader.ts";
import {withEvaluatedLayer} from "./evaluated-layer.ts";
import type {Answer, AskRun} from "./schemas.ts";

const jsonColumns = Type.Object({
  definition: AgentDefinition,
  answer: Type.Union([StoredAnswer, Type.Null()]),
});

interface AskRunRow {
  id: string;
  conversation_id: string;
  status: AskRun["status"];
  run_as: string;
  created_at: Date;
  finished_at: Date | null;
  listened_at: Date | null;
  rounds: number;
  input_tokens: number;
  output_tokens: number;
  error: string | null;
  definition: AgentDefinition;
  answer: StoredAnswer | null;
}

type StoredRow = Stored<AskRunRow, keyof typeof jsonColumns.properties>;

const read = rowReaderOf(jsonColumns, "the question");

const columns = sql.raw(
  "r.id, r.conversation_id, r.status, r.run_as, r.created_at, r.finished_at, r.listened_at, r.rounds, r.input_tokens, r.output_tokens, r.error, r.definition, r.answer",
);

/**
 * The caller's question with its answer, if there is one yet. With `withRows`, also the rows that were read for the
 * answer. Rejects with `not_found` for a question of anybody else. If a client streams the question, this read also
 * counts as listening.
 */
export async function getAskRun(
  deps: LayerDeps,
  actor: Actor,
  runId: string,
  {withRows = false}: {withRows?: boolean} = {},
): Promise<AskRun> {
  const row = await requireAskRun(deps.db, actor, runId);
  if (row.listened_at && row.finished_at === null) {
    await sql`
      update agent_runs set listened_at = now() where org_id = ${actor.orgId} and id = ${runId}`.execute(
      deps.db,
    );
  }
  return viewAskRun(deps, actor, row, withRows);
}

/** The questions of a conversation of the caller, oldest first. */
export async function listAskRuns(deps: LayerDeps, actor: Actor, conversationId: string): Promise<AskRun[]> {
  const {rows} = await sql<StoredRow>`
    select ${columns} from conversations c join agent_runs r on r.org_id = c.org_id and r.conversation_id = c.id
    where c.org_id = ${actor.orgId} and c.owner_id = ${actor.id} and c.id = ${conversationId}
    order by r.id`.execute(deps.db);
  const views: AskRun[] = [];
  for (const row of rows) views.push(await viewAskRun(deps, actor, read(row)));
  return views;
}

export async function requireAskRun(db: Db, actor: Actor, runId: string): Promise<AskRunRow> {
  const {rows} = await sql<StoredRow>`
    select ${columns} from agent_runs r join conversations c on c.org_id = r.org_id and c.id = r.conversation_id
    where r.org_id = ${actor.orgId} and c.owner_id = ${actor.id} and r.id = ${runId}`.execute(db);
  if (!rows[0]) throw notFound("question", runId);
  return read(rows[0]);
}

async function viewAskRun(deps: LayerDeps, actor: Actor, row: AskRunRow, withRows = false): Promise<AskRun> {
  const {definition, input_tokens: input, output_tokens: output} = row;
  const run = {id: row.id, runAs: row.run_as, grounding: definition.grounding};
  const layerDeps = await withEvaluatedLayer(deps, actor.orgId, definition.question?.evaluationId);
  const isReadable = await mayReadAgentRun(layerDeps, actor, run);
  const answer = isReadable ? row.answer : null;
  return {
    id: row.id,
    conversationId: row.conversation_id,
    question: definition.instructions,
    model: definition.model,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    rounds: row.rounds,
    tokens: {input, output, total: input + output},
    ...givenOf(answer),
    ...(definition.question?.isGrounded ? {grounding: definition.grounding} : {}),
    evidence: isReadable ? await evidenceOf(deps, actor, row, {answer, withRows}) : [],
    ...(isReadable ? {} : {redacted: true}),
    ...(row.error === null ? {} : {error: row.error}),
  };
}

/** The answer, or the question back to the asker. */
function givenOf(stored: StoredAnswer | null): Pick<AskRun, "answer" | "clarify"> {
  if (!stored?.isFinal || !stored.reply) return {answer: null, clarify: null};
  const {charts, followUps, clarify, verifiedQuestionId, cannotAnswer} = stored.reply;
  if (clarify) return {answer: null, clarify};
  const {markdown, figures} = stored.report;
  const answer: Answer = {
    markdown,
    figures,
    charts,
    followUps,
    ...(verifiedQuestionId === undefined ? {} : {verifiedQuestionId}),
    ...(cannotAnswer === undefined ? {} : {cannotAnswer}),
  };
  return {answer, clarify: null};
}

/** The query with the project of its model; a query of a dataset names no project. */
function placedQuery({query, projectId, datasetId}: EvidenceStatement): Query {
  return datasetId === null ? {...query, projectId} : query;
}

const readEvidence = rowReaderOf(
  Type.Object({
    statement: EvidenceStatement,
    columns: Type.Union([
      Type.Array(Type.Object({name: Type.String()}, {additionalProperties: true})),
      Type.Null(),
    ]),
    rows: Type.Union([Type.Array(Type.Array(Type.Unknown())), Type.Null()]),
  }),
  "the evidence of an answer",
);

/**
 * The queries of the run itself, and the queries of earlier answers that the answer cites. Once the run has ended,
 * queries without a result are left out.
 */
async function evidenceOf(
  deps: LayerDeps,
  actor: Actor,
  {id: runId, finished_at}: AskRunRow,
  {answer, withRows}: {answer: StoredAnswer | null; withRows: boolean},
): Promise<AskRun["evidence"]> {
  const sqlFor = await sqlForReader(deps, actor);
  const figures = answer?.report.figures ?? [];
  const cited = figures.flatMap(({queryRunId = [], of}) => [queryRunId, of?.queryRunId ?? []].flat());
  const {rows} = await sql<{
    id: string;
    sql: string;
    statement: unknown;
    columns: unknown;
    rows: unknown;
    round: number;
  }>`
    select query_run_id as id, sql, statement, columns, round, case when ${withRows} then rows end as rows
    from agent_evidence
    where org_id = ${actor.orgId} and run_id = ${runId} and (round > 0 or query_run_id = any (${cited}::text[]))
      and (${finished_at === null} or json_typeof(columns) = 'array')
    order by query_run_id`.execute(deps.db);
  return rows
    .map(readEvidence)
    .map(({id: queryRunId, sql: text, statement, columns: given, round, rows: cells}) => ({
      queryRunId,
      query: placedQuery(statement),
      sql: sqlFor(text, statement.projectId),
      columns: (given ?? []).map(({name}) => name),
      ...(round > 0 ? {} : {earlier: true}),
      ...(cells === null ? {} : {rows: cells, firstRow: statement.firstRow ?? 1}),
    }));
}
