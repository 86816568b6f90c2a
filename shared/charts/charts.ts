import {Type} from "@sinclair/typebox";
import {type Actor, authorOf} from "../actor.ts";
import {
  type ContentRow,
  contentColumns,
  contentOf,
  deleteContent,
  insertContent,
  listedColumns,
  lockContent,
  updateContent,
  viewContent,
} from "../content/content.ts";
import {type ContentPage, readablePage} from "../content/listing.ts";
import {levelSql, type Right, requireRight} from "../content/rights.ts";
import {type StandingRow, viewStanding} from "../content/standing.ts";
import {prepared} from "../database/prepared.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {ServiceError} from "../errors.ts";
import {newId} from "../ids.ts";
import type {LayerDeps} from "../layers/layers.ts";
import type {Prepared} from "../layers/query-memory.ts";
import {holdPlaces, placeQuery} from "../queries/place-query.ts";
import {prepareSaved} from "../queries/prepare.ts";
import type {CompiledQuery} from "../semantic/compile.ts";
import {Query} from "../semantic/query.ts";
import {rowReaderOf} from "../validate.ts";
import {ChartConfig, ChartType} from "../wire/chart-config.ts";
import {unfitFor} from "./drawing-of.ts";
import type {ChartEdit, ChartInput, ChartView} from "./schemas.ts";

/** Rows that a chart's query gives where it states no limit of its own. */
export const CHART_ROWS = 10_000;

export interface ChartRow extends ContentRow {
  project_id: string;
  dataset_id: string | null;
  type: ChartType;
  query: Query;
  /** Who saved the query last, if that is known. */
  query_by?: string | null;
  query_at: Date;
  config: ChartConfig;
}

/** A row as the database returns it; `readChart` parses its JSON columns. */
export type StoredChart = Omit<ChartRow, "type" | "query" | "config"> &
  Record<"type" | "query" | "config", unknown>;

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

/** What the caller can read, in the page's order; one more than the page holds, where there are more. */
export async function listCharts(db: Db, actor: Actor, page: ContentPage): Promise<ChartView[]> {
  const {rows} = await sql<StoredChart & StandingRow>`
    ${prepared} select ${listedColumns}, ${chartColumns}
    from ${readablePage(actor, "chart", page)} readable
      cross join lateral (${contentOf(actor)}) c
      cross join lateral (select ${chartColumns} from charts k
        where k.org_id = ${actor.orgId} and k.id = readable.id offset 0) k
    order by readable.place`.execute(db);
  return rows.map(row => ({...viewChart(readChart(row)), ...viewStanding(row)}));
}

export async function getChart(db: Db, actor: Actor, id: string): Promise<ChartView> {
  return viewChart(await requireChart(db, actor, id, "view"));
}

/** The chart, where the caller's right on it goes that far: `not_found` or `missing_privilege` otherwise. */
export async function requireChart(
  db: Db | Tx,
  actor: Actor,
  id: string,
  right: Right,
  lock = sql``,
): Promise<ChartRow> {
  const {rows} = await sql<StoredChart & {level: number}>`
    ${prepared} select ${contentColumns}, ${chartColumns}, ${levelSql(actor)} as level
    from content c join charts k on k.org_id = c.org_id and k.id = c.id
    where c.org_id = ${actor.orgId} and c.id = ${id} ${lock}`.execute(db);
  const row = rows[0];
  requireRight(row?.level, right, "chart", id);
  return readChart(row!);
}

/** Compiles the query for the caller first. Rejects with the errors of a query, with paths under `/query`. */
export async function createChart(deps: LayerDeps, actor: Actor, input: ChartInput): Promise<ChartView> {
  const place = await placeQuery(deps, actor, input.query, "/query", input.projectId);
  refuseUnfit(input, place);
  const {projectId, datasetId} = place;
  const id = newId("chart");
  return deps.db.transaction().execute(async tx => {
    await holdPlaces(tx, actor, [place], "/query/model");
    await insertContent(tx, actor, "chart", {...input, id});
    await sql`
      insert into charts (id, org_id, project_id, dataset_id, type, query, query_by, config)
      values (${id}, ${actor.orgId}, ${projectId}, ${datasetId}, ${input.type}, ${JSON.stringify(input.query)},
        ${authorOf(actor)}, ${JSON.stringify(input.config ?? {})})`.execute(tx);
    return viewChart(await requireChart(tx, actor, id, "view"));
  });
}

