import {Type} from "@sinclair/typebox";
import type {LRUCache} from "lru-cache";
import type {Actor} from "../../actor.ts";
import {type ContentRow, contentColumns} from "../../content/content.ts";
import {levelSql, type Right, readableIds, requireRight} from "../../content/rights.ts";
import {prepared} from "../../database/prepared.ts";
import {type Db, sql, type Tx} from "../../db.ts";
import {isId} from "../../ids.ts";
import {Query} from "../../semantic/query.ts";
import {rowReaderOf} from "../../validate.ts";
import {DatasetColumn, type DatasetView} from "./schemas.ts";

/** What a query over a dataset needs to know about it. It never changes. */
export interface Dataset {
  id: string;
  orgId: string;
  projectId: string;
  slug: string;
  /** The definition of a live dataset, null for a snapshot. */
  definition: Query | null;
  columns: readonly DatasetColumn[];
}

export interface DatasetRow extends ContentRow {
  project_id: string;
  kind: "live" | "snapshot";
  slug: string;
  definition: Query | null;
  columns: DatasetColumn[];
  row_count: string | number | null;
  size_bytes: string | number | null;
}

const asked = {definition: Type.Union([Query, Type.Null()]), columns: Type.Array(DatasetColumn)};

/** A row as the database returns it; `readDataset` parses its JSON columns. */
export type StoredDataset<R = DatasetRow> = Omit<R, keyof typeof asked> & Record<keyof typeof asked, unknown>;

export const readDataset = rowReaderOf(Type.Object(asked), "the dataset");

export const datasetColumns = sql.raw(
  "d.project_id, d.kind, d.slug, d.definition, d.columns, d.row_count, d.size_bytes",
);

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

/** The dataset, if the caller has this right on it: `not_found` or `missing_privilege` otherwise. */
export async function requireDataset(
  db: Db | Tx,
  actor: Actor,
  id: string,
  right: Right,
  lock = sql``,
): Promise<DatasetRow> {
  const {rows} = await sql<StoredDataset & {level: number}>`
    ${prepared} select ${contentColumns}, ${datasetColumns}, ${levelSql(actor)} as level
    from content c join datasets d on d.org_id = c.org_id and d.id = c.id
    where c.org_id = ${actor.orgId} and c.id = ${id} ${lock}`.execute(db);
  const row = rows[0];
  requireRight(row?.level, right, "dataset", id);
  return readDataset(row!);
}

/**
 * The id of the dataset that a query may name as its model: the one with that slug or id, if the caller can see it. It
 * is read from the database each time, so that revoked rights take effect at once.
 */
export async function visibleDatasetId(db: Db, actor: Actor, name: string): Promise<string | undefined> {
  // What is written like an id is none but that: no dataset takes the place of another that is gone.
  const column = sql.ref(isId("ds", name) ? "d.id" : "d.slug");
  const {rows} = await sql<{id: string; level: number}>`
    ${prepared} select c.id, ${levelSql(actor)} as level
    from datasets d join content c on c.org_id = d.org_id and c.id = d.id
    where d.org_id = ${actor.orgId} and ${column} = ${name}`.execute(db);
  return rows.find(row => row.level > 0)?.id;
}

/** Whether a dataset of the organization has this name, visible to the caller or not. */
export async function isDatasetName(db: Db, orgId: string, name: string): Promise<boolean> {
  const {rows} = await sql`
    select from datasets where org_id = ${orgId} and (slug = ${name} or id = ${name})`.execute(db);
  return rows.length > 0;
}

/** The slugs of the newest datasets that the caller can see. */
export async function visibleSlugs(db: Db, actor: Actor): Promise<string[]> {
  const ids = readableIds(actor, "dataset", {before: undefined, limit: 500});
  const {rows} = await sql<{slug: string}>`
    select d.slug from ${ids} readable join datasets d on d.id = readable.id
    where d.org_id = ${actor.orgId}`.execute(db);
  return rows.map(row => row.slug);
}

/**
 * The dataset, without a check of rights. What never changes is cached. `undefined` if it was deleted before it was
 * read.
 */
export async function loadDataset(
  {db, memory}: {readonly db: Db; readonly memory: {readonly datasets: LRUCache<string, Dataset>}},
  orgId: string,
  id: string,
): Promise<Dataset | undefined> {
  const held = memory.datasets.get(id);
  if (held) return held.orgId === orgId ? held : undefined;
  const {rows} = await sql<StoredDataset<Dataset>>`
    select id, org_id as "orgId", project_id as "projectId", slug, definition, columns
    from datasets where org_id = ${orgId} and id = ${id}`.execute(db);
  const dataset = rows[0] && readDataset(rows[0]);
  if (dataset) memory.datasets.set(id, dataset);
  return dataset;
}
