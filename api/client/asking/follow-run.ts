import {useCallback, useEffect, useState} from "preact/hooks";
import type {Query} from "../../../shared/semantic/documents.ts";
import {isUnderWay} from "../pages/automation/data.ts";
import {Refusal} from "../service/api.ts";
import {segment, service} from "../service/service.ts";
import type {AskedQuery, AskRun} from "./data.ts";
import {eventsIn, type StreamEvent} from "./event-stream.ts";

const FIRST_PAUSE_MS = 500;
/**
 * The longest pause between two connections, shorter than the time after which the service ends a run without
 * listeners.
 */
const MAX_PAUSE_MS = 3000;

/** The state of a run, as far as it is known. */
export interface FollowedRun {
  run: AskRun;
  /** The run's queries, in order. */
  queries: readonly AskedQuery[];
  /** The progress of the run, as the service reports it. */
  doing: string | undefined;
  /** Whether the connection broke and is being opened again. */
  isLost: boolean;
  /** The error with which following the run ended. */
  error: unknown;
}

/** Follows a run to its end, and reconnects when the connection breaks. `again` restarts after an error. */
export function useRun(first: AskRun): FollowedRun & {again: () => void} {
  const [state, setState] = useState<FollowedRun>(() => ({
    run: first,
    queries: [],
    doing: undefined,
    isLost: false,
    error: undefined,
  }));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!isUnderWay(state.run)) return undefined;
    const controller = new AbortController();
    const update = (change: (before: FollowedRun) => Partial<FollowedRun>) => {
      if (!controller.signal.aborted) setState(before => ({...before, ...change(before)}));
    };
    follow(first.id, controller.signal, update).catch((error: unknown) => update(() => ({error})));
    return () => controller.abort();
  }, [first.id, turn]);
  const again = useCallback(() => {
    setState(before => ({...before, error: undefined}));
    setTurn(before => before + 1);
  }, []);
  return {...state, again};
}

type Update = (change: (before: FollowedRun) => Partial<FollowedRun>) => void;

/** Rejects if a retry would not help: the person is signed out, or the run was deleted. */
async function follow(id: string, signal: AbortSignal, update: Update): Promise<void> {
  const path = `/api/ask/${segment(id)}`;
  for (let tries = 0; !signal.aborted; tries++) {
    try {
      const response = await service.call("GET", `${path}/events`, undefined, {signal}, "text/event-stream");
      update(() => ({isLost: false}));
      for await (const event of eventsIn(response.body ?? new ReadableStream())) {
        tries = 0;
        update(before => changeBy(event, before));
        if (event.name === "done") break;
      }
      const run = await service.get<AskRun>(path, {signal});
      update(() => ({run, isLost: false}));
      if (!isUnderWay(run)) return;
    } catch (error) {
      if (signal.aborted || (error instanceof Refusal && isFinal(error.status))) throw error;
      update(() => ({isLost: true}));
    }
    await pause(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries), signal);
  }
}

function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function changeBy({name, data}: StreamEvent, before: FollowedRun): Partial<FollowedRun> {
  if (typeof data !== "object" || data === null) return {};
  if (name === "status") {
    const doing = "doing" in data && typeof data.doing === "string" ? data.doing : undefined;
    const status = "status" in data ? data.status : undefined;
    // After the stream, the outcome is read from the run itself.
    if (status !== "queued" && status !== "running") return {doing};
    return {doing, run: {...before.run, status}};
  }
  if (name !== "query" || !("queryRunId" in data) || !("query" in data)) return {};
  const {queryRunId, query} = data;
  // After a reconnect the stream repeats the queries that it has sent before.
  if (typeof queryRunId !== "string" || before.queries.some(one => one.queryRunId === queryRunId)) return {};
  return {queries: [...before.queries, {queryRunId, query: query as Query}]};
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
