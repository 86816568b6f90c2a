import {type QueryExecutorProvider, type RawBuilder, sql} from "kysely";

/**
 * How many rows one statement deletes. One statement for all rows could exceed its time limit, and would do so again
 * each time.
 */
const BATCH = 5000;

/**
 * Deletes all rows of the table that meet the condition, which names the table in full, in statements of at most
 * `batch` rows each. What was deleted before an error stays deleted. Lower `batch` for large rows, and for rows whose
 * deletion cascades to others.
 */
export async function deleteInBatches(
  db: QueryExecutorProvider,
  table: string,
  condition: RawBuilder<unknown>,
  batch = BATCH,
): Promise<void> {
  for (;;) {
    const {numAffectedRows = 0n} = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${condition} limit ${batch})) and (${condition})`.execute(
      db,
    );
    // Rows that somebody changes at this moment are left for the next time. The condition is checked again for them,
    // because minor releases of Postgres before autumn 2025 do not compare the ctid with that of the changed row.
    if (numAffectedRows < BigInt(batch)) return;
  }
}
