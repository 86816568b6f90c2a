import type {Actor} from "../../core/actor.ts";
import {ServiceError, statusOf} from "../../core/errors.ts";
import type {LayerDeps, Prepared} from "../../querying/layers/query-caches.ts";
import type {Filter, Query} from "../../semantic/documents.ts";
import {requireContent} from "../../tenancy/content-kinds/content.ts";
import {CHART_ROWS, type ChartRow, prepareChart, requireChart} from "../charts/charts.ts";
import {fieldsOf} from "../dashboards/check-filters.ts";
import {filterChart, filterTiles} from "../dashboards/filter-tiles.ts";
import type {FilterReport} from "../dashboards/schemas.ts";
import {chartsOfTiles} from "../dashboards/tile-charts.ts";
import {isSourceKnown} from "../dashboards/visible-fields.ts";
import {type DatasetRow, requireDataset} from "../datasets/datasets.ts";
import {datasetRows} from "../datasets/rows.ts";
import {judgeChart, judgeTile, type Trust} from "../run-as/judge-content.ts";
import {preparePinned} from "../run-as/pinned-query.ts";
import type {ScheduleResource, UnsavedChart} from "./schemas.ts";

/** One table or chart of a delivery, ready to run. A dashboard has one part for each tile. */
export interface Part {
  /** The type of the content whose rows the part has. */
  contentType: "chart" | "dataset";
  contentId: string;
  /** The chart to draw. A dataset is drawn as a table. `undefined` for a tile that the principal cannot see. */
  chart: ChartRow | undefined;
  /** The part's position and size on the dashboard's grid. */
  place: {x: number; y: number; w: number; h: number};
  /** For each filter, whether it was applied. */
  reports: FilterReport[];
  query: Query | undefined;
  prepared: Prepared | undefined;
  /** Prepares the same query for its first `limit` rows. A dataset may return more. */
  prepareFirst(limit: number): Promise<Prepared>;
  /** The reason why the part cannot run. */
  fault: ServiceError | undefined;
}

export interface PreparedResource extends ScheduleResource {
  name: string;
  parts: Part[];
}

const WHOLE = {x: 0, y: 0, w: 36, h: 12};

/**
 * All parts of a resource, compiled for the principal with the filters that can be applied. Rejects with `not_found`
 * for a resource that the principal cannot see. A part has a fault if it would be empty because the principal lacks an
 * attribute of row access, or if the author of a later change gets other rows. Without `trust` everything is trusted,
 * because the principal looks at the result directly.
 */
export async function prepareResource(
  deps: LayerDeps,
  actor: Actor,
  {resourceType, resourceId}: ScheduleResource,
  filters: readonly Filter[],
  now: Date,
  trust?: Trust,
): Promise<PreparedResource> {
  const resource = {resourceType, resourceId};
  if (resourceType === "dashboard") {
    const {name} = await requireContent(deps.db, actor, "dashboard", resourceId, "view");
    return {...resource, name, parts: await partsOfDashboard(deps, actor, resourceId, filters, now, trust)};
  }
  if (resourceType === "chart") {
    const chart = await requireChart(deps.db, actor, resourceId, "view");
    const part = await partOfChart(deps, actor, chart, filters, now);
    const judged = await judge(part, () => trust && judgeChart(deps, actor, trust, chart, now));
    return {...resource, name: chart.name, parts: [withRows(actor, judged)]};
  }
  const dataset = await requireDataset(deps.db, actor, resourceId, "view");
  const part = await partOfDataset(deps, actor, dataset, filters, now);
  return {...resource, name: dataset.name, parts: [withRows(actor, part)]};
}

/** The id of a chart that is not saved as content. */
export const UNSAVED_ID = "none";

/** A chart that is not saved as content, in the form of a resource. Rejects with the error codes of a query. */
export async function prepareUnsaved(
  deps: LayerDeps,
  actor: Actor,
  {name, type, query}: UnsavedChart,
  now: Date,
): Promise<PreparedResource> {
  const prepareFirst = (limit: number) => preparePinned(deps, actor, {...query, limit}, now);
  const prepared = await prepareFirst(Math.min(query.limit ?? CHART_ROWS, CHART_ROWS));
  const chart: ChartRow = {
    id: UNSAVED_ID,
    name,
    type,
    query,
    config: {},
    project_id: prepared.project.id,
    dataset_id: prepared.datasetId ?? null,
    query_by: actor.id,
    query_at: now,
    owner_id: actor.id,
    team_id: null,
    created_at: now,
    updated_at: now,
  };
  const what = {
    contentType: "chart",
    contentId: UNSAVED_ID,
    place: WHOLE,
    reports: [],
    fault: undefined,
  } as const;
  const part = withRows(actor, {...what, reports: [], chart, query, prepared, prepareFirst});
  return {resourceType: "chart", resourceId: UNSAVED_ID, name, parts: [part]};
}

/** The part. If the part is refused, the refusal becomes its fault. */
async function judge(
  part: Part,
  judgement: () => Promise<ServiceError | undefined> | undefined,
): Promise<Part> {
  const fault = part.fault ? undefined : await judgement();
  return fault ? {...part, prepared: undefined, fault} : part;
}

