import {formatOf} from "../queries/calculated.ts";
import {inWords, labelsOf} from "../queries/column-labels.ts";
import {readResult} from "../queries/read-result.ts";
import type {CompiledQuery} from "../semantic/compile.ts";
import type {MeasureField} from "../semantic/layer/layer.ts";
import type {ChartConfig, ChartType} from "./config.ts";
import type {Drawing, DrawnColumn} from "./vega/drawing.ts";
import {insteadOfShares} from "./vega/parts/shares.ts";
import {readDrawing} from "./vega/read.ts";

/** A chart's result, ready to be drawn. `json` is the Query result of `compiled`. */
export function drawingOf(
  {name, type, config}: {name: string; type: ChartType; config: ChartConfig},
  compiled: CompiledQuery,
  json: string,
  theme: Drawing["theme"],
): Drawing {
  const {rows, truncated, totals} = readResult(json);
  const drawing = {title: name, type, config, theme, columns: drawnColumns(compiled), rows, truncated};
  return totals === undefined ? drawing : {...drawing, totals};
}

/** Why this chart type cannot show what the query measures; `undefined` where it can. */
export function unfitFor(
  {type, config}: {type: ChartType; config?: ChartConfig | undefined},
  compiled: CompiledQuery,
): string | undefined {
  if (type !== "pie") return undefined;
  const columns = drawnColumns(compiled);
  const look = {title: "", type, config: config ?? {}, theme: "light"} as const;
  return insteadOfShares(readDrawing({...look, columns, rows: [], truncated: false}, {width: 0, height: 0}));
}

/** Each column with the properties of its field. */
export function drawnColumns({columns, fields, calculations}: CompiledQuery): DrawnColumn[] {
  const labels = labelsOf(fields);
  return columns.map(({name, type}, index): DrawnColumn => {
    const reference = fields[index];
    const calculation = calculations[index - fields.length];
    if (!reference && calculation) {
      const format = formatOf(calculation);
      return {
        name,
        type,
        role: "measure",
        label: inWords(name),
        ...(format ? {format} : {}),
        additive: false,
      };
    }
    // The columns of a snapshot's rows are of no model.
    if (!reference) return {name, type, role: "dimension", label: inWords(name.slice(name.indexOf(".") + 1))};
    const {field, grain} = reference;
    const {format} = field.source;
    return {
      name,
      type,
      role: field.kind,
      label: labels[index]!,
      ...(format && grain === undefined ? {format} : {}),
      ...(grain === undefined ? {} : {grain}),
      ...(field.kind === "measure" ? {additive: isAdditive(field)} : {}),
    };
  });
}

/**
 * Counts and sums over rows can be added up, because each row is in one group; and so can what is made of them by
 * addition and subtraction.
 */
function isAdditive({model, source}: MeasureField, depth = 0): boolean {
  const {type, nonAdditive, rolling, toDate, sql = ""} = source;
  if (nonAdditive || rolling || toDate) return false;
  if (type === "count" || type === "sum") return true;
  if (type !== "number" || depth > MOST_NESTED || !SUM_OF_MEASURES.test(sql)) return false;
  return [...sql.matchAll(/\$\{([^}.]+)\}/g)].every(([, name = ""]) => {
    const part = model.fields.get(name);
    return part?.kind === "measure" && isAdditive(part, depth + 1);
  });
}

/** `${income} - ${expenses}`, of the measures of one model. */
const SUM_OF_MEASURES = /^\s*\$\{[^}.]+\}(?:\s*[+-]\s*\$\{[^}.]+\})*\s*$/;
const MOST_NESTED = 10;
