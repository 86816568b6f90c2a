import {Type} from "@sinclair/typebox";
import {type Db, sql} from "../../../core/db.ts";
import {rowReaderOf} from "../../../core/validate.ts";
import type {EvaluatedLayer, LayerDeps} from "../../../querying/layers/query-caches.ts";
import {Graph} from "../../../semantic/documents.ts";
import {buildLayer} from "../../../semantic/layers.ts";

const read = rowReaderOf(
  Type.Object({layer: Type.Union([Graph, Type.Null()])}),
  "the layer of an evaluation",
);

/**
 * The dependencies for the questions of an evaluation. Every read through these dependencies sees the project with the
 * layer of the evaluated commit. Returns `deps` itself for an evaluation of the project's own layer.
 */
export async function withEvaluatedLayer<D extends LayerDeps>(
  deps: D,
  orgId: string,
  evaluationId: string | undefined,
): Promise<D> {
  const found = evaluationId === undefined ? undefined : await evaluatedLayer(deps, orgId, evaluationId);
  if (!found) return deps;
  const {restrictLayer} = deps;
  return {
    ...deps,
    restrictLayer: (project, layer) => {
      const evaluated = project.id === found.projectId ? found.layer : layer;
      return restrictLayer ? restrictLayer(project, evaluated) : evaluated;
    },
  };
}

async function evaluatedLayer(
  {db, memory}: LayerDeps,
  orgId: string,
  id: string,
): Promise<EvaluatedLayer | undefined> {
  const key = `${orgId} ${id}`;
  const known = memory.evaluated.get(key) ?? memory.evaluatedLoading.get(key);
  if (known) return known;
  const loading = load(db, orgId, id)
    .then(found => {
      if (found) memory.evaluated.set(key, found);
      return found;
    })
    .finally(() => memory.evaluatedLoading.delete(key));
  memory.evaluatedLoading.set(key, loading);
  return loading;
}

async function load(db: Db, orgId: string, id: string): Promise<EvaluatedLayer | undefined> {
  const {rows} = await sql<{id: string; project_id: string; layer: unknown}>`
    select e.id, e.project_id, coalesce(l.layer, e.layer) as layer
    from evaluations e left join evaluated_layers l on l.org_id = e.org_id and l.project_id = e.project_id
      and l.hash = e.layer_hash
    where e.org_id = ${orgId} and e.id = ${id}`.execute(db);
  const row = rows[0] && read(rows[0]);
  return row?.layer ? {projectId: row.project_id, layer: buildLayer(row.layer)} : undefined;
}
