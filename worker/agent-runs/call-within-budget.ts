import {setTimeout} from "node:timers/promises";
import type {ModelMessage} from "ai";
import {
  fitsWithoutReservations,
  heldBy,
  MONTH_USED_UP,
  QUESTIONS,
  type Reservation,
  releaseCall,
  reserve,
  TOO_FEW_TO_BEGIN,
} from "../../shared/automation/agents/budget/reservations.ts";
import {condensed, type Plan, plan, smallest} from "../../shared/automation/agents/budget/token-plan.ts";
import {ANSWER} from "../../shared/automation/agents/prompt.ts";
import type {StopCode} from "../../shared/automation/agents/stop-codes.ts";
import {type CallOutcome, callModel} from "./call-model.ts";
import {
  aboutTokens,
  type Conversation,
  type Ending,
  longestAnswer,
  messagesOf,
  promptEstimate,
  timeLeft,
} from "./conversation.ts";
import {recordCall, recordStop} from "./run-state.ts";
import {shortFault} from "./short-fault.ts";

/** How often one call is tried at a busy provider. The pauses between these attempts double. */
const ATTEMPTS = 6;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 60_000;
/** The run fails after this many calls in a row whose answers were cut off. */
const MAX_BROKEN = 3;
/** How often a conversation that is too long for its provider is shortened. */
const MAX_OVERFLOWS = 4;
const OVERFLOW_SHARE = 0.6;
const MIN_ANSWER = 256;
/**
 * How long a call waits for tokens that other runs have reserved, and the pauses between attempts to reserve them. Each
 * pause is longer than the one before: every attempt locks the organization's month, for which running calls wait, too.
 */
const MAX_HOLD_MS = 30_000;
const HOLD_MS = 200;
const LONGER = 1.5;
const MAX_PAUSE_MS = 1000;

/**
 * Calls the model once, within every limit, and records the call with its cost. Returns `undefined` if the run
 * continues. If a limit is reached here, the next call is the last call.
 */
export async function askModel(
  conversation: Conversation,
  added: readonly ModelMessage[],
  isExtra: boolean,
): Promise<Ending | undefined> {
  const {worker, run, toolbox} = conversation;
  await conversation.requireSameRights();
  if (timeLeft(conversation, "end") <= 0)
    return stopped(conversation, "The time of the run was used up.", "bound");
  const held = await reserveCall(conversation, added, isExtra);
  if (held === "last call") return undefined;
  if ("status" in held) return held;
  const whole = [...messagesOf(run), ...added];
  const startedAt = performance.now();
  const {outcome, isWhole} = await callWithRetry(conversation, whole, held.answer, isExtra);
  const durationMs = Math.round(performance.now() - startedAt);
  if (outcome.kind === "rejected") {
    await releaseCall(worker.db, run.orgId, run.id);
    worker.log.warn(
      {fault: shortFault(outcome.error, worker.config.llm), runId: run.id},
      "a provider refused an agent's call",
    );
    return endRejected(conversation, outcome);
  }
  const {answer: longest, prompt} = held;
  const bound = {input: prompt, output: longest, unreported: true} as const;
  if (outcome.kind === "broken_off") {
    worker.log.warn(
      {fault: shortFault(outcome.error, worker.config.llm), runId: run.id},
      "an agent's call broke off",
    );
    await recordCall(worker, run, {
      messages: [],
      spent: bound,
      isWhole,
      isExtra,
      finish: "broken_off",
      tools: [],
      durationMs,
    });
    const last = run.rounds.slice(-MAX_BROKEN);
    const isHopeless = last.length === MAX_BROKEN && last.every(({messages}) => messages.length === 0);
    const error = `The answers of ${run.definition.model} were cut off ${MAX_BROKEN} times in a row.`;
    return isHopeless ? {status: "failed", error, code: "provider"} : undefined;
  }
  const {message, toolNames, spent, finish, ended} = outcome;
  await recordCall(worker, run, {
    messages: [...added, message],
    spent: spent ?? bound,
    isWhole,
    isExtra,
    finish,
    // All readers of the agent can see these names, so names that the model has made up are left out.
    tools: toolbox.definitions.map(({name}) => name).filter(name => toolNames.includes(name)),
    durationMs,
  });
  const took = spent ? spent.input + spent.output : 0;
  if (took > prompt + longest) {
    conversation.overrun = `A call took ${took} tokens, but only ${prompt + longest} were reserved for it.`;
  }
  if (ended === "refused") return {status: "failed", error: "The model refused to answer.", code: "refused"};
  return undefined;
}

