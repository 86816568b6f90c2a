import {formatNumber} from "../vega/format.ts";
import {columnTexts} from "../vega/grid/column-texts.ts";
import {boundsOf} from "../vega/numbers/gauge.ts";
import {type Change, headlineOf, NEEDS_FIELD} from "../vega/numbers/headline.ts";
import {numberIn, type Source} from "../vega/read.ts";
import {figure, MAX_LISTED, shortName} from "./words.ts";

const MIN_ROWS = 3;

export function bigNumberWords(source: Source): string[] {
  const headline = headlineOf(source);
  if (!headline) return [NEEDS_FIELD];
  const {name, text, change, others} = headline;
  return [`${name}: ${text}`, ...(change ? [changeWords(change)] : []), ...others];
}

function changeWords({sign, share, against}: Change): string {
  return sign === 0
    ? `Unchanged against ${against}`
    : `${sign > 0 ? "Up" : "Down"} ${share} against ${against}`;
}

export function gaugeWords(source: Source): string[] {
  const {measures, rows, config, dimensions} = source;
  const [measure] = measures;
  if (!measure) return [];
  const value = numberIn(rows[0] ?? [], measure);
  if (rows.length > 1 && dimensions.length > 0)
    source.notes.push(`The first of ${formatNumber(rows.length)} rows`);
  const {min, max} = boundsOf(source, measure, value);
  const scale = `${figure(value, measure.format)} on a scale from ${figure(min, measure.format)} to ${figure(max, measure.format)}`;
  const {target} = config.gauge ?? {};
  return [scale, ...(target === undefined ? [] : [`Target: ${figure(target, measure.format)}`])];
}

/** The first rows. In a row, each value but the first comes after its column's label. */
export function tableWords({fields, rows}: Source): string[] {
  if (fields.length === 0) return ["No columns are shown"];
  const listedRows = rows.slice(0, Math.max(MIN_ROWS, Math.floor(MAX_LISTED / fields.length)));
  const columns = fields.map(field => columnTexts(field, listedRows));
  const lines = listedRows.map((_, row) => {
    const [first = "", ...others] = columns.map(texts => shortName(texts[row] ?? ""));
    const rest = others.map((text, i) => `${fields[i + 1]?.label} ${text}`);
    return rest.length > 0 ? `${first}: ${rest.join(", ")}` : first;
  });
  const left = rows.length - listedRows.length;
  return [
    lines.join("; "),
    ...(left > 0 ? [`And ${formatNumber(left)} more ${left === 1 ? "row" : "rows"}`] : []),
  ];
}
