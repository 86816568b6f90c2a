import {Type} from "@sinclair/typebox";
import type {LRUCache} from "lru-cache";
import type {Actor} from "../../../core/actor.ts";
import {prepared} from "../../../core/database/prepared.ts";
import {type Db, sql} from "../../../core/db.ts";
import {isId} from "../../../core/ids.ts";
import {rowReaderOf, type Stored} from "../../../core/validate.ts";
import {Query} from "../../../semantic/documents.ts";
import {levelSql, readableIds} from "../../../tenancy/content-rights/rights.ts";
import {DatasetColumn} from "./schemas.ts";

/** The properties of a dataset that a query over it needs. They never change. */
export interface Dataset {
  id: string;
  orgId: string;
  projectId: string;
  slug: string;
  /** The definition of a live dataset, null for a snapshot. */
  definition: Query | null;
  columns: readonly DatasetColumn[];
}

const jsonColumns = {definition: Type.Union([Query, Type.Null()]), columns: Type.Array(DatasetColumn)};

/** Parses the JSON columns of a row. */
export const readDataset = rowReaderOf(Type.Object(jsonColumns), "the dataset");

/**
 * The id of the dataset that a query may name as its model: the one with that slug or id, if the caller can see it. It
 * is read from the database each time, so that revoked rights take effect at once.
 */
export async function visibleDatasetId(db: Db, actor: Actor, name: string): Promise<string | undefined> {
  // A name in the form of an id is only looked up as an id: no dataset takes the place of a deleted one.
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
 * The dataset, without a check of rights. The immutable properties are cached. `undefined` if it was deleted before it
 * was read.
 */
export async function loadDataset(
  {db, memory}: {readonly db: Db; readonly memory: {readonly datasets: LRUCache<string, Dataset>}},
  orgId: string,
  id: string,
): Promise<Dataset | undefined> {
  const held = memory.datasets.get(id);
  if (held) return held.orgId === orgId ? held : undefined;
  const {rows} = await sql<Stored<Dataset, keyof typeof jsonColumns>>`
    select id, org_id as "orgId", project_id as "projectId", slug, definition, columns
    from datasets where org_id = ${orgId} and id = ${id}`.execute(db);
  const dataset = rows[0] && readDataset(rows[0]);
  if (dataset) memory.datasets.set(id, dataset);
  return dataset;
}