function stopped({run}: Conversation, why: string, because: StopCode): Ending {
  const {stopping, rounds} = run;
  const [error, code] = stopping === null ? [why, because] : [stopping, run.stopCode];
  // If no call of a run was answered, the provider, and not the model, is the reason why the run's time or tokens are
  // used up.
  const isHeard = rounds.some(({messages}) => messages.length > 0);
  return {status: "stopped", error, code: code === "bound" && !isHeard ? "provider" : code};
}

/** The tokens that are reserved for a call: its prompt, and the longest answer that fits. */
interface HeldCall {
  prompt: number;
  answer: number;
}

/**
 * Reserves the tokens of this call and of the last call after it. Returns what this call may take, or the end of the
 * run. `last call`: the only call that is still allowed is the last call.
 */
async function reserveCall(
  conversation: Conversation,
  added: readonly ModelMessage[],
  isExtra: boolean,
): Promise<HeldCall | "last call" | Ending> {
  const {worker, run} = conversation;
  const {orgId, id: runId, agentId, definition, spent} = run;
  const prompt = promptEstimate(conversation, added);
  const answer = longestAnswer(conversation);
  const most = definition.maxTokensPerRun;
  const reservation = {orgId, runId, agentId: agentId ?? QUESTIONS, model: definition.model};
  const budgetMessage = `The tokens of the run (maxTokensPerRun ${most}) were used up.`;
  if (isExtra) {
    const room = Math.min(answer, most - spent - prompt);
    if (room < Math.min(MIN_ANSWER, answer)) return stopped(conversation, budgetMessage, "bound");
    if (
      await reserve(worker.db, worker.config.billing, {
        ...reservation,
        callTokens: prompt + room,
        retainedTokens: 0,
      })
    )
      return {prompt, answer: room};
    const left = (await heldBy(worker.db, orgId, runId)) - prompt;
    const fitting = {...reservation, callTokens: prompt + left, retainedTokens: 0};
    if (left >= MIN_ANSWER && (await reserve(worker.db, worker.config.billing, fitting)))
      return {prompt, answer: left};
    return stopped(conversation, MONTH_USED_UP, "budget");
  }
  const planned = plan({most, spent, prompt, answer});
  if (!planned) {
    await recordStop(worker.db, run, budgetMessage, "bound");
    return "last call";
  }
  const resultTokens = await reserveWithRetry(conversation, reservation, planned);
  if (resultTokens !== undefined) {
    conversation.room = {...conversation.room, tokens: resultTokens};
    return {prompt, answer: planned.answer};
  }
  if (run.rounds.length === 0) {
    return {status: "stopped", error: TOO_FEW_TO_BEGIN, code: "budget"};
  }
  await recordStop(worker.db, run, MONTH_USED_UP, "budget");
  return "last call";
}

/**
 * Reserves the planned tokens, or as many as smaller tool results need. Waits for tokens that only other runs hold,
 * because these tokens are released when the calls of those runs end. Returns the tokens that tools may take for their
 * results; `undefined` if too few tokens are left.
 */
