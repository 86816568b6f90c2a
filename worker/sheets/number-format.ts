import {dateFormat, isDatePart, type NumberFormat} from "./date-format.ts";

const unsupported: NumberFormat = () => undefined;

const TOKEN = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|AM\/PM|A\/P|y+|m+|d+|h+|s+(?:\.0+)?|[#0?,.]*[#0?][#0?,.]*|./gis;
const COLOUR = /^\[(?:black|blue|cyan|green|magenta|red|white|yellow)\]$/i;
/**
 * A number's digits: grouped or ungrouped whole digits, mandatory decimals (`0`), optional decimals (`#`), and trailing
 * commas, each of which divides by a thousand.
 */
const DIGITS = /^(?:(#,##0|#,###)|(0+|#))(?:\.(0*)(#*))?(,*)$/;
/** A character that is literal without quotes. */
const SIGN = /^[^\p{L}\d#?%@*_[\]"\\]$/u;
const MAX_DIGITS = 20;

/**
 * A spreadsheet's number format, such as `#,##0.00`, `0.0%`, `"$"0;("$"0)` or `yyyy-mm-dd`. Fractions (`# ?/?`), the
 * scientific notation and conditions are not supported. The calculation engine's own formatting is not used because it
 * is wrong: it shows 23:30 as 23:29:60.
 */
export function numberFormat(code: string): NumberFormat {
  const [positive = unsupported, negative, zero, , ...more] = sectionsOf(code).map(sectionFormat);
  if (more.length > 0) return unsupported;
  return value => {
    if (value < 0 && negative) return negative(-value);
    return (value === 0 && zero ? zero : positive)(value);
  };
}

function sectionsOf(code: string): string[][] {
  const sections: string[][] = [[]];
  for (const [token] of code.matchAll(TOKEN)) {
    if (token === ";") sections.push([]);
    else if (!COLOUR.test(token)) sections.at(-1)?.push(token);
  }
  return sections;
}

function sectionFormat(tokens: readonly string[]): NumberFormat {
  if (tokens.some(isDatePart)) return dateFormat(tokens, literalOf);
  const place = tokens.findIndex(token => /[#0?]/.test(token) && literalOf(token) === undefined);
  const literals = tokens.map(token => (token === "%" ? token : literalOf(token)));
  const before = literals.slice(0, Math.max(0, place));
  const after = literals.slice(place + 1);
  if (before.includes(undefined) || after.includes(undefined)) return unsupported;
  if (place < 0) return () => after.join("");
  const digits = digitsFormat(tokens[place] ?? "", tokens.filter(token => token === "%").length);
  return value => {
    const text = digits(Math.abs(value));
    const sign = value < 0 && text !== undefined && /[1-9]/.test(text) ? "-" : "";
    return text === undefined ? undefined : `${sign}${before.join("")}${text}${after.join("")}`;
  };
}

/** The format of the digits of a number that is not negative. */
function digitsFormat(code: string, percents: number): NumberFormat {
  const [matched, grouped, plain = "#", mandatory = "", optional = "", thousands = ""] =
    DIGITS.exec(code) ?? [];
  const decimals = mandatory.length + optional.length;
  if (matched === undefined || percents > 1 || Math.max(decimals, plain.length) > MAX_DIGITS)
    return unsupported;
  const percent = percents === 1;
  const isZeroShown = grouped === "#,##0" || (grouped === undefined && plain.startsWith("0"));
  const formatter = new Intl.NumberFormat("en", {
    style: percent ? "percent" : "decimal",
    useGrouping: grouped !== undefined,
    minimumIntegerDigits: plain.length,
    minimumFractionDigits: mandatory.length,
    maximumFractionDigits: decimals,
  });
  return value => {
    // Passed as text, the number is rounded by its decimal digits, as people expect: 1.005 becomes 1.01.
    const decimal: `${number}` = `${value / 1000 ** thousands.length}`;
    const text = formatter.format(decimal);
    const bare = percent ? text.replace("%", "") : text;
    // Without a `0` before the point a zero there is not shown.
    return isZeroShown ? bare : bare.replace(/^0(?=\.|$)/, "");
  };
}

/** The text of a token that is neither digits nor a part of a date; `undefined` where it is not a literal. */
function literalOf(token: string): string | undefined {
  if (/^".*"$/s.test(token)) return token.slice(1, -1);
  if (/^\\./s.test(token)) return token.slice(1);
  if (/^_./s.test(token)) return " ";
  if (/^\*./s.test(token)) return "";
  // A currency: `[$€-407]` is the euro as Germany writes it.
  const currency = /^\[\$([^\]-]*)(?:-[^\]]*)?\]$/.exec(token)?.[1];
  if (currency !== undefined) return currency;
  return SIGN.test(token) ? token : undefined;
}
