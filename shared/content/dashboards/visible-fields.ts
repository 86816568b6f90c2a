import type {Actor} from "../../core/actor.ts";
import {type ErrorDetail, ServiceError, statusOf} from "../../core/errors.ts";
import {visibleDatasetId} from "../../querying/layers/datasets/find.ts";
import {canSeeProject, type LayerDeps, projectsOf} from "../../querying/layers/query-caches.ts";
import {type Filter, measureNames} from "../../semantic/documents.ts";
import {type CompiledQuery, isSameField} from "../../semantic/index.ts";
import {decidedGrains, looksFurther} from "../../semantic/layers.ts";
import {type ChartRow, prepareChart} from "../charts/charts.ts";
import {fieldsOf} from "./check-filters.ts";

/**
 * Whether the caller may run any query on the chart's source. The source is the project, and the dataset if the chart
 * has one.
 */
export async function isSourceKnown(
  deps: LayerDeps,
  actor: Actor,
  {project_id, dataset_id, query}: ChartRow,
): Promise<boolean> {
  const project = (await projectsOf(deps, actor.orgId)).get(project_id);
  if (project === undefined || !canSeeProject(actor, project)) return false;
  return dataset_id === null || (await visibleDatasetId(deps.db, actor, query.model)) === dataset_id;
}

/**
 * Refusals of filters, for a caller who can see a chart but may not query its source. Such a caller may only narrow
 * down the visible rows. A filter on another field, on a shorter period than the visible grain, or on rows behind the
 * visible sums would reveal data that the chart does not show. Filters on the fields in `open` are also allowed.
 */
export async function hiddenFilterFields(
  deps: LayerDeps,
  actor: Actor,
  chart: ChartRow,
  filters: readonly Filter[],
  open: ReadonlySet<string>,
  now: Date,
): Promise<(ErrorDetail | undefined)[]> {
  const judged = new Map([...open].map(field => [field, true]));
  const refusals: (ErrorDetail | undefined)[] = [];
  for (const [index, filter] of filters.entries()) {
    const names = fieldsOf(filter);
    // A test for related rows, or for other rows of the group, reveals more than the chart shows.
    let other = looksFurther([filter]) ? names.at(-1) : undefined;
    for (const field of other === undefined ? names : []) {
      const isVisible = judged.get(field) ?? (await isFieldVisible(deps, actor, chart, field, now));
      judged.set(field, isVisible);
      if (isVisible) continue;
      other = field;
      break;
    }
    refusals.push(other === undefined ? undefined : hiddenFieldError(chart, other, open, index));
  }
  return refusals;
}

/**
 * Whether the chart shows the field. The compiler resolves the name, because one word may be a column in a filter and
 * its sum in a chart.
 */
async function isFieldVisible(
  deps: LayerDeps,
  actor: Actor,
  chart: ChartRow,
  field: string,
  now: Date,
): Promise<boolean> {
  const query = {...chart.query, filters: [{field, op: "is_not_null"}]};
  try {
    const {compiled} = await prepareChart(deps, actor, {...chart, query}, now);
    return compiled.conditions.every(({reference}) => isDecided(compiled, reference));
  } catch (error) {
    if (error instanceof ServiceError && statusOf(error) < 500) return false;
    throw error;
  }
}

function isDecided(
  {fields, timezone}: CompiledQuery,
  filtered: CompiledQuery["conditions"][number]["reference"],
): boolean {
  return fields.some(visibleField => {
    if (!isSameField(visibleField, filtered)) return false;
    if (visibleField.grain === filtered.grain) return true;
    const {type} = filtered.field;
    // The grain of a date is the day.
    const grain = filtered.grain ?? (type === "date" ? "day" : undefined);
    return grain !== undefined && decidedGrains(type, visibleField.grain, timezone).includes(grain);
  });
}

function hiddenFieldError(
  {query}: ChartRow,
  field: string,
  open: ReadonlySet<string>,
  index: number,
): ErrorDetail {
  const allowed = [
    ...new Set([
      ...(query.dimensions ?? []).filter(entry => typeof entry === "string"),
      ...measureNames(query),
      ...open,
    ]),
  ];
  const message =
    "You can see this chart, but not its project or dataset, so you can only filter by the fields that it shows " +
    `(times at its grain or a coarser grain), and "${field}" is not shown. You can filter by ` +
    `${allowed.map(name => `"${name}"`).join(", ")}.`;
  return {path: `/filters/${index}`, message, allowed};
}

/** The codes of errors whose messages list other names of the layer. */
const NAMING_CODES = new Set(["unknown_model", "unknown_field", "ambiguous_join_path", "no_join_path"]);

/** The refusal of a filter without the layer's names, for callers who can filter by the field but not see the layer. */
export function withoutNames(refusal: ErrorDetail, code: ServiceError["code"], filter: Filter): ErrorDetail {
  if (!NAMING_CODES.has(code)) return refusal;
  const named = fieldsOf(filter).map(field => `"${field}"`);
  return {path: refusal.path, message: `This chart cannot be filtered by ${named.join(", ")}.`};
}
