import {Type} from "@sinclair/typebox";
import {notFound} from "../../core/access.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {parserOf, readerOf} from "../../core/validate.ts";
import {Graph} from "../../semantic/documents.ts";
import {applyDifference, Difference, Parts} from "./layer-difference.ts";

const parseGraph = parserOf(Graph, "stored layer");
const parseParts = readerOf(Parts, "stored layer");
/** A version that is no longer its project's current one: the layer, or its difference from the next version. */
const Packed = Type.Union([Type.Object({layer: Parts}), Type.Object({difference: Difference})]);
const parsePacked = readerOf(Packed, "packed layer");

/** One version of a project's layer; version 0 is empty. `not_found` if the project was deleted. */
export async function readGraph(
  db: Db | Tx,
  orgId: string,
  projectId: string,
  version: number,
): Promise<Graph> {
  if (version === 0) return {models: [], joins: []};
  return parseGraph(await readParts(db, orgId, projectId, version));
}

/**
 * Like `readGraph`, without validating the content. The current version is read as it is; an older one takes a
 * statement for each difference up to the next version that is stored whole.
 */
export async function readParts(
  db: Db | Tx,
  orgId: string,
  projectId: string,
  version: number,
): Promise<Parts> {
  const differences: Difference[] = [];
  for (let next = version; ; next++) {
    const stored = await readStored(db, orgId, projectId, next);
    if ("layer" in stored)
      return differences.reduceRight((layer, difference) => applyDifference(difference, layer), stored.layer);
    differences.push(stored.difference);
  }
}

async function readStored(db: Db | Tx, orgId: string, projectId: string, version: number) {
  const {rows} = await sql<{graph: unknown; packed: Buffer | null}>`
    select graph, packed from layer_versions
    where org_id = ${orgId} and project_id = ${projectId} and version = ${version}`.execute(db);
  // Versions are only deleted with their project.
  if (!rows[0]) throw notFound("project", projectId);
  const {graph, packed} = rows[0];
  if (packed === null) return {layer: parseParts(graph)};
  return parsePacked(JSON.parse((await Bun.zstdDecompress(packed)).toString()));
}

/** The stored form of a packed version. */
export async function pack(version: {layer: Parts} | {difference: Difference}): Promise<Uint8Array> {
  return Bun.zstdCompress(JSON.stringify(version), {level: 9});
}

/** Approximate numbers of rows of tables, by `tableKey`. */
export type TableSizes = ReadonlyMap<string, number>;

export async function readTableSizes(db: Db, orgId: string, projectId: string): Promise<TableSizes> {
  const {rows} = await sql<{name: string; rowCount: string}>`
    select name, row_count::text as "rowCount" from table_sizes
    where org_id = ${orgId} and project_id = ${projectId}`.execute(db);
  return new Map(rows.map(({name, rowCount}) => [name, Number(rowCount)]));
}

/** Stores the sizes beside those of other tables. Nothing is stored if the project was deleted in the meantime. */
export async function saveTableSizes(
  db: Db,
  orgId: string,
  projectId: string,
  sizes: TableSizes,
): Promise<void> {
  if (sizes.size === 0) return;
  await sql`
    insert into table_sizes (org_id, project_id, name, row_count)
    select p.org_id, p.id, s.name, s.row_count
    from projects p, unnest(${[...sizes.keys()]}::text[], ${[...sizes.values()]}::bigint[]) as s (name, row_count)
    where p.org_id = ${orgId} and p.id = ${projectId}
    order by s.name
    on conflict (project_id, name) do update set row_count = excluded.row_count`.execute(db);
}
