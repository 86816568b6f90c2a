import type {Actor} from "../shared/actor.ts";
import {prepareQuery, runRequestOf} from "../shared/queries/prepare.ts";
import type {Query} from "../shared/semantic/query.ts";
import {execute} from "./execute.ts";
import {problemOf} from "./problem.ts";
import type {Web} from "./web.ts";

/** Queries of one batch under way at once. */
const AT_ONCE = 16;
/** Bytes that may wait for their turn. What would be more is given up, and asked again when its turn has come. */
const WAITING_BYTES = 32 * 1024 * 1024;

interface BatchOptions {
  requestId: string;
  fresh: boolean;
  signal: AbortSignal;
}

/** A query that was begun before its turn: its bytes as they come. */
interface Ahead {
  parts: Uint8Array[];
  /** It goes out now, and is read at the reader's pace. */
  isTurn: boolean;
  ended: boolean;
  broken: {cause: unknown} | undefined;
  givenUp: boolean;
  /** Resolves with the next part that comes or goes. */
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
  const now = new Date();
  const run = (query: Query) => runElement(web, actor, query, now, {...options, signal});
  const runAhead = new RunAhead(queries, run);
  try {
    for (const [index, query] of queries.entries()) {
      yield encode(index === 0 ? "[" : ",");
      yield* runAhead.take(index) ?? run(query);
    }
    yield encode(queries.length === 0 ? "[]" : "]");
  } finally {
    left.abort(new Error("the reader of the batch left"));
  }
}

/** Begins the queries of a batch in their order, some at once, and holds what they answer until it is their turn. */
class RunAhead {
  readonly #begun: Ahead[] = [];
  #running = 0;
  #waitingBytes = 0;

  constructor(
    private readonly queries: readonly Query[],
    private readonly run: (query: Query) => AsyncIterable<Uint8Array>,
  ) {
    this.#beginMore();
  }

  /** What the query answered and still answers; `undefined` where it is to be run now. */
  take(index: number): AsyncIterable<Uint8Array> | undefined {
    const ahead = this.#begun[index];
    if (ahead?.givenUp === false) {
      ahead.isTurn = true;
      return this.#read(ahead);
    }
    // It is run where it stands, and those behind it may be begun again.
    if (ahead) ahead.givenUp = false;
    else this.#begun[index] = {...newAhead(), ended: true};
    this.#beginMore();
    return undefined;
  }

  #beginMore(): void {
    // After one that was too big, the next ones would be too, as likely as not.
    while (this.#running < AT_ONCE && !this.#begun.some(ahead => ahead.givenUp)) {
      const query = this.queries[this.#begun.length];
      if (!query || this.#waitingBytes > WAITING_BYTES) return;
      const ahead = newAhead();
      this.#begun.push(ahead);
      this.#running++;
      void this.#fill(ahead, this.run(query)).finally(() => {
        this.#running--;
        this.#beginMore();
      });
    }
  }

  async #fill(ahead: Ahead, source: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const part of source) {
        ahead.parts.push(part);
        this.#waitingBytes += part.byteLength;
        tell(ahead);
        while (ahead.isTurn && ahead.parts.length > 0) await ahead.changed.promise;
        if (!ahead.isTurn && this.#waitingBytes > WAITING_BYTES) {
          ahead.givenUp = true;
          this.#waitingBytes -= ahead.parts.reduce((sum, {byteLength}) => sum + byteLength, 0);
          ahead.parts = [];
          return;
        }
      }
      ahead.ended = true;
    } catch (cause) {
      ahead.broken = {cause};
    }
    tell(ahead);
  }

  async *#read(ahead: Ahead): AsyncIterableIterator<Uint8Array> {
    for (;;) {
      const part = ahead.parts.shift();
      if (part) {
        this.#waitingBytes -= part.byteLength;
        tell(ahead);
        yield part;
      } else if (ahead.broken) {
        throw ahead.broken.cause;
      } else if (ahead.ended) {
        this.#beginMore();
        return;
      } else {
        await ahead.changed.promise;
      }
    }
  }
}

function newAhead(): Ahead {
  const state = {isTurn: false, ended: false, broken: undefined, givenUp: false};
  return {parts: [], ...state, changed: Promise.withResolvers()};
}

function tell(ahead: Ahead): void {
  const {resolve} = ahead.changed;
  ahead.changed = Promise.withResolvers();
  resolve();
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
