import {type Db, sql} from "../db.ts";

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

/** Runs the work, with the constraint checks of a commit, and rolls it back. */
export async function rehearse(db: Db, work: (db: Db) => Promise<unknown>): Promise<void> {
  const undo = new Error("A rehearsal ends, and what it did with it");
  try {
    await inOneTransaction(db, async joined => {
      await work(joined);
      await sql`set constraints all immediate`.execute(joined);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
}
