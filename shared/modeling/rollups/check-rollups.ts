import type {Db} from "../../core/db.ts";
import type {ErrorCode} from "../../core/errors.ts";
import {enqueue} from "../../core/jobs.ts";
import type {Logger} from "../../core/log.ts";
import type {RunRequest} from "../../core/wire/run-request.ts";
import {splitBuildIds} from "../../semantic/documents.ts";

/**
 * Has a worker check whether the tables or files of roll-ups still exist and are sound, after a query over them was
 * refused with `code` and the warehouse answered the query without the roll-ups. Files that cannot be reached are not
 * checked: they may be sound.
 */
export async function checkRollups(
  {db, log}: {db: Db; log: Logger},
  {orgId, source}: Pick<RunRequest, "orgId" | "source">,
  code: ErrorCode,
): Promise<void> {
  if (source.kind !== "rollup") return;
  const isTable = source.connection !== undefined;
  if (!isTable && code === "connection_failed") return;
  const task = isTable ? "check_rollup_tables" : "check_rollup_files";
  const key = `${isTable ? "tables" : "files"} ${source.id}`;
  const buildIds = splitBuildIds(source.id);
  try {
    await enqueue(db, task, {orgId, buildIds}, {key, maxAttempts: 3});
  } catch (error) {
    // The query itself was answered, and the next refusal requests the check again.
    log.warn({err: error, buildIds}, "roll-ups could not be checked");
  }
}
