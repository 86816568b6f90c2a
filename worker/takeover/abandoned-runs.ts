import {sql} from "../../shared/core/db.ts";

/** A row younger than this may have no job yet, although one statement normally writes the row and its job. */
const MINUTES = 10;

/** The error of work whose job has used up its attempts because each worker that ran it was killed. */
export const BROKEN_OFF =
  "The work was started several times, but each time its worker ended before the work was done.";

/** A SQL condition: the row with this alias is old, and there is no job with this key. */
export function isAbandoned(row: string, key = `${row}.id`) {
  return sql`${sql.ref(`${row}.created_at`)} < now() - ${MINUTES} * interval '1 minute'
    and not exists (select from graphile_worker.jobs j where j.key = ${sql.ref(key)})`;
}

/**
 * A SQL condition for work that is taken up by whichever job has this key: the row with this alias is old, and the queue
 * has no such job that runs or still has attempts.
 */
export function hasLostItsJob(row: string, key: ReturnType<typeof sql>) {
  return sql`${sql.ref(`${row}.created_at`)} < now() - ${MINUTES} * interval '1 minute'
    and not exists (
      select from graphile_worker.jobs j
      where j.key = ${key} and (j.locked_at is not null or j.attempts < j.max_attempts))`;
}
