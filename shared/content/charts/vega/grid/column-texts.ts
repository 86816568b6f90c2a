import {commonDecimals} from "../format.ts";
import {type Field, textIn} from "../read.ts";

/** The texts of a table's column. All numbers of the column have the same number of decimals. */
export function columnTexts(field: Field, rows: readonly (readonly unknown[])[]): string[] {
  const known = rows
    .map(row => row[field.index])
    .filter(value => typeof value === "number" || typeof value === "string");
  const isMeasure = field.kind === "number" && field.column.role === "measure";
  const decimals = isMeasure ? decimalsOf(field, known) : undefined;
  return rows.map(row => summedText(row, field) ?? textIn(row, field, decimals));
}

/** The text of a dimension in a subtotal that sums over it: `All` in the first such dimension, empty in the others. */
function summedText(row: readonly unknown[], {summed}: Field): string | undefined {
  if (summed === undefined) return undefined;
  const left = Number(row[summed.column]) - summed.before;
  return left > 0 ? undefined : left === 0 ? "All" : "";
}

function decimalsOf({format}: Field, values: readonly (number | string)[]): number | undefined {
  if (format?.style === "percent") return 1;
  return format && format.style !== "number" ? undefined : commonDecimals(values);
}
