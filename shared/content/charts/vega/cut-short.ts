import type {ChartType} from "../../../ground/wire/chart-config.ts";
import {formatNumber} from "./format.ts";
import type {Source} from "./read.ts";

const OF_SERIES: ReadonlySet<ChartType> = new Set([
  "bar",
  "horizontal_bar",
  "line",
  "area",
  "mixed",
  "heatmap",
]);

/**
 * The message shown instead of several series over time whose rows were cut by a limit: the rows end in the middle of
 * time, so series would seem to end, or to fall, that do not.
 */
export function insteadOfCutShort({drawing, rows, dimensions, plain}: Source): string | undefined {
  if (!drawing.truncated || !OF_SERIES.has(drawing.type) || dimensions.length < 2) return undefined;
  const time = dimensions.find(({kind}) => kind === "time");
  const split = dimensions.find(field => field !== time);
  if (!time || !split) return undefined;
  return `A limit of ${formatNumber(rows.length, plain)} rows ends in the middle of "${time.label}", so that series would be cut off. Raise it, filter, choose longer periods, or ask for the greatest of "${split.label}" with "top".`;
}
