import type {ModelMessage} from "ai";
import {lastCall} from "../../shared/agents/prompt.ts";
import {askModel} from "./ask.ts";
import {bytesRead, type Conversation, type Ending, timeLeft} from "./conversation.ts";
import {hearLast} from "./hear.ts";
import {keepStopping, type RunState} from "./run-state.ts";

const REPEATS = 3;

/**
 * Goes on with a run until it has an answer or can have none: in turns, a call of the model and the tools that it asks
 * for. Rejects with `RunGone` for one that was cancelled, and where the worker stops; what is written down is not done
 * again.
 */
export async function converse(conversation: Conversation): Promise<Ending> {
  const {worker, run} = conversation;
  for (;;) {
    const heard = await hearLast(conversation);
    if ("status" in heard) return heard;
    const why = run.stopping === null && run.answer === null ? boundReached(conversation) : undefined;
    if (why !== undefined) await keepStopping(worker.db, run, why);
    const isExtra = run.stopping !== null || run.answer !== null;
    const said: ModelMessage[] =
      run.stopping === null
        ? heard.messages
        : [...heard.messages, {role: "user", content: lastCall(run.stopping)}];
    const ending = await askModel(conversation, said, isExtra);
    if (ending) return ending;
  }
}

/** The bound that keeps the run from another round; `undefined` for none. */
function boundReached(conversation: Conversation): string | undefined {
  const {worker, run} = conversation;
  const {maxRounds} = run.definition;
  if (conversation.overrun !== undefined) return conversation.overrun;
  if (run.rounds.filter(({isExtra}) => !isExtra).length >= maxRounds) {
    return `All of its rounds (maxRounds ${maxRounds}) were used up.`;
  }
  if (timeLeft(conversation, "last call") <= 0) return "Its time was used up.";
  if (bytesRead(run) >= worker.config.llm.resultBytes) return "Its tools had answered as much as they may.";
  const repeated = repeatedCalls(run);
  if (repeated === undefined) return undefined;
  const what = repeated === "[]" ? "asked for nothing" : "asked for the same thing";
  return `It ${what} ${REPEATS} times in a row.`;
}

/** What each of the last rounds asked its tools, if that was always the same. */
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
