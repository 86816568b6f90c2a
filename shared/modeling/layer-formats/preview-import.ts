import {requireOrgAdminServiceAccount} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import type {Db} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {type ProjectRow, requireProject} from "../../tenancy/projects/find.ts";
import type {DbtSettings} from "./dbt/read/templates.ts";
import type {LayerChildren} from "./layer-children.ts";
import {columnsIn, type ReadCatalog, readWithCatalog} from "./read-with-catalog.ts";

export interface SentLayer {
  bytes: Uint8Array;
  contentType: string;
  settings: DbtSettings;
}

/**
 * Importing requires the right to author the project's layer. The project is checked first, so that 404 comes before
 * 403.
 */
export async function requireImporter(db: Db, actor: Actor, projectId: string): Promise<ProjectRow> {
  const project = await requireProject(db, actor, projectId);
  requireOrgAdminServiceAccount(actor);
  return project;
}

/**
 * The preview, as JSON, of the layer in the files of a request's body. The files are unpacked and read in a child
 * process. Column types that the files do not give are taken from the catalogue of the project's warehouse. Throws
 * `invalid_request` if no model is found, with the files and lines that could not be read.
 */
export async function previewImport(
  children: LayerChildren,
  {orgId}: Actor,
  {bytes, contentType, settings}: SentLayer,
  readCatalog: ReadCatalog,
  signal: AbortSignal,
): Promise<string> {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  const request = {body, contentType, settings};
  const answer = await readWithCatalog(children, orgId, request, columnsIn(readCatalog), signal);
  if ("text" in answer) return answer.text;
  const {refused, errors} = answer;
  throw new ServiceError("invalid_request", refused, errors.length > 0 ? {errors} : {});
}
