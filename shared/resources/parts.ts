import type {Actor} from "../actor.ts";
import {judgeChart, judgeTile, type Trust} from "../authors/authors.ts";
import {preparePinned} from "../authors/saved-query.ts";
import {CHART_ROWS, type ChartRow, prepareChart, requireChart} from "../charts/charts.ts";
import {requireContent} from "../content/content.ts";
import {fieldsOf} from "../dashboards/check-filters.ts";
import {filterChart, filterTiles} from "../dashboards/filter-tiles.ts";
import type {FilterReport} from "../dashboards/schemas.ts";
import {isSourceKnown} from "../dashboards/shown-fields.ts";
import {chartsOfTiles} from "../dashboards/tile-charts.ts";
import {datasetRows} from "../datasets/rows.ts";
import {ServiceError} from "../errors.ts";
import {type DatasetRow, requireDataset} from "../layers/datasets/find.ts";
import type {Prepared} from "../layers/query-memory.ts";
import type {Runner} from "../queries/runner.ts";
import type {Filter, Query} from "../semantic/query.ts";
import type {AskedChart, ScheduleResource} from "./schemas.ts";

/** One table or chart of a delivery, ready to be run; a dashboard has one for each tile. */
export interface Part {
  /** The chart or the dataset whose rows these are. */
  contentType: "chart" | "dataset";
  contentId: string;
  /** How it is drawn; a dataset is a table. `undefined` for a tile that the principal cannot see. */
  chart: ChartRow | undefined;
  /** Its place on the dashboard's grid. */
  place: {x: number; y: number; w: number; h: number};
  /** What became of each filter. */
  reports: FilterReport[];
  query: Query | undefined;
  prepared: Prepared | undefined;
  /** The same with so many rows; of a dataset perhaps more. */
  prepareFirst(limit: number): Promise<Prepared>;
  /** Why it cannot be run. */
  fault: ServiceError | undefined;
}

export interface PreparedResource extends ScheduleResource {
  name: string;
  parts: Part[];
}

const WHOLE = {x: 0, y: 0, w: 36, h: 12};

/**
 * Everything that a resource shows, compiled for the principal with the filters that it can apply. Rejects with
 * `not_found` for a resource that they cannot see. A part that would be empty because the principal lacks an attribute
 * of row access has that as its fault, and so has one that others decide who get other rows. Without `trust` everything
 * is trusted: the principal looks at it now.
 */
export async function prepareResource(
  runner: Runner,
  actor: Actor,
  {resourceType, resourceId}: ScheduleResource,
  filters: readonly Filter[],
  now: Date,
  trust?: Trust,
): Promise<PreparedResource> {
  const resource = {resourceType, resourceId};
  if (resourceType === "dashboard") {
    const {name} = await requireContent(runner.db, actor, "dashboard", resourceId, "view");
    return {...resource, name, parts: await partsOfDashboard(runner, actor, resourceId, filters, now, trust)};
  }
  if (resourceType === "chart") {
    const chart = await requireChart(runner.db, actor, resourceId, "view");
    const part = await partOfChart(runner, actor, chart, filters, now);
    const judged = await judge(part, () => trust && judgeChart(runner, actor, trust, chart, now));
    return {...resource, name: chart.name, parts: [withRows(actor, judged)]};
  }
  const dataset = await requireDataset(runner.db, actor, resourceId, "view");
  const part = await partOfDataset(runner, actor, dataset, filters, now);
  return {...resource, name: dataset.name, parts: [withRows(actor, part)]};
}

/** In place of the id of a chart that is saved nowhere. */
export const NOWHERE = "none";

/** A chart that is saved nowhere, as a resource of its own. Rejects with the codes of a query. */
export async function prepareAsked(
  runner: Runner,
  actor: Actor,
  {name, type, query}: AskedChart,
  now: Date,
): Promise<PreparedResource> {
  const prepareFirst = (limit: number) => preparePinned(runner, actor, {...query, limit}, now);
  const prepared = await prepareFirst(Math.min(query.limit ?? CHART_ROWS, CHART_ROWS));
  const chart: ChartRow = {
    id: NOWHERE,
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
    contentId: NOWHERE,
    place: WHOLE,
    reports: [],
    fault: undefined,
  } as const;
  const part = withRows(actor, {...what, reports: [], chart, query, prepared, prepareFirst});
  return {resourceType: "chart", resourceId: NOWHERE, name, parts: [part]};
}

/** With the refusal of its authors as its fault. */
async function judge(
  part: Part,
  judgement: () => Promise<ServiceError | undefined> | undefined,
): Promise<Part> {
  const fault = part.fault ? undefined : await judgement();
  return fault ? {...part, prepared: undefined, fault} : part;
}

