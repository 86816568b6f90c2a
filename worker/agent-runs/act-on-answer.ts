import type {ModelMessage, ToolResultPart} from "ai";
import {cutResults} from "../../shared/automation/agents/budget/token-plan.ts";
import {ANSWER, EXPLAIN_IN_ANSWER} from "../../shared/automation/agents/prompt.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {Answering, CheckedAnswer} from "./answering.ts";
import {bytesRead, type Conversation, type Ending, timeLeft} from "./conversation.ts";
import {faultOf} from "./read-answer.ts";
import {isOfAgent, type RunState, recordQuery, storeAnswer, storeResults} from "./run-state.ts";
import type {RunEvidence} from "./toolbox.ts";
import type {UpcomingQuery} from "./watched-runner.ts";

const MAX_UNREADABLE = 3;
/** The most tools of one round. */
const MAX_TOOLS = 16;

interface Call {
  id: string;
  name: string;
  input: unknown;
  /** The reason why the arguments could not be read. */
  fault?: string | undefined;
}

/** The messages that follow, or the end of the run. */
type NextStep = {messages: ModelMessage[]} | Ending;

/** Handles the model's last message: runs the tools that the message calls, or takes the answer in it. */
export async function actOnLastMessage(conversation: Conversation): Promise<NextStep> {
  const {run, task, answering} = conversation;
  if (run.answer?.isFinal) return endingOf(conversation);
  const lastRound = run.rounds.findLast(({messages}) => messages.length > 0);
  if (!lastRound) return {messages: [{role: "user", content: task}]};
  const last = lastRound.messages.at(-1);
  // The last message has the results of the tools that the model called.
  if (last?.role !== "assistant") return lastRound.isExtra ? withoutAnswer(conversation) : {messages: []};
  const calls = callsIn(last);
  const given = calls.find(({name}) => name === ANSWER) ?? answerInText(answering, last);
  if (given) {
    const next = await takeAnswer(conversation, calls, given);
    if (next !== undefined) return next;
    return lastRound.isExtra ? withoutAnswer(conversation) : {messages: []};
  }
  if (lastRound.isExtra) return withoutAnswer(conversation);
  if (calls.length === 0) return {messages: [{role: "user", content: EXPLAIN_IN_ANSWER}]};
  await runTools(conversation, calls);
  return {messages: []};
}

function callsIn(message: ModelMessage): Call[] {
  if (message.role !== "assistant" || typeof message.content === "string") return [];
  return message.content.flatMap(part =>
    part.type === "tool-call"
      ? [{id: part.toolCallId, name: part.toolName, input: part.input, fault: faultOf(part)}]
      : [],
  );
}

/** The answer in a model's text. Small models often write the answer as text instead of calling the tool. */
function answerInText({isReadable}: Answering, message: ModelMessage): Call | undefined {
  const {content} = message;
  const text =
    typeof content === "string"
      ? content
      : content.map(part => (part.type === "text" ? part.text : "")).join("");
  const [json] = /\{[\s\S]*\}/.exec(text) ?? [];
  if (json === undefined) return undefined;
  try {
    const input: unknown = JSON.parse(json);
    return isReadable(input) ? {id: "", name: ANSWER, input} : undefined;
  } catch {
    // The text is prose that contains braces.
    return undefined;
  }
}

/** Runs the tools one after another, within the limits on their results. */
async function runTools(conversation: Conversation, calls: readonly Call[]): Promise<void> {
  const {worker, run, toolbox, signal, recordsQueries} = conversation;
  const {config, db} = worker;
  const evidence: RunEvidence[] = [];
  const texts: string[] = [];
  const errors: boolean[] = [];
  const ask = recordsQueries ? (query: UpcomingQuery) => recordQuery(db, run, query) : undefined;
  for (const [index, {name, input, fault}] of calls.entries()) {
    const why = index >= MAX_TOOLS ? `At most ${MAX_TOOLS} tools are run in one round.` : fault;
    if (why !== undefined) {
      texts.push(`Error: not run. ${why}`);
      errors.push(true);
      continue;
    }
    await conversation.requireSameRights();
    const totalMs = Math.max(100, timeLeft(conversation, "last call"));
    const timeoutMs = Math.min(config.queryTimeoutMs, totalMs);
    const result = await toolbox.call(name, input, {signal, timeoutMs, totalMs, ask});
    texts.push(result.text);
    errors.push(result.isError);
    evidence.push(...result.evidence);
  }
  const bytes = Math.min(conversation.room.bytes, Math.max(0, config.llm.resultBytes - bytesRead(run)));
  const cut = cutResults(conversation.count, texts, {...conversation.room, bytes});
  const results = calls.map((call, index) => resultOf(call, cut[index] ?? "", errors[index] ?? false));
  await storeResults(db, run, {role: "tool", content: results}, evidence);
}

