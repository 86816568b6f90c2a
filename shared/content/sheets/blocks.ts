import type {Block} from "../../core/wire/workbook.ts";
import {calculationFormat, referenceFormat} from "../../querying/queries/result-formats.ts";
import {readResult} from "../../querying/queries/results/read-result.ts";
import {sheetFormat} from "../../querying/queries/results/sheet-format.ts";
import {workbookColumnsOf} from "../../querying/queries/results/workbook-columns.ts";
import type {CompiledQuery} from "../../semantic/index.ts";
import {
  type Area,
  areaName,
  type CellPosition,
  cellName,
  contains,
  MAX_COLUMNS,
  MAX_ROWS,
  overlap,
  parseCell,
} from "./a1.ts";
import type {SheetTab} from "./schemas.ts";

const KINDS = {
  number: "number",
  boolean: "boolean",
  date: "date",
  timestamp: "timestamp",
  string: "text",
  json: "text",
} as const;
/** The number of significant digits that a spreadsheet stores. */
const STORED_DIGITS = 15;
const MAX_NAMED = 20;

export interface BlockResult {
  block: Block;
  truncated: boolean;
}

/** A result as cells, starting at `anchor`. `json` is the Query result of `compiled`. */
export function blockOf(
  anchor: CellPosition,
  header: boolean,
  compiled: CompiledQuery,
  json: string,
): BlockResult {
  const {rows, truncated} = readResult(json);
  const columns = compiled.columns.map(({type}, c) => {
    const calculation = compiled.calculations[c - compiled.fields.length];
    const reference = compiled.fields[c];
    const own = reference?.grain === undefined ? reference && referenceFormat(reference) : undefined;
    const format = calculation ? calculationFormat(compiled.calculations, c - compiled.fields.length) : own;
    const isCounted = type === "number" && compiled.fields[c]?.field.kind !== "dimension";
    return {
      kind: KINDS[type],
      ...(format ? {format: sheetFormat(format)} : {}),
      ...(isCounted ? {isCounted} : {}),
    };
  });
  return {
    block: {
      anchor,
      ...(header ? {header: workbookColumnsOf(compiled).map(({label}) => label)} : {}),
      columns,
      rows: rows.map(row => row.map(cellOf)),
    },
    truncated,
  };
}

function cellOf(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number")
    return digitsOf(value) > STORED_DIGITS && Number.isInteger(value) ? String(value) : value;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function digitsOf(value: number): number {
  return String(Math.abs(value)).replace(/^0\.0*|\.|e.*$/g, "").length;
}

/** The area of cells that a result fills. If the result has no rows, the area of its header. */
export function areaOfBlock({anchor, header, columns, rows}: Block): Area | undefined {
  const height = rows.length + (header ? 1 : 0);
  if (height === 0) return undefined;
  const to = {row: anchor.row + height - 1, column: anchor.column + columns.length - 1};
  return {from: anchor, to};
}

/**
 * The reason why a result does not fit at its position: it would overwrite cells or another result, or extend beyond
 * the tab. `undefined` if the result fits.
 */
export function collision(area: Area, tab: SheetTab, others: readonly Area[]): string | undefined {
  if (area.to.row > MAX_ROWS || area.to.column > MAX_COLUMNS) {
    return `The result would fill ${areaName(area)}, which is beyond the tab's last cell.`;
  }
  const filled = Object.keys(tab.cells ?? {}).filter(cell => contains(area, parseCell(cell)!));
  if (filled.length > 0) {
    const more = filled.length > MAX_NAMED ? ` and ${filled.length - MAX_NAMED} more` : "";
    return (
      `The result would fill ${areaName(area)} and overwrite ${filled.slice(0, MAX_NAMED).join(", ")}${more}: ` +
      "move these cells or the query's anchor, or lower the query's limit."
    );
  }
  const other = others.find(one => overlap(one, area));
  return (
    other &&
    `The result would fill ${areaName(area)} and overwrite the result that begins at ${cellName(other.from)}.`
  );
}
