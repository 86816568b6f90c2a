import {isCallName} from "../../shared/calls.ts";
import {sql} from "../../shared/db.ts";
import {ServiceError, toWireError} from "../../shared/errors.ts";
import {publish} from "../../shared/notices.ts";
import {decryptSecret, encryptSecret} from "../../shared/secrets.ts";
import type {CallHandlers, Worker} from "../worker.ts";

/**
 * A call that could not come through the direct door: its request lies sealed in `worker_calls`, and so does the
 * answer. Idempotent: a call that has its answer is left alone.
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
  const request = JSON.parse(decryptSecret(config.encryptionKeys, callId, call.request));
  let answer: string;
  try {
    answer = JSON.stringify({ok: await handlers[call.name](worker, request, signal)});
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof ServiceError)) log.error({err: error, callId}, "a queued call failed");
    answer = JSON.stringify({
      error:
        error instanceof ServiceError
          ? toWireError(error)
          : {code: "internal_error", message: "Something went wrong on our side."},
    });
  }
  await db.transaction().execute(async tx => {
    await sql`update worker_calls set answer = ${encryptSecret(config.encryptionKeys, callId, answer)} where id = ${callId}`.execute(
      tx,
    );
    await publish(tx, {kind: "call", id: callId});
  });
}
