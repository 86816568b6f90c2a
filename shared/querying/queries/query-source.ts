import type {Actor} from "../../core/actor.ts";
import {sql, type Tx} from "../../core/db.ts";
import {errorUnder, invalidAt, ServiceError} from "../../core/errors.ts";
import type {Query} from "../../semantic/documents.ts";
import type {CompiledQuery} from "../../semantic/index.ts";
import type {LayerDeps} from "../layers/query-caches.ts";
import {prepareQuery} from "./prepare.ts";

/** The project and dataset of a query that is to be saved. */
export interface QuerySource {
  projectId: string;
  /** The dataset that the query names as its model. */
  datasetId: string | null;
}

interface CompiledSource extends QuerySource {
  /** The query as it compiles for the caller now. */
  compiled: CompiledQuery;
}

/**
 * Compiles a query for the caller who saves it, in the given project or the query's own. Rejects with a query's errors,
 * whose paths begin with `pointer`.
 */
export async function findSource(
  deps: LayerDeps,
  actor: Actor,
  query: Query,
  pointer: string,
  projectId = query.projectId,
): Promise<CompiledSource> {
  if (query.projectId !== undefined && query.projectId !== projectId) {
    const message = `The query is saved in the project "${projectId}", but names the project "${query.projectId}". Give only one of the two.`;
    throw invalidAt("/projectId", message);
  }
  const projectQuery = projectId === undefined ? query : {...query, projectId};
  try {
    const prepared = await prepareQuery(deps, actor, projectQuery, new Date());
    const {project, datasetId = null, compiled} = prepared;
    return {projectId: project.id, datasetId, compiled};
  } catch (error) {
    throw errorUnder(pointer, error);
  }
}

/**
 * Locks the projects and datasets of the queries against deletion, until the end of the transaction that saves a
 * reference to them. `unknown_model` at `path` if one was deleted since its query was compiled.
 */
export async function lockSources(
  tx: Tx,
  actor: Actor,
  sources: readonly QuerySource[],
  path: string,
): Promise<void> {
  const projectIds = [...new Set(sources.map(source => source.projectId))];
  const datasetIds = [...new Set(sources.flatMap(({datasetId}) => datasetId ?? []))];
  const locked = [
    ...(projectIds.length > 0 ? await lockRows(tx, actor, "projects", projectIds) : []),
    ...(datasetIds.length > 0 ? await lockRows(tx, actor, "datasets", datasetIds) : []),
  ];
  if (locked.length === projectIds.length + datasetIds.length) return;
  const message = "The query's project or dataset was deleted just now.";
  throw new ServiceError("unknown_model", message, {errors: [{path, message}]});
}

async function lockRows(tx: Tx, actor: Actor, table: "projects" | "datasets", ids: readonly string[]) {
  const {rows} = await sql`
    select from ${sql.table(table)} where org_id = ${actor.orgId} and id = any (${[...ids]}::text[])
    order by id for key share`.execute(tx);
  return rows;
}
