import {notFound, requireOrgAdminServiceAccount} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {type Db, sql} from "../../core/db.ts";
import type {LayerVersionView} from "../../querying/layers/schemas.ts";
import {readGraph, readParts} from "../../querying/layers/stored-graph.ts";
import type {Graph} from "../../semantic/documents.ts";
import {checkGraph} from "../../semantic/layers.ts";
import {lockProject, requireProject} from "../../tenancy/projects/find.ts";
import {refuse, saveVersion} from "./apply-graph.ts";

interface Row {
  version: number;
  note: string;
  model_count: number;
  created_by: string;
  created_at: Date;
}

/** The full history of a project's layer, newest first. */
export async function listVersions(db: Db, actor: Actor, projectId: string): Promise<LayerVersionView[]> {
  const project = await requireProject(db, actor, projectId);
  return (await readRows(db, actor, projectId)).map(row => viewVersion(row, project.layer_version));
}

/** The rows of all versions, newest first, or of the one given. */
async function readRows(
  db: Db,
  {orgId}: Actor,
  projectId: string,
  only: number | null = null,
): Promise<Row[]> {
  const {rows} = await sql<Row>`
    select version, note, model_count, created_by, created_at from layer_versions
    where org_id = ${orgId} and project_id = ${projectId} and (${only}::integer is null or version = ${only})
    order by version desc`.execute(db);
  return rows;
}

function viewVersion(row: Row, current: number): LayerVersionView {
  return {
    version: row.version,
    note: row.note,
    modelCount: row.model_count,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    current: row.version === current,
  };
}

/** The whole graph as JSON text; `{"models": [], "joins": []}` before the first application. */
export async function readLayerText(
  db: Db,
  actor: Actor,
  projectId: string,
): Promise<{text: string; version: number}> {
  const {layer_version: version} = await requireProject(db, actor, projectId);
  if (version === 0) return {text: '{"models":[],"joins":[]}', version};
  const {rows} = await sql<{text: string | null}>`
    select graph::text as text from layer_versions
    where org_id = ${actor.orgId} and project_id = ${projectId} and version = ${version}`.execute(db);
  if (!rows[0]) throw notFound("project", projectId);
  // A version without text was replaced and packed between the two statements.
  const text = rows[0].text ?? JSON.stringify(await readParts(db, actor.orgId, projectId, version));
  return {text, version};
}

/** The graph of one version. `not_found` if the project has none of this number. */
export async function readVersion(db: Db, actor: Actor, projectId: string, version: number): Promise<Graph> {
  const project = await requireProject(db, actor, projectId);
  if (version > project.layer_version) throw notFound("layer version", String(version));
  return readGraph(db, actor.orgId, projectId, version);
}

/**
 * Restores an earlier version as a new one. The layer is not checked against the warehouse again, so that it also works
 * when no worker answers; tables or columns missing since then show up as errors of queries.
 */
export async function restoreVersion(
  db: Db,
  actor: Actor,
  projectId: string,
  version: number,
): Promise<LayerVersionView> {
  await requireProject(db, actor, projectId);
  requireOrgAdminServiceAccount(actor);
  return db.transaction().execute(async tx => {
    const project = await lockProject(tx, actor, projectId);
    const {rows} = await sql`
      select from layer_versions
      where org_id = ${actor.orgId} and project_id = ${projectId} and version = ${version}`.execute(tx);
    if (rows.length === 0) throw notFound("layer version", String(version));
    const graph = await readGraph(tx, actor.orgId, projectId, version);
    refuse(checkGraph(graph), () => "");
    const made = await saveVersion(tx, actor, project, graph, `Restored version ${version}`);
    const [row] = await readRows(tx, actor, projectId, made);
    return viewVersion(row!, made);
  });
}
