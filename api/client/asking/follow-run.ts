import {useCallback, useEffect, useState} from "preact/hooks";
import type {Query} from "../../../shared/semantic/documents.ts";
import {isUnderWay} from "../pages/automation/data.ts";
import {Refusal} from "../service/api.ts";
import {segment, service} from "../service/service.ts";
import type {AskedQuery, AskRun} from "./data.ts";
import {eventsIn, type StreamEvent} from "./event-stream.ts";

const FIRST_PAUSE_MS = 500;
/** Shorter than the time without a listener after which the service ends a run. */
const LONGEST_PAUSE_MS = 3000;

/** A run as far as it is known. */
export interface Followed {
  run: AskRun;
  /** The queries that it has asked, in order. */
  queries: readonly AskedQuery[];
  /** What it is doing, in the service's words. */
  doing: string | undefined;
  /** Whether the connection broke and is being opened again. */
  isLost: boolean;
  /** The error with which following the run ended. */
  error: unknown;
}

/** Follows a run to its end, and reconnects when the connection breaks. `again` starts once more after an error. */
export function useRun(first: AskRun): Followed & {again: () => void} {
  const [state, setState] = useState<Followed>(() => ({
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
    const tell = (change: (before: Followed) => Partial<Followed>) => {
      if (!controller.signal.aborted) setState(before => ({...before, ...change(before)}));
    };
    follow(first.id, controller.signal, tell).catch((error: unknown) => tell(() => ({error})));
    return () => controller.abort();
  }, [first.id, turn]);
  const again = useCallback(() => {
    setState(before => ({...before, error: undefined}));
    setTurn(before => before + 1);
  }, []);
  return {...state, again};
}

type Tell = (change: (before: Followed) => Partial<Followed>) => void;

/** Rejects where trying again would not help: signed out, or gone. */
async function follow(id: string, signal: AbortSignal, tell: Tell): Promise<void> {
  const path = `/api/ask/${segment(id)}`;
  for (let tries = 0; !signal.aborted; tries++) {
    try {
      const response = await service.call("GET", `${path}/events`, undefined, {signal}, "text/event-stream");
      tell(() => ({isLost: false}));
      for await (const event of eventsIn(response.body ?? new ReadableStream())) {
        tries = 0;
        tell(before => changeBy(event, before));
        if (event.name === "done") break;
      }
      const run = await service.get<AskRun>(path, {signal});
      tell(() => ({run, isLost: false}));
      if (!isUnderWay(run)) return;
    } catch (error) {
      if (signal.aborted || (error instanceof Refusal && isFinal(error.status))) throw error;
      tell(() => ({isLost: true}));
    }
    await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries), signal);
  }
}

function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function changeBy({name, data}: StreamEvent, before: Followed): Partial<Followed> {
  if (typeof data !== "object" || data === null) return {};
  if (name === "status") {
    const doing = "doing" in data && typeof data.doing === "string" ? data.doing : undefined;
    const status = "status" in data ? data.status : undefined;
    // The run itself says how it ended.
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
