import {sql} from "../../shared/core/db.ts";
import type {Turn} from "../agents/provider/script.ts";
import {type AgentService, agentService} from "../agents/service.ts";
import {until} from "../support/until.ts";

type Json = ReturnType<typeof JSON.parse>;

/** An event of a question's stream. */
export interface AskEvent {
  event: string;
  data: Json;
}

export interface AskService extends AgentService {
  /** Asks a question whose model has these turns. The question's text is made unique. Returns the answer of the POST. */
  asked(turns: readonly Turn[], body?: object, options?: AskOptions): Promise<Json>;
  /** Asks, and waits for the end. */
  answered(turns: readonly Turn[], body?: object, options?: AskOptions): Promise<Json>;
  /** Waits for the end of a question, and returns it. */
  askEnded(runId: string, token?: string): Promise<Json>;
  /** Opens the events of a question. */
  events(runId: string, token?: string): Promise<EventReader>;
}

interface AskOptions {
  token?: string;
  repeats?: boolean;
}

export interface EventReader {
  /** All events until the stream ends. */
  all(): Promise<AskEvent[]>;
  /** The next event; `undefined` at the end. */
  next(): Promise<AskEvent | undefined>;
  /** Disconnects, as a closed page does. */
  leave(): Promise<void>;
}

/** The whole service, set up for questions, with a provider of models whose turns the tests script. */
export async function askService(options: Parameters<typeof agentService>[0] = {}): Promise<AskService> {
  const t = await agentService({
    ...options,
    environment: {ASK_MODEL: "anthropic/test", WORKER_QUESTION_CONCURRENCY: "16", ...options.environment},
  });
  let count = 0;
  const asked: AskService["asked"] = async (turns, body = {}, {token, repeats = false} = {}) => {
    const question = `Question number ${++count}: how many orders are paid?`;
    t.provider.script(`The question:\n${question}`, turns, {repeats});
    return t.made("/api/ask", {question, ...body}, token);
  };
  const askEnded: AskService["askEnded"] = async (runId, token = t.org.admin.token) => {
    await until(async () => {
      const {rows} =
        await sql`select from agent_runs where id = ${runId} and finished_at is not null`.execute(t.db);
      return rows.length > 0;
    });
    return (await t.call("GET", `/api/ask/${runId}`, {token})).body;
  };
  return {
    ...t,
    asked,
    askEnded,
    async answered(turns, body, options = {}) {
      const {runId} = await asked(turns, body, options);
      return askEnded(runId, options.token);
    },
    async events(runId, token = t.org.admin.token) {
      const response = await t.app.handle(
        new Request(`http://localhost/api/ask/${runId}/events`, {
          headers: {authorization: `Bearer ${token}`},
        }),
      );
      if (!response.body) throw new Error("there is no stream");
      return eventReader(response.body);
    },
  };
}

function eventReader(body: ReadableStream<Uint8Array>): EventReader {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<AskEvent | undefined> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? [];
        if (event !== undefined && data !== undefined) return {event, data: JSON.parse(data)};
        continue;
      }
      const {value, done} = await reader.read();
      if (done) return undefined;
      text += value;
    }
  };
  return {
    next,
    async all() {
      const events: AskEvent[] = [];
      for (let one = await next(); one; one = await next()) events.push(one);
      return events;
    },
    leave: () => reader.cancel(),
  };
}

/** The answer to "how many orders are paid", with its chart and two further questions. */
export const ANSWER = {
  text: "Paid are {{paid}} orders.",
  figures: [{id: "paid", value: "3", queryRunId: "$run1", row: 2, column: "orders.count"}],
  charts: [{name: "Orders by status", type: "bar", queryRunId: "$run1"}],
  followUps: [
    {
      question: "And how much are they?",
      query: {model: "orders", dimensions: ["orders.status"], measures: ["orders.total"]},
    },
    {question: "And by weather?", query: {model: "orders", dimensions: ["orders.weather"], measures: []}},
  ],
};
