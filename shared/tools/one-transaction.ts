import {type Db, sql} from "../db.ts";

/**
 * Does the work in one transaction, the transactions that it opens included: verbs that each have one of their own
 * succeed together or not at all. `work` uses the database it is given and no other.
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

/** Does the work with all the checks that its end brings, and undoes it. */
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
