import {Type} from "@sinclair/typebox";
import type {Actor} from "../../core/actor.ts";
import {sql} from "../../core/db.ts";
import {readerOf, rowReaderOf} from "../../core/validate.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import type {AgentRunDetail, TranscriptRound} from "./run-schemas.ts";
import {sqlForReader} from "./sql-for-reader.ts";

const lenient = {additionalProperties: true} as const;

/** The fields of a message part that the transcript contains. The model library stores more fields. */
const Part = Type.Object(
  {
    type: Type.String(),
    text: Type.Optional(Type.String()),
    toolCallId: Type.Optional(Type.String()),
    toolName: Type.Optional(Type.String()),
    input: Type.Optional(Type.Unknown()),
    output: Type.Optional(Type.Object({type: Type.String(), value: Type.Optional(Type.Unknown())}, lenient)),
  },
  lenient,
);
const Message = Type.Object(
  {role: Type.String(), content: Type.Union([Type.String(), Type.Array(Part)])},
  lenient,
);

interface Row {
  id: string;
  messages: unknown;
  round: number;
  input_tokens: number;
  output_tokens: number;
  is_unreported: boolean;
  finish: string;
  duration_ms: number;
  finished_at: Date;
}

const read = rowReaderOf(Type.Object({messages: Type.Array(Message)}), "a round of the run");
const readColumns = readerOf(
  Type.Array(Type.Object({name: Type.String()}, lenient)),
  "the columns of a result",
);

/** The rounds of a run: the model's texts, its tool calls with their results, and the queries of these calls. */
export async function transcriptOf(
  deps: LayerDeps,
  actor: Actor,
  runId: string,
): Promise<Pick<AgentRunDetail, "transcript" | "evidence">> {
  const {db} = deps;
  const {orgId} = actor;
  const sqlFor = await sqlForReader(deps, actor);
  const {rows} = await sql<Row>`
    select run_id as id, round, messages, input_tokens, output_tokens, usage ->> 'unreported' is not null as is_unreported,
      finish, duration_ms, finished_at
    from agent_rounds where org_id = ${orgId} and run_id = ${runId} order by round`.execute(db);
  const evidence = await sql<{
    query_run_id: string;
    sql: string;
    project_id: string | null;
    columns: unknown;
  }>`
    select query_run_id, sql, statement ->> 'projectId' as project_id, columns from agent_evidence
    where org_id = ${orgId} and run_id = ${runId} and statement ->> 'isSample' is null
    order by query_run_id`.execute(db);
  return {
    transcript: rows.map(roundOf),
    evidence: evidence.rows.map(row => ({
      queryRunId: row.query_run_id,
      sql: sqlFor(row.sql, row.project_id),
      columns: readColumns(row.columns).map(({name}) => name),
    })),
  };
}

function roundOf(stored: Row): TranscriptRound {
  const {messages, ...row} = read(stored);
  const partsOf = (role: string) =>
    messages
      .filter(message => message.role === role)
      .flatMap(({content}) => (typeof content === "string" ? [{type: "text", text: content}] : content));
  const textOfRole = (role: string) =>
    partsOf(role)
      .flatMap(({type, text}) => (type === "text" && text ? [text] : []))
      .join("\n");
  const [answers, asked] = [textOfRole("assistant"), textOfRole("user")];
  const results = new Map(partsOf("tool").map(part => [part.toolCallId, part.output]));
  const {input_tokens: input, output_tokens: output} = row;
  return {
    round: row.round,
    ...(asked === "" ? {} : {asked}),
    ...(answers === "" ? {} : {text: answers}),
    toolCalls: partsOf("assistant")
      .filter(({type}) => type === "tool-call")
      .map(({toolCallId, toolName = "", input: given}) => {
        const result = results.get(toolCallId);
        return {
          name: toolName,
          arguments: given,
          ...(typeof result?.value === "string" ? {result: result.value} : {}),
          ...(result?.type === "error-text" ? {isError: true} : {}),
        };
      }),
    tokens: {input, output, total: input + output},
    ...(row.is_unreported ? {unreported: true} : {}),
    finish: row.finish,
    durationMs: row.duration_ms,
    finishedAt: row.finished_at.toISOString(),
  };
}
