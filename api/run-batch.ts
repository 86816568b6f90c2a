import type {Actor} from "../shared/actor.ts";
import {prepareQuery, runRequestOf} from "../shared/queries/prepare.ts";
import type {Query} from "../shared/semantic/query.ts";
import {execute} from "./execute.ts";
import {problemOf} from "./problem.ts";
import type {Web} from "./web.ts";

/** Queries of one batch under way at once. */
const AT_ONCE = 16;
/** Bytes that may wait for their turn; past it no further query is begun until some have gone out. */
const WAITING_BYTES = 32 * 1024 * 1024;

interface BatchOptions {
  requestId: string;
  fresh: boolean;
  signal: AbortSignal;
}

/** Bytes of one element as they come; `ended` when all are there. */
interface Element {
  parts: Uint8Array[];
  ended: boolean;
  broken: {cause: unknown} | undefined;
  changed: PromiseWithResolvers<void>;
}

const encode = (text: string) => new TextEncoder().encode(text);

/** `[result, result, …]` in request order. A query that fails before its first byte is `{error: problem}` in its place. */
export async function* batchOf(
  web: Web,
  actor: Actor,
  queries: readonly Query[],
  options: BatchOptions,
): AsyncIterableIterator<Uint8Array> {
  const left = new AbortController();
  const signal = AbortSignal.any([options.signal, left.signal]);
  const elements = queries.map<Element>(() => ({
    parts: [],
    ended: false,
    broken: undefined,
    changed: Promise.withResolvers(),
  }));
  const now = new Date();
  let begun = 0;
  let running = 0;
  let waitingBytes = 0;

  const beginMore = () => {
    while (begun < queries.length && running < AT_ONCE && waitingBytes < WAITING_BYTES) {
      const element = elements[begun]!;
      const query = queries[begun]!;
      begun++;
      running++;
      void fill(element, runElement(web, actor, query, now, {...options, signal}), size => {
        waitingBytes += size;
      }).finally(() => {
        running--;
        beginMore();
      });
    }
  };

  try {
    beginMore();
    for (const [index, element] of elements.entries()) {
      yield encode(index === 0 ? "[" : ",");
      for (;;) {
        const part = element.parts.shift();
        if (part) {
          waitingBytes -= part.byteLength;
          yield part;
        } else if (element.broken) {
          throw element.broken.cause;
        } else if (element.ended) {
          break;
        } else {
          await element.changed.promise;
          element.changed = Promise.withResolvers();
        }
      }
      beginMore();
    }
    yield encode(queries.length === 0 ? "[]" : "]");
  } finally {
    left.abort(new Error("the reader of the batch left"));
  }
}

async function fill(
  element: Element,
  source: AsyncIterable<Uint8Array>,
  count: (size: number) => void,
): Promise<void> {
  try {
    for await (const part of source) {
      element.parts.push(part);
      count(part.byteLength);
      element.changed.resolve();
    }
    element.ended = true;
  } catch (cause) {
    element.broken = {cause};
  }
  element.changed.resolve();
}

async function* runElement(
  web: Web,
  actor: Actor,
  query: Query,
  now: Date,
  {requestId, fresh, signal}: BatchOptions,
): AsyncIterableIterator<Uint8Array> {
  let body: Uint8Array | ReadableStream<Uint8Array>;
  try {
    const prepared = await prepareQuery(web, actor, query, now);
    const timeoutMs = web.config.queryTimeoutMs;
    const request = runRequestOf(prepared, actor, query, {
      format: "json",
      trigger: "batch",
      requestId,
      fresh,
      timeoutMs,
    });
    ({body} = await execute(web, request, prepared.project.cacheTtlSeconds, signal));
  } catch (error) {
    signal.throwIfAborted();
    const problem = problemOf(error, requestId, actor);
    if (problem.status >= 500) web.log.error({err: error, requestId}, "a query of a batch failed");
    yield encode(JSON.stringify({error: problem}));
    return;
  }
  if (body instanceof Uint8Array) yield body;
  else yield* body;
}
