import type {WorkbookColumns} from "../../../core/wire/run-request.ts";
import type {Measure} from "../../../semantic/documents.ts";
import type {CompiledQuery} from "../../../semantic/index.ts";
import {calculationFormat, referenceFormat} from "../result-formats.ts";
import {inWords, labelsOf} from "./column-labels.ts";
import {sheetFormat} from "./sheet-format.ts";

/** Whether values are averages or quotients, whose last digits depend on the engine's precision. */
function isComputed({type, sql = ""}: Measure): boolean {
  return (
    type === "avg" || type === "median" || type === "percentile" || (type === "number" && sql.includes("/"))
  );
}

/** The formats of the columns in a workbook. */
export function workbookColumnsOf({columns, fields, calculations}: CompiledQuery): WorkbookColumns {
  const labels = labelsOf(fields);
  return columns.map(({name, type}, i) => {
    const reference = fields[i];
    if (!reference) {
      const at = i - fields.length;
      const calculation = calculations[at];
      const format = type === "number" ? calculationFormat(calculations, at) : undefined;
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
