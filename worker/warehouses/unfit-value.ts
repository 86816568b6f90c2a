import type {WarehouseError, WarehouseStatement} from "./warehouse.ts";

/**
 * MySQL's and MariaDB's error for a text with characters that the column's character set lacks. The error does not
 * quote the text.
 */
const FOREIGN_CHARACTERS = /^ER_CANT_AGGREGATE_(?:2|3|N)COLLATIONS$/;
/**
 * The text of the error if only columns are compared: a column's collation is "IMPLICIT", that of a parameter's text
 * "COERCIBLE".
 */
const COLLATIONS_OF_COLUMNS = /^(?=.*IMPLICIT\))(?!.*COERCIBLE\))/;
/** Error classes for a value that the engine could not convert to the type of the column that it is compared with. */
const CONVERSION = new RegExp(
  [
    // SQLSTATE's data exceptions, except for a division by zero: Postgres, Redshift, Snowflake, Databricks
    "22(?!012)...",
    // DuckDB
    "Conversion|Invalid Input|Out of Range",
    // MySQL and MariaDB
    "ER_(?:TRUNCATED_)?WRONG_VALUE\\w*|ER_ILLEGAL_VALUE_FOR_TYPE|ER_DATA_OUT_OF_RANGE|ER_WARN_DATA_OUT_OF_RANGE",
    FOREIGN_CHARACTERS.source.slice(1, -1),
    // ClickHouse: texts, dates, moments, numbers, uuids, addresses, values of an enum
    "6|27|38|41|69|72|131|376|407|457|675|676|691",
    // Trino
    "INVALID_CAST_ARGUMENT|NUMERIC_VALUE_OUT_OF_RANGE|INVALID_FUNCTION_ARGUMENT|INVALID_LITERAL",
    // BigQuery
    "invalidQuery|invalid",
  ]
    .map(part => `^(?:${part})$`)
    .join("|"),
);
/**
 * DuckDB's error for a text that cannot be cast to a number or boolean. Such a cast comes from an expression of the
 * layer over rows, because filters never compare columns of these types with text.
 */
const CAST_OF_ROWS =
  /Could not convert string '[\s\S]*' to (?:U?INT(?:8|16|32|64)|DOUBLE|FLOAT|DECIMAL|BOOL)/;
/** ClickHouse's error for a text that is longer than a `FixedString`. The error does not quote the text. */
const TOO_LONG = "131";
/** The most characters of a long text that engines quote. */
const QUOTED_CHARACTERS = 40;

/**
 * The parameter that the engine could not convert, so that no row can have this value: for example a text that is not a
 * value of an enum, or not a uuid. `undefined` for any other error, such as one about the values of rows, unless it
 * quotes a parameter's value.
 */
export function unfitValue(error: WarehouseError, {parameters}: WarehouseStatement): string | undefined {
  const {errorClass, kind, parameter} = error.details;
  if (kind !== "refused" || !CONVERSION.test(errorClass)) return undefined;
  if (parameter === null || CAST_OF_ROWS.test(error.message)) return undefined;
  if (parameter !== undefined) return parameterText(parameters[parameter]);
  const texts = parameters.filter(value => typeof value === "string");
  if (errorClass === TOO_LONG) return texts.toSorted((a, b) => b.length - a.length)[0];
  if (FOREIGN_CHARACTERS.test(errorClass))
    return COLLATIONS_OF_COLUMNS.test(error.message) ? undefined : mostForeign(texts);
  return texts.find(text => quotes(error.message, text));
}

/** The text with the highest character, which is the one that a character set lacks first; none where all are ASCII. */
function mostForeign(texts: readonly string[]): string | undefined {
  const highest = (text: string) =>
    Array.from(text).reduce((most, one) => Math.max(most, one.codePointAt(0) ?? 0), 0);
  const [first] = texts.toSorted((a, b) => highest(b) - highest(a));
  return first !== undefined && highest(first) > 0x7f ? first : undefined;
}

function parameterText(parameter: string | number | boolean | undefined): string | undefined {
  return parameter === undefined ? undefined : String(parameter);
}

function quotes(message: string, text: string): boolean {
  const head = text.slice(0, QUOTED_CHARACTERS);
  const tails = text.length > QUOTED_CHARACTERS ? [""] : ['"', "'"];
  return ['"', "'"].some((mark, i) => message.includes(`${mark}${head}${tails[i] ?? ""}`));
}
