import type {Token} from "./tokens.ts";

const UNITS = new Set(
  (
    "microsecond millisecond second minute hour day dayofweek dayofyear week isoweek weekday month quarter year isoyear " +
    "decade century millennium microseconds milliseconds seconds minutes hours days weeks months quarters years"
  ).split(" "),
);
/** Functions with an unquoted unit before two other arguments, and functions with the unit as the last argument. */
const UNIT_FIRST = new Set(
  "datediff date_diff dateadd date_add date_sub timestampdiff timestampadd".split(" "),
);
const UNIT_LAST = new Set(
  "date_diff datetime_diff timestamp_diff time_diff date_trunc datetime_trunc timestamp_trunc time_trunc last_day".split(
    " ",
  ),
);

/**
 * Whether a word is the unit in `timestampdiff(day, a, b)` or `date_trunc(a, month)`, even if a column has the same
 * name.
 */
export function isUnitArgument(tokens: readonly Token[], at: number, columns: ReadonlySet<string>): boolean {
  const token = tokens[at]!;
  if (token.kind !== "word" || !UNITS.has(token.text.toLowerCase())) return false;
  const [before, after] = [tokens[at - 1]?.kind, tokens[at + 1]?.kind];
  if (before === "open" && after === "comma") {
    const name = tokens[at - 2]?.text.toLowerCase() ?? "";
    if (!UNIT_FIRST.has(name) || argumentsAfter(tokens, at) !== 2) return false;
    // In `date_diff(day, month, year)` the unit may be the last argument.
    return !(columns.has(token.text) && UNIT_LAST.has(name));
  }
  if (before !== "comma" || (after !== "close" && after !== "comma")) return false;
  const name = tokens[openingOf(tokens, at) - 1]?.text.toLowerCase() ?? "";
  return UNIT_LAST.has(name) && (after === "close" || name.endsWith("_trunc"));
}

/** How many arguments of the call follow the one that starts at `at`. */
function argumentsAfter(tokens: readonly Token[], at: number): number {
  let depth = 0;
  let commas = 0;
  for (let i = at + 1; i < tokens.length; i++) {
    const {kind} = tokens[i]!;
    if (kind === "open") depth++;
    else if (kind === "close" && --depth < 0) break;
    else if (kind === "comma" && depth === 0) commas++;
  }
  return commas;
}

function openingOf(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let i = at - 1; i >= 0; i--) {
    if (tokens[i]!.kind === "close") depth++;
    else if (tokens[i]!.kind === "open" && depth-- === 0) return i;
  }
  return 0;
}
