import {Type} from "@sinclair/typebox";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {enqueue} from "../../shared/core/jobs.ts";
import {decryptSecret, encryptSecret} from "../../shared/core/secrets.ts";
import {isReadable} from "../../shared/core/validate.ts";
import {fromWireError, WireError} from "../../shared/core/wire-error.ts";
import {type CallName, type Calls, readAnswer} from "../../shared/core/workers/calls.ts";
import {readRefusal} from "../../shared/core/workers/client.ts";
import type {Statement} from "../../shared/querying/queries/crashing-statements.ts";
import type {RunDeps} from "../dependencies.ts";
import {unavailable} from "../worker-directory/worker-directory.ts";

const CALL_TIMEOUT_MS = 120_000;
const POLL_MS = 2000;
/** A call that crashed one worker is retried once on another. */
const ATTEMPTS = 2;

const isFailure = isReadable(Type.Object({error: WireError}));
const isSuccess = isReadable(Type.Object({ok: Type.Unknown()}));

interface CallOptions {
  requestId: string;
  signal?: AbortSignal;
  /** The statement that the call runs in the warehouse, if it is a single one. */
  statement?: Statement;
  /** Calls with equal keys go to the same worker. By default, calls with equal requests go to the same worker. */
  key?: string;
}

/**
 * Calls a worker and waits for its answer. Rethrows a `ServiceError` of the worker. Rejects with `worker_unavailable`
 * if no worker answers within `WORKER_WAIT_MS`.
 */
export async function callWorker<N extends CallName>(
  deps: RunDeps,
  name: N,
  request: Calls[N]["request"],
  {requestId, signal = new AbortController().signal, statement, key}: CallOptions,
): Promise<Calls[N]["answer"]> {
  const body = JSON.stringify(request);
  const reached = await deps.workers.reach({
    key: key ?? body,
    signal,
    requestId,
    ...(statement ? {statement} : {}),
    send: ({address}) =>
      wholeAnswer(deps.workers.client.post(address, `/call/${name}`, body, requestId, signal)),
  });
  if (!("worker" in reached))
    return viaQueue<N>(deps, name, body, reached.hasBrokenOff ? 1 : ATTEMPTS, signal);
  const answer = await checked(reached.answer);
  if (statement) deps.crashes.finished(statement);
  return readAnswer(name, await answer.json());
}

/** The slower path: the request and its answer wait encrypted in Postgres. */
async function viaQueue<N extends CallName>(
  deps: RunDeps,
  name: N,
  body: string,
  maxAttempts: number,
  signal: AbortSignal,
): Promise<Calls[N]["answer"]> {
  const {db, notices, config} = deps;
  const id = newId("run");
  await db.transaction().execute(async tx => {
    await tx
      .insertInto("worker_calls")
      .values({id, name, request: encryptSecret(config.encryptionKeys, id, body)})
      .execute();
    await enqueue(tx, "answer_call", {callId: id}, {key: id, maxAttempts});
  });
  const until = performance.now() + CALL_TIMEOUT_MS;
  let aliveAt = performance.now();
  while (performance.now() < until) {
    const notified = notices.waitFor("call", id, POLL_MS);
    const {answer, isComing} = await findAnswer(deps, id);
    signal.throwIfAborted();
    if (answer) {
      await sql`delete from worker_calls where id = ${id}`.execute(db);
      const read: unknown = JSON.parse(decryptSecret(config.encryptionKeys, id, answer));
      if (isFailure(read)) throw fromWireError(read.error);
      return readAnswer(name, isSuccess(read) ? read.ok : undefined);
    }
    if (!isComing) throw unavailable("The workers stopped while processing the request.");
    if (await deps.workers.anyAlive()) aliveAt = performance.now();
    else if (performance.now() - aliveAt > config.workerWaitMs) throw unavailable("No worker is running.");
    await notified;
  }
  throw unavailable("No worker answered in time.");
}

/**
 * The answer of a call, and whether an answer can still come. After the job has finished or is out of attempts, no
 * answer can come.
 */
async function findAnswer({db}: RunDeps, id: string): Promise<{answer: Buffer | null; isComing: boolean}> {
  const {rows} = await sql<{answer: Buffer | null; isComing: boolean}>`
    select (select answer from worker_calls where id = ${id}) as answer,
      exists(
        select from graphile_worker.jobs
        where key = ${id} and (locked_at is not null or attempts < max_attempts)) as "isComing"`.execute(db);
  return rows[0] ?? {answer: null, isComing: false};
}

/** A worker's answer to a call. The whole answer is buffered, so that a worker that stops is noticed. */
export async function wholeAnswer(answering: Promise<Response>): Promise<Response> {
  const response = await answering;
  const {status, headers} = response;
  return status === 204 ? response : new Response(await response.arrayBuffer(), {status, headers});
}

/** Returns a successful answer; rethrows the worker's own error. */
export async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw await readRefusal(response);
}
