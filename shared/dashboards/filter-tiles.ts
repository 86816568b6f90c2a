import type {Actor} from "../actor.ts";
import {type ChartRow, prepareChart} from "../charts/charts.ts";
import {visibleDatasetId} from "../datasets/find.ts";
import {type ErrorDetail, ServiceError} from "../errors.ts";
import {canSeeProject, type LayerDeps, projectsOf} from "../projects/layers.ts";
import {isGrain} from "../semantic/grains.ts";
import type {Filter, Query} from "../semantic/query.ts";
import {checkFilters, fieldsOf} from "./check-filters.ts";
import type {FilterReport} from "./schemas.ts";
import type {TileChart} from "./tile-charts.ts";

/** A tile as it is to be run: the chart's query holds the filters that it can apply. */
export interface FilteredTile extends TileChart {
  reports: FilterReport[];
  /** Why it cannot be run: it answers with this alone. */
  fault: ServiceError | undefined;
}

/** How long the process may be kept from everything else. */
const YIELD_MS = 20;

/**
 * Adds each filter to each tile that can apply it, and reports of each tile what became of each. A filter that no
 * tile can apply is refused with the first tile's reason, so that nobody takes unfiltered rows for filtered ones;
 * where a tile is hidden from the caller or cannot be run it might be that tile's, and is reported only.
 */
export async function filterTiles(
  deps: LayerDeps,
  actor: Actor,
  tiles: readonly TileChart[],
  filters: readonly Filter[],
  now: Date,
): Promise<FilteredTile[]> {
  checkFilters(filters);
  const filtered: FilteredTile[] = [];
  const refusals: (ErrorDetail | undefined)[] = filters.map(() => undefined);
  let since = performance.now();
  for (const tile of tiles) {
    if (!tile.chart || filters.length === 0) {
      filtered.push({...tile, reports: [], fault: undefined});
      continue;
    }
    const judged = await judge(deps, actor, tile.chart, filters, now);
    filtered.push({...tile, ...judged});
    for (const [index, refusal] of judged.refusals.entries()) refusals[index] ??= refusal;
    if (performance.now() - since < YIELD_MS) continue;
    await Bun.sleep(0);
    since = performance.now();
  }
  refuseUseless(filtered, filters, refusals);
  return filtered;
}

function refuseUseless(
  tiles: readonly FilteredTile[],
  filters: readonly Filter[],
  refusals: readonly (ErrorDetail | undefined)[],
): void {
  if (tiles.some(tile => !tile.chart || tile.fault)) return;
  const errors = filters.flatMap((_, index) => {
    const refusal = refusals[index];
    return refusal && !tiles.some(tile => tile.reports[index]?.applied) ? [refusal] : [];
  });
  const [first] = errors;
  if (!first) return;
  const message = `No tile of this dashboard can apply the filter at ${first.path}: ${first.message}`;
  throw new ServiceError("invalid_filter", message, {errors});
}

/** One chart with filters on fields that the dashboard's author declared: those may be others than it shows. */
export async function filterDeclared(
  deps: LayerDeps,
  actor: Actor,
  chart: ChartRow,
  filters: readonly Filter[],
  now: Date,
): Promise<Judged> {
  checkFilters(filters);
  return judge(deps, actor, chart, filters, now, true);
}

interface Judged {
  chart: ChartRow;
  reports: FilterReport[];
  /** By filter; `undefined` where it applies. */
  refusals: (ErrorDetail | undefined)[];
  fault: ServiceError | undefined;
}

async function judge(
  deps: LayerDeps,
  actor: Actor,
  chart: ChartRow,
  filters: readonly Filter[],
  now: Date,
  anyField = false,
): Promise<Judged> {
  const attempt = (added: readonly Filter[]) => faultOf(deps, actor, withFilters(chart, added), now);
  const known = anyField || (await isSourceKnown(deps, actor, chart));
  const refusals = filters.map((filter, index) =>
    known ? undefined : beyondShown(chart.query, filter, index),
  );
  const applied = () => filters.filter((_, index) => refusals[index] === undefined);
  const isFine = (await attempt(applied())) === undefined;
  // Else the chart's own query cannot be run, or one or more of the filters do not fit: each is tried alone.
  let fault = isFine ? undefined : await attempt([]);
  if (!isFine && !fault) {
    for (const [index, filter] of filters.entries()) {
      refusals[index] ??= refusalOf(await attempt([filter]), index);
    }
    fault = await attempt(applied());
  }
  const reports = reportsOf(filters, refusals, fault && `The tile cannot be run: ${fault.message}`);
  return {chart: withFilters(chart, applied()), reports, refusals, fault};
}

/** `reason` stands for all of them, where it is given. */
function reportsOf(
  filters: readonly Filter[],
  refusals: readonly (ErrorDetail | undefined)[],
  reason?: string,
): FilterReport[] {
  return filters.map((filter, index) => {
    const why = reason ?? refusals[index]?.message;
    const report = {index, fields: fieldsOf(filter), applied: why === undefined};
    return why === undefined ? report : {...report, reason: why};
  });
}

function withFilters(chart: ChartRow, added: readonly Filter[]): ChartRow {
  if (added.length === 0) return chart;
  return {...chart, query: {...chart.query, filters: [...(chart.query.filters ?? []), ...added]}};
}

async function faultOf(
  deps: LayerDeps,
  actor: Actor,
  chart: ChartRow,
  now: Date,
): Promise<ServiceError | undefined> {
  try {
    await prepareChart(deps, actor, chart, now);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** The fault of the filter that was added last, as one of the request's. */
function refusalOf(fault: ServiceError | undefined, index: number): ErrorDetail | undefined {
  if (!fault) return undefined;
  const {path = "", ...detail} = fault.details.errors?.[0] ?? {message: fault.message};
  const rest = /^\/filters\/\d+(\/.*)?$/.exec(path)?.[1] ?? "";
  return {...detail, path: `/filters/${index}${rest}`};
}

/** Whether the caller might ask what they like of what the chart asks: its project, and its dataset if it has one. */
async function isSourceKnown(
  deps: LayerDeps,
  actor: Actor,
  {project_id, dataset_id, query}: ChartRow,
): Promise<boolean> {
  const project = (await projectsOf(deps, actor.orgId)).get(project_id);
  if (project === undefined || !canSeeProject(actor, project)) return false;
  return dataset_id === null || (await visibleDatasetId(deps.db, actor, query.model)) === dataset_id;
}

/**
 * Who sees a chart but not what it is made from sees what the chart shows, and may ask for less of it. A filter on
 * another field would be a question of their own, answered by what is left of the chart.
 */
function beyondShown(query: Query, filter: Filter, index: number): ErrorDetail | undefined {
  const shown = new Set([...(query.dimensions ?? []), ...(query.measures ?? [])].map(withoutGrain));
  const other = fieldsOf(filter).find(field => !shown.has(withoutGrain(field)));
  if (other === undefined) return undefined;
  const message =
    "You see this chart, not the project or dataset that it is made from: it takes filters on what it shows " +
    `alone, and "${other}" is not shown. It shows ${[...shown].map(name => `"${name}"`).join(", ")}.`;
  return {path: `/filters/${index}`, message, allowed: [...shown]};
}

function withoutGrain(name: string): string {
  const parts = name.split(".");
  return parts.length > 2 && isGrain(parts.at(-1)!) ? parts.slice(0, -1).join(".") : name;
}
