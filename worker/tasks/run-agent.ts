import {callUnderWay, release} from "../../shared/automation/agents/budget/reservations.ts";
import {loadTokenCounter} from "../../shared/automation/agents/budget/tokens.ts";
import {taskOf} from "../../shared/automation/agents/prompt.ts";
import {isDatabaseUnavailable} from "../../shared/ground/database/watch.ts";
import type {JobPayload} from "../../shared/ground/jobs.ts";
import type {Notice} from "../../shared/ground/notices.ts";
import {mustBeLogged, problemOf} from "../../shared/ground/problem.ts";
import {loadRunAs} from "../../shared/ground/run-as.ts";
import type {Runner} from "../../shared/interfaces/tools/tool.ts";
import {inStrict} from "../agents/act-on-answer.ts";
import {beginRun} from "../agents/begin-run.ts";
import type {Ending} from "../agents/conversation.ts";
import {converse} from "../agents/converse.ts";
import {groundRun} from "../agents/grounding.ts";
import {type Making, makeOutputs} from "../agents/outputs.ts";
import {modelOf} from "../agents/provider.ts";
import {endRun, keepCall, RunGone, type RunState, releaseGone} from "../agents/run-state.ts";
import {tellAgentFailure} from "../agents/tell-failure.ts";
import {openToolbox} from "../agents/toolbox.ts";
import type {Worker} from "../worker.ts";

/**
 * Runs an agent. It can run twice: every call of the model and the results of its tools are recorded when they end, so
 * a run whose worker died continues after the last of them, within the same limits. A call that died with its worker is
 * charged with the tokens that were reserved for it. A run that has ended or was cancelled is left alone.
 */
export async function runAgent(
  worker: Pick<Worker, "config" | "db" | "log" | "notices">,
  runner: Runner,
  {orgId, runId}: JobPayload<"run_agent">,
  signal: AbortSignal,
): Promise<void> {
  const {db, log, notices} = worker;
  const run = await beginRun(db, orgId, runId);
  if (!run) return db.transaction().execute(tx => release(tx, worker.config.billing, orgId, runId));
  const cancelled = new AbortController();
  const listen = ({kind, id}: Notice) => {
    if (kind === "cancel" && id === runId) cancelled.abort(new RunGone());
  };
  notices.on("notice", listen);
  try {
    await settleDeadCall(worker, run);
    const actor = await loadRunAs(db, orgId, run.runAs);
    const grounding = await groundRun(runner, actor, run.definition.grounding);
    const making = {runner, actor, grounding};
    const {status, error} = await attend(worker, making, run, AbortSignal.any([signal, cancelled.signal]));
    await makeOutputs(making, run, status);
    await endRun(worker, run, status, error);
    if (status === "failed") await tell(worker, run, error);
  } catch (error) {
    if (error instanceof RunGone || cancelled.signal.aborted) {
      return await releaseGone(worker, run);
    }
    signal.throwIfAborted();
    if (isDatabaseUnavailable(error)) throw error;
    if (mustBeLogged(error)) log.error({err: error, runId}, "a run of an agent failed");
    const {detail} = problemOf(error, runId);
    await endRun(worker, run, "failed", detail);
    await tell(worker, run, detail);
  } finally {
    notices.off("notice", listen);
  }
}

async function attend(
  worker: Pick<Worker, "config" | "db" | "log">,
  {runner, actor, grounding}: Making,
  run: RunState,
  signal: AbortSignal,
): Promise<Ending> {
  const {llm} = worker.config;
  const {definition} = run;
  const ending = await converse({
    worker,
    run,
    model: modelOf(llm, definition.model),
    toolbox: openToolbox({
      grounding,
      trust: {known: definition.accepted, grounding: definition.grounding},
      requestId: run.id,
    }),
    task: await taskOf(runner, actor, definition, run.startedAt),
    signal,
    contextTokens: llm.contextTokens,
    unreadable: 0,
    room: {bytes: llm.resultBytes, tokens: llm.resultBytes},
    overrun: undefined,
    count: await loadTokenCounter(),
  });
  return inStrict(run, ending);
}

async function tell(
  {db, config}: Pick<Worker, "config" | "db">,
  run: RunState,
  error: string | null,
): Promise<void> {
  if (config.mail.tellsFailures) await tellAgentFailure(db, run, error ?? "No reason is recorded.");
}

/** Settles a call whose worker died, or was stopped, before the answer was recorded. */
async function settleDeadCall(worker: Pick<Worker, "config" | "db">, run: RunState): Promise<void> {
  const tokens = await callUnderWay(worker.db, run.orgId, run.id);
  if (tokens === 0) return;
  await keepCall(worker, run, {
    messages: [],
    spent: {input: tokens, output: 0, unreported: true},
    isWhole: false,
    isExtra: false,
    finish: "worker_stopped",
    tools: [],
    durationMs: 0,
  });
}
