import {cancelQuestion} from "../../../shared/automation/agents/ask/conversations.ts";
import {LISTEN_MS} from "../../../shared/automation/agents/ask/watch-ask-run.ts";
import {sql} from "../../../shared/core/db.ts";
import type {Worker} from "../../worker.ts";
import type {RunState} from "../run-state.ts";

/** How long a question continues without a listener: longer than a page takes to reload and reconnect. */
const SILENCE_SECONDS = 7;
/** How many checks in a row must find no listener, so that an outage of the database does not count as silence. */
const MISSED_CHECKS = 2;

/**
 * Cancels a question whose events a client has read, once no client has read them for some seconds: an asker who has
 * left does not read the answer. A question whose events were never read continues, because its asker reads the answer
 * in another way. Returns a function that ends the watch.
 */
export function watchListeners(
  {db, log}: Pick<Worker, "db" | "log">,
  {id, orgId}: Pick<RunState, "id" | "orgId">,
  leave: () => void,
): () => void {
  let silent = 0;
  const checkListeners = () => {
    check().catch(error =>
      log.warn({err: error, runId: id}, "the listeners of a question could not be looked up"),
    );
  };
  const timer = setInterval(checkListeners, LISTEN_MS);
  checkListeners();
  async function check(): Promise<void> {
    const {rows} = await sql<{is_silent: boolean}>`
      select coalesce(listened_at < now() - ${SILENCE_SECONDS} * interval '1 second', false) as is_silent
      from agent_runs where org_id = ${orgId} and id = ${id}`.execute(db);
    // The question's conversation was deleted together with the run.
    if (!rows[0]) return leave();
    silent = rows[0].is_silent ? silent + 1 : 0;
    if (silent < MISSED_CHECKS) return;
    await cancelQuestion(db, orgId, id, "Nobody was waiting for the answer any more.");
    leave();
  }
  return () => clearInterval(timer);
}
