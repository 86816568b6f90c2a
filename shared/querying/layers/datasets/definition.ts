import type {Actor} from "../../../core/actor.ts";
import {type ErrorDetail, errorUnder, ServiceError} from "../../../core/errors.ts";
import type {Query} from "../../../semantic/documents.ts";
import {
  type CompileContext,
  compile,
  type DatasetSource,
  isSameField,
  liveSource,
  tryResolve,
} from "../../../semantic/index.ts";
import {type Layer, leavesOf, namesIn} from "../../../semantic/layers.ts";
import {canSeeProject, type LayerDeps, layerOf} from "../query-caches.ts";
import type {OrgProjects} from "../query-project.ts";
import type {DatasetColumn} from "./schemas.ts";

/**
 * Checks and compiles the definition of a live dataset, and returns its columns. Throws the errors of a query, with
 * paths under `/definition`.
 */
export async function checkDefinition(
  deps: LayerDeps,
  actor: Actor,
  projects: OrgProjects,
  {projectId, definition}: {projectId: string; definition: Query},
): Promise<{columnsAs: (slug: string) => DatasetColumn[]}> {
  const project = projects.get(projectId);
  if (!project || !canSeeProject(actor, project))
    throw new Error("The project is looked up before its datasets");
  const layer = await layerOf(deps, project);
  try {
    refuseUnfit(definition, projectId, layer);
    const context: CompileContext = {
      dialect: project.dialect,
      timezone: project.timezone,
      weekStart: project.weekStart,
      attributes: actor.attributes,
      now: new Date(),
    };
    const {columns} = compile(layer, definitionQuery(layer, definition), context);
    if (!listsFields(definition)) return {columnsAs: () => []};
    return {
      columnsAs: slug => {
        const source = liveSource({slug, definition, timezone: project.timezone}, layer, {
          ownFieldsOnly: false,
        });
        return columns.map(({name, type}) => ({name, type, field: fieldOf(source, name)}));
      },
    };
  } catch (error) {
    throw errorUnder("/definition", error);
  }
}

/**
 * A query that compiles exactly when the definition is valid: the definition itself or, if it lists no fields, the
 * definition with any field of its model.
 */
export function definitionQuery(layer: Layer, {projectId: _, ...query}: Query): Query {
  return listsFields(query) ? query : withSomeField(layer, query);
}

function listsFields({dimensions = [], measures = []}: Query): boolean {
  return dimensions.length + measures.length > 0;
}

/** The query with a field of its model, because a query needs at least one. */
function withSomeField(layer: Layer, query: Query): Query {
  const field = layer.models.get(query.model)?.fields.values().next().value;
  if (!field) return query;
  const name = `${query.model}.${field.name}`;
  return field.kind === "measure" ? {...query, measures: [name]} : {...query, dimensions: [name]};
}

/** The name, in queries over the dataset, of a field that its definition lists. */
function fieldOf({slug, offer, layer, model}: DatasetSource, listed: string): string {
  const base = layer.models.get(model);
  const reference = base && tryResolve(layer, base, listed);
  for (const {name, base: own} of [
    ...(offer?.dimensions.values() ?? []),
    ...(offer?.measures.values() ?? []),
  ]) {
    const same = base && tryResolve(layer, base, own);
    if (!reference || !same || !isSameField(reference, same)) continue;
    return [slug, name, ...(reference.grain === undefined ? [] : [reference.grain])].join(".");
  }
  return listed;
}

function refuseUnfit(definition: Query, projectId: string, layer: Layer): void {
  const errors: ErrorDetail[] = [];
  const refuse = (key: string, message: string) => errors.push({path: `/${key}`, message});
  const remedy = "the queries over the dataset decide that. Leave it out.";
  if (definition.limit !== undefined) refuse("limit", `A dataset has no "limit": ${remedy}`);
  if ((definition.orderBy ?? []).length > 0) refuse("orderBy", `A dataset has no "orderBy": ${remedy}`);
  for (const [index, entry] of (definition.dimensions ?? []).entries()) {
    if (typeof entry === "string") continue;
    const what = "of" in entry ? `groups of "${entry.of}"` : `bins of "${entry.field}"`;
    refuse(`dimensions/${index}`, `A dataset lists fields, and no ${what}: ${remedy}`);
  }
  for (const [index, entry] of (definition.measures ?? []).entries()) {
    if (typeof entry === "string") continue;
    const what = "per" in entry ? `groups of "${entry.of}"` : "rows";
    refuse(
      `measures/${index}`,
      `A dataset lists fields, and "${entry.name}" is computed from ${what}: ${remedy}`,
    );
  }
  if (definition.top) refuse("top", `A dataset has no "top": ${remedy}`);
  if (definition.calculations) refuse("calculations", `A dataset has no "calculations": ${remedy}`);
  if (definition.funnel) refuse("funnel", `A dataset has no "funnel": ${remedy}`);
  if (definition.retention) refuse("retention", `A dataset has no "retention": ${remedy}`);
  if (definition.totals) refuse("totals", `A dataset has no "totals": ${remedy}`);
  if (definition.compare) refuse("compare", `A dataset has no "compare": ${remedy}`);
  if (definition.subtotals) refuse("subtotals", `A dataset has no "subtotals": ${remedy}`);
  if (definition.rows) refuse("rows", `A dataset has no "rows": ${remedy}`);
  if (definition.fillGaps) refuse("fillGaps", `A dataset has no "fillGaps": ${remedy}`);
  if (definition.projectId !== undefined && definition.projectId !== projectId) {
    refuse(
      "projectId",
      `The dataset is created in the project "${projectId}", and must be based on a model of it.`,
    );
  }
  for (const [leaf, path] of leavesOf(definition.filters ?? [], "/filters")) {
    if (!("field" in leaf) || "per" in leaf) continue;
    const model = layer.models.get(definition.model);
    for (const [name, key] of namesIn(leaf)) {
      if (!model || tryResolve(layer, model, name)?.field.kind !== "measure") continue;
      const message = `"${name}" is a measure: a dataset picks rows, and filters on measures pick groups. Leave it to the queries over the dataset.`;
      errors.push({path: `${path}/${key}`, message});
    }
  }
  if (errors.length > 0) {
    throw new ServiceError("invalid_request", errors.map(({message}) => message).join(" "), {errors});
  }
}
