import type {DimensionType} from "../../shared/semantic/documents.ts";
import type {ColumnProfile} from "./column-profile.ts";
import type {TypedColumn} from "./write-parquet.ts";

/** The type of column number `c`, from the profile of all of its cells. A column without any values is text. */
export function typeColumn(name: string, c: number, profile: ColumnProfile): TypedColumn {
  const cell = `c${c}`;
  switch (profile.kind) {
    case "number":
      return numberColumn(name, cell, profile);
    case "boolean":
      return {name, type: "boolean", sql: `cast(${nonEmpty(cell, profile)} as boolean)`};
    case "date":
      return {name, type: "date", sql: `cast(${nonEmpty(cell, profile)} as date)`};
    case "timestamp":
      return {name, type: "timestamp", sql: timestampSql(nonEmpty(cell, profile), profile)};
    default:
      return {name, type: "string", sql: cell};
  }
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
  if (declared === "timestamp" && kind === "date") {
    return {name, type: "timestamp", sql: timestampSql(nonEmpty(cell, profile), profile)};
  }
  return kind === declared ? typeColumn(name, c, profile) : {name, type: "string", sql: cell};
}

function numberColumn(name: string, cell: string, profile: ColumnProfile): TypedColumn {
  const engine = profile.numberType();
  if (engine === undefined) return {name, type: "string", sql: cell};
  const digits = profile.decimalComma
    ? `replace(${nonEmpty(cell, profile)}, ',', '.')`
    : nonEmpty(cell, profile);
  const integer = engine !== "double" && profile.scale === 0;
  return {name, type: "number", ...(integer ? {integer} : {}), sql: `cast(${digits} as ${engine})`};
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
