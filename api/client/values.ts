import type {DrawnColumn} from "../../shared/charts/vega/drawing.ts";
import {NO_VALUE} from "../../shared/charts/vega/format.ts";

/** A value formatted for people; a number that arrived as text keeps all its digits. */
export function shownValue(value: unknown, {type, format}: DrawnColumn): string {
  if (value === null || value === undefined) return NO_VALUE;
  if (type !== "number") return typeof value === "object" ? JSON.stringify(value) : String(value);
  if (typeof value !== "number") return String(value);
  const decimals = format?.decimals;
  const digits =
    decimals === undefined
      ? {maximumFractionDigits: 2}
      : {minimumFractionDigits: decimals, maximumFractionDigits: decimals};
  if (format?.style === "percent")
    return new Intl.NumberFormat("en", {style: "percent", ...digits}).format(value);
  if (format?.style === "currency" && format.currency) {
    return new Intl.NumberFormat("en", {style: "currency", currency: format.currency, ...digits}).format(
      value,
    );
  }
  return new Intl.NumberFormat("en", digits).format(value);
}
