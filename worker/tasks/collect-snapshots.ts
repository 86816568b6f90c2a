import {sql} from "../../shared/core/db.ts";
import type {StoredFile} from "../storage/snapshots/store.ts";
import type {Worker} from "../worker.ts";

/** A file may exist for this time without a dataset, because it is stored before its dataset is created. */
const GRACE_MS = 3_600_000;
const BATCH = 500;

/**
 * Removes files of datasets that were never created, or that are gone without a deletion in the queue; files of
 * roll-ups that were built anew; and files that were left behind on this machine. Can run twice without harm.
 */
export async function collectSnapshots(worker: Pick<Worker, "db" | "log" | "snapshots">): Promise<void> {
  const {db, log, snapshots} = worker;
  await snapshots.tidy();
  const before = Date.now() - GRACE_MS;
  let batch: StoredFile[] = [];
  const judge = async () => {
    const ids = batch.map(({datasetId}) => datasetId);
    // A file of a roll-up stays as long as it belongs to the build that queries read, or to one under way.
    const {rows} = await sql<{org_id: string; id: string | null}>`
      select org_id, id from datasets where id = any (${ids})
      union all
      select b.org_id, f ->> 'id' as id from rollup_builds b, json_array_elements(b.files) f
      where f ->> 'id' = any (${ids}) and (b.status in ('queued', 'running')
        or exists (select from rollups r where r.org_id = b.org_id and r.build_id = b.id))`.execute(db);
    const known = new Set(rows.map(row => `${row.org_id} ${row.id}`));
    for (const {orgId, datasetId} of batch) {
      if (known.has(`${orgId} ${datasetId}`)) continue;
      log.info({orgId, datasetId}, "a file that nothing needs is removed");
      await snapshots.remove(orgId, datasetId);
    }
    batch = [];
  };
  for await (const file of snapshots.list()) {
    if (file.modifiedAt.getTime() > before) continue;
    batch.push(file);
    if (batch.length === BATCH) await judge();
  }
  if (batch.length > 0) await judge();
}
