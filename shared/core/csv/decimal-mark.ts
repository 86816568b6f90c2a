import type {Delimiter} from "./delimiter.ts";
import type {ColumnProfile} from "./infer-column-type.ts";

/** The mark before the decimals of a file's numbers: `both` where columns differ, `undefined` if no column shows it. */
export type DecimalMark = "." | "," | "both" | undefined;

/** The decimal mark of a file, from the columns that can be read in one way only. */
export function decimalMarkOf(profiles: readonly ColumnProfile[], delimiter: Delimiter): DecimalMark {
  const marks = new Set(
    profiles.filter(({kind}) => kind === "number").flatMap(profile => ownMark(profile, delimiter) ?? []),
  );
  return marks.size === 2 ? "both" : [...marks][0];
}

/**
 * The decimal mark that a column's numbers show for certain. In a file with semicolons a comma is enough: programs
 * write semicolons where the comma is the decimal mark.
 */
function ownMark(profile: ColumnProfile, delimiter: Delimiter): "." | "," | undefined {
  const {hasComma, hasPoint, hasPointGroups, hasCommaGroups, hasGroupsAndComma} = profile;
  const hasDecimalPoint = hasPoint || hasCommaGroups;
  const hasDecimalComma = hasCommaBefore(profile, delimiter) && (delimiter === ";" || hasGroupsAndComma);
  if (hasDecimalComma && !hasDecimalPoint) return ",";
  return hasDecimalPoint && !hasComma && !hasPointGroups ? "." : undefined;
}

/** Whether commas stand before decimals. In a file with semicolons this includes commas in cells such as `1,234`. */
function hasCommaBefore({hasComma, eitherCommaDigits}: ColumnProfile, delimiter: Delimiter): boolean {
  return hasComma || (delimiter === ";" && eitherCommaDigits > 0);
}

/** How the numbers of a column are read. `mixed` and `ambiguous` numbers stay text. */
export type NumberReading = "." | "," | "mixed" | "ambiguous";

/**
 * How the numbers of a column of kind `number` are read, in a file with this decimal mark. Without evidence to the
 * contrary a point is the decimal mark, unless the file has semicolons. `1,234` is read only if the file shows its
 * meaning.
 */
export function readingOf(profile: ColumnProfile, delimiter: Delimiter, file: DecimalMark): NumberReading {
  const {hasComma, hasPoint, hasPointGroups, hasCommaGroups, eitherPointDigits, eitherCommaDigits} = profile;
  const own = ownMark(profile, delimiter);
  if (own) return own;
  if (hasComma && !hasPoint && !hasCommaGroups && file === ",") return ",";
  if (hasComma || hasPoint || hasCommaGroups || (eitherPointDigits > 0 && eitherCommaDigits > 0))
    return "mixed";
  if (!hasPointGroups && eitherPointDigits === 0 && eitherCommaDigits === 0) return ".";
  if (file === "both") return "ambiguous";
  const mark = file ?? (delimiter === ";" || eitherCommaDigits > 0 ? undefined : ".");
  if (mark === undefined) return "ambiguous";
  return mark === "." && hasPointGroups ? "mixed" : mark;
}
