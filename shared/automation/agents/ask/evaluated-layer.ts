import {Type} from "@sinclair/typebox";
import {LRUCache} from "lru-cache";
import {type Db, sql} from "../../../ground/db.ts";
import {rowReaderOf} from "../../../ground/validate.ts";
import type {LayerDeps} from "../../../querying/layers/layers.ts";
import {Graph} from "../../../semantic/documents.ts";
import {buildLayer, type Layer} from "../../../semantic/layers.ts";

interface EvaluatedLayer {
  projectId: string;
  layer: Layer;
}

const CACHED_MODELS = 10_000;

/** Layers by evaluation: that of an evaluation never changes. */
const held = new LRUCache<string, EvaluatedLayer>({
  maxSize: CACHED_MODELS,
  sizeCalculation: ({layer}) => layer.models.size + 1,
});

const read = rowReaderOf(
  Type.Object({layer: Type.Union([Graph, Type.Null()])}),
  "the layer of an evaluation",
);

/**
 * The dependencies for what is asked in an evaluation: its project has the layer of the commit that is evaluated, for
 * everything that is read through them. Unchanged for an evaluation of the project's own layer.
 */
export async function withEvaluatedLayer<D extends LayerDeps>(
  deps: D,
  orgId: string,
  evaluationId: string | undefined,
): Promise<D> {
  const found = evaluationId === undefined ? undefined : await evaluatedLayer(deps.db, orgId, evaluationId);
  if (!found) return deps;
  const {cutLayer} = deps;
  return {
    ...deps,
    cutLayer: (project, layer) => {
      const evaluated = project.id === found.projectId ? found.layer : layer;
      return cutLayer ? cutLayer(project, evaluated) : evaluated;
    },
  };
}

async function evaluatedLayer(db: Db, orgId: string, id: string): Promise<EvaluatedLayer | undefined> {
  const key = `${orgId} ${id}`;
  const known = held.get(key);
  if (known) return known;
  const {rows} = await sql<{id: string; project_id: string; layer: unknown}>`
    select id, project_id, layer from evaluations where org_id = ${orgId} and id = ${id}`.execute(db);
  const row = rows[0] && read(rows[0]);
  if (!row?.layer) return undefined;
  const found = {projectId: row.project_id, layer: buildLayer(row.layer)};
  held.set(key, found);
  return found;
}
