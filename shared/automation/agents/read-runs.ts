import {Type} from "@sinclair/typebox";
import {notFound} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {type Db, sql} from "../../core/db.ts";
import {newestPage, type Page} from "../../core/paging.ts";
import {rowReaderOf, type Stored} from "../../core/validate.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import {requireAgent} from "./find.ts";
import {mayReadAgentRun} from "./may-read.ts";
import {
  AgentCause,
  AgentDefinition,
  type AgentRunDetail,
  type AgentRunView,
  RunOutput,
} from "./run-schemas.ts";
import {transcriptOf} from "./transcript.ts";

const jsonColumns = Type.Object({
  cause: AgentCause,
  definition: AgentDefinition,
  outputs: Type.Array(RunOutput),
});

interface RunRow {
  id: string;
  agent_id: string;
  status: AgentRunView["status"];
  run_as: string;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  rounds: number;
  input_tokens: number;
  output_tokens: number;
  error: string | null;
  cause: AgentCause;
  definition: AgentDefinition;
  outputs: RunOutput[];
}

type StoredRun = Stored<RunRow, keyof typeof jsonColumns.properties>;

const read = rowReaderOf(jsonColumns, "the run");

const runColumns = sql.raw(
  "r.id, r.agent_id, r.status, r.run_as, r.created_at, r.started_at, r.finished_at, r.rounds, r.input_tokens, r.output_tokens, r.error, r.cause, r.definition, r.outputs",
);

/** The agent's runs, newest first, and one more if the next page is not empty. */
export async function listAgentRuns(
  deps: LayerDeps,
  actor: Actor,
  agentId: string,
  pageOf: () => Page,
): Promise<AgentRunView[]> {
  await requireAgent(deps.db, actor, agentId);
  const {rows} = await sql<StoredRun>`
    select ${runColumns} from agent_runs r
    where r.org_id = ${actor.orgId} and r.agent_id = ${agentId} ${newestPage(pageOf(), "r.id")}`.execute(
    deps.db,
  );
  const views: AgentRunView[] = [];
  for (const stored of rows) {
    const row = read(stored);
    views.push(viewRun(row, await mayRead(deps, actor, row)));
  }
  return views;
}

/** The run with its transcript. */
export async function getAgentRun(
  deps: LayerDeps,
  actor: Actor,
  agentId: string,
  runId: string,
): Promise<AgentRunDetail> {
  await requireAgent(deps.db, actor, agentId);
  const row = await requireAgentRun(deps.db, actor, agentId, runId);
  const {instructions, model} = row.definition;
  const isReadable = await mayRead(deps, actor, row);
  const detail = {...viewRun(row, isReadable), instructions, model};
  return isReadable ? {...detail, ...(await transcriptOf(deps, actor, runId))} : detail;
}

/** The run. Rejects with `not_found` if the run does not belong to the agent. */
export async function requireAgentRun(
  db: Db,
  {orgId}: Actor,
  agentId: string,
  runId: string,
): Promise<RunRow> {
  const {rows} = await sql<StoredRun>`
    select ${runColumns} from agent_runs r
    where r.org_id = ${orgId} and r.agent_id = ${agentId} and r.id = ${runId}`.execute(db);
  if (!rows[0]) throw notFound("run", runId);
  return read(rows[0]);
}

function mayRead(deps: LayerDeps, actor: Actor, {id, run_as: runAs, definition}: RunRow): Promise<boolean> {
  return mayReadAgentRun(deps, actor, {id, runAs, grounding: definition.grounding});
}

function viewRun(row: RunRow, isReadable: boolean): AgentRunView {
  const {input_tokens: input, output_tokens: output} = row;
  return {
    id: row.id,
    agentId: row.agent_id,
    status: row.status,
    trigger: row.cause,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    rounds: row.rounds,
    tokens: {input, output, total: input + output},
    outputs: isReadable ? row.outputs : row.outputs.flatMap(withoutWords),
    ...(isReadable ? {} : {redacted: true}),
    ...(row.error === null ? {} : {error: row.error}),
  };
}

/**
 * The output without texts that a model has written, for readers who may not see these texts. An error can quote the
 * model's answer.
 */
function withoutWords(output: RunOutput): RunOutput[] {
  if (output.type === "report") return [];
  if (output.error === undefined) return [output];
  return [{...output, error: "Only people who may read its rows can see why it failed."}];
}
