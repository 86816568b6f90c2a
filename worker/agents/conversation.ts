import type {ModelMessage} from "ai";
import type {Worker} from "../worker.ts";
import {heardAgain, mostTokens, tokensOfMessages} from "./bounds.ts";
import type {Model} from "./call-model.ts";
import {INSTRUCTIONS} from "./prompt.ts";
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
  /** Bytes that the tools of the next round may answer. */
  room: number;
}

/** How a run ends. */
export interface Ending {
  status: "succeeded" | "failed" | "stopped";
  error: string | null;
}

/** Time that is kept back for the last call, of the time of the run. */
const LAST_SHARE = 0.25;
/** A prompt has about so many bytes for each token. */
const BYTES_PER_TOKEN = 3;

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

/** The longest answer of a call: of a small run no more than a quarter goes into one. */
export function longestAnswer({worker, run}: Conversation): number {
  return Math.min(worker.config.llm.maxOutputTokens, Math.floor(run.definition.maxTokensPerRun / 4));
}

/**
 * The next prompt at its upper bound: the last one as its provider counted it, and what was said since, with a token for
 * each byte.
 */
export function promptBound({run, toolbox}: Conversation, added: readonly ModelMessage[]): number {
  const at = run.rounds.findLastIndex(({promptTokens}) => promptTokens !== undefined);
  const known = run.rounds[at]?.promptTokens;
  if (known === undefined) {
    const messages = [...messagesOf(run), ...added];
    return mostTokens({instructions: INSTRUCTIONS, tools: toolbox.definitions, messages});
  }
  return run.rounds.slice(at).reduce((sum, round, index) => {
    // What was said before the answer is in the prompt that was counted.
    const from = index === 0 ? round.messages.findIndex(({role}) => role === "assistant") : 0;
    return sum + tokensOfRound({...round, messages: from < 0 ? [] : round.messages.slice(from)});
  }, known + tokensOfMessages(added));
}

function tokensOfRound({messages, outputTokens}: Round): number {
  const spoken = tokensOfMessages(messages.filter(({role}) => role === "assistant"));
  const others = tokensOfMessages(messages.filter(({role}) => role !== "assistant"));
  return others + (outputTokens === undefined ? spoken : Math.min(spoken, heardAgain(outputTokens)));
}

/** About how many tokens a prompt has: for its fit only, what is reserved is counted by the upper bound. */
export function aboutTokens({toolbox}: Conversation, messages: readonly ModelMessage[]): number {
  const bytes = mostTokens({instructions: INSTRUCTIONS, tools: toolbox.definitions, messages});
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

/** What the tools of the run have answered so far. */
export function bytesRead(run: RunState): number {
  const results = messagesOf(run).filter(({role}) => role === "tool");
  return results.reduce((sum, message) => sum + Buffer.byteLength(JSON.stringify(message)), 0);
}
