import type {Db} from "../db.ts";
import {enqueue} from "../jobs.ts";
import type {Logger} from "../log.ts";
import {splitBuildIds} from "../semantic/rollups/built.ts";
import type {RunRequest} from "../wire/run-request.ts";

/**
 * Has a worker check whether the tables of roll-ups still exist, after the warehouse refused a query over them and
 * answered the same query without them.
 */
export async function checkTables(
  {db, log}: {db: Db; log: Logger},
  {orgId, source}: RunRequest,
): Promise<void> {
  if (source.kind !== "rollup" || source.connection === undefined) return;
  const buildIds = splitBuildIds(source.id);
  try {
    await enqueue(db, "check_rollup_tables", {orgId, buildIds}, {key: `tables ${source.id}`, maxAttempts: 3});
  } catch (error) {
    // The query has its answer, and the next one asks again.
    log.warn({err: error, buildIds}, "tables of roll-ups could not be checked");
  }
}
