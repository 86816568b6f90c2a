import {Type} from "@sinclair/typebox";
import {Value} from "@sinclair/typebox/value";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import {numberOf} from "./number-parameters.ts";
import {Parameter} from "./parameter.ts";
import parametersJson from "./parameters.json" with {type: "json"};
import {dateStyleOf, timezoneOf} from "./time-parameters.ts";

/** The parameters of Postgres 18 that a session can set, and some that are read-only, from `pg_settings`. */
const PARAMETERS = new Map(
  Value.Parse(Type.Array(Parameter), parametersJson).map(parameter => [
    parameter.name.toLowerCase(),
    parameter,
  ]),
);

/**
 * Values that replace those in `parameters.json`: the values of a read-only server with the usual settings of a disk.
 */
const OWN: Readonly<Record<string, string>> = {
  in_hot_standby: "on",
  default_transaction_read_only: "on",
  transaction_read_only: "on",
  autovacuum: "on",
  fsync: "on",
  jit: "off",
};

/** Parameters that `show all` leaves out. */
const HIDDEN = ["is_superuser", "session_authorization", "role", "seed"];

export function parameterOf(name: string): Parameter | undefined {
  const key = name.toLowerCase();
  if (HIDDEN.includes(key)) return {name: key, type: "string", value: "none", description: ""};
  return PARAMETERS.get(key);
}

export function allParameters(): Iterable<Parameter> {
  return PARAMETERS.values();
}

export function defaultOf(parameter: Parameter): string {
  return OWN[parameter.name.toLowerCase()] ?? parameter.value;
}

/** Checks a value and writes it as `show` does. Throws Postgres' own error for an invalid value. */
export function checkedValue(parameter: Parameter, raw: string): string {
  const {name, type} = parameter;
  switch (type) {
    case "bool":
      return booleanOf(name, raw);
    case "enum":
      return memberOf(parameter, raw);
    case "integer":
    case "real":
      return numberOf(parameter, raw);
    case "string":
      return textOf(name, raw);
  }
}

function booleanOf(name: string, raw: string): string {
  const value = readBoolean(raw);
  if (value === undefined) throw new SqlError("22023", `parameter "${name}" requires a Boolean value`);
  return value ? "on" : "off";
}

/** Reads a Boolean. As in Postgres, the first letters of a word are enough. */
function readBoolean(raw: string): boolean | undefined {
  const word = raw.toLowerCase();
  if (word === "") return undefined;
  if ("true".startsWith(word) || "yes".startsWith(word) || word === "on" || word === "1") return true;
  if ("false".startsWith(word) || "no".startsWith(word) || word === "off" || word === "of" || word === "0")
    return false;
  return undefined;
}

function memberOf({name, values = []}: Parameter, raw: string): string {
  const member = values.find(value => value === raw.toLowerCase());
  if (member !== undefined) return onlyStyle(name, member);
  const switched = readBoolean(raw);
  const word = switched === undefined ? undefined : switched ? "on" : "off";
  if (word !== undefined && values.includes(word)) return word;
  throw new SqlError("22023", `invalid value for parameter "${name}": "${raw}"`, {
    hint: `Available values: ${values.join(", ")}.`,
  });
}

function onlyStyle(name: string, value: string): string {
  if (name === "IntervalStyle" && value !== "postgres")
    throw new SqlError("0A000", "intervals are only written in the style postgres");
  return value;
}

function textOf(name: string, raw: string): string {
  switch (name) {
    case "client_encoding":
      return encodingOf(raw);
    case "DateStyle":
      return dateStyleOf(raw);
    case "TimeZone":
      return timezoneOf(raw);
    case "application_name":
      return printableOf(raw);
    default:
      return raw;
  }
}

const UTF8_NAMES = ["utf8", "unicode"];
/** Encodings of Postgres, by their names in lower-case letters and digits alone. */
const OTHER_ENCODINGS =
  /^(big5|euc(cn|jis2004|jp|kr|tw)|gb18030|gbk|iso8859\d+|johab|koi8[ru]?|latin\d+|muleinternal|sjis|shiftjis(2004)?|sqlascii|uhc|win\d+|windows\d+|abc|alt|tcvn\d*|vscii|mskanji|win)$/;

/** The encoding of a client, which is always UTF-8. Throws 0A000 for another encoding, with `unknown` 22023 for no encoding. */
export function encodingOf(
  raw: string,
  unknown = `invalid value for parameter "client_encoding": "${raw}"`,
  position: {position?: number} = {},
): string {
  const name = raw.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  if (UTF8_NAMES.includes(name)) return "UTF8";
  if (OTHER_ENCODINGS.test(name))
    throw new SqlError("0A000", `conversion between ${raw.toUpperCase()} and UTF8 is not supported`, {
      hint: "Set client_encoding to UTF8.",
    });
  throw new SqlError("22023", unknown, position);
}

/** Writes each byte outside of printable ASCII as `\x` and two hexadecimal digits, as Postgres does. */
function printableOf(raw: string): string {
  return raw.replaceAll(/[^\x20-\x7e]/gu, character =>
    Array.from(Buffer.from(character), byte => `\\x${byte.toString(16).padStart(2, "0")}`).join(""),
  );
}
