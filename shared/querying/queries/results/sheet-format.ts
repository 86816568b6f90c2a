import type {Static} from "@sinclair/typebox";
import type {FieldFormat} from "../../../semantic/documents.ts";
import {CURRENCY_SYMBOLS} from "../../../semantic/vocabulary.ts";

/** A format as a spreadsheet's number format code. */
export function sheetFormat({style, currency, decimals}: Static<typeof FieldFormat>): string {
  const places = (count: number) => (count > 0 ? `.${"0".repeat(count)}` : "");
  if (style === "percent") return `0${places(decimals ?? 1)}%`;
  if (style === "currency") {
    const amount = `#,##0${places(decimals ?? 2)}`;
    const symbol = currency && CURRENCY_SYMBOLS[currency];
    return symbol ? `"${symbol}"${amount}` : `${amount}${currency ? ` "${currency}"` : ""}`;
  }
  return `#,##0${decimals === undefined ? "" : places(decimals)}`;
}
