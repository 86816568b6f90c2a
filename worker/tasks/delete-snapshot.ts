import type {JobPayload} from "../../shared/jobs.ts";
import {publish} from "../../shared/notices.ts";
import type {Worker} from "../worker.ts";

/** Removes the file of a dataset that is gone, and has every worker close it. Runs twice without harm. */
export async function deleteSnapshot(
  {db, snapshots}: Worker,
  {orgId, datasetId}: JobPayload<"delete_snapshot">,
): Promise<void> {
  await snapshots.remove(orgId, datasetId);
  await publish(db, {kind: "connection", id: datasetId});
}