/** `checkCurrent` is given the chart as it stands, locked, and may refuse the change. */
export async function updateChart(
  deps: LayerDeps,
  actor: Actor,
  id: string,
  readEdit: () => Promise<ChartEdit>,
  checkCurrent: (current: ChartView) => void,
): Promise<ChartView> {
  const seen = await requireChart(deps.db, actor, id, "edit");
  const edit = await readEdit();
  // A query that is sent back as it was read is not checked again: an editor need not see the model.
  const asks = isNewQuery(seen, edit);
  const query = edit.query ?? seen.query;
  const projectId = edit.projectId ?? query.projectId ?? seen.project_id;
  const placed = asks ? await placeQuery(deps, actor, query, "/query", projectId) : undefined;
  if (placed) refuseUnfit({type: edit.type ?? seen.type, config: edit.config ?? seen.config}, placed);
  return deps.db.transaction().execute(async tx => {
    await lockContent(tx, actor, "chart", id);
    const row = await requireChart(tx, actor, id, "edit");
    const current = viewChart(row);
    checkCurrent(current);
    if (edit.teamId !== undefined && edit.teamId !== row.team_id) await requireChart(tx, actor, id, "own");
    if (placed) await holdPlaces(tx, actor, [placed], "/query/model");
    const changed = Object.keys(edit).filter(key => key in current);
    // After the chart is given away the caller may not see it any more: this response still shows it.
    const content = await updateContent(tx, actor, "chart", row, edit, changed);
    if (!edit.type && !edit.config && !placed) return viewChart({...row, ...content});
    const asked = placed && {query, project_id: placed.projectId, dataset_id: placed.datasetId};
    const next = {
      ...row,
      ...content,
      type: edit.type ?? row.type,
      config: edit.config ?? row.config,
      ...asked,
    };
    await sql`
      update charts set type = ${next.type}, config = ${JSON.stringify(next.config)},
        query = ${JSON.stringify(next.query)}, project_id = ${next.project_id}, dataset_id = ${next.dataset_id},
        query_by = ${placed ? authorOf(actor) : (row.query_by ?? null)},
        query_at = case when ${placed !== undefined} then clock_timestamp() else query_at end
      where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    return viewChart(next);
  });
}

/** `conflict` while a dashboard shows it. With `force` its tiles are deleted too. */
export async function deleteChart(
  db: Db,
  actor: Actor,
  id: string,
  {force}: {force: () => boolean},
  checkCurrent: (current: ChartView) => void,
): Promise<void> {
  await db.transaction().execute(async tx => {
    await lockContent(tx, actor, "chart", id);
    const row = await requireChart(tx, actor, id, "own", sql`for update of c, k`);
    checkCurrent(viewChart(row));
    if (force()) {
      await sql`delete from dashboard_tiles where org_id = ${actor.orgId} and chart_id = ${id}`.execute(tx);
    } else {
      await refuseShown(tx, actor, row);
    }
    await deleteContent(tx, actor, "chart", row);
  });
}

/** Dashboards that the caller cannot see are counted, not named. */
async function refuseShown(tx: Tx, actor: Actor, chart: ChartRow): Promise<void> {
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
    `"${chart.name}" is shown on ${named.join(", ")}. Take it off, or delete it with ?force=true.`,
  );
}

/** The chart's query, compiled for a caller who may see the chart. */
export function prepareChart(deps: LayerDeps, actor: Actor, chart: ChartRow, now: Date): Promise<Prepared> {
  const {project_id: projectId, dataset_id: datasetId, query} = chart;
  return prepareSaved(deps, actor, {projectId, datasetId, query, limit: CHART_ROWS}, now);
}

/** A chart whose type would say something wrong of what its query measures. */
export function refuseUnfit(
  look: {type: ChartType; config?: ChartConfig},
  {compiled}: {compiled: CompiledQuery},
): void {
  const message = unfitFor(look, compiled);
  if (message === undefined) return;
  throw new ServiceError("invalid_request", message, {
    errors: [{path: "/type", message, suggestions: ["bar", "horizontal_bar"]}],
  });
}

function isNewQuery(seen: ChartRow, edit: ChartEdit): boolean {
  if (edit.projectId !== undefined && edit.projectId !== seen.project_id) return true;
  return edit.query !== undefined && !Bun.deepEquals(edit.query, seen.query);
}
