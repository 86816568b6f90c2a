import type {Actor} from "../../core/actor.ts";
import {sql, type Tx} from "../../core/db.ts";
import {recordEvent} from "../../core/events/record.ts";
import {isId} from "../../core/ids.ts";
import type {SnapshotFile} from "../../core/wire/snapshot.ts";
import type {DatasetColumn, DatasetView, DatasetWarning} from "../../querying/layers/datasets/schemas.ts";
import {type LayerDeps, layerOf} from "../../querying/layers/query-caches.ts";
import type {OrgProjects} from "../../querying/layers/query-project.ts";
import {lockSources} from "../../querying/queries/query-source.ts";
import type {Query} from "../../semantic/documents.ts";
import {insertContent} from "../../tenancy/content-kinds/content.ts";
import {cancelSnapshotDeletion} from "../snapshots/deletion.ts";
import {requireDataset, viewDataset} from "./datasets.ts";
import {datedSlug, freeSlug, slugOf} from "./slug.ts";

/** The longest name of a series in characters, which leaves room for date and time. */
const MAX_NAME = 180;

/** The content of a new dataset: the definition of a live dataset, or the file of a snapshot. */
export interface DatasetRows {
  definition: Query | null;
  columnsAs: (slug: string) => DatasetColumn[];
  file?: SnapshotFile;
  warnings?: DatasetWarning[];
}

/** The series of a snapshot that is taken repeatedly under one name, and the time of this snapshot. */
export interface Series {
  key: string;
  /** For example `2026-01-31`. */
  date: string;
  /** For example `09:30`. */
  time: string;
}

export interface NewDataset {
  id: string;
  projectId: string;
  name: string;
  teamId?: string | null | undefined;
  rows: DatasetRows;
  /** The series, if the snapshot belongs to one. */
  series?: Series | undefined;
  /** The action's run that creates the dataset. */
  causedBy?: string | undefined;
}

/** Inserts the dataset with its event. A name for which `isModel` returns true cannot be a slug. */
export async function insertDataset(
  tx: Tx,
  actor: Actor,
  dataset: NewDataset,
  isModel: (name: string) => boolean,
): Promise<DatasetView> {
  const {id, projectId, name, teamId, rows, causedBy} = dataset;
  if (rows.file) await cancelSnapshotDeletion(tx, id);
  const {series} = dataset;
  const dated = series ? `${name.slice(0, MAX_NAME)} ${series.date} ${series.time}` : name;
  await insertContent(tx, actor, "dataset", {id, name: dated, teamId});
  await insertRow(tx, actor, dataset, isModel);
  await recordEvent(tx, {orgId: actor.orgId, type: "dataset.created", resources: [id, projectId], causedBy});
  return viewDataset(await requireDataset(tx, actor, id, "view"));
}

/**
 * Returns a function that says whether a name is a model or a role in any layer of the organization. Queries may use
 * these names as models, so a slug must differ from them.
 */
export async function modelNames(deps: LayerDeps, projects: OrgProjects): Promise<(name: string) => boolean> {
  const layers = await Promise.all(projects.values().map(project => layerOf(deps, project)));
  return name => layers.some(({models, roles}) => models.has(name) || roles.has(name));
}

/**
 * Inserts the row. If two datasets with one name are created concurrently, the later dataset takes the next free slug.
 */
async function insertRow(
  tx: Tx,
  actor: Actor,
  {id, projectId, name, rows, series}: NewDataset,
  isModel: (name: string) => boolean,
): Promise<void> {
  await lockSources(tx, actor, [{projectId, datasetId: null}], "");
  const baseSlug = series ? datedSlug(name, series.date) : slugOf(name);
  const {definition, file} = rows;
  for (;;) {
    const held = await sql<{slug: string}>`
      select slug from datasets
      where org_id = ${actor.orgId} and (slug = ${baseSlug} or starts_with(slug, ${`${baseSlug}_`}))`.execute(
      tx,
    );
    const taken = new Set(held.rows.map(row => row.slug));
    const isTaken = (other: string) => taken.has(other) || isModel(other) || isId("ds", other);
    const timed = series && isTaken(baseSlug) ? `${baseSlug}_${slugOf(series.time)}` : baseSlug;
    const slug = freeSlug(timed, isTaken);
    const {rows: inserted} = await sql`
      insert into datasets (id, org_id, project_id, kind, slug, definition, columns, row_count, size_bytes, crc32,
        series)
      values (${id}, ${actor.orgId}, ${projectId}, ${definition === null ? "snapshot" : "live"}, ${slug},
        ${definition === null ? null : JSON.stringify(definition)}, ${JSON.stringify(rows.columnsAs(slug))},
        ${file?.rowCount ?? null}, ${file?.sizeBytes ?? null}, ${file?.crc32 ?? null}, ${series?.key ?? null})
      on conflict (org_id, slug) do nothing returning id`.execute(tx);
    if (inserted.length > 0) return;
  }
}
