import type {Actor} from "../../core/actor.ts";
import {type Db, sql} from "../../core/db.ts";
import type {Stored} from "../../core/validate.ts";
import {readDataset} from "../../querying/layers/datasets/find.ts";
import type {DatasetColumn, DatasetUsage, DatasetView} from "../../querying/layers/datasets/schemas.ts";
import type {Query} from "../../semantic/documents.ts";
import type {ContentRow} from "../../tenancy/content-kinds/content.ts";
import {type ContentKind, requirerOf} from "../../tenancy/content-kinds/kind.ts";
import {projectIn} from "../../tenancy/content-kinds/listing.ts";
import {deleteUnusedSnapshot} from "../snapshots/deletion.ts";
import {refuseUsed, usageOf} from "./uses.ts";

export interface DatasetRow extends ContentRow {
  project_id: string;
  kind: "live" | "snapshot";
  slug: string;
  definition: Query | null;
  columns: DatasetColumn[];
  row_count: string | number | null;
  size_bytes: string | number | null;
}

/** Deleting a dataset is a `conflict` while something uses it. Deleting a snapshot also deletes its file. */
export const DATASET: ContentKind<Stored<DatasetRow, "definition" | "columns">, DatasetRow, DatasetView> = {
  type: "dataset",
  columns: () => sql`k.project_id, k.kind, k.slug, k.definition, k.columns, k.row_count, k.size_bytes`,
  inProject: projectIn("datasets"),
  read: readDataset,
  view: viewDataset,
  isReferredTo: true,
  countsViews: true,
  beforeDelete: refuseUsed,
  async afterDelete(tx, {orgId}, {id, kind}) {
    if (kind === "snapshot") await deleteUnusedSnapshot(tx, orgId, id);
  },
};

export function viewDataset(row: DatasetRow): DatasetView {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    kind: row.kind,
    slug: row.slug,
    ...(row.definition === null ? {} : {definition: row.definition}),
    columns: row.columns,
    ...(row.row_count === null ? {} : {rowCount: Number(row.row_count)}),
    ...(row.size_bytes === null ? {} : {sizeBytes: Number(row.size_bytes)}),
    teamId: row.team_id,
    ownerId: row.owner_id,
    createdAt: row.created_at.toISOString(),
  };
}

/** The dataset, if the caller has this right on it. Otherwise rejects with `not_found` or `missing_privilege`. */
export const requireDataset = requirerOf(DATASET);

/** The uses of the dataset. Rejects with `not_found` if the caller cannot see the dataset. */
export async function datasetUsage(db: Db, actor: Actor, id: string): Promise<DatasetUsage> {
  await requireDataset(db, actor, id, "view");
  return usageOf(db, actor, id);
}