async function reserveWithRetry(
  conversation: Conversation,
  reservation: Omit<Reservation, "callTokens" | "retainedTokens">,
  planned: Plan,
): Promise<number | undefined> {
  const {worker, run, signal} = conversation;
  const until = Date.now() + Math.min(MAX_HOLD_MS, timeLeft(conversation, "last call"));
  for (let pauseMs = HOLD_MS; ; pauseMs = Math.min(pauseMs * LONGER, MAX_PAUSE_MS)) {
    for (const one of [planned, smallest(planned)]) {
      const {callTokens, retainedTokens} = one;
      const both = {...reservation, callTokens, retainedTokens};
      if (await reserve(worker.db, worker.config.billing, both)) return one.resultTokens;
    }
    const {callTokens, retainedTokens} = smallest(planned);
    if (Date.now() > until) return undefined;
    if (!(await fitsWithoutReservations(worker.db, worker.config.billing, run, callTokens + retainedTokens)))
      return undefined;
    await setTimeout(pauseMs, undefined, {signal}).catch(() => undefined);
    signal.throwIfAborted();
  }
}

/**
 * Calls the model. Retries while the provider is busy, and shortens the conversation if it is too long for the
 * provider.
 */
async function callWithRetry(
  conversation: Conversation,
  whole: readonly ModelMessage[],
  maxOutputTokens: number,
  isExtra: boolean,
): Promise<{outcome: CallOutcome; isWhole: boolean}> {
  const {worker, model, tools, answering, signal} = conversation;
  let overflows = 0;
  for (let attempt = 1; ; ) {
    const fits = (messages: readonly ModelMessage[]) =>
      aboutTokens(conversation, messages) + maxOutputTokens <= conversation.contextTokens;
    // A conversation that is still too long is sent anyway, because the provider counts tokens differently.
    const messages = condensed(whole, fits);
    const isWhole = messages.every((message, index) => message === whole[index]);
    const timeoutMs = Math.max(
      1,
      Math.min(worker.config.llm.callTimeoutMs, timeLeft(conversation, isExtra ? "end" : "last call")),
    );
    const call = {
      model,
      instructions: answering.instructions,
      messages,
      tools,
      maxOutputTokens,
      timeoutMs,
    };
    const outcome = await callModel({...call, mustCall: isExtra ? ANSWER : undefined}, signal);
    if (outcome.kind !== "rejected") return {outcome, isWhole};
    if (outcome.why === "overflow" && overflows < MAX_OVERFLOWS) {
      overflows++;
      conversation.contextTokens =
        Math.min(conversation.contextTokens, aboutTokens(conversation, messages) + maxOutputTokens) *
        OVERFLOW_SHARE;
      continue;
    }
    const waitMs = outcome.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
    const isPatient =
      attempt < ATTEMPTS && waitMs <= Math.min(MAX_WAIT_MS, timeLeft(conversation, "last call"));
    if (outcome.why !== "busy" || !isPatient) return {outcome, isWhole};
    attempt++;
    await Bun.sleep(waitMs);
    signal.throwIfAborted();
  }
}

/**
 * The ending of a run whose call was rejected. The provider's own message is only logged, because it can quote keys and
 * rows.
 */
function endRejected({run}: Conversation, {why, status}: CallOutcome & {kind: "rejected"}): Ending {
  const {model} = run.definition;
  const code = status === undefined ? "no connection" : String(status);
  const error = {
    busy: `The provider of ${model} did not accept the call (${code}) in any of several attempts.`,
    overflow: `The conversation is too long for ${model} (${code}), even when shortened.`,
    rights: `The provider of ${model} refused the key (${code}).`,
    redirect: `The provider of ${model} answered with a redirect (${code}), which is not followed. Set its base URL to the final address.`,
    "answer length": `${model} cannot give answers as long as the run allows (${code}). Lower LLM_MAX_OUTPUT_TOKENS.`,
    request: `The provider of ${model} refused the call (${code}). Does the model exist? The log has the provider's message.`,
  }[why];
  // A conversation that is too long for this model may fit another model.
  return {status: "failed", error, code: why === "overflow" ? "bound" : "provider"};
}
