import {type Static, Type} from "@sinclair/typebox";
import type {Actor} from "../../core/actor.ts";
import type {Notice, Notices} from "../../core/change-notices.ts";
import {type Db, sql} from "../../core/db.ts";
import {requireAgentRun} from "./read-runs.ts";
import {AgentRunStatus} from "./schemas.ts";

/** Polling interval, because a notice can be lost together with its connection. */
const LOOK_MS = 5000;
/** Interval of heartbeats, so that proxies keep the connection open. */
const BEAT_MS = 15_000;

/** The current state of a run. */
const RunEvent = Type.Object(
  {
    status: AgentRunStatus,
    doing: Type.Optional(Type.String()),
    rounds: Type.Integer(),
    tokens: Type.Integer(),
  },
  {$id: "AgentRunEvent"},
);
type RunEvent = Static<typeof RunEvent>;

/**
 * The events of a run, until the run ends, the caller's rights change or the token expires. A client that reconnects is
 * authenticated again. Rejects with `not_found` if the run does not belong to the agent.
 */
export async function watchAgentRun(
  {db, notices}: {db: Db; notices: Notices},
  actor: Actor,
  agentId: string,
  runId: string,
  open: OpenStream,
): Promise<ReadableStream<Uint8Array>> {
  await requireAgentRun(db, actor, agentId, runId);
  let sentText = "";
  return streamOfRun(notices, {...open, actor, runId, everyMs: LOOK_MS}, async () => {
    const event = await readEvent(db, actor.orgId, runId);
    if (!event) return undefined;
    const text = `event: run\ndata: ${JSON.stringify(event)}\n\n`;
    const isNew = text !== sentText;
    sentText = text;
    return {text: isNew ? text : "", isEnded: !UNDER_WAY.has(event.status)};
  });
}

/** Statuses of runs that have not ended. */
export const UNDER_WAY: ReadonlySet<string> = new Set(["queued", "running"]);

/** How long a stream may stay open. */
export interface OpenStream {
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** When the token that opened the stream expires, in milliseconds since 1970. */
  expiresAt: number;
}

interface Watched extends OpenStream {
  actor: Pick<Actor, "id" | "orgId">;
  runId: string;
  /** Polling interval, because a notice can be lost together with its connection. */
  everyMs: number;
}

/** The new events of a run as text, and whether they are the last. */
interface Look {
  text: string;
  isEnded: boolean;
}

/**
 * A stream of the events that `look` returns. `look` is called at once, at every notice of the run, and at an interval.
 * The stream ends with the run, when `look` finds no run, when the caller's rights change, and when the token expires.
 */
export function streamOfRun(
  notices: Notices,
  watched: Watched,
  look: () => Promise<Look | undefined>,
): ReadableStream<Uint8Array> {
  const events = eventsOf(notices, watched, look);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const {value, done} = await events.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await events.return(undefined);
    },
  });
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
async function* eventsOf(
  notices: Notices,
  {actor: {id: callerId, orgId}, runId, signal, expiresAt, everyMs}: Watched,
  look: () => Promise<Look | undefined>,
): AsyncGenerator<string, void> {
  let wake = () => {};
  let isChanged = false;
  const listen = ({kind, id}: Notice) => {
    isChanged ||= (kind === "principal" && id === callerId) || (kind === "org" && id === orgId);
    if (isChanged || (kind === "agent_run" && id === runId)) wake();
  };
  // Notices sent while the channel was down are lost, so the stream ends and the client reconnects.
  const forget = () => {
    isChanged = true;
    wake();
  };
  notices.on("notice", listen);
  notices.on("reset", forget);
  try {
    let sentAt = performance.now();
    while (!signal.aborted && !isChanged && Date.now() < expiresAt) {
      const woken = new Promise<void>(resolve => {
        wake = resolve;
      });
      const found = await look();
      if (!found) return;
      if (found.text !== "" || performance.now() - sentAt > BEAT_MS) {
        yield found.text || ": still here\n\n";
        sentAt = performance.now();
      }
      if (found.isEnded) return;
      if (isChanged) return;
      await Promise.race([woken, Bun.sleep(Math.max(0, Math.min(everyMs, expiresAt - Date.now())))]);
    }
  } finally {
    notices.off("notice", listen);
    notices.off("reset", forget);
  }
}

async function readEvent(db: Db, orgId: string, runId: string): Promise<RunEvent | undefined> {
  const {rows} = await sql<{
    status: RunEvent["status"];
    doing: string | null;
    rounds: number;
    tokens: number;
  }>`
    select status, doing, rounds, input_tokens + output_tokens as tokens from agent_runs
    where org_id = ${orgId} and id = ${runId}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const {status, doing, rounds, tokens} = row;
  return {status, ...(doing === null ? {} : {doing}), rounds, tokens};
}
