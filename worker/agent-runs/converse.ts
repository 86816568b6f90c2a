import type {ModelMessage} from "ai";
import {lastCallInstruction} from "../../shared/automation/agents/prompt.ts";
import {acceptAnswer, actOnLastMessage} from "./act-on-answer.ts";
import {askModel} from "./call-within-budget.ts";
import {bytesRead, type Conversation, type Ending, timeLeft} from "./conversation.ts";
import {type RunState, recordStop} from "./run-state.ts";

const REPEATS = 3;

/**
 * Continues a run until it has an answer or cannot have one. Each turn is a call of the model and of the tools that the
 * model calls. Rejects with `RunGone` if the run was cancelled, and also if the worker stops. Recorded calls and
 * results are not repeated.
 */
export async function converse(conversation: Conversation): Promise<Ending> {
  const {worker, run} = conversation;
  for (;;) {
    const next = await actOnLastMessage(conversation);
    if ("status" in next) return next;
    const why = run.stopping === null && run.answer === null ? limitReached(conversation) : undefined;
    if (why !== undefined) await recordStop(worker.db, run, why, "bound");
    const isExtra = run.stopping !== null || run.answer !== null;
    const messages: ModelMessage[] =
      run.stopping === null
        ? next.messages
        : [...next.messages, {role: "user", content: lastCallInstruction(run.stopping)}];
    const ending = await askModel(conversation, messages, isExtra);
    if (ending) return acceptAnswer(run, ending);
  }
}

/** The limit because of which the run may have no further round; `undefined` if the run has not reached a limit. */
function limitReached(conversation: Conversation): string | undefined {
  const {worker, run} = conversation;
  const {maxRounds} = run.definition;
  if (conversation.overrun !== undefined) return conversation.overrun;
  if (run.rounds.filter(({isExtra}) => !isExtra).length >= maxRounds) {
    return `All rounds of the run (maxRounds ${maxRounds}) were used up.`;
  }
  if (timeLeft(conversation, "last call") <= 0) return "The time of the run was used up.";
  if (bytesRead(run) >= worker.config.llm.resultBytes)
    return "The limit for the tool results of one run was reached.";
  const repeated = repeatedCalls(run);
  if (repeated === undefined) return undefined;
  const what = repeated === "[]" ? "called no tool" : "made the same tool calls";
  return `The model ${what} ${REPEATS} times in a row.`;
}

/** The tool calls of each of the last rounds if all of these rounds had the same calls; `undefined` otherwise. */
function repeatedCalls({rounds}: RunState): string | undefined {
  const last = rounds
    .filter(({messages}) => messages.length > 0)
    .slice(-REPEATS)
    .map(({messages}) => {
      const calls = messages.flatMap(({role, content}) =>
        role === "assistant" && typeof content !== "string"
          ? content.filter(({type}) => type === "tool-call")
          : [],
      );
      return JSON.stringify(
        calls.map(call => ("toolName" in call && "input" in call ? [call.toolName, call.input] : [])),
      );
    });
  return last.length === REPEATS && last.every(one => one === last[0]) ? last[0] : undefined;
}
