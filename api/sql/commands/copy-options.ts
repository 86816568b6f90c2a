import type {Node} from "@pgsql/types";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {ResultField} from "../backend.ts";
import {encodingOf} from "../session/parameters.ts";
import {type ParsedStatement, positionOf} from "./parse.ts";

/** How `copy … to stdout` writes: https://www.postgresql.org/docs/18/sql-copy.html */
export interface CopyOptions {
  format: "text" | "csv" | "binary";
  hasHeader: boolean;
  delimiter: string;
  /** The text that stands for null. */
  nullText: string;
  quote: string;
  escape: string;
  /** For each column, whether its values are always in quotes. */
  forceQuote: readonly boolean[];
}

/** Reads the options. Throws Postgres' own errors for options that cannot be combined. */
export function copyOptions(
  statement: ParsedStatement,
  nodes: readonly Node[],
  fields: readonly ResultField[],
): CopyOptions {
  const given = readGiven(statement, nodes);
  const format = formatOf(given);
  const isCsv = format === "csv";
  for (const name of given.keys()) refuseOption(name, format);
  const delimiter = oneByte(given, "delimiter", isCsv ? "," : "\t");
  const quote = oneByte(given, "quote", '"');
  const nullText = textOf(given.get("null")) ?? (isCsv ? "" : "\\N");
  if (/[\r\n]/.test(nullText))
    throw new SqlError("22023", "COPY null representation cannot use newline or carriage return");
  if (/[\r\n]/.test(delimiter))
    throw new SqlError("22023", "COPY delimiter cannot be newline or carriage return");
  if (!isCsv && /[\\.a-z0-9]/.test(delimiter))
    throw new SqlError("22023", `COPY delimiter cannot be "${delimiter}"`);
  if (isCsv && delimiter === quote) throw new SqlError("22023", "COPY delimiter and quote must be different");
  if (nullText.includes(delimiter))
    throw new SqlError("22023", "COPY delimiter character must not appear in the NULL specification");
  if (isCsv && nullText.includes(quote))
    throw new SqlError("22023", "CSV quote character must not appear in the NULL specification");
  return {
    format,
    hasHeader: headerOf(given),
    delimiter,
    nullText,
    quote,
    escape: oneByte(given, "escape", quote),
    forceQuote: forcedOf(given.get("force_quote"), fields),
  };
}

const FORMATS = ["text", "csv", "binary"] as const;
const CSV_ONLY = ["quote", "escape", "force_quote"];
const COPY_FROM_ONLY = [
  "force_not_null",
  "force_null",
  "freeze",
  "on_error",
  "default",
  "log_verbosity",
  "reject_limit",
];
const COPY_TO_OPTIONS = ["format", "header", "delimiter", "null", "encoding", ...CSV_ONLY];

function readGiven(statement: ParsedStatement, nodes: readonly Node[]): Map<string, Node | undefined> {
  const given = new Map<string, Node | undefined>();
  for (const node of nodes) {
    if (!("DefElem" in node)) continue;
    const {defname = "", arg, location} = node.DefElem;
    const position = positionOf(statement, location);
    if (given.has(defname)) throw new SqlError("42601", "conflicting or redundant options", position);
    if (!COPY_TO_OPTIONS.includes(defname) && !COPY_FROM_ONLY.includes(defname))
      throw new SqlError("42601", `option "${defname}" not recognized`, position);
    const text = textOf(arg) ?? "";
    if (defname === "format" && !FORMATS.some(format => format === text))
      throw new SqlError("22023", `COPY format "${text}" not recognized`, position);
    if (defname === "encoding")
      encodingOf(text, 'argument to option "encoding" must be a valid encoding name', position);
    given.set(defname, arg);
  }
  return given;
}

function formatOf(given: ReadonlyMap<string, Node | undefined>): CopyOptions["format"] {
  const name = textOf(given.get("format"));
  return FORMATS.find(format => format === name) ?? "text";
}

function refuseOption(name: string, format: CopyOptions["format"]): void {
  const word = name.toUpperCase();
  if (COPY_FROM_ONLY.includes(name)) throw new SqlError("0A000", `COPY ${word} cannot be used with COPY TO`);
  if (CSV_ONLY.includes(name) && format !== "csv")
    throw new SqlError("0A000", `COPY ${word} requires CSV mode`);
  if (format === "binary" && (name === "delimiter" || name === "null"))
    throw new SqlError("42601", `cannot specify ${word} in BINARY mode`);
  if (format === "binary" && name === "header")
    throw new SqlError("0A000", "cannot specify HEADER in BINARY mode");
}

function headerOf(given: ReadonlyMap<string, Node | undefined>): boolean {
  if (!given.has("header")) return false;
  const word = textOf(given.get("header"))?.toLowerCase() ?? "true";
  if (word === "match") throw new SqlError("22023", 'cannot use "match" with HEADER in COPY TO');
  if (["true", "on", "1"].includes(word)) return true;
  if (["false", "off", "0"].includes(word)) return false;
  throw new SqlError("42601", 'header requires a Boolean value or "match"');
}

function oneByte(given: ReadonlyMap<string, Node | undefined>, name: string, fallback: string): string {
  const value = textOf(given.get(name)) ?? fallback;
  if (Buffer.byteLength(value) !== 1)
    throw new SqlError("0A000", `COPY ${name} must be a single one-byte character`);
  return value;
}

function forcedOf(node: Node | undefined, fields: readonly ResultField[]): boolean[] {
  if (!node) return fields.map(() => false);
  if ("A_Star" in node) return fields.map(() => true);
  const names = "List" in node ? (node.List.items ?? []).map(item => textOf(item) ?? "") : [];
  for (const name of names) {
    if (!fields.some(field => field.name === name))
      throw new SqlError("42703", `column "${name}" does not exist`);
  }
  const forced = names.map(name => fields.findIndex(field => field.name === name));
  return fields.map((_, i) => forced.includes(i));
}

function textOf(node: Node | undefined): string | undefined {
  if (!node) return undefined;
  if ("String" in node) return node.String.sval ?? "";
  if ("Boolean" in node) return String(node.Boolean.boolval ?? false);
  if ("Integer" in node) return String(node.Integer.ival ?? 0);
  return undefined;
}
