import type {RunOutput, StoredAnswer} from "../../shared/automation/agents/run-schemas.ts";
import type {UnsavedChart} from "../../shared/content/resources/schemas.ts";
import {pinnedQuery} from "../../shared/content/run-as/pinned-query.ts";
import {ServiceError, statusOf} from "../../shared/core/errors.ts";
import {parserOf} from "../../shared/core/validate.ts";
import {prepareQuery} from "../../shared/querying/queries/prepare.ts";
import {Query} from "../../shared/semantic/documents.ts";
import {groundOfModel, type RunGrounding} from "./grounding.ts";

/** A chart of an answer, with its query, or with the error because of which it cannot be queried. */
export type CheckedChart = {name: string} & ({chart: UnsavedChart} | {error: ServiceError});

/** The most characters of a name of content. */
const MAX_NAME = 200;

const parseQuery = parserOf(Query, "query of the chart");

/** Whether the output contains charts of the answer. */
export function usesCharts({type}: Pick<RunOutput, "type">): boolean {
  return type !== "report";
}

/**
 * The answer's charts in order, with the numbers in their names marked. A chart that queries something outside of the
 * grounding has the same error as if the queried object did not exist.
 */
export async function checkCharts(
  grounding: RunGrounding,
  {answer, report}: Pick<StoredAnswer, "answer" | "report">,
): Promise<CheckedChart[]> {
  const charts: CheckedChart[] = [];
  for (const [index, {name: written, type, query}] of (answer.charts ?? []).entries()) {
    const name = (report.chartNames?.[index] ?? written).slice(0, MAX_NAME).trim() || "Chart";
    try {
      charts.push({name, chart: {name, type, query: await checkQuery(grounding, query)}});
    } catch (error) {
      if (!(error instanceof ServiceError) || statusOf(error) >= 500) throw error;
      charts.push({name, error});
    }
  }
  return charts;
}

async function checkQuery(grounding: RunGrounding, given: unknown): Promise<UnsavedChart["query"]> {
  const query = parseQuery(given);
  const {runner, actor} = groundOfModel(grounding, query.model);
  const prepared = await prepareQuery(runner, actor, query, new Date());
  const {project, datasetId} = prepared;
  const pinned = pinnedQuery(query, prepared);
  // The query names its project, because other projects outside of the grounding may have a model of the same name.
  return datasetId === undefined ? {...pinned, projectId: project.id} : pinned;
}
