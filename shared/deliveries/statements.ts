import {type Static, Type} from "@sinclair/typebox";
import type {Actor} from "../actor.ts";
import {CHART_ROWS, type ChartRow, prepareChart, requireChart} from "../charts/charts.ts";
import {beyondShown} from "../dashboards/shown-fields.ts";
import {requireDataset} from "../datasets/find.ts";
import {datasetRows} from "../datasets/rows.ts";
import {ServiceError} from "../errors.ts";
import type {LayerDeps} from "../projects/layers.ts";
import {prepareQuery} from "../queries/prepare.ts";
import type {Prepared} from "../queries/query-memory.ts";
import {type Filter, Query} from "../semantic/query.ts";
import {rowReaderOf} from "../validate.ts";

/** A statement behind rows that a delivery has kept. */
export const KeptStatement = Type.Object({
  /** The chart or dataset whose rows they are. */
  contentId: Type.String(),
  contentType: Type.Union([Type.Literal("chart"), Type.Literal("dataset")]),
  projectId: Type.String(),
  /** The dataset that the query names as its model. */
  datasetId: Type.Union([Type.String(), Type.Null()]),
  query: Query,
  /** The most rows of it; null: all. */
  limit: Type.Union([Type.Integer(), Type.Null()]),
  fingerprint: Type.String(),
  /** The moment, in ISO 8601, from which relative periods were counted. */
  at: Type.String(),
});
export type KeptStatement = Static<typeof KeptStatement>;

/** Parses the statements of a delivery's row. */
export const readStatements = rowReaderOf(
  Type.Object({statements: Type.Array(KeptStatement)}),
  "the delivery",
);

/** The record of a query of a chart or dataset, filters included, as it was prepared for that moment. */
export function statementOf(
  content: {type: KeptStatement["contentType"]; id: string},
  query: Query,
  {project, datasetId, compiled, fingerprint}: Prepared,
  at: Date,
): KeptStatement {
  return {
    contentId: content.id,
    contentType: content.type,
    projectId: project.id,
    datasetId: datasetId ?? null,
    query,
    limit: compiled.limit ?? null,
    fingerprint,
    at: at.toISOString(),
  };
}

interface KeptRows {
  /** The principal that the delivery ran as. */
  runAs: string;
  statements: readonly KeptStatement[];
  files: readonly unknown[];
}

/**
 * Whether the caller may read what a delivery has kept of its rows. The principal that it ran as may. Others may if
 * they can view the chart or dataset behind each of its statements, and get the same statement for the same moment when
 * it is prepared for them now. Being admin gives no exemption. Takes about a millisecond for each statement.
 */
export async function mayReadRows(
  deps: LayerDeps,
  actor: Actor,
  {runAs, statements, files}: KeptRows,
): Promise<boolean> {
  if (actor.id === runAs) return true;
  if (statements.length === 0) return files.length === 0;
  for (const statement of statements) {
    if (!(await getsTheSame(deps, actor, statement))) return false;
  }
  return true;
}

/** `false` as well where the content or its model is gone, has changed or is refused to the caller. */
async function getsTheSame(deps: LayerDeps, actor: Actor, statement: KeptStatement): Promise<boolean> {
  const {contentId, contentType, projectId, fingerprint} = statement;
  const at = new Date(statement.at);
  const limit = statement.limit ?? undefined;
  const query = {...statement.query, ...(limit === undefined ? {} : {limit})};
  try {
    if (contentType === "chart") {
      const chart = await requireChart(deps.db, actor, contentId, "view");
      if (await isOfChart(deps, actor, chart, statement, at)) {
        return (await prepareChart(deps, actor, {...chart, query}, at)).fingerprint === fingerprint;
      }
    } else {
      const dataset = await requireDataset(deps.db, actor, contentId, "view");
      const whole = limit === undefined ? undefined : datasetRows(deps, actor, dataset, limit, at);
      if (whole && Bun.deepEquals(whole.query, query)) {
        return (await whole.prepare()).fingerprint === fingerprint;
      }
    }
    // It is not what the content shows by itself, so the caller must be able to ask it.
    return (await prepareQuery(deps, actor, {...query, projectId}, at)).fingerprint === fingerprint;
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
  statement: KeptStatement,
  at: Date,
): Promise<boolean> {
  const {projectId, datasetId, query} = statement;
  if (chart.project_id !== projectId || chart.dataset_id !== datasetId) return false;
  const mostRows = chart.query.limit ?? CHART_ROWS;
  if ((statement.limit ?? Number.POSITIVE_INFINITY) > mostRows) return false;
  const own = chart.query.filters ?? [];
  const asked = query.filters ?? [];
  const isOwn = Bun.deepEquals(
    {...query, limit: undefined, filters: asked.slice(0, own.length)},
    {...chart.query, limit: undefined, filters: own},
  );
  if (!isOwn) return false;
  const added: Filter[] = asked.slice(own.length);
  const refusals = await beyondShown(deps, actor, chart, added, new Set(), at);
  return refusals.every(refusal => refusal === undefined);
}
