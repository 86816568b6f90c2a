import {fieldError} from "../../layer/field-error.ts";

/**
 * Throws `invalid_request` for the aggregate `percentile` without a percentile, and for a percentile of another
 * aggregate.
 */
export function checkPercentile(
  {agg, percentile}: {agg: string; percentile?: number},
  pointer: string,
): void {
  if ((agg === "percentile") === (percentile !== undefined)) return;
  throw fieldError("invalid_request", `${pointer}/percentile`, {
    message:
      percentile === undefined
        ? `A percentile says which one it is: add "percentile", such as 0.9.`
        : `"percentile" does not go with "${agg}". Leave it out, or take "percentile" as "agg".`,
  });
}
