import {Type} from "@sinclair/typebox";
import {type Actor, authorOf} from "../../core/actor.ts";
import {sql, type Tx} from "../../core/db.ts";
import {invalidAt, ServiceError, statusOf} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import {rowReaderOf, type Stored} from "../../core/validate.ts";
import {ChartConfig, ChartType} from "../../core/wire/chart-config.ts";
import type {Waiter} from "../../querying/layers/compile-turns.ts";
import type {LayerDeps, Prepared} from "../../querying/layers/query-caches.ts";
import {prepareSaved} from "../../querying/queries/prepare.ts";
import {findSource, lockSources} from "../../querying/queries/query-source.ts";
import {Query} from "../../semantic/documents.ts";
import type {CompiledQuery} from "../../semantic/index.ts";
import {
  anyVersion,
  type ContentRow,
  insertContent,
  updateContent,
  viewContent,
} from "../../tenancy/content-kinds/content.ts";
import {type ContentKind, lockResource, requirerOf} from "../../tenancy/content-kinds/kind.ts";
import {projectIn} from "../../tenancy/content-kinds/listing.ts";
import {levelSql} from "../../tenancy/content-rights/rights.ts";
import {unfitFor} from "./drawing-of.ts";
import type {ChartEdit, ChartInput, ChartView} from "./schemas.ts";

/** Row limit of a chart whose query has no limit of its own. */
export const CHART_ROWS = 10_000;

export interface ChartRow extends ContentRow {
  project_id: string;
  dataset_id: string | null;
  type: ChartType;
  query: Query;
  /** The principal who saved the query last, if known. */
  query_by?: string | null;
  query_at: Date;
  config: ChartConfig;
}

/** A row as the database returns it; `readChart` parses its JSON columns. */
export type StoredChart = Stored<ChartRow, "type" | "query" | "config">;

export const readChart = rowReaderOf(
  Type.Object({type: ChartType, query: Query, config: ChartConfig}),
  "the chart",
);

export const chartColumns = sql.raw(
  "k.project_id, k.dataset_id, k.type, k.query, k.query_by, k.query_at, k.config",
);

function viewChart(row: ChartRow): ChartView {
  const {id, name, ...rest} = viewContent(row);
  return {id, projectId: row.project_id, name, type: row.type, query: row.query, config: row.config, ...rest};
}

/** Deleting a chart is a `conflict` while a dashboard shows it. A forced deletion also deletes the chart's tiles. */
export const CHART: ContentKind<StoredChart, ChartRow, ChartView> = {
  type: "chart",
  columns: () => chartColumns,
  inProject: projectIn("charts"),
  read: readChart,
  view: viewChart,
  isReferredTo: true,
  countsViews: true,
  beforeDelete: refuseUsedInTiles,
  beforeForcedDelete: removeTiles,
};

/** The chart, if the caller has this right on it. Otherwise rejects with `not_found` or `missing_privilege`. */
export const requireChart = requirerOf(CHART);

/**
 * Compiles the chart's query for the caller before saving it. Rejects with the errors of a query, with paths under
 * `/query`.
 */
export async function createChart(deps: LayerDeps, actor: Actor, input: ChartInput): Promise<ChartView> {
  const source = await findSource(deps, actor, input.query, "/query", input.projectId);
  refuseUnfit(input, source);
  const {projectId, datasetId} = source;
  const id = newId("chart");
  return deps.db.transaction().execute(async tx => {
    await lockSources(tx, actor, [source], "/query/model");
    await insertContent(tx, actor, "chart", {...input, id});
    await sql`
      insert into charts (id, org_id, project_id, dataset_id, type, query, query_by, config)
      values (${id}, ${actor.orgId}, ${projectId}, ${datasetId}, ${input.type}, ${JSON.stringify(input.query)},
        ${authorOf(actor)}, ${JSON.stringify(input.config ?? {})})`.execute(tx);
    return viewChart(await requireChart(tx, actor, id, "view"));
  });
}

