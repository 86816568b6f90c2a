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
  const found = await read().catch(orUnfinished);
  if (found) return found;
  const ended = web.notices.waitFor("run", runId, WAIT_MS);
  // Read again, because the run may have ended before its notice was waited for.
  const foundNow = await read().catch(orUnfinished);
  if (foundNow) return foundNow;
  await ended;
  return read();
}

function orUnfinished(error: unknown): undefined {
  if (error instanceof ServiceError && error.code === "conflict") return undefined;
  throw error;
}
