import {notFound} from "../access.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {Graph} from "../semantic/layer/graph.ts";
import {parserOf} from "../validate.ts";

const parseGraph = parserOf(Graph, "stored layer");

/** One version of a project's layer; version 0 is empty. `not_found` if the project was deleted. */
export async function readGraph(
  db: Db | Tx,
  orgId: string,
  projectId: string,
  version: number,
): Promise<Graph> {
  if (version === 0) return {models: [], joins: []};
  const {rows} = await sql<{graph: unknown}>`
    select graph from layer_versions
    where org_id = ${orgId} and project_id = ${projectId} and version = ${version}`.execute(db);
  // Versions are only deleted with their project.
  if (!rows[0]) throw notFound("project", projectId);
  return parseGraph(rows[0].graph);
}
