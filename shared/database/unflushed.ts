import {sql} from "kysely";

/**
 * A call, for a statement that is a transaction by itself: its commit does not wait for the disk. For what may be lost
 * if the database crashes within the next second, and for what a commit that waits follows: it takes this one with it.
 */
export const unflushed = sql.raw("set_config('synchronous_commit', 'off', true)");
