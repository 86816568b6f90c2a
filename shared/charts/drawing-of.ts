import {readResult} from "../queries/read-result.ts";
import type {CompiledQuery} from "../semantic/compile.ts";
import {isPeriod} from "../semantic/grains.ts";
import type {Measure} from "../semantic/graph.ts";
import type {FieldReference} from "../semantic/resolve-field.ts";
import type {ChartRow} from "./charts.ts";
import type {Drawing, DrawnColumn} from "./spec/chart-spec.ts";

/** A chart's result as it is drawn. `json` is the Query result of what `compiled` asked for. */
export function drawingOf(
  {name, type, config}: Pick<ChartRow, "name" | "type" | "config">,
  compiled: CompiledQuery,
  json: string,
  theme: Drawing["theme"],
): Drawing {
  const {rows, truncated} = readResult(json);
  return {title: name, type, config, theme, columns: drawnColumns(compiled), rows, truncated};
}

/** What is known of each column, from the fields that it shows. */
function drawnColumns({columns, fields}: CompiledQuery): DrawnColumn[] {
  const labels = labelsOf(fields);
  return columns.map(({name, type}, index) => {
    const {field, grain} = fields[index]!;
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

/** Counts and sums of rows, each of which is in one group. */
function isAdditive({type, nonAdditive, rolling}: Measure): boolean {
  return (type === "count" || type === "sum") && !nonAdditive && !rolling;
}

/** As people would say it: what the layer says, else the name in words. Equal ones tell which join they come by. */
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
