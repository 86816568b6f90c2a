import {LRUCache} from "lru-cache";
import type {Actor} from "../actor.ts";
import {type ContentRow, contentColumns} from "../content/content.ts";
import {levelSql, type Right, readableIds, requireRight} from "../content/rights.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {prepared} from "../prepared.ts";
import type {Query} from "../semantic/query.ts";
import type {DatasetColumn, DatasetView} from "./schemas.ts";

/** What a query over a dataset needs to know of it. It never changes. */
export interface Dataset {
  id: string;
  orgId: string;
  projectId: string;
  slug: string;
  /** Of a live one; a snapshot has none. */
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

/** The dataset, where the caller's right on it goes that far: `not_found` or `missing_privilege` otherwise. */
export async function requireDataset(
  db: Db | Tx,
  actor: Actor,
  id: string,
  right: Right,
  lock = sql``,
): Promise<DatasetRow> {
  const {rows} = await sql<DatasetRow & {level: number}>`
    ${prepared} select ${contentColumns}, ${datasetColumns}, ${levelSql(actor)} as level
    from content c join datasets d on d.org_id = c.org_id and d.id = c.id
    where c.org_id = ${actor.orgId} and c.id = ${id} ${lock}`.execute(db);
  const row = rows[0];
  requireRight(row?.level, right, "dataset", id);
  return row!;
}

/**
 * The id of the dataset that a query may name as its model: the one with that slug, or with that id, if the caller
 * can see it. Asked of the database each time, so that rights that are gone are gone.
 */
export async function visibleDatasetId(db: Db, actor: Actor, name: string): Promise<string | undefined> {
  const {rows} = await sql<{id: string; level: number}>`
    ${prepared} select c.id, ${levelSql(actor)} as level
    from datasets d join content c on c.org_id = d.org_id and c.id = d.id
    where d.org_id = ${actor.orgId} and (d.slug = ${name} or d.id = ${name})
    order by d.id = ${name} desc`.execute(db);
  return rows.find(row => row.level > 0)?.id;
}

/** Whether some dataset of the organization is named so, whoever can see it. */
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

const known = new LRUCache<string, Dataset>({max: 5000});

/** The dataset, whoever asks; what never changes is read once. `undefined` where it was deleted before that. */
export async function loadDataset(db: Db, orgId: string, id: string): Promise<Dataset | undefined> {
  const held = known.get(id);
  if (held) return held.orgId === orgId ? held : undefined;
  const {rows} = await sql<Dataset>`
    select id, org_id as "orgId", project_id as "projectId", slug, definition, columns
    from datasets where org_id = ${orgId} and id = ${id}`.execute(db);
  if (rows[0]) known.set(id, rows[0]);
  return rows[0];
}
