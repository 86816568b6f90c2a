import type {CallName, Calls} from "../shared/calls.ts";
import {sql} from "../shared/db.ts";
import {fromWireError, type WireError} from "../shared/errors.ts";
import {newId} from "../shared/ids.ts";
import {enqueue} from "../shared/jobs.ts";
import {decryptSecret, encryptSecret} from "../shared/secrets.ts";
import {dispatch, unavailable} from "./dispatch.ts";
import type {Web} from "./web.ts";

const CALL_TIMEOUT_MS = 120_000;
const POLL_MS = 2000;

/**
 * Asks a worker and waits for its answer. A `ServiceError` of the worker is thrown here as it was there;
 * `worker_unavailable` when none answers within `WORKER_WAIT_MS`.
 */
export async function callWorker<N extends CallName>(
  web: Web,
  name: N,
  request: Calls[N]["request"],
  {requestId, signal = new AbortController().signal}: {requestId: string; signal?: AbortSignal},
): Promise<Calls[N]["answer"]> {
  const body = JSON.stringify(request);
  const answer = await dispatch(web, {key: body, path: `/call/${name}`, body, signal, requestId}, () =>
    viaQueue<N>(web, name, body),
  );
  if (!(answer instanceof Response)) return answer.ok;
  const parsed: Calls[N]["answer"] = JSON.parse(await answer.text());
  return parsed;
}

/** The slower way: the request and its answer lie encrypted in Postgres. */
async function viaQueue<N extends CallName>(
  web: Web,
  name: N,
  body: string,
): Promise<{ok: Calls[N]["answer"]}> {
  const {db, notices, config} = web;
  const id = newId("run");
  await db.transaction().execute(async tx => {
    await tx
      .insertInto("worker_calls")
      .values({id, name, request: encryptSecret(config.encryptionKeys, id, body)})
      .execute();
    await enqueue(tx, "answer_call", {callId: id}, {key: id, maxAttempts: 3});
  });
  const until = performance.now() + CALL_TIMEOUT_MS;
  while (performance.now() < until) {
    const heard = notices.waitFor("call", id, POLL_MS);
    const row = await db.selectFrom("worker_calls").select("answer").where("id", "=", id).executeTakeFirst();
    if (row?.answer) {
      await sql`delete from worker_calls where id = ${id}`.execute(db);
      const answer: {ok: Calls[N]["answer"]} | {error: WireError} = JSON.parse(
        decryptSecret(config.encryptionKeys, id, row.answer),
      );
      if ("error" in answer) throw fromWireError(answer.error);
      return answer;
    }
    await heard;
  }
  throw unavailable("No worker answered in time.");
}
