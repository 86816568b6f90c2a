import type {Actor} from "../actor.ts";
import {CHART_ROWS, type ChartRow, prepareChart, requireChart} from "../charts/charts.ts";
import {requireContent} from "../content/content.ts";
import {openFields} from "../content/open-fields.ts";
import {beyondShown} from "../dashboards/shown-fields.ts";
import {datasetRows} from "../datasets/rows.ts";
import {ServiceError} from "../errors.ts";
import {requireDataset} from "../layers/datasets/find.ts";
import type {LayerDeps} from "../layers/layers.ts";
import {prepareQuery} from "../queries/prepare.ts";
import type {Filter, Query} from "../semantic/query.ts";

/** A statement behind rows that a run has kept. */
export interface KeptQuery {
  query: Query;
  projectId?: string;
  /** The dataset that the query names as its model. */
  datasetId?: string | null;
  /** The chart or dataset that shows it, unless it was asked for by itself. */
  content?: {type: "chart" | "dataset"; id: string};
  /** The dashboard on which the chart was, with its declared filters. */
  dashboardId?: string | undefined;
  /** The most rows of it; null: all. */
  limit?: number | null;
  fingerprint: string;
  /** The moment, in ISO 8601, from which relative periods were counted. */
  at: string;
}

/**
 * Whether somebody may read rows that a run has kept: files of deliveries, rows of actions, transcripts and reports of
 * agents. They may if they can ask each statement behind the rows, and it is the same when it is prepared for them now,
 * for the moment that it was made for. One rule for everybody: the principal that the run had the rights of, who may
 * have lost some since, and admins, too. Takes about a millisecond for each statement.
 */
export async function mayReadKept(
  deps: LayerDeps,
  actor: Actor,
  statements: readonly KeptQuery[],
): Promise<boolean> {
  for (const statement of statements) {
    if (!(await getsTheSame(deps, actor, statement))) return false;
  }
  return true;
}

/** `false` as well where the content or its model is gone, has changed or is refused to the reader. */
async function getsTheSame(deps: LayerDeps, actor: Actor, statement: KeptQuery): Promise<boolean> {
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
    // It is not what the content shows by itself, so the reader must be able to ask it.
    const asked = projectId === undefined ? query : {...query, projectId};
    return (await prepareQuery(deps, actor, asked, at)).fingerprint === fingerprint;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return false;
    throw error;
  }
}

/**
 * Whether the chart shows these rows, as it is saved now, to everyone who may view it: its own query, or some of its
 * rows by filters that each of its readers may set.
 */
async function isOfChart(
  deps: LayerDeps,
  actor: Actor,
  chart: ChartRow,
  {projectId, datasetId, dashboardId, query, limit}: KeptQuery,
  at: Date,
): Promise<boolean> {
  if (chart.project_id !== projectId || chart.dataset_id !== (datasetId ?? null)) return false;
  const mostRows = chart.query.limit ?? CHART_ROWS;
  if ((limit ?? Number.POSITIVE_INFINITY) > mostRows) return false;
  const own = chart.query.filters ?? [];
  const asked = query.filters ?? [];
  const isOwn = Bun.deepEquals(
    {...query, limit: undefined, filters: asked.slice(0, own.length)},
    {...chart.query, limit: undefined, filters: own},
  );
  if (!isOwn) return false;
  const added: Filter[] = asked.slice(own.length);
  if (added.length === 0) return true;
  const open = await openTo(deps, actor, chart, dashboardId);
  const refusals = await beyondShown(deps, actor, chart, added, open, at);
  return refusals.every(refusal => refusal === undefined);
}

/** What the filters of the dashboard open of the chart, for those who see the dashboard. */
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
