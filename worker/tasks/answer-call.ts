import {publish} from "../../shared/core/change-notices.ts";
import {sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {decryptSecret, encryptSecret} from "../../shared/core/secrets.ts";
import {toWireError} from "../../shared/core/wire-error.ts";
import {type CallName, type Calls, isCallName, readRequest} from "../../shared/core/workers/calls.ts";
import {fullDiskFault} from "../storage/full-disk.ts";
import type {CallHandlers, Worker} from "../worker.ts";

/**
 * Answers a call that could not come through a worker's listener: the request and its answer are encrypted in
 * `worker_calls`. Idempotent: a call that already has its answer is left alone.
 */
export async function answerCall(
  worker: Worker,
  handlers: CallHandlers,
  callId: string,
  signal: AbortSignal,
): Promise<void> {
  const {db, config, log} = worker;
  const call = await db
    .selectFrom("worker_calls")
    .select(["name", "request"])
    .where("id", "=", callId)
    .where("answer", "is", null)
    .executeTakeFirst();
  if (!call || !isCallName(call.name)) return;
  let answer: string;
  try {
    const request: unknown = JSON.parse(decryptSecret(config.encryptionKeys, callId, call.request));
    answer = JSON.stringify({ok: await handle(worker, handlers, call.name, request, signal)});
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const error = fullDiskFault(thrown) ?? thrown;
    if (!(error instanceof ServiceError)) log.error({err: error, callId}, "a queued call failed");
    answer = JSON.stringify({error: toWireError(error)});
  }
  await db.transaction().execute(async tx => {
    await sql`update worker_calls set answer = ${encryptSecret(config.encryptionKeys, callId, answer)} where id = ${callId}`.execute(
      tx,
    );
    await publish(tx, {kind: "call", id: callId});
  });
}

function handle<N extends CallName>(
  worker: Worker,
  handlers: CallHandlers,
  name: N,
  request: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  return handlers[name](worker, readable(worker, name, request), signal);
}

function readable<N extends CallName>(
  {log}: Pick<Worker, "log">,
  name: N,
  request: unknown,
): Calls[N]["request"] {
  try {
    return readRequest(name, request);
  } catch (error) {
    log.warn({err: error, name}, "a queued call cannot be read");
    throw new ServiceError(
      "worker_unavailable",
      "The call was queued by another version of the service, and this version cannot read it. Try again in a moment.",
      {cause: error, headers: {"retry-after": "2"}},
    );
  }
}
