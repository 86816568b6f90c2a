import type {ChartConfig, ChartType} from "../../core/wire/chart-config.ts";
import type {Drawing, DrawnColumn} from "../../core/wire/drawing.ts";
import {calculationFormat, referenceFormat} from "../../querying/queries/result-formats.ts";
import {inWords, labelsOf} from "../../querying/queries/results/column-labels.ts";
import {readResult} from "../../querying/queries/results/read-result.ts";
import type {Query} from "../../semantic/documents.ts";
import type {CompiledQuery} from "../../semantic/index.ts";
import {isAdditive} from "../../semantic/layers.ts";
import {whyNoPie} from "./vega/part-to-whole/shares.ts";
import {readDrawing} from "./vega/read.ts";

/** A chart's result, ready to be drawn. `json` is the Query result of `compiled`. */
export function drawingOf(
  {name, type, config, query}: {name: string; type: ChartType; config: ChartConfig; query: Query},
  compiled: CompiledQuery,
  json: string,
  theme: Drawing["theme"],
): Drawing {
  const {rows, truncated, totals} = readResult(json);
  const {orderBy = [], top, dimensions = []} = query;
  const columns = drawnColumns(compiled);
  // Only tables show subtotals. In any other chart, the mark of a subtotal would count its rows a second time.
  const isNested = query.subtotals === true && type !== "table";
  return {
    title: name,
    type,
    config,
    theme,
    columns: isNested ? columns.slice(0, -1) : columns,
    rows: isNested ? rows.filter(row => row.at(-1) === dimensions.length).map(row => row.slice(0, -1)) : rows,
    truncated,
    ...(query.subtotals === true && !isNested ? {subtotals: dimensions.length} : {}),
    ...(orderBy.length === 0 && !isNumbered(compiled, config.x) ? {unordered: true} : {}),
    ...(top?.others === undefined ? {} : {rest: {column: top.dimension, name: top.others}}),
    ...(totals === undefined ? {} : {totals}),
  };
}

/**
 * Whether the categories are in numeric order. This is the case for bins, and for numbers that a `top` selects beside
 * its rest.
 */
function isNumbered({columns, fields}: CompiledQuery, x = columns[0]?.name): boolean {
  const index = columns.findIndex(({name}) => name === x);
  const field = fields[index]?.field;
  if (field?.kind !== "dimension") return false;
  const isText = columns[index]?.type === "string";
  return (field.bins ?? field.measured?.bins) !== undefined || (field.type === "number" && isText);
}

/** The reason why this chart type cannot show what the query measures; `undefined` if it can. */
export function unfitFor(
  {type, config}: {type: ChartType; config?: ChartConfig | undefined},
  compiled: CompiledQuery,
): string | undefined {
  if (type !== "pie") return undefined;
  const {fields, calculations} = compiled;
  const drawn = drawnColumns(compiled);
  const columns = fields.length > 0 ? drawn.slice(0, fields.length + calculations.length) : drawn;
  const look = {title: "", type, config: config ?? {}, theme: "light"} as const;
  return whyNoPie(readDrawing({...look, columns, rows: [], truncated: false}, {width: 0, height: 0}));
}

/** Each result column with the properties of its field. */
export function drawnColumns({columns, fields, calculations, overlaps}: CompiledQuery): DrawnColumn[] {
  const labels = labelsOf(fields);
  return columns.map(({name, type}, index): DrawnColumn => {
    const reference = fields[index];
    const calculation = calculations[index - fields.length];
    if (!reference && calculation) {
      const format = calculationFormat(calculations, index - fields.length);
      return {
        name,
        type,
        role: "measure",
        label: inWords(name),
        ...(format ? {format} : {}),
        additive: false,
      };
    }
    // The columns of a snapshot belong to no model.
    if (!reference) return {name, type, role: "dimension", label: inWords(name.slice(name.indexOf(".") + 1))};
    const {field, grain, compared} = reference;
    const format = referenceFormat(reference);
    return {
      name,
      type,
      role: field.kind,
      label: labels[index]!,
      ...(format && grain === undefined ? {format} : {}),
      ...(grain === undefined ? {} : {grain}),
      ...(field.kind === "measure"
        ? {additive: compared !== "change" && isAdditive(field) && !overlaps?.[index]?.length}
        : {}),
    };
  });
}
