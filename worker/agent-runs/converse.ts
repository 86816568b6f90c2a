import type {ModelMessage} from "ai";
import {lastCall} from "../../shared/automation/agents/prompt.ts";
import {acceptAnswer, actOnLastMessage} from "./act-on-answer.ts";
import {askModel} from "./ask.ts";
import {bytesRead, type Conversation, type Ending, timeLeft} from "./conversation.ts";
import {keepStopping, type RunState} from "./run-state.ts";

const REPEATS = 3;

/**
 * Continues a run until it has an answer or can have none. Each turn is a call of the model and the tools that it asks
 * for. Rejects with `RunGone` where the run was cancelled, and also where the worker stops. Recorded calls and results
 * are not repeated.
 */
export async function converse(conversation: Conversation): Promise<Ending> {
  const {worker, run} = conversation;
  for (;;) {
    const next = await actOnLastMessage(conversation);
    if ("status" in next) return next;
    const why = run.stopping === null && run.answer === null ? boundReached(conversation) : undefined;
    if (why !== undefined) await keepStopping(worker.db, run, why, "bound");
    const isExtra = run.stopping !== null || run.answer !== null;
    const messages: ModelMessage[] =
      run.stopping === null
        ? next.messages
        : [...next.messages, {role: "user", content: lastCall(run.stopping)}];
    const ending = await askModel(conversation, messages, isExtra);
    if (ending) return acceptAnswer(run, ending);
  }
}

/** The limit because of which the run may have no further round; `undefined` if it has reached none. */
function boundReached(conversation: Conversation): string | undefined {
  const {worker, run} = conversation;
  const {maxRounds} = run.definition;
  if (conversation.overrun !== undefined) return conversation.overrun;
  if (run.rounds.filter(({isExtra}) => !isExtra).length >= maxRounds) {
    return `All rounds of the run (maxRounds ${maxRounds}) were used up.`;
  }
  if (timeLeft(conversation, "last call") <= 0) return "The time of the run was used up.";
  if (bytesRead(run) >= worker.config.llm.resultBytes)
    return "The tools have returned as much as they may in one run.";
  const repeated = repeatedCalls(run);
  if (repeated === undefined) return undefined;
  const what = repeated === "[]" ? "asked for nothing" : "asked for the same thing";
  return `The model ${what} ${REPEATS} times in a row.`;
}

/** The tool calls of each of the last rounds if they were all the same; `undefined` otherwise. */
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
