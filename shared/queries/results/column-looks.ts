import type {CompiledQuery} from "../../semantic/compile.ts";
import type {Measure} from "../../semantic/layer/graph.ts";
import type {ColumnLooks} from "../../wire/run-request.ts";
import {formatOf, referenceFormat} from "../calculated.ts";
import {inWords, labelsOf} from "./column-labels.ts";
import {sheetFormat} from "./sheet-format.ts";

/** Averages and quotients: their last digits are where the engine stopped. */
function isComputed({type, sql = ""}: Measure): boolean {
  return (
    type === "avg" || type === "median" || type === "percentile" || (type === "number" && sql.includes("/"))
  );
}

/** How the columns look in a workbook. */
export function looksOf({columns, fields, calculations}: CompiledQuery): ColumnLooks {
  const labels = labelsOf(fields);
  return columns.map(({name, type}, i) => {
    const reference = fields[i];
    if (!reference) {
      const at = i - fields.length;
      const calculation = calculations[at];
      const format = type === "number" ? formatOf(calculations, at) : undefined;
      if (!calculation) return {label: name};
      return {label: inWords(name), ...(format ? {format: sheetFormat(format)} : {}), isComputed: true};
    }
    const {field, grain, compared} = reference;
    const format = referenceFormat(reference);
    return {
      label: labels[i] ?? name,
      ...(format && grain === undefined && type === "number" ? {format: sheetFormat(format)} : {}),
      ...(field.kind === "measure" && (compared === "change" || isComputed(field.source))
        ? {isComputed: true}
        : {}),
    };
  });
}
