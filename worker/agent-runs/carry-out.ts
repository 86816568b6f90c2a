import {callUnderWay, release} from "../../shared/automation/agents/budget/reservations.ts";
import {loadTokenCounter} from "../../shared/automation/agents/budget/tokens.ts";
import type {Trust} from "../../shared/content/run-as/judge-content.ts";
import type {Actor} from "../../shared/core/actor.ts";
import type {Notice} from "../../shared/core/change-notices.ts";
import {isDatabaseUnavailable} from "../../shared/core/database/watch.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {RunPaused} from "../../shared/core/paused-runs.ts";
import {mustBeLogged, problemOf} from "../../shared/core/problem.ts";
import type {Worker} from "../worker.ts";
import {failIfUnverified} from "./act-on-answer.ts";
import type {Answering} from "./answering.ts";
import {beginRun} from "./begin-run.ts";
import {toolSetOf} from "./call-model.ts";
import type {Ending} from "./conversation.ts";
import {converse} from "./converse.ts";
import type {RunGrounding} from "./grounding.ts";
import {modelOf} from "./provider.ts";
import {ChangedRights, loadPrincipal, presentPrincipal, requireSameRows, watchPrincipal} from "./rights.ts";
import {endRun, RunGone, type RunState, recordCall, releaseGone} from "./run-state.ts";
import {openToolbox} from "./toolbox.ts";

/** A run that is prepared for its principal. */
export interface OpenedRun {
  grounding: RunGrounding;
  answering: Answering;
  /** The first message to the model. */
  task: string;
}

/** The functions that differ between the runs of agents and of questions. */
export interface RunKind {
  /** Prepares a run for its principal. */
  open(run: RunState, actor: Actor): Promise<OpenedRun>;
  /** Does the remaining work after the model has ended. This can run twice. */
  finish(run: RunState, actor: Actor, grounding: RunGrounding, status: Ending["status"]): Promise<void>;
  /** Notifies people of a failure. */
  notifyOfFailure(run: RunState, error: string | null): Promise<void>;
  /**
   * Watches the run while it is under way, and calls `leave` to end the run. Returns a function that ends the watch.
   */
  watch?(run: RunState, leave: () => void): () => void;
}

type Parts = Pick<Worker, "config" | "db" | "log" | "notices">;

/**
 * Carries out a run. This can run twice: every call of the model and the results of its tools are recorded when they
 * end. So a run whose worker died continues after the last recorded step, within the same limits. A call that died with
 * its worker is charged with the tokens that were reserved for the call. A run that has ended or was cancelled is not
 * changed.
 */
export async function carryOut(
  worker: Parts,
  {orgId, runId}: {orgId: string; runId: string},
  kind: RunKind,
  signal: AbortSignal,
): Promise<void> {
  const {db, log, notices} = worker;
  const run = await beginRun(db, orgId, runId);
  if (!run) return db.transaction().execute(tx => release(tx, worker.config.billing, orgId, runId));
  const cancelled = new AbortController();
  const leave = (reason: unknown = new RunGone()) => cancelled.abort(reason);
  const listen = ({kind: what, id}: Notice) => {
    if (what === "cancel" && id === runId) leave();
  };
  notices.on("notice", listen);
  const endWatch = kind.watch?.(run, leave);
  const endWatchOfPrincipal = watchPrincipal(worker, run, leave);
  try {
    await settleDeadCall(worker, run);
    await continueRun(worker, run, kind, AbortSignal.any([signal, cancelled.signal]));
  } catch (thrown) {
    const error: unknown = cancelled.signal.aborted ? cancelled.signal.reason : thrown;
    if (error instanceof RunGone) return await releaseGone(worker, run);
    signal.throwIfAborted();
    if (isDatabaseUnavailable(error)) throw error;
    if (error instanceof RunPaused) return await endRun(worker, run, "skipped", error.message, "rights");
    if (mustBeLogged(error)) log.error({err: error, runId}, "a run of a model failed");
    const {detail} = problemOf(error, runId);
    await endRun(worker, run, "failed", detail, hasLostRights(error) ? "rights" : "service");
    await kind.notifyOfFailure(run, detail);
  } finally {
    endWatch?.();
    endWatchOfPrincipal();
    notices.off("notice", listen);
  }
}

function hasLostRights(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "missing_privilege";
}

/**
 * Continues the run to its end. Whenever the rights of its principal have changed, the run is opened again with the
 * current rights.
 */
async function continueRun(worker: Parts, run: RunState, kind: RunKind, signal: AbortSignal): Promise<void> {
  let actor = await loadPrincipal(worker.db, run);
  for (;;) {
    const opened = await kind.open(run, actor);
    try {
      const {status, error, code} = await attend(worker, run, actor, opened, signal);
      const {runner} = opened.grounding.content;
      const present = await presentPrincipal(runner, run, actor);
      if (status !== "failed") await requireSameRows(runner, run, present);
      const {grounding} = present === actor ? opened : await kind.open(run, present);
      await kind.finish(run, present, grounding, status);
      await endRun(worker, run, status, error, code);
      if (status === "failed") await kind.notifyOfFailure(run, error);
      return;
    } catch (error) {
      if (!(error instanceof ChangedRights)) throw error;
      actor = error.actor;
    }
  }
}

async function attend(
  worker: Parts,
  run: RunState,
  actor: Actor,
  {grounding, answering, task}: OpenedRun,
  signal: AbortSignal,
): Promise<Ending> {
  const {llm} = worker.config;
  const {definition} = run;
  const trust: Trust = {accepted: definition.accepted, grounding: definition.grounding};
  const toolbox = openToolbox({grounding, answer: answering.definition, trust, requestId: run.id});
  const ending = await converse({
    worker,
    run,
    model: modelOf(llm, definition.model),
    toolbox,
    tools: toolSetOf(toolbox.definitions),
    answering,
    recordsQueries: run.conversationId !== null,
    task,
    async requireSameRights() {
      const present = await presentPrincipal(grounding.content.runner, run, actor);
      if (present !== actor) throw new ChangedRights(present);
    },
    signal,
    contextTokens: llm.contextTokens,
    unreadable: 0,
    room: {bytes: llm.resultBytes, tokens: llm.resultBytes},
    overrun: undefined,
    count: await loadTokenCounter(),
  });
  return failIfUnverified(run, ending);
}

/** Settles a call whose worker died or was stopped before the answer was recorded. */
async function settleDeadCall(worker: Pick<Worker, "config" | "db">, run: RunState): Promise<void> {
  const tokens = await callUnderWay(worker.db, run.orgId, run.id);
  if (tokens === 0) return;
  await recordCall(worker, run, {
    messages: [],
    spent: {input: tokens, output: 0, unreported: true},
    isWhole: false,
    isExtra: false,
    finish: "worker_stopped",
    tools: [],
    durationMs: 0,
  });
}
