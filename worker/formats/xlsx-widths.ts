import type {WorkbookColumns} from "../../shared/core/wire/run-request.ts";
import type {DimensionType} from "../../shared/semantic/documents.ts";
import type {ResultColumn} from "../../shared/semantic/index.ts";
import type {EngineKind} from "../warehouses/batch.ts";
import type {Vector, VectorBatch} from "../warehouses/vectors.ts";
import {decimalText} from "./vector-text.ts";

const MEASURED_ROWS = 200;
const [NARROWEST, WIDEST] = [8, 60];
/** The width of the widest number, with separators: computed numbers are shown with fewer digits than they have. */
const MAX_NUMBER_WIDTH = 18;
const [DAY, MOMENT, BOOLEAN] = [10, 19, 5];

/** The widths of columns in characters, from their labels and first values. */
export function widthsOf(
  {columns: values, kinds, rowCount}: Pick<VectorBatch, "columns" | "kinds" | "rowCount">,
  columns: readonly ResultColumn[],
  looks: WorkbookColumns,
): number[] {
  const rows = Math.min(rowCount, MEASURED_ROWS);
  return columns.map(({type}, c) => {
    const most = type === "number" ? MAX_NUMBER_WIDTH : WIDEST;
    const longest = Math.min(most, longestOf(values[c] ?? [], type, kinds[c] ?? "other", rows));
    return Math.min(WIDEST, Math.max(NARROWEST, looks[c]?.label.length ?? 0, longest) + 2);
  });
}

/** The length of the longest of the first values. */
function longestOf(
  values: Vector | (string | null)[],
  type: DimensionType,
  kind: EngineKind,
  rows: number,
): number {
  if (Array.isArray(values)) return Math.max(0, ...values.slice(0, rows).map(text => text?.length ?? 0));
  const {data, offsets} = values;
  if (offsets)
    return longest(rows, row => Buffer.from(data.subarray(offsets[row], offsets[row + 1])).toString());
  if (type === "boolean") return BOOLEAN;
  if (type === "date") return DAY;
  if (type === "timestamp") return MOMENT;
  if (kind === "float") {
    const doubles = new Float64Array(data.buffer, data.byteOffset, data.byteLength >> 3);
    return longest(rows, row => String(doubles[row]));
  }
  if (kind === "integer") {
    const integers = new BigInt64Array(data.buffer, data.byteOffset, data.byteLength >> 3);
    return longest(rows, row => String(integers[row]));
  }
  const words = new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
  const scale = Number(/,(\d+)\)$/.exec(kind)?.[1] ?? 0);
  return longest(rows, row => decimalText(words, 4 * row, scale));
}

function longest(rows: number, textOf: (row: number) => string): number {
  let most = 0;
  for (let row = 0; row < rows; row++) most = Math.max(most, textOf(row).length);
  return most;
}
