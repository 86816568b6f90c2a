import {CHART_ROWS} from "../../content/charts/charts.ts";
import {type Allowance, drawingFor} from "../../content/charts/draw.ts";
import type {Part} from "../../content/resources/resource-queries.ts";
import {ServiceError} from "../../core/errors.ts";
import type {Problem} from "../../core/problem.ts";
import type {Drawing} from "../../core/wire/drawing.ts";
import type {QueryRunner} from "../../querying/queries/query-runner.ts";
import {ResultTooLarge} from "../../querying/queries/results/result-text.ts";
import {type PartQueryContext, partProblem} from "./part-problem.ts";

/** A part with its rows, or with the problem that replaces them. */
export interface RanPart extends Part {
  drawing: Drawing | undefined;
  problem: Problem | undefined;
  /** When the part's rows were read. */
  readAt: Date;
}

/** The most rows of a table in a mail. */
export const MAX_TABLE_ROWS = 50;

/** Whether the limit of the chart's query cuts off rows in the part's file. */
export function isFileCut({contentType, drawing, prepared}: RanPart): boolean {
  const limit = prepared?.compiled.limit;
  return contentType === "chart" && drawing?.truncated === true && drawing.rows.length === limit;
}

/**
 * Runs the part's query for the principal, with at most `CHART_ROWS` rows. An error that is not transient becomes the
 * part's `problem`.
 */
export async function runPart(
  runner: QueryRunner,
  queryContext: PartQueryContext,
  part: Part,
  {allowance, now}: {allowance: Allowance; now: Date},
): Promise<RanPart> {
  const readAt = new Date();
  try {
    const {chart, fault, prepared} = part;
    if (fault) throw fault;
    if (!chart) throw new ServiceError("not_found", "There is no such chart.");
    const isCut = (part.query?.limit ?? 0) > CHART_ROWS;
    const options = {allowance, now, prepared: isCut ? undefined : prepared};
    const drawn = drawingFor(runner, queryContext, chart, "light", options);
    const {drawing, ageSeconds} = await drawn.catch(async error => {
      if (chart.type !== "table" || !(error instanceof ResultTooLarge)) throw error;
      // The mail shows only the first rows, so only these rows are read.
      const first = await part.prepareFirst(MAX_TABLE_ROWS);
      return drawingFor(runner, queryContext, chart, "light", {now, prepared: first});
    });
    readAt.setTime(readAt.getTime() - ageSeconds * 1000);
    return {...part, drawing, problem: undefined, readAt};
  } catch (error) {
    const problem = partProblem(runner, queryContext, error, "a part of a delivery failed");
    return {...part, drawing: undefined, problem, readAt};
  }
}
