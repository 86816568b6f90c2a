import {lockSnapshot} from "../../shared/content/snapshots/deletion.ts";
import {publish} from "../../shared/core/change-notices.ts";
import type {JobPayload} from "../../shared/core/jobs.ts";
import type {Worker} from "../worker.ts";

/**
 * Removes the file of a dataset that is gone or was never created, and makes every worker close it. The request may be
 * wrong where the answer to a commit was lost, so a file whose dataset exists stays. Can run twice without harm.
 */
export async function deleteSnapshot(
  {db, snapshots}: Pick<Worker, "db" | "snapshots">,
  {orgId, datasetId}: JobPayload<"delete_snapshot">,
): Promise<void> {
  await db.transaction().execute(async tx => {
    await lockSnapshot(tx, datasetId);
    const dataset = await tx
      .selectFrom("datasets")
      .select("id")
      .where("org_id", "=", orgId)
      .where("id", "=", datasetId)
      .executeTakeFirst();
    if (dataset) return;
    await snapshots.remove(orgId, datasetId);
    await publish(tx, {kind: "connection", id: datasetId});
  });
}