async function partsOfDashboard(
  runner: Runner,
  actor: Actor,
  dashboardId: string,
  filters: readonly Filter[],
  now: Date,
  trust: Trust | undefined,
): Promise<Part[]> {
  const charts = await chartsOfTiles(runner.db, actor, dashboardId);
  const tiles = await filterTiles(runner, actor, dashboardId, charts, filters, now, {refuse: false});
  const parts: Part[] = [];
  for (const [index, {chartId, chart, x, y, w, h, reports, fault, prepared}] of tiles.entries()) {
    const place = {x, y, w, h};
    const part = {contentType: "chart", contentId: chartId, place, reports, query: chart?.query} as const;
    if (!chart) {
      const hidden = new ServiceError("not_found", "A chart of the dashboard that cannot be seen.");
      parts.push({
        ...part,
        chart,
        prepared: undefined,
        prepareFirst: () => Promise.reject(hidden),
        fault: hidden,
      });
      continue;
    }
    const prepareFirst = firstOf(runner, actor, chart, now);
    const outcome =
      fault || prepared ? {fault, prepared} : await attempt(() => prepareChart(runner, actor, chart, now));
    const filtered = await requireFiltered(runner, actor, {...part, chart, prepareFirst, ...outcome});
    // As it is saved, without the filters.
    const saved = charts[index];
    const judged = await judge(filtered, () =>
      trust && saved?.chart
        ? judgeTile(runner, actor, trust, dashboardId, {...saved, chart: saved.chart}, now)
        : undefined,
    );
    parts.push(withRows(actor, judged));
  }
  return parts.sort((one, other) => one.place.y - other.place.y || one.place.x - other.place.x);
}

async function partOfChart(
  runner: Runner,
  actor: Actor,
  chart: ChartRow,
  filters: readonly Filter[],
  now: Date,
): Promise<Part> {
  const judged = await filterChart(runner, actor, chart, filters, now);
  const {reports, fault, prepared} = judged;
  const what = {contentType: "chart", contentId: chart.id, place: WHOLE} as const;
  const prepareFirst = firstOf(runner, actor, judged.chart, now);
  const part = {chart: judged.chart, query: judged.chart.query, reports, fault, prepared, prepareFirst};
  return requireFiltered(runner, actor, {...what, ...part});
}

/**
 * A filter that the principal may not set, because they see the chart and not what it is made from, may have applied as
 * long as they saw more. So the rows are not sent without it, as they are where a filter does not fit a chart.
 */
async function requireFiltered(runner: Runner, actor: Actor, part: Part): Promise<Part> {
  const missing = part.reports.filter(({applied}) => !applied).flatMap(({fields}) => fields);
  if (missing.length === 0 || part.fault || !part.chart) return part;
  if (await isSourceKnown(runner, actor, part.chart)) return part;
  const message = `Its rows are not sent without the filter on ${missing.join(", ")}, which ${actor.name} may not set.`;
  return {...part, prepared: undefined, fault: new ServiceError("missing_privilege", message)};
}

function firstOf(runner: Runner, actor: Actor, chart: ChartRow, now: Date): Part["prepareFirst"] {
  return limit => prepareChart(runner, actor, {...chart, query: {...chart.query, limit}}, now);
}

/** A live dataset is a table of its fields, which filters narrow down; a snapshot's rows are what was stored. */
async function partOfDataset(
  runner: Runner,
  actor: Actor,
  dataset: DatasetRow,
  filters: readonly Filter[],
  now: Date,
): Promise<Part> {
  const what = {contentType: "dataset", contentId: dataset.id, place: WHOLE} as const;
  const rows = await attempt(async () => datasetRows(runner, actor, dataset, CHART_ROWS));
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
  const {limit: _, ...asked} = query;
  const chart: ChartRow = {
    ...dataset,
    dataset_id: dataset.id,
    type: "table",
    query: asked,
    query_at: dataset.created_at,
    config: {},
  };
  if (dataset.definition !== null)
    return {...(await partOfChart(runner, actor, chart, filters, now)), ...what};
  const reason = "The rows of a snapshot are sent as they were stored.";
  const reports = filters.map((filter, index) => ({index, fields: fieldsOf(filter), applied: false, reason}));
  const prepareFirst = async (limit: number) => datasetRows(runner, actor, dataset, limit).prepare();
  return {...what, chart, query, reports, prepareFirst, ...(await attempt(rows.prepared.prepare))};
}

/** An empty table would be taken for no rows at all, so a missing attribute is a fault. */
function withRows(actor: Actor, part: Part): Part {
  const missing = part.prepared?.compiled.missingAttributes ?? [];
  if (missing.length === 0) return part;
  const named = missing.map(name => `"${name}"`).join(", ");
  const message = `Its rows are limited by ${missing.length === 1 ? "the attribute" : "the attributes"} ${named}, which ${actor.name} does not have.`;
  return {...part, prepared: undefined, fault: new ServiceError("missing_privilege", message)};
}

type Outcome<T> = {prepared: T; fault: undefined} | {prepared: undefined; fault: ServiceError};

async function attempt<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return {prepared: await work(), fault: undefined};
  } catch (error) {
    if (error instanceof ServiceError) return {prepared: undefined, fault: error};
    throw error;
  }
}
