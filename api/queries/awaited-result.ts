import type {Actor} from "../../shared/ground/actor.ts";
import {ServiceError} from "../../shared/ground/errors.ts";
import {readStoredResult, type SqlAgain} from "../../shared/querying/queries/results/stored-result.ts";
import type {StoredResult} from "../../shared/querying/queries/stored-run.ts";
import type {Web} from "../web.ts";

/** How long a request waits for a run that has not ended. A client that asks at once again takes what the run needs. */
const WAIT_MS = 200;

/** The stored result of a run, as `readStoredResult` gives it; that of a run that ends in a moment is waited for. */
export async function awaitStoredResult(
  web: Web,
  actor: Actor,
  runId: string,
  sqlAgain: SqlAgain,
): Promise<StoredResult> {
  const read = () => readStoredResult(web, actor, runId, sqlAgain);
  const found = new AbortController();
  // Listens before it reads, so that it cannot miss the end of the run, and need not read again to know.
  const ended = web.notices.waitFor("run", runId, WAIT_MS, found.signal);
  try {
    const result = await read().catch(orUnfinished);
    if (result) return result;
    await ended;
    return await read();
  } finally {
    found.abort();
  }
}

function orUnfinished(error: unknown): undefined {
  if (error instanceof ServiceError && error.code === "conflict") return undefined;
  throw error;
}
