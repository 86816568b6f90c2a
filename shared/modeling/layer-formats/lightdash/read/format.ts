import type {Measure} from "../../../../semantic/documents.ts";
import type {Entry} from "../../common/entry.ts";

const CURRENCIES: Readonly<Record<string, string>> = {$: "USD", "£": "GBP", "€": "EUR", "¥": "JPY"};

/** Converts `format` and `round` to our format, and notes what it cannot express. */
export function readFormat(entry: Entry): Measure["format"] | undefined {
  const declaredFormat = entry.text("format");
  const round = entry.number("round");
  entry.unused("numbers are not shortened", "compact");
  const decimals =
    round !== undefined && Number.isInteger(round) && round >= 0 && round <= 12 ? {decimals: round} : {};
  if (declaredFormat === undefined) return round === undefined ? undefined : {style: "number", ...decimals};
  if (declaredFormat === "percent") return {style: "percent", ...decimals};
  if (/^[a-z]{3}$/i.test(declaredFormat))
    return {style: "currency", currency: declaredFormat.toUpperCase(), ...decimals};
  const [, sign, pattern] = /^\[?([$£€¥])?\]?(#,##0(?:\.(?:0+))?%?|0(?:\.0+)?%?)$/.exec(declaredFormat) ?? [];
  if (pattern === undefined) {
    entry.note("not_supported", `The format "${declaredFormat}" is left out.`, "format");
    return round === undefined ? undefined : {style: "number", ...decimals};
  }
  const places = {decimals: /\.(0+)/.exec(pattern)?.[1]?.length ?? 0};
  if (pattern.endsWith("%")) return {style: "percent", ...places};
  const currency = sign === undefined ? undefined : CURRENCIES[sign];
  return currency ? {style: "currency", currency, ...places} : {style: "number", ...places};
}
