import type {Actor} from "../../../core/actor.ts";
import type {Notices} from "../../../core/change-notices.ts";
import {type Db, sql} from "../../../core/db.ts";
import type {LayerDeps} from "../../../querying/layers/query-caches.ts";
import {type OpenStream, streamOfRun, UNDER_WAY} from "../watch-run.ts";
import {getAskRun, requireAskRun} from "./read-ask-runs.ts";
import type {AskRun} from "./schemas.ts";

/** How often a stream records that its client is still listening. */
export const LISTEN_MS = 3000;

/** The event of a stream, and its data. */
type Event =
  | {event: "status"; data: State}
  | {event: "query"; data: Pick<AskRun["evidence"][number], "query" | "queryRunId">}
  | {event: "answer"; data: Pick<AskRun, "answer" | "clarify">}
  | {event: "done"; data: Pick<AskRun, "status" | "error" | "redacted">};

/**
 * The events of a question of the caller, until the question ends, the caller's rights change or the token expires. A
 * client that reconnects is authenticated again, and gets all events again. Rejects with `not_found` for a question of
 * anybody else.
 */
export async function watchAskRun(
  deps: LayerDeps & {notices: Notices},
  actor: Actor,
  runId: string,
  open: OpenStream,
): Promise<ReadableStream<Uint8Array>> {
  await requireAskRun(deps.db, actor, runId);
  const sentQueries = new Set<string>();
  let lastStatus = "";
  let lastQueries = 0;
  return streamOfRun(deps.notices, {...open, actor, runId, everyMs: LISTEN_MS}, async () => {
    const found = await listen(deps.db, actor.orgId, runId);
    if (!found) return undefined;
    const {queries, ...state} = found;
    const isEnded = !UNDER_WAY.has(state.status);
    const events: Event[] = [];
    const status = JSON.stringify(state);
    if (status !== lastStatus) events.push({event: "status", data: state});
    lastStatus = status;
    if (isEnded || queries !== lastQueries) {
      lastQueries = queries;
      const run = await getAskRun(deps, actor, runId);
      for (const {query, queryRunId, earlier} of run.evidence) {
        if (earlier || sentQueries.has(queryRunId)) continue;
        sentQueries.add(queryRunId);
        events.push({event: "query", data: {query, queryRunId}});
      }
      if (isEnded) events.push(...endOf(run));
    }
    return {text: events.map(textOf).join(""), isEnded};
  });
}

function endOf({answer, clarify, status, error, redacted}: AskRun): Event[] {
  const data = {status, ...(error === undefined ? {} : {error}), ...(redacted ? {redacted} : {})};
  const given: Event[] = answer || clarify ? [{event: "answer", data: {answer, clarify}}] : [];
  return [...given, {event: "done", data}];
}

function textOf({event, data}: Event): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The current state of a question. */
interface State {
  status: AskRun["status"];
  doing?: string;
  rounds: number;
  tokens: number;
}

/** Returns the state of the run, and records that a client is listening. */
async function listen(
  db: Db,
  orgId: string,
  runId: string,
): Promise<(State & {queries: number}) | undefined> {
  const {rows} = await sql<{
    status: AskRun["status"];
    doing: string | null;
    rounds: number;
    tokens: number;
    queries: number;
  }>`
    with heard as (
      update agent_runs set listened_at = now()
      where org_id = ${orgId} and id = ${runId} and status in ('queued', 'running')
    )
    select status, doing, rounds, input_tokens + output_tokens as tokens,
      (select count(*)::int from agent_evidence e where e.org_id = r.org_id and e.run_id = r.id and e.round > 0) as queries
    from agent_runs r where org_id = ${orgId} and id = ${runId}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const {doing, ...rest} = row;
  return {...rest, ...(doing === null ? {} : {doing})};
}
