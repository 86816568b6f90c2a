import type {ModelMessage, ToolSet} from "ai";
import {
  promptTokens,
  type Room,
  tokensInNextPrompt,
  tokensOfMessages,
} from "../../shared/automation/agents/budget/token-plan.ts";
import type {TokenCounter} from "../../shared/automation/agents/budget/tokens.ts";
import type {StopCode} from "../../shared/automation/agents/stop-codes.ts";
import type {Worker} from "../worker.ts";
import type {Answering} from "./answering.ts";
import type {Model} from "./call-model.ts";
import type {Round, RunState} from "./run-state.ts";
import type {Toolbox} from "./toolbox.ts";

/** A run under way, with the dependencies and the state of its calls. */
export interface Conversation {
  readonly worker: Pick<Worker, "config" | "db" | "log">;
  readonly run: RunState;
  readonly model: Model;
  readonly toolbox: Toolbox;
  /** The toolbox's definitions, in the format for calls of the model. */
  readonly tools: ToolSet;
  readonly answering: Answering;
  /** Whether each query is recorded before it runs, because somebody watches the run. */
  readonly recordsQueries: boolean;
  /** The first message to the model. */
  readonly task: string;
  /**
   * Called before each call of the model and of a tool. Rejects if the run's principal now has other rights, or none.
   */
  requireSameRights(): Promise<void>;
  /** Aborts when the run is cancelled, when its principal has no rights any more, or when the worker stops. */
  readonly signal: AbortSignal;
  /** The most tokens of a prompt. It is lowered when a provider rejects a prompt as too long. */
  contextTokens: number;
  /** The number of answers, in this process, that did not match their schema. */
  unreadable: number;
  /** The limits for what the tools may return in the next round. */
  room: Room;
  /** Set when a call has taken more tokens than were reserved for it. */
  overrun: string | undefined;
  readonly count: TokenCounter;
}

/** The way in which a run ends. */
export type Ending =
  | {status: "succeeded"; error: null; code: null}
  | {status: "failed"; error: string; code: StopCode}
  /** `code` is null if a worker of an earlier release has found that the run must stop. */
  | {status: "stopped"; error: string; code: StopCode | null};

/** The share of the run's time that is reserved for the last call. */
const LAST_SHARE = 0.25;
/** The share of the tokens reserved for a prompt that the prompt probably takes. */
const LIKELY_SHARE = 2 / 3;

export function messagesOf({rounds}: RunState): ModelMessage[] {
  return rounds.flatMap(({messages}) => messages);
}

/** The time left until the run must end, or until only the last call may be made. */
export function timeLeft({worker, run}: Conversation, until: "end" | "last call"): number {
  const {runTimeoutMs, callTimeoutMs} = worker.config.llm;
  const end = run.startedAt.getTime() + runTimeoutMs;
  const reservedMs = until === "end" ? 0 : Math.min(runTimeoutMs * LAST_SHARE, callTimeoutMs);
  return end - reservedMs - Date.now();
}

/** The longest answer of a call: at most an eighth of the run's tokens. */
export function longestAnswer({worker, run}: Conversation): number {
  return Math.min(worker.config.llm.maxOutputTokens, Math.floor(run.definition.maxTokensPerRun / 8));
}

/**
 * A high estimate of the next prompt's tokens: the last prompt as the provider counted it, plus the messages since
 * then. If the provider counted more tokens than were estimated for the same prompt, the estimate of the new messages
 * is increased in proportion.
 */
export function promptEstimate(
  {run, toolbox, answering, count}: Conversation,
  added: readonly ModelMessage[],
): number {
  const {instructions} = answering;
  const estimateOf = (messages: readonly ModelMessage[]) =>
    promptTokens(count, {instructions, tools: toolbox.definitions, messages});
  const at = run.rounds.findLastIndex(({promptTokens: known}) => known !== undefined);
  const known = run.rounds[at]?.promptTokens;
  if (known === undefined) return estimateOf([...messagesOf(run), ...added]);
  const before = run.rounds.slice(0, at).flatMap(({messages}) => messages);
  const {messages = []} = run.rounds[at] ?? {};
  // The prompt that the provider counted includes the messages before the answer.
  const from = messages.findIndex(({role}) => role === "assistant");
  const share = Math.max(1, known / estimateOf([...before, ...messages.slice(0, Math.max(0, from))]));
  const since = run.rounds.slice(at).reduce(
    (sum, round, index) => {
      const uncounted = index > 0 ? round.messages : from < 0 ? [] : round.messages.slice(from);
      return sum + tokensOfRound(count, {...round, messages: uncounted});
    },
    tokensOfMessages(count, added),
  );
  return Math.ceil(known + share * since);
}

function tokensOfRound(count: TokenCounter, {messages, outputTokens}: Round): number {
  const spoken = tokensOfMessages(
    count,
    messages.filter(({role}) => role === "assistant"),
  );
  const others = tokensOfMessages(
    count,
    messages.filter(({role}) => role !== "assistant"),
  );
  return others + (outputTokens === undefined ? spoken : Math.min(spoken, tokensInNextPrompt(outputTokens)));
}

/** A likely estimate of a prompt's tokens, to check that it fits into the model's context. */
export function aboutTokens(
  {toolbox, answering, count}: Conversation,
  messages: readonly ModelMessage[],
): number {
  const texts = {instructions: answering.instructions, tools: toolbox.definitions, messages};
  return Math.ceil(promptTokens(count, texts) * LIKELY_SHARE);
}

/** The bytes that the tools of the run have returned so far. */
export function bytesRead(run: RunState): number {
  const results = messagesOf(run).filter(({role}) => role === "tool");
  return results.reduce((sum, message) => sum + Buffer.byteLength(JSON.stringify(message)), 0);
}
