import {sql} from "../../shared/core/db.ts";
import {FILE_DAYS} from "../delivery-runs/read-file.ts";
import type {StoredDelivery} from "../storage/deliveries/files.ts";
import type {Worker} from "../worker.ts";

const BATCH = 500;

/**
 * Removes the files of deliveries that are older than `FILE_DAYS`, or whose delivery is gone: a delivery exists before
 * its first file does. Can run twice without harm.
 */
export async function collectDeliveryFiles({
  db,
  log,
  deliveryFiles,
}: Pick<Worker, "db" | "log" | "deliveryFiles">): Promise<void> {
  await deliveryFiles.tidy();
  const before = Date.now() - FILE_DAYS * 24 * 3_600_000;
  let batch: StoredDelivery[] = [];
  const judge = async () => {
    const ids = batch.map(({deliveryId}) => deliveryId);
    const {rows} = await sql<{org_id: string; id: string}>`
      select org_id, id from deliveries where id = any (${ids})`.execute(db);
    const known = new Set(rows.map(row => `${row.org_id} ${row.id}`));
    for (const {orgId, deliveryId, modifiedAt} of batch) {
      if (known.has(`${orgId} ${deliveryId}`) && modifiedAt.getTime() >= before) continue;
      log.info({orgId, deliveryId}, "the files of a delivery are removed");
      await deliveryFiles.removeAll(orgId, deliveryId);
    }
    batch = [];
  };
  for await (const stored of deliveryFiles.list()) {
    batch.push(stored);
    if (batch.length === BATCH) await judge();
  }
  if (batch.length > 0) await judge();
}