/** Changes the given fields. `checkCurrent` gets the locked chart as it is now, and may refuse the change. */
export async function updateChart(
  deps: LayerDeps,
  actor: Actor,
  id: string,
  readEdit: () => Promise<ChartEdit>,
  checkCurrent: (current: ChartView) => void = anyVersion,
): Promise<ChartView> {
  const seen = await requireChart(deps.db, actor, id, "edit");
  const edit = await readEdit();
  // An unchanged query is not compiled again, because an editor need not have access to the model.
  const isQueryNew = isNewQuery(seen, edit);
  const query = edit.query ?? seen.query;
  const projectId = edit.projectId ?? query.projectId ?? seen.project_id;
  const newSource = isQueryNew ? await findSource(deps, actor, query, "/query", projectId) : undefined;
  const look = {type: edit.type ?? seen.type, config: edit.config ?? seen.config};
  const isLookNew = look.type !== seen.type || !Bun.deepEquals(look.config, seen.config);
  const shown = newSource ?? (isLookNew ? await shownSource(deps, actor, seen) : undefined);
  if (shown) refuseUnfit(look, shown);
  return deps.db.transaction().execute(async tx => {
    const row = await lockResource(tx, actor, CHART, id, "edit");
    const current = viewChart(row);
    checkCurrent(current);
    if (newSource) await lockSources(tx, actor, [newSource], "/query/model");
    const changed = Object.keys(edit).filter(key => key in current);
    // The caller may no longer see the chart after moving it to another team. This response still shows it.
    const content = await updateContent(tx, actor, "chart", row, edit, changed);
    if (!edit.type && !edit.config && !newSource) return viewChart({...row, ...content});
    const newQuery = newSource && {query, project_id: newSource.projectId, dataset_id: newSource.datasetId};
    const next = {
      ...row,
      ...content,
      type: edit.type ?? row.type,
      config: edit.config ?? row.config,
      ...newQuery,
    };
    await sql`
      update charts set type = ${next.type}, config = ${JSON.stringify(next.config)},
        query = ${JSON.stringify(next.query)}, project_id = ${next.project_id}, dataset_id = ${next.dataset_id},
        query_by = ${newSource ? authorOf(actor) : (row.query_by ?? null)},
        query_at = case when ${newSource !== undefined} then clock_timestamp() else query_at end
      where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    return viewChart(next);
  });
}

async function removeTiles(tx: Tx, {orgId}: Actor, {id}: ChartRow): Promise<void> {
  await sql`delete from dashboard_tiles where org_id = ${orgId} and chart_id = ${id}`.execute(tx);
}

/** Throws `conflict` for a chart on dashboards. Dashboards that the caller cannot see are counted, not named. */
async function refuseUsedInTiles(tx: Tx, actor: Actor, chart: ChartRow): Promise<void> {
  const {rows} = await sql<{id: string; name: string; level: number}>`
    select c.id, c.name, ${levelSql(actor)} as level from content c
    where c.org_id = ${actor.orgId} and c.id in (select t.dashboard_id from dashboard_tiles t
      where t.org_id = ${actor.orgId} and t.chart_id = ${chart.id})
    order by c.id desc`.execute(tx);
  if (rows.length === 0) return;
  const seen = rows.filter(row => row.level > 0).map(row => `"${row.name}" (${row.id})`);
  const hidden = rows.length - seen.length;
  const named = [...seen.slice(0, 10), ...(hidden > 0 ? [`${hidden} that you cannot see`] : [])];
  throw new ServiceError(
    "conflict",
    `"${chart.name}" is shown on ${named.join(", ")}. Remove it from there, or delete it with ?force=true.`,
  );
}

/** The chart's query, compiled for a caller who may see the chart. */
export function prepareChart(
  deps: LayerDeps,
  actor: Actor,
  chart: ChartRow,
  now: Date,
  waiter?: Waiter,
): Promise<Prepared> {
  const {project_id: projectId, dataset_id: datasetId, query} = chart;
  return prepareSaved(deps, actor, {projectId, datasetId, query, limit: CHART_ROWS}, now, waiter);
}

/** The saved query as the caller may run it; `undefined` where it cannot be compiled, so that the chart can be mended. */
async function shownSource(deps: LayerDeps, actor: Actor, chart: ChartRow): Promise<Prepared | undefined> {
  try {
    return await prepareChart(deps, actor, chart, new Date());
  } catch (error) {
    if (error instanceof ServiceError && statusOf(error) < 500) return undefined;
    throw error;
  }
}

/** Throws for a chart type that would misrepresent what the query measures. */
export function refuseUnfit(
  look: {type: ChartType; config?: ChartConfig},
  {compiled}: {compiled: CompiledQuery},
): void {
  const message = unfitFor(look, compiled);
  if (message === undefined) return;
  throw invalidAt("/type", message, {suggestions: ["bar", "horizontal_bar"]});
}

function isNewQuery(seen: ChartRow, edit: ChartEdit): boolean {
  if (edit.projectId !== undefined && edit.projectId !== seen.project_id) return true;
  return edit.query !== undefined && !Bun.deepEquals(edit.query, seen.query);
}
