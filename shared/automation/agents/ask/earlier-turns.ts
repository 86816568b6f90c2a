import {Type} from "@sinclair/typebox";
import type {Actor} from "../../../core/actor.ts";
import {type Db, sql} from "../../../core/db.ts";
import {shorten} from "../../../core/one-line.ts";
import {rowReaderOf} from "../../../core/validate.ts";
import type {LayerDeps} from "../../../querying/layers/query-caches.ts";
import {mayReadAgentRun} from "../may-read.ts";
import {AgentDefinition, EvidenceStatement, StoredAnswer} from "../run-schemas.ts";

/** Limits for the earlier questions that a model gets: their number, and their characters in total. */
const MAX_TURNS = 6;
const MAX_CHARACTERS = 12_000;
/** The most characters of an earlier question and of its answer. */
const MAX_QUESTION = 1000;
const MAX_ANSWER = 3000;
const MAX_FIGURES = 30;
const MAX_QUERIES = 5;

/** The conversation's earlier questions, as of the moment when a question begins. */
export interface EarlierTurns {
  /** The runs whose answers the model gets, oldest first. */
  runIds: string[];
  /** For each run its question, answer, figures and queries, as JSON. */
  texts: string[];
}

interface AskedRun {
  id: string;
  orgId: string;
  conversationId: string;
  runAs: string;
}

const read = rowReaderOf(
  Type.Object({definition: AgentDefinition, answer: StoredAnswer}),
  "an earlier question",
);
const readStatement = rowReaderOf(Type.Object({statement: EvidenceStatement}), "the evidence of an answer");

/**
 * The latest earlier questions of the run's conversation that were answered, as many as the limits above allow. A
 * question is left out if the asker would now get other rows.
 */
export async function earlierTurns(deps: LayerDeps, actor: Actor, run: AskedRun): Promise<EarlierTurns> {
  const {rows} = await sql<{id: string; definition: unknown; answer: unknown}>`
    select id, definition, answer from agent_runs
    where org_id = ${run.orgId} and conversation_id = ${run.conversationId} and id < ${run.id}
      and status in ('succeeded', 'stopped') and answer ->> 'isFinal' = 'true'
    order by id desc limit ${MAX_TURNS}`.execute(deps.db);
  const turns: EarlierTurns = {runIds: [], texts: []};
  let left = MAX_CHARACTERS;
  for (const stored of rows) {
    const {id, definition, answer} = read(stored);
    const {grounding} = definition;
    if (!(await mayReadAgentRun(deps, actor, {id, runAs: run.runAs, grounding}))) continue;
    const text = await textOf(deps.db, run.orgId, {id, question: definition.instructions, answer});
    left -= text.length;
    if (left < 0) break;
    turns.runIds.unshift(id);
    turns.texts.unshift(text);
  }
  return turns;
}

async function textOf(
  db: Db,
  orgId: string,
  {id, question, answer}: {id: string; question: string; answer: StoredAnswer},
): Promise<string> {
  const {report, reply} = answer;
  const figures = report.figures
    .filter(({status}) => status === "verified")
    .slice(0, MAX_FIGURES)
    .map(({text, queryRunId, row, column, of}) => ({text, queryRunId, row, column, ...(of ? {of} : {})}));
  const {rows} = await sql<{id: string; statement: unknown}>`
    select query_run_id as id, statement from agent_evidence
    where org_id = ${orgId} and run_id = ${id} and json_typeof(columns) = 'array' and json_array_length(rows) > 0
      and statement ->> 'isSample' is null
    order by query_run_id desc limit ${MAX_QUERIES}`.execute(db);
  const queries = rows.map(readStatement).map(({id: queryRunId, statement}) => ({
    queryRunId,
    query: statement.query,
  }));
  return JSON.stringify({
    question: shorten(question, MAX_QUESTION),
    ...(reply?.clarify ? {askedBack: reply.clarify} : {answer: shorten(report.markdown, MAX_ANSWER)}),
    figures,
    queries: queries.reverse(),
  });
}

/**
 * Copies the evidence of earlier answers to the run, which may cite the evidence. So a reader who may not read that
 * evidence may not read the run's answer either, even after the earlier runs are deleted. Evidence that an earlier run
 * had itself copied is copied without its rows. Copying again has no further effect.
 */
export async function copyEvidence(
  db: Db,
  {id, orgId}: Pick<AskedRun, "id" | "orgId">,
  earlier: readonly string[],
): Promise<void> {
  if (earlier.length === 0) return;
  await sql`
    insert into agent_evidence (org_id, run_id, query_run_id, round, statement, sql, columns, rows)
    select distinct on (e.query_run_id) e.org_id, ${id}, e.query_run_id, 0, e.statement, e.sql, e.columns,
      case when e.round > 0 then e.rows else '[]'::json end
    from agent_evidence e
    where e.org_id = ${orgId} and e.run_id = any (${[...earlier]}::text[]) and json_typeof(e.columns) = 'array'
    order by e.query_run_id, e.round desc
    on conflict (run_id, query_run_id) do nothing`.execute(db);
}