async function partsOfDashboard(
  deps: LayerDeps,
  actor: Actor,
  dashboardId: string,
  filters: readonly Filter[],
  now: Date,
  trust: Trust | undefined,
): Promise<Part[]> {
  const charts = await chartsOfTiles(deps.db, actor, dashboardId);
  const tiles = await filterTiles(deps, actor, dashboardId, charts, filters, now, {refuse: false});
  const parts: Part[] = [];
  for (const [index, {chartId, chart, x, y, w, h, reports, fault, prepared}] of tiles.entries()) {
    const place = {x, y, w, h};
    const part = {contentType: "chart", contentId: chartId, place, reports, query: chart?.query} as const;
    if (!chart) {
      const hidden = new ServiceError("not_found", "A chart of the dashboard that you cannot see.");
      parts.push({
        ...part,
        chart,
        prepared: undefined,
        prepareFirst: () => Promise.reject(hidden),
        fault: hidden,
      });
      continue;
    }
    const prepareFirst = firstOf(deps, actor, chart, now);
    const outcome =
      fault || prepared ? {fault, prepared} : await attempt(() => prepareChart(deps, actor, chart, now));
    const filtered = await requireFiltered(deps, actor, {...part, chart, prepareFirst, ...outcome});
    // The chart is judged as it was saved, without the filters.
    const saved = charts[index];
    const judged = await judge(filtered, () =>
      trust && saved?.chart
        ? judgeTile(deps, actor, trust, dashboardId, {...saved, chart: saved.chart}, now)
        : undefined,
    );
    parts.push(withRows(actor, judged));
  }
  return parts.sort((one, other) => one.place.y - other.place.y || one.place.x - other.place.x);
}

async function partOfChart(
  deps: LayerDeps,
  actor: Actor,
  chart: ChartRow,
  filters: readonly Filter[],
  now: Date,
): Promise<Part> {
  const filtered = await filterChart(deps, actor, chart, filters, now);
  const {reports, fault, prepared} = filtered;
  const what = {contentType: "chart", contentId: chart.id, place: WHOLE} as const;
  const prepareFirst = firstOf(deps, actor, filtered.chart, now);
  const part = {chart: filtered.chart, query: filtered.chart.query, reports, fault, prepared, prepareFirst};
  return requireFiltered(deps, actor, {...what, ...part});
}

/**
 * Gives a part a fault if the principal may not set one of the filters. In this case, no rows are sent. This happens if
 * a principal sees a chart but no longer its source, and could set the filter earlier. A filter that merely does not
 * fit the chart is left out, and the rows are sent.
 */
async function requireFiltered(deps: LayerDeps, actor: Actor, part: Part): Promise<Part> {
  const missing = part.reports.filter(({applied}) => !applied).flatMap(({fields}) => fields);
  if (missing.length === 0 || part.fault || !part.chart) return part;
  if (await isSourceKnown(deps, actor, part.chart)) return part;
  const message = `Its rows are not sent without the filter on ${missing.join(", ")}, which ${actor.name} may not set.`;
  return {...part, prepared: undefined, fault: new ServiceError("missing_privilege", message)};
}

function firstOf(deps: LayerDeps, actor: Actor, chart: ChartRow, now: Date): Part["prepareFirst"] {
  return limit => prepareChart(deps, actor, {...chart, query: {...chart.query, limit}}, now);
}

/**
 * A live dataset is a table of its fields, and filters apply to it. The rows of a snapshot are stored and cannot be
 * filtered.
 */
async function partOfDataset(
  deps: LayerDeps,
  actor: Actor,
  dataset: DatasetRow,
  filters: readonly Filter[],
  now: Date,
): Promise<Part> {
  const what = {contentType: "dataset", contentId: dataset.id, place: WHOLE} as const;
  const rows = await attempt(async () => datasetRows(deps, actor, dataset, CHART_ROWS));
  const {query} = rows.prepared ?? {};
  if (!rows.prepared || !query) {
    const fault = rows.fault ?? new ServiceError("not_found", "The dataset has no rows of its own.");
    const prepareFirst = () => Promise.reject(fault);
    return {
      ...what,
      chart: undefined,
      query: undefined,
      reports: [],
      prepared: undefined,
      prepareFirst,
      fault,
    };
  }
  const {limit: _, ...unlimited} = query;
  const chart: ChartRow = {
    ...dataset,
    dataset_id: dataset.id,
    type: "table",
    query: unlimited,
    query_at: dataset.created_at,
    config: {},
  };
  if (dataset.definition !== null) return {...(await partOfChart(deps, actor, chart, filters, now)), ...what};
  const reason = "The rows of a snapshot are sent as they were stored.";
  const reports = filters.map((filter, index) => ({index, fields: fieldsOf(filter), applied: false, reason}));
  const prepareFirst = async (limit: number) => datasetRows(deps, actor, dataset, limit).prepare();
  return {...what, chart, query, reports, prepareFirst, ...(await attempt(rows.prepared.prepare))};
}

/**
 * Gives the part a fault if an attribute of row access is missing. Otherwise readers would take an empty table for "no
 * rows".
 */
function withRows(actor: Actor, part: Part): Part {
  const missing = part.prepared?.compiled.missingAttributes ?? [];
  if (missing.length === 0) return part;
  const named = missing.map(name => `"${name}"`).join(", ");
  const message = `Its rows depend on ${missing.length === 1 ? "the attribute" : "the attributes"} ${named}, which ${actor.name} does not have.`;
  return {...part, prepared: undefined, fault: new ServiceError("missing_privilege", message)};
}

type Outcome<T> = {prepared: T; fault: undefined} | {prepared: undefined; fault: ServiceError};

async function attempt<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return {prepared: await work(), fault: undefined};
  } catch (error) {
    if (error instanceof ServiceError && statusOf(error) < 500) return {prepared: undefined, fault: error};
    throw error;
  }
}
