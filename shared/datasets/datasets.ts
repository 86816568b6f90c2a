import type {Actor} from "../actor.ts";
import {contentOf, deleteContent, listedColumns} from "../content/content.ts";
import {type ContentPage, readablePage} from "../content/listing.ts";
import {type StandingRow, viewStanding} from "../content/standing.ts";
import {prepared} from "../database/prepared.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {
  datasetColumns,
  readDataset,
  requireDataset,
  type StoredDataset,
  viewDataset,
} from "../layers/datasets/find.ts";
import type {DatasetUsage, DatasetView} from "../layers/datasets/schemas.ts";
import {dropSnapshot} from "../snapshots/hold.ts";
import {refuseUsed, usageOf} from "./uses.ts";

/** What the caller can read, in the page's order; one more than the page holds, where there are more. */
export async function listDatasets(db: Db, actor: Actor, page: ContentPage): Promise<DatasetView[]> {
  const {rows} = await sql<StoredDataset & StandingRow>`
    ${prepared} select ${listedColumns}, ${datasetColumns}
    from ${readablePage(actor, "dataset", page)} readable
      cross join lateral (${contentOf(actor)}) c
      cross join lateral (select ${datasetColumns} from datasets d
        where d.org_id = ${actor.orgId} and d.id = readable.id offset 0) d
    order by readable.place`.execute(db);
  return rows.map(row => ({...viewDataset(readDataset(row)), ...viewStanding(row)}));
}

export async function getDataset(db: Db, actor: Actor, id: string): Promise<DatasetView> {
  return viewDataset(await requireDataset(db, actor, id, "view"));
}

/** `conflict` while something uses it. A snapshot's file is deleted too. */
export async function deleteDataset(
  db: Db,
  actor: Actor,
  id: string,
  checkCurrent: (current: DatasetView) => void,
): Promise<void> {
  await db.transaction().execute(tx => deleteDatasetIn(tx, actor, id, checkCurrent));
}

/** The same in a transaction of the caller's. */
export async function deleteDatasetIn(
  tx: Tx,
  actor: Actor,
  id: string,
  checkCurrent: (current: DatasetView) => void = () => undefined,
): Promise<void> {
  const row = await requireDataset(tx, actor, id, "own", sql`for update of c, d`);
  checkCurrent(viewDataset(row));
  await refuseUsed(tx, actor, row);
  await deleteContent(tx, actor, "dataset", row);
  if (row.kind === "snapshot") {
    await dropSnapshot(tx, actor.orgId, id);
  }
}

/** What uses the dataset. `not_found` if the caller cannot see the dataset. */
export async function datasetUsage(db: Db, actor: Actor, id: string): Promise<DatasetUsage> {
  await requireDataset(db, actor, id, "view");
  return usageOf(db, actor, id);
}
