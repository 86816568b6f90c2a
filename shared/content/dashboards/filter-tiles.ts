import type {Actor} from "../../core/actor.ts";
import {type ErrorDetail, ServiceError, statusOf} from "../../core/errors.ts";
import type {LayerDeps, Prepared} from "../../querying/layers/query-caches.ts";
import type {Filter} from "../../semantic/documents.ts";
import {openFields} from "../../tenancy/content-rights/open-fields.ts";
import {type ChartRow, prepareChart} from "../charts/charts.ts";
import {checkFilters, fieldsOf} from "./check-filters.ts";
import type {FilterReport} from "./schemas.ts";
import type {TileChart} from "./tile-charts.ts";
import {hiddenFilterFields, isSourceKnown, withoutNames} from "./visible-fields.ts";

/** A tile that is ready to run. The filters that apply to the tile are already part of the chart's query. */
export interface FilteredTile extends TileChart {
  reports: FilterReport[];
  /** The error of a tile that cannot run. */
  fault: ServiceError | undefined;
  /** The prepared query with filters, if there are any filters. */
  prepared: Prepared | undefined;
}

/** How long filtering tiles may block the process before it yields. */
const YIELD_MS = 20;

/**
 * Adds each filter to each tile that it applies to, and reports the outcome of each filter for each tile. A filter that
 * applies to no tile is refused with the first tile's reason, so that nobody mistakes unfiltered rows for filtered
 * rows. If some tile is hidden from the caller or cannot run, the filter may be intended for that tile, and is only
 * reported. Without `refuse`, nothing is refused.
 */
export async function filterTiles(
  deps: LayerDeps,
  actor: Actor,
  dashboardId: string,
  tiles: readonly TileChart[],
  filters: readonly Filter[],
  now: Date,
  {refuse = true}: {refuse?: boolean} = {},
): Promise<FilteredTile[]> {
  checkFilters(filters);
  let open: ReturnType<typeof openFields> | undefined;
  const filtered: FilteredTile[] = [];
  const refusals: (ErrorDetail | undefined)[] = filters.map(() => undefined);
  let since = performance.now();
  for (const tile of tiles) {
    if (!tile.chart || filters.length === 0) {
      filtered.push({...tile, reports: [], fault: undefined, prepared: undefined});
      continue;
    }
    const isKnown = await isSourceKnown(deps, actor, tile.chart);
    if (!isKnown) open ??= openFields(deps.db, actor.orgId, dashboardId);
    const judged = await judge(deps, actor, tile.chart, filters, isKnown ? undefined : await open, now);
    filtered.push({...tile, ...judged});
    for (const [index, refusal] of judged.refusals.entries()) refusals[index] ??= refusal;
    if (performance.now() - since < YIELD_MS) continue;
    await Bun.sleep(0);
    since = performance.now();
  }
  if (refuse) refuseUseless(filtered, filters, refusals);
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

/** Filters one chart of a dashboard. Filters that do not apply are reported, never refused. */
export async function filterTile(
  deps: LayerDeps,
  actor: Actor,
  dashboardId: string,
  chart: ChartRow,
  filters: readonly Filter[],
  now: Date,
): Promise<Judged> {
  if (!(await isSourceKnown(deps, actor, chart))) {
    return filterEmbedded(deps, actor, dashboardId, chart, filters, now);
  }
  checkFilters(filters);
  return judge(deps, actor, chart, filters, undefined, now);
}

/** Filters one chart of an embedded dashboard, for a caller who may not query any model. */
export async function filterEmbedded(
  deps: LayerDeps,
  actor: Actor,
  dashboardId: string,
  chart: ChartRow,
  filters: readonly Filter[],
  now: Date,
): Promise<Judged> {
  checkFilters(filters);
  const open = filters.length > 0 ? await openFields(deps.db, actor.orgId, dashboardId) : new Map();
  return judge(deps, actor, chart, filters, open, now);
}

/** Filters a chart outside of any dashboard. Filters that do not apply are reported, never refused. */
export async function filterChart(
  deps: LayerDeps,
  actor: Actor,
  chart: ChartRow,
  filters: readonly Filter[],
  now: Date,
): Promise<Judged> {
  const isKnown = await isSourceKnown(deps, actor, chart);
  return judge(deps, actor, chart, filters, isKnown ? undefined : new Map(), now);
}

interface Judged {
  chart: ChartRow;
  reports: FilterReport[];
  /** The refusal of each filter; `undefined` if the filter applies. */
  refusals: (ErrorDetail | undefined)[];
  fault: ServiceError | undefined;
  prepared: Prepared | undefined;
}

/**
 * Tries the filters on one chart. `open` has fields by which the chart may be filtered in addition to the fields that
 * it shows; `undefined` if the caller may query the chart's model.
 */
async function judge(
  deps: LayerDeps,
  actor: Actor,
  chart: ChartRow,
  filters: readonly Filter[],
  open: ReadonlyMap<string, ReadonlySet<string>> | undefined,
  now: Date,
): Promise<Judged> {
  const attempt = (added: readonly Filter[]) => prepare(deps, actor, withFilters(chart, added), now);
  const refusals = open
    ? await hiddenFilterFields(deps, actor, chart, filters, open.get(chart.id) ?? new Set(), now)
    : filters.map((): ErrorDetail | undefined => undefined);
  const applied = () => filters.filter((_, index) => refusals[index] === undefined);
  let outcome = await attempt(applied());
  // Either the chart's own query fails or some filters do not fit, so each filter is tried separately.
  const alone = outcome.fault && (await attempt([]));
  if (alone?.fault) outcome = alone;
  else if (alone) {
    for (const [index, filter] of filters.entries()) {
      if (refusals[index]) continue;
      const {fault: refusal} = await attempt([filter]);
      const detail = refusalOf(refusal, index);
      refusals[index] = detail && refusal && open ? withoutNames(detail, refusal.code, filter) : detail;
    }
    outcome = await attempt(applied());
  }
  const {fault} = outcome;
  const reports = reportsOf(filters, refusals, fault && `The tile cannot be run: ${fault.message}`);
  return {chart: withFilters(chart, applied()), reports, refusals, ...outcome};
}

/**
 * One report for each filter. If there is a `reason`, every report says that its filter is not applied, with this
 * reason.
 */
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

/**
 * The prepared query, or why the caller cannot have it. A fault of the service rejects: it says nothing about the filters,
 * and a chart must not be run without one of them because of it.
 */
async function prepare(
  deps: LayerDeps,
  actor: Actor,
  chart: ChartRow,
  now: Date,
): Promise<Pick<Judged, "prepared" | "fault">> {
  try {
    return {prepared: await prepareChart(deps, actor, chart, now), fault: undefined};
  } catch (error) {
    if (error instanceof ServiceError && statusOf(error) < 500) return {prepared: undefined, fault: error};
    throw error;
  }
}

/** The refusal of the filter that was added last, with the filter's path in the request. */
function refusalOf(fault: ServiceError | undefined, index: number): ErrorDetail | undefined {
  if (!fault) return undefined;
  const {path = "", ...detail} = fault.details.errors?.[0] ?? {message: fault.message};
  const rest = /^\/filters\/\d+(\/.*)?$/.exec(path)?.[1] ?? "";
  return {...detail, path: `/filters/${index}${rest}`};
}
