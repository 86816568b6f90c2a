import type {ModelMessage} from "ai";
import {heardAgain, promptTokens, type Room, tokensOfMessages} from "../../shared/agents/bounds.ts";
import {INSTRUCTIONS} from "../../shared/agents/prompt.ts";
import type {TokenCounter} from "../../shared/agents/tokens.ts";
import type {Worker} from "../worker.ts";
import type {Model} from "./call-model.ts";
import type {Round, RunState} from "./run-state.ts";
import type {Toolbox} from "./toolbox.ts";

/** A run under way, with all it works with. */
export interface Conversation {
  readonly worker: Worker;
  readonly run: RunState;
  readonly model: Model;
  readonly toolbox: Toolbox;
  /** What the model is told first. */
  readonly task: string;
  /** Ends everything: the run was cancelled, or the worker stops. */
  readonly signal: AbortSignal;
  /** Tokens that a prompt may have; less once a provider has refused one. */
  contextTokens: number;
  /** Answers of this process that fitted no schema. */
  unreadable: number;
  /** What the tools of the next round may answer. */
  room: Room;
  /** Set once a call has taken more than was reserved for it. */
  overrun: string | undefined;
  readonly count: TokenCounter;
}

/** How a run ends. */
export interface Ending {
  status: "succeeded" | "failed" | "stopped";
  error: string | null;
}

/** Time that is kept back for the last call, of the time of the run. */
const LAST_SHARE = 0.25;
/** Of the tokens that are reserved for a prompt about so many are in it. */
const LIKELY_SHARE = 2 / 3;

export function messagesOf({rounds}: RunState): ModelMessage[] {
  return rounds.flatMap(({messages}) => messages);
}

/** The time left until the run must end, or until only the last call may be made. */
export function timeLeft({worker, run}: Conversation, until: "end" | "last call"): number {
  const {runTimeoutMs, callTimeoutMs} = worker.config.llm;
  const end = run.startedAt.getTime() + runTimeoutMs;
  const kept = until === "end" ? 0 : Math.min(runTimeoutMs * LAST_SHARE, callTimeoutMs);
  return end - kept - Date.now();
}

/** The longest answer of a call: of a small run no more than an eighth goes into one. */
export function longestAnswer({worker, run}: Conversation): number {
  return Math.min(worker.config.llm.maxOutputTokens, Math.floor(run.definition.maxTokensPerRun / 8));
}

/**
 * The next prompt, rather too long: the last one as its provider counted it, and what was said since. Where the provider
 * counted more than was estimated of the same prompt, it will of the next words as well.
 */
export function promptEstimate({run, toolbox, count}: Conversation, added: readonly ModelMessage[]): number {
  const estimateOf = (messages: readonly ModelMessage[]) =>
    promptTokens(count, {instructions: INSTRUCTIONS, tools: toolbox.definitions, messages});
  const at = run.rounds.findLastIndex(({promptTokens: known}) => known !== undefined);
  const known = run.rounds[at]?.promptTokens;
  if (known === undefined) return estimateOf([...messagesOf(run), ...added]);
  const before = run.rounds.slice(0, at).flatMap(({messages}) => messages);
  const {messages = []} = run.rounds[at] ?? {};
  // What was said before the answer is in the prompt that was counted.
  const from = messages.findIndex(({role}) => role === "assistant");
  const share = Math.max(1, known / estimateOf([...before, ...messages.slice(0, Math.max(0, from))]));
  const since = run.rounds.slice(at).reduce(
    (sum, round, index) => {
      const said = index > 0 ? round.messages : from < 0 ? [] : round.messages.slice(from);
      return sum + tokensOfRound(count, {...round, messages: said});
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
  return others + (outputTokens === undefined ? spoken : Math.min(spoken, heardAgain(outputTokens)));
}

/** About how many tokens a prompt has, for its fit into what a model reads. */
export function aboutTokens({toolbox, count}: Conversation, messages: readonly ModelMessage[]): number {
  const texts = {instructions: INSTRUCTIONS, tools: toolbox.definitions, messages};
  return Math.ceil(promptTokens(count, texts) * LIKELY_SHARE);
}

/** What the tools of the run have answered so far. */
export function bytesRead(run: RunState): number {
  const results = messagesOf(run).filter(({role}) => role === "tool");
  return results.reduce((sum, message) => sum + Buffer.byteLength(JSON.stringify(message)), 0);
}
