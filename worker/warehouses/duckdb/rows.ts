import {DuckDBDecimalType, type DuckDBType, DuckDBTypeId} from "@duckdb/node-api";
import type {DimensionType} from "../../../shared/semantic/documents.ts";
import {quoteText} from "../../../shared/semantic/index.ts";
import type {EngineKind} from "../batch.ts";
import type {RowFormat, StreamOptions} from "../warehouse.ts";

const INTEGERS: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.DECIMAL,
]);
const WITHIN_64_BITS: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
]);
const FLOATS: ReadonlySet<DuckDBTypeId> = new Set([DuckDBTypeId.FLOAT, DuckDBTypeId.DOUBLE]);
const NESTED: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.UNION,
]);

type RowOptions = Pick<StreamOptions, "columns" | "format" | "timezone">;

/**
 * SQL that encodes a row of the columns `c0, c1 …` as one text: the engine is four times as fast at this as JavaScript that
 * encodes whole rows.
 */
export function rowExpression(types: readonly DuckDBType[], options: RowOptions): string {
  const {columns, format} = options;
  // The engine plans a statement anew each time it runs, and each function call in the statement adds some 20 µs to
  // that.
  if (format === "json" && columns.every(({type}, c) => isPlain(types[c], type)))
    return `cast(json_array(${columns.map((_, c) => `c${c}`).join(", ")}) as varchar)`;
  const {before, after} = around(options);
  // No cell is null here, and one call with many texts is faster than a chain of `||`.
  const texts = cellsOf(types, options).flatMap((cell, c) => [quoteText(before[c] ?? ""), cell]);
  return `concat(${[...texts, quoteText(after)].filter(text => text !== "''").join(", ")})`;
}

/** The text before each cell of a row and after the last cell, without the line end. */
function around({columns, format}: RowOptions): {before: string[]; after: string} {
  if (format === "ndjson")
    return {before: columns.map(({name}, c) => `${c === 0 ? "{" : ","}${JSON.stringify(name)}:`), after: "}"};
  const isJson = format === "json";
  return {before: columns.map((_, c) => (c > 0 ? "," : isJson ? "[" : "")), after: isJson ? "]" : ""};
}

/**
 * The form in which the engine returns a single value: as finished `text`, or in the engine's memory layout. JavaScript
 * that reads single values in memory layout writes their text in a third of the time that the engine needs.
 */
export type Form = "text" | "string" | "integer" | "date" | "timestamp";

interface Cell {
  sql: string;
  form: Form;
  before: string;
}

/**
 * The most long texts per row that are fetched from memory one by one; with more of them, one text for the whole row is
 * faster.
 */
const MAX_LONG = 2;

/**
 * SQL of a row as several values, each with the text before it; `undefined` where one text for the whole row is faster.
 * A text of at most 12 bytes lies in the engine's vector itself, and copying a few of those is several times as fast as
 * fetching a longer one. So each value of a short type is separate. If there are too many long values, neighbouring
 * ones are joined into one text.
 */
export function rowCells(
  types: readonly DuckDBType[],
  options: RowOptions,
): {cells: Cell[]; after: string} | undefined {
  const {before, after} = around(options);
  const texts = cellsOf(types, options);
  for (const joins of [false, true]) {
    const cells: Cell[] = [];
    let [isLong, longCount] = [false, 0];
    for (const [c, text] of texts.entries()) {
      const form = formOf(types[c], options.columns[c]?.type, options.timezone, joins);
      const [previous, wasLong] = [cells.at(-1), isLong];
      isLong = form === "string" || (form === "text" && !isShort(types[c]));
      if (isLong && wasLong && form === "text" && previous?.form === "text") {
        previous.sql = `${previous.sql}, ${quoteText(before[c] ?? "")}, ${text}`;
        continue;
      }
      if (isLong) longCount++;
      cells.push({sql: form === "text" ? text : plainValue(`c${c}`, form), form, before: before[c] ?? ""});
    }
    if (longCount > MAX_LONG) continue;
    const written = cells.map(cell => (cell.form === "text" ? {...cell, sql: `concat(${cell.sql})`} : cell));
    return {cells: written, after};
  }
  return undefined;
}

function formOf(
  engine: DuckDBType | undefined,
  declared: DimensionType | undefined,
  timezone: string,
  joins: boolean,
): Form {
  if (!engine || engine.alias !== undefined) return "text";
  const {typeId} = engine;
  if (declared === "number") return WITHIN_64_BITS.has(typeId) ? "integer" : "text";
  if (declared === "date") return typeId === DuckDBTypeId.DATE ? "date" : "text";
  if (declared === "string") return typeId === DuckDBTypeId.VARCHAR && !joins ? "string" : "text";
  const isMoment = typeId === DuckDBTypeId.TIMESTAMP || typeId === DuckDBTypeId.TIMESTAMP_TZ;
  return declared === "timestamp" && isMoment && timezone === "UTC" ? "timestamp" : "text";
}

