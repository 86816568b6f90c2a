import type {Actor} from "../../core/actor.ts";
import {ServiceError} from "../../core/errors.ts";
import {describeOne} from "../../querying/layers/model-list.ts";
import {type LayerDeps, projectsOf} from "../../querying/layers/query-caches.ts";
import {type Found, findModel} from "../../querying/queries/find-model.ts";
import {describeDataset} from "../../semantic/index.ts";
import type {DescribedModel} from "../../semantic/layers.ts";

/**
 * The description that an agent needs to write a query over a model of a project, or over one of the project's
 * datasets, named by its slug.
 */
export async function describeNamed(
  deps: LayerDeps,
  actor: Actor,
  projectId: string,
  model: string,
): Promise<DescribedModel> {
  const projects = await projectsOf(deps, actor.orgId);
  try {
    return describeFound(await findModel(deps, actor, {model, projectId}, projects), model);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "unknown_model") throw error;
    throw new ServiceError("not_found", error.message, {cause: error});
  }
}

/** Like `describeNamed`, for a result of `findModel`. */
export function describeFound({layer, dataset}: Found, name: string): DescribedModel {
  return dataset ? describeDataset(dataset.source) : describeOne(layer, name);
}
