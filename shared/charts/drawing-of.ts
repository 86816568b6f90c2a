import {readResult} from "../queries/read-result.ts";
import type {CompiledQuery} from "../semantic/compile.ts";
import {isPeriod} from "../semantic/layer/grains.ts";
import type {Measure} from "../semantic/layer/graph.ts";
import type {FieldReference} from "../semantic/layer/layer.ts";
import type {ChartRow} from "./charts.ts";
import type {Drawing, DrawnColumn} from "./vega/drawing.ts";

/** A chart's result, ready to be drawn. `json` is the Query result of `compiled`. */
export function drawingOf(
  {name, type, config}: Pick<ChartRow, "name" | "type" | "config">,
  compiled: CompiledQuery,
  json: string,
  theme: Drawing["theme"],
): Drawing {
  const {rows, truncated} = readResult(json);
  return {title: name, type, config, theme, columns: drawnColumns(compiled), rows, truncated};
}

/** Each column with the properties of its field. */
function drawnColumns({columns, fields}: CompiledQuery): DrawnColumn[] {
  const labels = labelsOf(fields);
  return columns.map(({name, type}, index): DrawnColumn => {
    const reference = fields[index];
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
      ...(field.kind === "measure" ? {additive: isAdditive(field.source)} : {}),
    };
  });
}

/** Counts and sums over rows can be added up, because each row is in one group. */
function isAdditive({type, nonAdditive, rolling}: Measure): boolean {
  return (type === "count" || type === "sum") && !nonAdditive && !rolling;
}

/** The layer's labels, or the names in words. Equal labels get the join that they come by. */
function labelsOf(fields: readonly FieldReference[]): string[] {
  const labels = fields.map(labelOf);
  return labels.map((label, index) => {
    const {route, field} = fields[index]!;
    const isOnlyOne = labels.every((other, i) => i === index || other !== label);
    return isOnlyOne ? label : `${inWords(route.at(-1) ?? field.model.name)}: ${label}`;
  });
}

function labelOf({field, grain}: FieldReference): string {
  const label = field.source.label ?? inWords(field.name);
  if (grain === undefined) return label;
  return isPeriod(grain) ? `${label} (${grain})` : `${label} (${inWords(grain).toLowerCase()})`;
}

function inWords(name: string): string {
  const words = name.replaceAll(/[_\s]+/g, " ").trim();
  return words === "" ? name : words[0]!.toUpperCase() + words.slice(1);
}
