import {type Db, sql} from "../../core/db.ts";

/**
 * Runs the work in one transaction and makes transactions that it opens part of it, so that functions with transactions
 * of their own succeed together or not at all. `work` must use only the database it is given.
 */
export async function inOneTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async tx => {
    const joining = db.transaction();
    joining.execute = inner => inner(tx);
    const joined: Db = tx;
    joined.transaction = () => joining;
    return work(joined);
  });
}

/** Runs the work, with the constraint checks of a commit, and rolls it back. Resolves with the result of the work. */
export async function rehearse<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const done = new Rehearsed<T>();
  try {
    return await inOneTransaction(db, async joined => {
      done.value = await work(joined);
      await sql`set constraints all immediate`.execute(joined);
      throw done;
    });
  } catch (error) {
    if (error !== done || done.value === undefined) throw error;
    return done.value;
  }
}

/** Thrown to roll back a dry run; carries the result of the work. */
class Rehearsed<T> extends Error {
  value: T | undefined;
}
