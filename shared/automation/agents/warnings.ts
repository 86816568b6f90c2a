import {prepareResource} from "../../content/resources/resource-queries.ts";
import {SHEET_ROWS} from "../../content/sheets/calculate.ts";
import {requireSheet} from "../../content/sheets/sheets.ts";
import type {Actor} from "../../core/actor.ts";
import {ServiceError, statusOf} from "../../core/errors.ts";
import {visibleLayer} from "../../querying/layers/model-list.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import {prepareQuery, prepareSaved} from "../../querying/queries/prepare.ts";
import {requireAttributes} from "../../querying/queries/require-attributes.ts";
import {namesOfGrounding, readModelId} from "./grounding-names.ts";
import type {GroundingResource} from "./schemas.ts";

/**
 * Warnings about resources of a grounding whose rows depend on attributes that the caller lacks, so that queries over
 * them would fail, one sentence each. Other faults are left out, and so are the models of whole projects.
 */
export async function warningsOf(
  deps: LayerDeps,
  actor: Actor,
  grounding: readonly GroundingResource[],
): Promise<string[]> {
  const now = new Date();
  const names = await namesOfGrounding(deps, actor, grounding);
  const warnings: string[] = [];
  for (const [index, resource] of grounding.entries()) {
    try {
      await requireRows(deps, actor, resource, now);
    } catch (error) {
      if (!(error instanceof ServiceError) || statusOf(error) >= 500) throw error;
      if (error.code === "missing_privilege") warnings.push(`${names[index]}: ${error.message}`);
    }
  }
  return warnings;
}

/** Throws `missing_privilege` if the caller lacks an attribute for the rows, and the errors of a query. */
async function requireRows(
  deps: LayerDeps,
  actor: Actor,
  {resourceType, resourceId}: GroundingResource,
  now: Date,
): Promise<void> {
  switch (resourceType) {
    case "project":
      return;
    case "model": {
      const {projectId, model} = readModelId(resourceId);
      const [field] = (await visibleLayer(deps, actor, projectId)).models.get(model)?.fields.values() ?? [];
      if (!field) return;
      const column = {[field.kind === "measure" ? "measures" : "dimensions"]: [`${model}.${field.name}`]};
      requireAttributes(
        actor,
        (await prepareQuery(deps, actor, {model, projectId, ...column}, now)).compiled,
      );
      return;
    }
    case "sheet": {
      const {tabs, sources} = await requireSheet(deps.db, actor, resourceId, "view");
      for (const [index, {query}] of tabs.flatMap(({queries = []}) => queries).entries()) {
        const source = sources[index];
        if (!source) continue;
        const prepared = await prepareSaved(deps, actor, {...source, query, limit: SHEET_ROWS}, now);
        requireAttributes(actor, prepared.compiled);
      }
      return;
    }
    default: {
      const {parts} = await prepareResource(deps, actor, {resourceType, resourceId}, [], now);
      const lacking = parts.find(({fault}) => fault?.code === "missing_privilege");
      if (lacking?.fault) throw lacking.fault;
    }
  }
}
