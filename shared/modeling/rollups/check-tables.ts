import type {Db} from "../../ground/db.ts";
import {enqueue} from "../../ground/jobs.ts";
import type {Logger} from "../../ground/log.ts";
import type {RunRequest} from "../../ground/wire/run-request.ts";
import {splitBuildIds} from "../../semantic/documents.ts";

/**
 * Has a worker check whether the tables of roll-ups still exist, after the warehouse refused a query over them and
 * answered the same query without them.
 */
export async function checkTables(
  {db, log}: {db: Db; log: Logger},
  {orgId, source}: Pick<RunRequest, "orgId" | "source">,
): Promise<void> {
  if (source.kind !== "rollup" || source.connection === undefined) return;
  const buildIds = splitBuildIds(source.id);
  try {
    await enqueue(db, "check_rollup_tables", {orgId, buildIds}, {key: `tables ${source.id}`, maxAttempts: 3});
  } catch (error) {
    // The query itself was answered, and the next refusal requests the check again.
    log.warn({err: error, buildIds}, "tables of roll-ups could not be checked");
  }
}
