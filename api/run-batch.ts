import type {Actor} from "../shared/actor.ts";
import {type Prepared, prepareQuery, runRequestOf} from "../shared/queries/prepare.ts";
import type {Query} from "../shared/semantic/query.ts";
import {execute} from "./execute.ts";
import {type Problem, problemOf} from "./problem.ts";
import {joinedAhead} from "./run-ahead.ts";
import type {Web} from "./web.ts";

export interface BatchOptions {
  requestId: string;
  fresh: boolean;
  signal: AbortSignal;
}

const encode = (text: string) => new TextEncoder().encode(text);

/** `[result, result, …]` in request order. A query that fails before its first byte is `{error: problem}` in its place. */
export async function* batchOf(
  web: Web,
  actor: Actor,
  queries: readonly Query[],
  options: BatchOptions,
): AsyncIterableIterator<Uint8Array> {
  const now = new Date();
  yield* joinedAhead(queries, options.signal, ["[", "]"], async function* (query, signal) {
    const prepare = () => prepareQuery(web, actor, query, now);
    const outcome = await runOfBatch(web, actor, query, prepare, {...options, signal});
    if ("problem" in outcome) yield encode(JSON.stringify({error: outcome.problem}));
    else yield* bytesOf(outcome.body);
  });
}

type Outcome = {body: Uint8Array | ReadableStream<Uint8Array>} | {problem: Problem};

/** The JSON of one query among several, or why there is none; what fails after its first bytes breaks the body. */
export async function runOfBatch(
  web: Web,
  actor: Actor,
  query: Query,
  prepare: () => Promise<Prepared>,
  {requestId, fresh, signal}: BatchOptions,
): Promise<Outcome> {
  try {
    const prepared = await prepare();
    const request = runRequestOf(prepared, actor, query, {
      format: "json",
      trigger: "batch",
      requestId,
      fresh,
      timeoutMs: web.config.queryTimeoutMs,
    });
    const {body} = await execute(web, request, prepared.project.cacheTtlSeconds, signal);
    return {body};
  } catch (error) {
    signal.throwIfAborted();
    const problem = problemOf(error, requestId, actor);
    if (problem.status >= 500) web.log.error({err: error, requestId}, "a query of a batch failed");
    return {problem};
  }
}

export async function* bytesOf(
  body: Uint8Array | ReadableStream<Uint8Array>,
): AsyncIterableIterator<Uint8Array> {
  if (body instanceof Uint8Array) yield body;
  else yield* body;
}
