import type {Static} from "@sinclair/typebox";
import type {FieldFormat} from "../semantic/layer/graph.ts";

const SYMBOLS: Readonly<Record<string, string>> = {
  USD: "$",
  EUR: "€",
  GBP: "£",
  JPY: "¥",
  CNY: "¥",
  INR: "₹",
};

/** A format as a spreadsheet's number format code. */
export function sheetFormat({style, currency, decimals}: Static<typeof FieldFormat>): string {
  const places = (count: number) => (count > 0 ? `.${"0".repeat(count)}` : "");
  if (style === "percent") return `0${places(decimals ?? 1)}%`;
  if (style === "currency") {
    const amount = `#,##0${places(decimals ?? 2)}`;
    const symbol = currency && SYMBOLS[currency];
    return symbol ? `"${symbol}"${amount}` : `${amount}${currency ? ` "${currency}"` : ""}`;
  }
  return `#,##0${decimals === undefined ? "" : places(decimals)}`;
}