function plainValue(name: string, form: Form): string {
  return form === "integer" ? `cast(${name} as bigint)` : name;
}

function isShort(type: DuckDBType | undefined): boolean {
  if (!type) return false;
  return (
    INTEGERS.has(type.typeId) || type.typeId === DuckDBTypeId.DATE || type.typeId === DuckDBTypeId.BOOLEAN
  );
}

function cellsOf(types: readonly DuckDBType[], {columns, format, timezone}: RowOptions): string[] {
  return columns.map((column, c) => {
    const type = types[c];
    if (!type) throw new Error(`the statement has no column ${c}`);
    return format === "csv" || format === "csv_safe"
      ? csvCell(`c${c}`, type, column.type, timezone, format === "csv_safe")
      : jsonCell(`c${c}`, type, column.type, timezone, format);
  });
}

/** Whether the engine's own JSON of a value equals the text that `jsonCell` gives it. */
function isPlain(engine: DuckDBType | undefined, declared: DimensionType): boolean {
  if (!engine || engine.alias !== undefined) return false;
  if (declared === "string") return engine.typeId === DuckDBTypeId.VARCHAR;
  if (declared === "number")
    return engine.typeId === DuckDBTypeId.INTEGER || engine.typeId === DuckDBTypeId.BIGINT;
  return declared === "boolean" && engine.typeId === DuckDBTypeId.BOOLEAN;
}

function jsonCell(
  name: string,
  engine: DuckDBType,
  declared: DimensionType,
  timezone: string,
  format: RowFormat,
): string {
  const text = `cast(${name} as varchar)`;
  const quoted = (value: string) => `coalesce('"' || ${value} || '"', 'null')`;
  const string = `coalesce(cast(to_json(${text}) as varchar), 'null')`;
  if (declared === "number") {
    if (INTEGERS.has(engine.typeId)) return `coalesce(${digitsText(text, engine)}, 'null')`;
    if (FLOATS.has(engine.typeId))
      return floatText(name, digitsText(text, engine), (value: string) => `'"${value}"'`, "'null'");
    return `case when regexp_full_match(${text}, '-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?') then ${text} else ${string} end`;
  }
  if (declared === "boolean" && engine.typeId === DuckDBTypeId.BOOLEAN) return `coalesce(${text}, 'null')`;
  if (declared === "date" && isDateLike(engine)) return quoted(`cast(cast(${name} as date) as varchar)`);
  if (declared === "timestamp" && isDateLike(engine)) return quoted(timestampText(name, engine, timezone));
  if (declared !== "json") return string;
  if (NESTED.has(engine.typeId)) return `coalesce(cast(to_json(${name}) as varchar), 'null')`;
  const document = `coalesce(${format === "ndjson" ? onOneLine(text) : text}, 'null')`;
  if (isJson(engine)) return document;
  // A text column may contain JSON.
  return engine.typeId === DuckDBTypeId.VARCHAR ? `if(json_valid(${text}), ${document}, ${string})` : string;
}

/** SQL of a double's digits, or of its name in the format if it is not finite. */
function floatText(name: string, digits: string, named: (value: string) => string, nothing: string): string {
  return (
    `case when isfinite(${name}) then ${digits} when ${name} is null then ${nothing} when isnan(${name}) ` +
    `then ${named("NaN")} when ${name} > 0 then ${named("Infinity")} else ${named("-Infinity")} end`
  );
}

/** SQL of a number's text without trailing zeros in the fraction. A double's text has at most one. */
function digitsText(text: string, type: DuckDBType): string {
  if (FLOATS.has(type.typeId)) return `if(suffix(${text}, '.0'), left(${text}, -2), ${text})`;
  const hasFraction = type instanceof DuckDBDecimalType && type.scale > 0;
  return hasFraction ? `rtrim(rtrim(${text}, '0'), '.')` : text;
}

