import type {ColumnProfile} from "./column-profile.ts";
import type {Delimiter} from "./delimiter.ts";

/** What stands before the decimals of a file's numbers; `undefined` where the file does not say. */
export type DecimalMark = "." | "," | undefined;

/**
 * The decimal mark of a file, from the columns that can be read in one way only. In a file with semicolons, which programs
 * write where the comma is the decimal mark, `1.234` alone says nothing. In other files it is a point, unless a column has
 * groups and a comma (`1.234,5`).
 */
export function decimalMarkOf(profiles: readonly ColumnProfile[], delimiter: Delimiter): DecimalMark {
  const numbers = profiles.filter(({kind}) => kind === "number");
  const hasCommas = numbers.some(profile => ownMark(profile, delimiter) === ",");
  const hasPoints = numbers.some(profile => ownMark(profile, delimiter) === ".");
  if (hasCommas !== hasPoints) return hasCommas ? "," : ".";
  return delimiter === ";" || hasCommas ? undefined : ".";
}

/** The decimal mark that the numbers of a column have for certain. */
function ownMark(profile: ColumnProfile, delimiter: Delimiter): DecimalMark {
  const {hasComma, hasPoint, hasGroupsAndComma} = profile;
  if (hasComma && !hasPoint && (delimiter === ";" || hasGroupsAndComma)) return ",";
  return hasPoint && !hasComma && !profile.hasGroups ? "." : undefined;
}

/** How the numbers of a column are read: `mixed` and `ambiguous` ones stay text. */
export type NumberReading = "." | "," | "mixed" | "ambiguous";

/** How the numbers of a column of kind `number` are read, in a file with this decimal mark. */
export function readingOf(profile: ColumnProfile, delimiter: Delimiter, file: DecimalMark): NumberReading {
  const {hasComma, hasPoint, hasGroups, eitherDigits} = profile;
  const own = ownMark(profile, delimiter);
  if (own) return own;
  if (hasComma || hasPoint) return "mixed";
  if (!hasGroups && eitherDigits === 0) return ".";
  if (file === undefined) return "ambiguous";
  return file === "." && hasGroups ? "mixed" : file;
}

/** Whether dates such as `01.02.2026` begin with their day for certain: a file with semicolons is not American. */
export function isDayFirst({isDayCertain}: ColumnProfile, delimiter: Delimiter): boolean {
  return isDayCertain || delimiter === ";";
}
