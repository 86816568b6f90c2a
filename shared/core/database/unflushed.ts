import {type QueryExecutorProvider, sql} from "kysely";
import {prepared} from "./prepared.ts";

/**
 * An SQL call to include in a statement that is a transaction by itself: the commit then does not wait for the disk.
 * For data that may be lost if the database crashes within the next second, or that a later, waiting commit flushes
 * too.
 */
export const unflushed = sql.raw("set_config('synchronous_commit', 'off', true)");

/**
 * Resolves once everything committed before is on the disk, and on the disks of synchronous replicas. To wait for them,
 * it commits a message to the write-ahead log, which nobody reads.
 */
export async function flush(db: QueryExecutorProvider): Promise<void> {
  await sql`${prepared} select pg_logical_emit_message(true, 'flush', '')`.execute(db);
}
