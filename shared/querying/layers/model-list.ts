import {notFound} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {ServiceError} from "../../core/errors.ts";
import {
  type DescribedModel,
  describeModel,
  type Layer,
  listModels,
  visibleModelNames,
} from "../../semantic/layers.ts";
import {nearest} from "../../semantic/nearest-names.ts";
import {canSeeProject, type LayerDeps, layerOf, projectsOf} from "./query-caches.ts";

const CHUNK_CHARACTERS = 65_536;

/** The layer of a project that the caller sees; `not_found` otherwise. */
export async function visibleLayer(deps: LayerDeps, actor: Actor, projectId: string): Promise<Layer> {
  const project = (await projectsOf(deps, actor.orgId)).get(projectId);
  if (!project || !canSeeProject(actor, project)) throw notFound("project", projectId);
  return layerOf(deps, project);
}

/**
 * The models as one JSON array, produced while it is read, so that a long list starts at once. `before` and `after` are
 * JSON text around it.
 */
export function streamModels(layer: Layer, before = "", after = ""): ReadableStream<Uint8Array> {
  const models = listModels(layer);
  const encoder = new TextEncoder();
  let text = `${before}[`;
  let isFirst = true;
  return new ReadableStream({
    pull(controller) {
      while (text.length < CHUNK_CHARACTERS) {
        const next = models.next();
        if (next.done) {
          controller.enqueue(encoder.encode(`${text}]${after}`));
          controller.close();
          return;
        }
        text += (isFirst ? "" : ",") + JSON.stringify(next.value);
        isFirst = false;
      }
      controller.enqueue(encoder.encode(text));
      text = "";
    },
  });
}

/** The description that an agent needs to write a query over one model. */
export function describeOne(layer: Layer, name: string): DescribedModel {
  const described = describeModel(layer, name);
  if (described) return described;
  const suggestions = nearest(name, visibleModelNames(layer));
  const hint = suggestions[0] ? ` Did you mean "${suggestions[0]}"?` : "";
  throw new ServiceError("not_found", `There is no model "${name}".${hint}`);
}