function csvCell(
  name: string,
  engine: DuckDBType,
  declared: DimensionType,
  timezone: string,
  isSafe: boolean,
): string {
  let text = `cast(${name} as varchar)`;
  if (INTEGERS.has(engine.typeId)) return `coalesce(${digitsText(text, engine)}, '')`;
  if (FLOATS.has(engine.typeId))
    return floatText(name, digitsText(text, engine), value => `'${value}'`, "''");
  if (declared === "date" && isDateLike(engine))
    return `coalesce(cast(cast(${name} as date) as varchar), '')`;
  if (declared === "timestamp" && isDateLike(engine))
    return `coalesce(${timestampText(name, engine, timezone)}, '')`;
  if (declared === "json" && NESTED.has(engine.typeId)) text = `cast(to_json(${name}) as varchar)`;
  // Prefixes texts that look like formulas with an apostrophe, as `safeCsvQuote` does.
  if (isSafe) {
    const isNumber = declared === "number" ? `${text} !~ '-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?' and ` : "";
    const signs = "=+\\-@＝＋－＠";
    const within = `regexp_replace(${text}, '([;\\t\\r\\n])([${signs}])', '\\1''\\2', 'g')`;
    const isFormula = `regexp_matches(${text}, '^[${signs}\\t\\r\\n\ufeff]')`;
    text = `(case when ${isNumber}${isFormula} then chr(39) || ${within} else ${within} end)`;
  }
  return `coalesce(case when ${text} = '' or regexp_matches(${text}, '[",\\r\\n]') then '"' || replace(${text}, '"', '""') || '"' else ${text} end, '')`;
}

/**
 * SQL of a timestamp in ISO 8601, in the civil time of the zone and with its offset. A timestamp without a zone is in
 * UTC.
 */
function timestampText(name: string, engine: DuckDBType, timezone: string): string {
  const zoned = engine.typeId === DuckDBTypeId.TIMESTAMP_TZ;
  // Two casts take half the time of `replace`.
  const iso = (value: string) =>
    `cast(cast(${value} as date) as varchar), 'T', cast(cast(${value} as time) as varchar)`;
  const utc = zoned ? `(${name} at time zone 'UTC')` : `cast(${name} as timestamp)`;
  if (timezone === "UTC")
    return `(case when isfinite(${utc}) then concat(${iso(utc)}, 'Z') else cast(${name} as varchar) end)`;
  const civil = `timezone(${quoteText(timezone)}, timezone('UTC', ${utc}))`;
  // Before standard time an offset has seconds. ISO 8601 has no place for them, so the local time goes without them too.
  const minutes = `cast(epoch(${civil}) - epoch(${utc}) as bigint) // 60`;
  const local = `(${utc} + to_minutes(${minutes}))`;
  const offset = `case when ${minutes} < 0 then '-' else '+' end || lpad(cast(abs(${minutes}) // 60 as varchar), 2, '0') || ':' || lpad(cast(abs(${minutes}) % 60 as varchar), 2, '0')`;
  return `(case when isfinite(${utc}) then concat(${iso(local)}, ${offset}) else cast(${name} as varchar) end)`;
}

/** Whether values are the same in a Parquet file as in the engine, and have only one text form. */
export function isPlainType({alias, typeId}: DuckDBType): boolean {
  if (alias !== undefined) return false;
  return WITHIN_64_BITS.has(typeId) || typeId === DuckDBTypeId.DATE || typeId === DuckDBTypeId.VARCHAR;
}

/** A cell in the engine's text form; nested values as JSON. */
export function cellText(name: string, type: DuckDBType): string {
  return NESTED.has(type.typeId) ? `cast(to_json(${name}) as varchar)` : `cast(${name} as varchar)`;
}

const OVER_64_BITS: ReadonlyMap<DuckDBTypeId, EngineKind> = new Map([
  [DuckDBTypeId.UBIGINT, "decimal(20,0)"],
  [DuckDBTypeId.HUGEINT, "decimal(38,0)"],
  [DuckDBTypeId.UHUGEINT, "decimal(38,0)"],
]);

export function engineKind(type: DuckDBType): EngineKind {
  if (type instanceof DuckDBDecimalType) return `decimal(${type.width},${type.scale})`;
  const wide = OVER_64_BITS.get(type.typeId);
  if (wide) return wide;
  if (INTEGERS.has(type.typeId)) return "integer";
  if (FLOATS.has(type.typeId)) return "float";
  if (isJson(type)) return "json";
  return isDateLike(type) && type.typeId !== DuckDBTypeId.DATE ? "timestamp" : "other";
}

function isDateLike(type: DuckDBType): boolean {
  return type.typeId === DuckDBTypeId.DATE || /^TIMESTAMP/.test(DuckDBTypeId[type.typeId] ?? "");
}

function isJson(type: DuckDBType): boolean {
  return type.alias === "JSON";
}

/** In JSON text a line feed can only be white space between tokens. */
function onOneLine(json: string): string {
  return `regexp_replace(${json}, '[\\r\\n]+', ' ', 'g')`;
}
