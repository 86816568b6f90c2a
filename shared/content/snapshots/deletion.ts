import {type Db, sql, type Tx} from "../../core/db.ts";
import {enqueue} from "../../core/jobs.ts";

/** How long a stored file may be without a dataset. That is enough for the rest of a body and one transaction. */
const UNNAMED_SECONDS = 900;

const keyOf = (datasetId: string) => `snapshot of ${datasetId}`;

/**
 * Schedules the deletion of a file after a quarter of an hour, unless `cancelSnapshotDeletion` is called. Call this
 * before the file is stored.
 */
export function scheduleSnapshotDeletion(db: Db, orgId: string, datasetId: string): Promise<void> {
  const options = {key: keyOf(datasetId), afterSeconds: UNNAMED_SECONDS};
  return enqueue(db, "delete_snapshot", {orgId, datasetId}, options);
}

/** Deletes the file now, if no dataset uses it. */
export function deleteUnusedSnapshot(db: Db | Tx, orgId: string, datasetId: string): Promise<void> {
  return enqueue(db, "delete_snapshot", {orgId, datasetId}, {key: keyOf(datasetId)});
}

/** Cancels the deletion of the file. Call it in the transaction that creates the dataset. */
export async function cancelSnapshotDeletion(tx: Tx, datasetId: string): Promise<void> {
  await lockSnapshot(tx, datasetId);
  await sql`select graphile_worker.remove_job(${keyOf(datasetId)})`.execute(tx);
}

/**
 * Takes the lock on deleting or keeping a snapshot's file, until the transaction ends. So the job that deletes the file
 * waits for a transaction that creates the file's dataset, even if the connection of that transaction was lost during
 * its commit.
 */
export async function lockSnapshot(tx: Tx, datasetId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${datasetId}, 0))`.execute(tx);
}
