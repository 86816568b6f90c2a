import type {CsvStyle} from "../../shared/core/csv/csv-style.ts";
import {dateReadingOf} from "../../shared/core/csv/date-order.ts";
import {readingOf} from "../../shared/core/csv/decimal-mark.ts";
import type {ColumnProfile} from "../../shared/core/csv/infer-column-type.ts";
import type {DimensionType} from "../../shared/semantic/documents.ts";
import type {TypedColumn} from "./write-parquet.ts";

/** The most digits of a decimal that every engine holds exactly. */
const MAX_DIGITS = 38;
const GROUP = 3;

/** The style of the CSVs that this service writes. */
const OWN_STYLE: CsvStyle = {delimiter: ",", decimalMark: ".", dateOrder: undefined};

/** The type of column number `c`, from the profile of all of its cells. A column without any values is text. */
export function typeColumn(name: string, c: number, profile: ColumnProfile, style: CsvStyle): TypedColumn {
  const cell = `c${c}`;
  switch (profile.kind) {
    case "number":
      return numberColumn(name, cell, profile, style);
    case "boolean":
      return {name, type: "boolean", sql: `cast(${nonEmpty(cell, profile)} as boolean)`};
    case "date":
      return {name, type: "date", sql: `cast(${nonEmpty(cell, profile)} as date)`};
    case "timestamp":
      return {name, type: "timestamp", sql: timestampSql(nonEmpty(cell, profile), profile)};
    case "localDate":
    case "localTimestamp":
      return localDateColumn(name, cell, profile, style);
    default:
      return {name, type: "string", sql: cell};
  }
}

function localDateColumn(
  name: string,
  cell: string,
  profile: ColumnProfile,
  {delimiter, dateOrder}: CsvStyle,
): TypedColumn {
  const reading = dateReadingOf(profile, delimiter, dateOrder);
  if (reading === "mixed" || reading === "ambiguous") return {name, type: "string", sql: cell};
  const type = profile.kind === "localDate" ? "date" : "timestamp";
  const order = reading === "day" ? "\\3-\\2-\\1" : "\\3-\\1-\\2";
  const iso = `regexp_replace(${nonEmpty(cell, profile)}, '^(\\d+)[./](\\d+)[./](\\d{4})', '${order}')`;
  return {name, type, sql: `cast(${iso} as ${type})`};
}

/**
 * The type of a column of a query's result, which has a declared type. The column keeps that type if every cell fits
 * it, or else becomes text.
 */
export function typeDeclared(
  name: string,
  c: number,
  profile: ColumnProfile,
  declared: DimensionType,
): TypedColumn {
  const cell = `c${c}`;
  const {kind} = profile;
  if (declared === "json") {
    return {
      name,
      type: "json",
      sql: `case when json_valid(${cell}) then cast(${cell} as json) else to_json(${cell}) end`,
    };
  }
  if (declared === "string") return {name, type: "string", sql: cell};
  if (kind === "none") {
    const empty = {number: "bigint", boolean: "boolean", date: "date", timestamp: "timestamp"}[declared];
    return {name, type: declared, sql: `cast(${cell} as ${empty})`};
  }
  if (declared === "number" && kind === "double" && profile.survivesDouble) {
    return {name, type: "number", sql: `cast(${cell} as double)`};
  }
  if (declared === "timestamp" && kind === "date") {
    return {name, type: "timestamp", sql: timestampSql(nonEmpty(cell, profile), profile)};
  }
  return kind === declared ? typeColumn(name, c, profile, OWN_STYLE) : {name, type: "string", sql: cell};
}

function numberColumn(
  name: string,
  cell: string,
  profile: ColumnProfile,
  {delimiter, decimalMark}: CsvStyle,
): TypedColumn {
  const reading = readingOf(profile, delimiter, decimalMark);
  if (reading === "mixed" || reading === "ambiguous") return {name, type: "string", sql: cell};
  const {hasPointGroups, hasCommaGroups, eitherPointDigits, eitherCommaDigits} = profile;
  // `1.234` has no decimals where the point groups, and three where it does not.
  const [hasGroups, groupedDigits, decimalDigits] =
    reading === ","
      ? [hasPointGroups, eitherPointDigits, eitherCommaDigits]
      : [hasCommaGroups, eitherCommaDigits, eitherPointDigits];
  const wholeDigits = Math.max(
    profile.wholeDigits,
    groupedDigits > 0 ? groupedDigits + GROUP : 0,
    decimalDigits,
  );
  const scale = decimalDigits > 0 ? Math.max(profile.scale, GROUP) : profile.scale;
  const engine = numberType({...profile, wholeDigits, scale});
  if (engine === undefined) return {name, type: "string", sql: cell};
  const written = nonEmpty(cell, profile);
  const isGrouped = hasGroups || groupedDigits > 0;
  const plain = isGrouped ? `replace(${written}, '${reading === "," ? "." : ","}', '')` : written;
  const digits = reading === "," ? `replace(${plain}, ',', '.')` : plain;
  const integer = engine !== "double" && scale === 0;
  return {name, type: "number", ...(integer ? {integer} : {}), sql: `cast(${digits} as ${engine})`};
}

/** The DuckDB number type that keeps every digit; `undefined` where there is none. */
function numberType({
  hasExponent,
  scale,
  beyond64,
  wholeDigits,
  survivesDouble,
}: Pick<ColumnProfile, "hasExponent" | "scale" | "beyond64" | "wholeDigits" | "survivesDouble">):
  | string
  | undefined {
  if (!hasExponent) {
    if (scale === 0 && !beyond64) return "bigint";
    const whole = Math.max(wholeDigits, 1);
    // Parquet has no integers beyond 64 bits; as decimals such numbers keep their digits.
    if (whole + scale <= MAX_DIGITS) return `decimal(${scale === 0 ? MAX_DIGITS : whole + scale}, ${scale})`;
  }
  return survivesDouble ? "double" : undefined;
}

/**
 * Timestamps with an offset are stored as UTC, like those without one. DuckDB parses `10:00:00+05:30`, but not
 * `10:00+05:30`, `10:00:00+0530` and `10:00:00 +05:30`.
 */
function timestampSql(text: string, {hasOffset, hasLooseOffset}: ColumnProfile): string {
  if (!hasOffset) return `cast(${text} as timestamp)`;
  const withSeconds = `regexp_replace(${text}, '^(.{11}\\d\\d:\\d\\d)( ?(Z|UTC|[+-].*))$', '\\1:00\\2')`;
  const withColon = `regexp_replace(${withSeconds}, '([+-]\\d\\d)(\\d\\d)$', '\\1:\\2')`;
  const joined = `regexp_replace(${withColon}, ' ([+-][\\d:]+)$', '\\1')`;
  return `cast(${hasLooseOffset ? joined : text} as timestamptz) at time zone 'UTC'`;
}

function nonEmpty(cell: string, {needsTrim}: ColumnProfile): string {
  return needsTrim ? `nullif(trim(${cell}, e' \\t'), '')` : cell;
}
