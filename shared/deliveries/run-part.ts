import {CHART_ROWS} from "../charts/charts.ts";
import {type Allowance, drawingFor} from "../charts/draw.ts";
import {ServiceError} from "../errors.ts";
import type {Problem} from "../problem.ts";
import {ResultTooLarge} from "../queries/results/result-text.ts";
import type {Asking, Runner} from "../queries/runner.ts";
import type {Part} from "../resources/parts.ts";
import type {Drawing} from "../wire/drawing.ts";
import {toldToAll} from "./told.ts";

/** A part with its rows, or the problem in place of them. */
export interface RanPart extends Part {
  drawing: Drawing | undefined;
  problem: Problem | undefined;
  /** When its rows were read. */
  readAt: Date;
}

/** Rows of a table that a mail shows. */
export const SHOWN_ROWS = 50;

/** Whether the part's file stops at the limit of its chart's query, though there are more rows. */
export function isFileCut({contentType, drawing, prepared}: RanPart): boolean {
  const limit = prepared?.compiled.limit;
  return contentType === "chart" && drawing?.truncated === true && drawing.rows.length === limit;
}

/** Runs the part's query for the principal, at most `CHART_ROWS` rows. Whatever goes wrong becomes its `problem`. */
export async function runPart(
  runner: Runner,
  asking: Asking,
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
    const drawn = drawingFor(runner, asking, chart, "light", options);
    const {drawing, ageSeconds} = await drawn.catch(async error => {
      if (chart.type !== "table" || !(error instanceof ResultTooLarge)) throw error;
      // Only its first rows are shown in any case.
      const first = await part.prepareFirst(SHOWN_ROWS);
      return drawingFor(runner, asking, chart, "light", {now, prepared: first});
    });
    readAt.setTime(readAt.getTime() - ageSeconds * 1000);
    return {...part, drawing, problem: undefined, readAt};
  } catch (error) {
    const problem = toldToAll(runner, asking, error, "a part of a delivery failed");
    return {...part, drawing: undefined, problem, readAt};
  }
}
