import {sql} from "kysely";

/**
 * A call for a statement that is a transaction by itself: its commit does not wait for the disk. For data that may be
 * lost if the database crashes within the next second, or that a later commit, which does wait, flushes too.
 */
export const unflushed = sql.raw("set_config('synchronous_commit', 'off', true)");