function resultOf({id, name}: Call, value: string, isError: boolean): ToolResultPart {
  return {
    type: "tool-result",
    toolCallId: id,
    toolName: name,
    output: {type: isError ? "error-text" : "text", value},
  };
}

/** Checks the answer. Returns `undefined` if the model has been asked to correct it. */
async function takeAnswer(
  conversation: Conversation,
  calls: readonly Call[],
  given: Call,
): Promise<Ending | undefined> {
  const {worker, run, answering} = conversation;
  const {strict} = run.definition;
  let checked: CheckedAnswer;
  try {
    if (given.fault !== undefined) throw new ServiceError("invalid_request", given.fault);
    checked = await answering.check(given.input, run);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "invalid_request") throw error;
    conversation.unreadable++;
    if (conversation.unreadable >= MAX_UNREADABLE) {
      const hint = isOfAgent(run) ? "; the transcript has them" : "";
      const error = `${MAX_UNREADABLE} answers of the model did not fit their schema${hint}.`;
      return {status: "failed", error, code: "no_answer"};
    }
    await replyToCalls(
      conversation,
      calls,
      given,
      `Error: ${faultsOf(error)} Fix it and call ${ANSWER} again.`,
    );
    return undefined;
  }
  const {answer, faults} = checked;
  const unverified = strict ? answer.report.figures.filter(({status}) => status === "unverified") : [];
  const isMended = run.answer !== null || run.stopping !== null;
  const isFinal = isMended || (unverified.length === 0 && faults.length === 0);
  await storeAnswer(worker.db, run, {...answer, isFinal});
  if (isFinal) return endingOf(conversation);
  const figures = unverified.map(({text, reason}) => `${text}: ${reason ?? "it has no source"}`);
  const parts = [
    listOf("these figures could not be verified", figures, "give each the cell that it comes from"),
    listOf("the queries of these charts could not be run", faults, "correct each query"),
  ];
  const message = `Error: ${parts.join("")}This is your only chance to fix or omit that. Call ${ANSWER} again.`;
  await replyToCalls(conversation, calls, given, message);
  return undefined;
}

function listOf(what: string, faults: readonly string[], remedy: string): string {
  if (faults.length === 0) return "";
  const lines = faults.slice(0, 50).map(fault => `- ${fault}`);
  return `${what}:\n${lines.join("\n")}\nTo fix that, ${remedy}.\n`;
}

function faultsOf({message, details}: ServiceError): string {
  const faults = (details.errors ?? []).slice(0, 20).map(fault => `${fault.path}: ${fault.message}`);
  return [message, ...faults].join("\n");
}

/** Replies to the call that gave the answer, and to the other calls of the message, which are not run. */
async function replyToCalls(
  {worker, run}: Conversation,
  calls: readonly Call[],
  given: Call,
  message: string,
): Promise<void> {
  if (calls.length === 0) return storeResults(worker.db, run, {role: "user", content: message}, []);
  const content = calls.map(call =>
    resultOf(call, call === given ? message : `Not run: sent together with ${ANSWER}.`, true),
  );
  return storeResults(worker.db, run, {role: "tool", content}, []);
}

function endingOf({run}: Conversation): Ending {
  return run.stopping === null
    ? {status: "succeeded", error: null, code: null}
    : {status: "stopped", error: run.stopping, code: run.stopCode};
}

/**
 * Fails a strict run that has left figures unverified, regardless of the limit that the run has reached, so that such
 * figures are sent to nobody.
 */
export function failIfUnverified({definition, answer}: RunState, ending: Ending): Ending {
  const figures = answer?.report.figures ?? [];
  const count = figures.filter(({status}) => status === "unverified").length;
  if (!definition.strict || count === 0 || ending.status === "failed") return ending;
  const error = `${count} of its figures could not be verified, and the agent is strict.`;
  return ending.error === null
    ? {status: "failed", error, code: "no_answer"}
    : {status: "failed", error: `${ending.error} ${error}`, code: ending.code ?? "no_answer"};
}

/** The ending of a run whose last call gave no answer. */
function withoutAnswer({run}: Conversation): Ending {
  if (run.stopping !== null)
    return {status: "stopped", error: `${run.stopping} The last call gave no answer.`, code: run.stopCode};
  const error = "Some of its figures could not be verified, and the model did not correct them.";
  return acceptAnswer(run, {status: "failed", error, code: "no_answer"});
}

/**
 * The ending of a run that should have corrected its answer and ends without a correction. The answer is accepted
 * unchanged, unless the run is strict and figures are unverified.
 */
export function acceptAnswer(run: RunState, ending: Ending): Ending {
  const {answer, definition} = run;
  if (answer === null) return ending;
  const isTaken = !definition.strict || answer.report.figures.every(({status}) => status !== "unverified");
  return isTaken ? {status: "succeeded", error: null, code: null} : ending;
}
