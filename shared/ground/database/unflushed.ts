import {type QueryExecutorProvider, sql} from "kysely";
import {prepared} from "./prepared.ts";

/**
 * A call for a statement that is a transaction by itself: its commit does not wait for the disk. For data that may be
 * lost if the database crashes within the next second, or that a later commit, which does wait, flushes too.
 */
export const unflushed = sql.raw("set_config('synchronous_commit', 'off', true)");

/**
 * Resolves once all that was committed before is on the disk, and with synchronous replicas there too: the commit of a
 * message in the write-ahead log, which nobody reads.
 */
export async function flush(db: QueryExecutorProvider): Promise<void> {
  await sql`${prepared} select pg_logical_emit_message(true, 'flush', '')`.execute(db);
}
