import type {Actor} from "../../core/actor.ts";
import {ServiceError, statusOf} from "../../core/errors.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import {prepareQuery} from "../../querying/queries/prepare.ts";
import type {Filter, Query} from "../../semantic/documents.ts";
import {requireContent} from "../../tenancy/content-kinds/content.ts";
import {openFields} from "../../tenancy/content-rights/open-fields.ts";
import {CHART_ROWS, type ChartRow, prepareChart, requireChart} from "../charts/charts.ts";
import {hiddenFilterFields} from "../dashboards/visible-fields.ts";
import {requireDataset} from "../datasets/datasets.ts";
import {datasetRows} from "../datasets/rows.ts";

/** A statement behind rows that a run has stored. */
export interface StoredQuery {
  query: Query;
  projectId?: string;
  /** The dataset that the query names as its model. */
  datasetId?: string | null;
  /** The chart or dataset that the rows came from. Absent for a query that is not saved in content. */
  content?: {type: "chart" | "dataset"; id: string};
  /** The dashboard that the chart was read from, with its declared filters. */
  dashboardId?: string | undefined;
  /** Row limit of the statement; null for all rows. */
  limit?: number | null;
  fingerprint: string;
  /** The moment, in ISO 8601, from which relative periods were counted. */
  at: string;
  /** Whether periods that had not ended at `at` were cut off there. */
  toDate?: boolean;
}

/**
 * Whether the actor may read rows that a run has stored: files of deliveries, rows of actions, transcripts and reports
 * of agents. The actor may if each statement behind the rows, prepared for the actor now and for the statement's
 * original time, has the same fingerprint. The rule applies to everybody, including admins and the principal with whose
 * rights the run was made, who may have lost rights since. Takes about a millisecond per statement.
 */
export async function mayReadStoredRows(
  deps: LayerDeps,
  actor: Actor,
  statements: readonly StoredQuery[],
): Promise<boolean> {
  for (const statement of statements) {
    if (!(await getsSameRows(deps, actor, statement))) return false;
  }
  return true;
}

/**
 * Whether the reader would get the same rows. Also `false` if the content or the model is deleted, changed or hidden
 * from the reader.
 */
async function getsSameRows(deps: LayerDeps, actor: Actor, statement: StoredQuery): Promise<boolean> {
  const {content, projectId, limit, fingerprint} = statement;
  const at = new Date(statement.at);
  const query = {...statement.query, ...(typeof limit === "number" ? {limit} : {})};
  try {
    if (content?.type === "chart") {
      const chart = await requireChart(deps.db, actor, content.id, "view");
      if (await isOfChart(deps, actor, chart, statement, at)) {
        return (await prepareChart(deps, actor, {...chart, query}, at)).fingerprint === fingerprint;
      }
    } else if (content?.type === "dataset") {
      const dataset = await requireDataset(deps.db, actor, content.id, "view");
      const whole =
        query.limit === undefined ? undefined : datasetRows(deps, actor, dataset, query.limit, at);
      if (whole && Bun.deepEquals(whole.query, query)) {
        return (await whole.prepare()).fingerprint === fingerprint;
      }
    }
    // The content itself does not show these rows, so the reader must be able to run the query directly.
    const placed = projectId === undefined ? query : {...query, projectId};
    const {toDate = false} = statement;
    return (await prepareQuery(deps, actor, placed, at, {toDate})).fingerprint === fingerprint;
  } catch (error) {
    if (error instanceof ServiceError && statusOf(error) < 500) return false;
    throw error;
  }
}

/**
 * Whether the chart, as it is saved now, shows these rows to everyone who may view the chart: either all rows of its
 * query, or a part that each reader can select with filters.
 */
async function isOfChart(
  deps: LayerDeps,
  actor: Actor,
  chart: ChartRow,
  {projectId, datasetId, dashboardId, query, limit}: StoredQuery,
  at: Date,
): Promise<boolean> {
  if (chart.project_id !== projectId || chart.dataset_id !== (datasetId ?? null)) return false;
  const maxRows = chart.query.limit ?? CHART_ROWS;
  if ((limit ?? Number.POSITIVE_INFINITY) > maxRows) return false;
  const own = chart.query.filters ?? [];
  const filters = query.filters ?? [];
  const isOwn = Bun.deepEquals(
    {...query, limit: undefined, filters: filters.slice(0, own.length)},
    {...chart.query, limit: undefined, filters: own},
  );
  if (!isOwn) return false;
  const added: Filter[] = filters.slice(own.length);
  if (added.length === 0) return true;
  const open = await openTo(deps, actor, chart, dashboardId);
  const refusals = await hiddenFilterFields(deps, actor, chart, added, open, at);
  return refusals.every(refusal => refusal === undefined);
}

/** Fields of the chart that the dashboard's declared filters open to everyone who can see the dashboard. */
async function openTo(
  {db}: LayerDeps,
  actor: Actor,
  {id}: ChartRow,
  dashboardId: string | undefined,
): Promise<ReadonlySet<string>> {
  if (dashboardId === undefined) return new Set();
  await requireContent(db, actor, "dashboard", dashboardId, "view");
  return (await openFields(db, actor.orgId, dashboardId)).get(id) ?? new Set();
}
