import {itemProblem, type Problem} from "../../core/problem.ts";
import type {Query} from "../../semantic/documents.ts";
import type {Prepared} from "../layers/query-caches.ts";
import {joinInOrder} from "./ordered-prefetch.ts";
import {prepareQuery} from "./prepare.ts";
import type {QueryContext, QueryRunner, RunAnswer} from "./query-runner.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** `[result, result, …]` in request order. A query that fails before its first byte is `{error: problem}` in its place. */
export async function* batchOf(
  runner: QueryRunner,
  queryContext: QueryContext,
  queries: readonly Query[],
): AsyncIterableIterator<Uint8Array> {
  const now = new Date();
  yield* joinInOrder(queries, queryContext.signal, ["[", "]"], async function* (query, signal) {
    const prepare = () => prepareQuery(runner, queryContext.actor, query, now, {waiter: {signal}});
    const outcome = await runOfBatch(runner, {...queryContext, signal}, query, prepare);
    if ("problem" in outcome) yield encode(JSON.stringify({error: outcome.problem}));
    else yield* bytesOf(outcome.body);
  });
}

type Outcome = Pick<RunAnswer, "body"> | {problem: Problem};

/**
 * The JSON of one query among several, or of the error in its place. An error after its first bytes breaks off the
 * body.
 */
export async function runOfBatch(
  runner: QueryRunner,
  queryContext: QueryContext,
  query: Query,
  prepare: () => Promise<Prepared>,
): Promise<Outcome> {
  try {
    return await runner.run({...queryContext, trigger: "batch"}, query, await prepare(), "json");
  } catch (error) {
    queryContext.signal.throwIfAborted();
    return {problem: itemProblem(runner, queryContext, error, "a query of a batch failed")};
  }
}

export async function* bytesOf(body: RunAnswer["body"]): AsyncIterableIterator<Uint8Array> {
  if (body instanceof Uint8Array) yield body;
  else yield* body;
}
