import type {DimensionType, TableSource} from "../../../semantic/documents.ts";
import {closing, type Token, tokenize} from "../../../semantic/layers.ts";

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_$]*$/;
/** Words that are a value by themselves. */
const VALUES = new Set(
  "null true false current_date current_time current_timestamp localtime localtimestamp current_user".split(
    " ",
  ),
);

/** The column, if the expression is a single bare or quoted name; else the expression. */
export function sourceOf(expression: string): {column: string} | {sql: string} {
  const sql = withoutComments(expression).trim();
  if (IDENTIFIER.test(sql) && !VALUES.has(sql.toLowerCase())) return {column: sql};
  const quoted = /^"((?:[^"]|"")+)"$/.exec(sql)?.[1] ?? /^`([^`]+)`$/.exec(sql)?.[1];
  if (quoted !== undefined) return {column: quoted.replaceAll('""', '"')};
  return {sql};
}

/** Texts, names in double quotes, and names in backticks, as BigQuery, Databricks and MySQL write them. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`([^`]+)`/g;

/** SQL with its names in double quotes, as expressions of a layer have them on every engine. */
export function inDoubleQuotes(sql: string): string {
  return sql.replace(QUOTED, (part, name: string | undefined) =>
    name === undefined ? part : `"${name.replaceAll('"', '""')}"`,
  );
}

/** A column's name as an SQL expression. */
export function columnSql(column: string): string {
  return IDENTIFIER.test(column) && !VALUES.has(column.toLowerCase())
    ? column
    : `"${column.replaceAll('"', '""')}"`;
}

export function sqlOf(source: {column: string} | {sql: string}): string {
  return "column" in source ? columnSql(source.column) : source.sql;
}

/** SQL with each token replaced by what `change` returns. Comments are dropped. */
export function rewrite(
  sql: string,
  change: (token: Token, at: number, tokens: readonly Token[]) => string,
): string {
  const tokens = tokenize(sql).tokens.filter(token => token.kind !== "comment");
  let text = "";
  for (const [i, token] of tokens.entries()) text += (i > 0 ? token.space : "") + change(token, i, tokens);
  return text;
}

function withoutComments(sql: string): string {
  return sql.includes("--") || sql.includes("/*") ? rewrite(sql, token => token.text) : sql;
}

/** The conditions combined by `and`; `undefined` if there are none. */
export function allOf(conditions: readonly string[]): string | undefined {
  if (conditions.length <= 1) return conditions[0];
  return conditions.map(condition => `(${condition})`).join(" and ");
}

/** Splits at each `and` outside of parentheses, strings and `between`. */
export function conjuncts(sql: string): string[] {
  const {tokens} = tokenize(sql);
  const parts: string[] = [""];
  let between = false;
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === "open") depth++;
    if (token.kind === "close") depth--;
    const word = token.kind === "word" ? token.text.toLowerCase() : "";
    if (word === "between") between = true;
    if (word === "and" && depth === 0 && !between) parts.push("");
    else parts[parts.length - 1] += token.space + token.text;
    if (word === "and") between = false;
  }
  return parts.map(part => unwrapped(part.trim())).filter(part => part !== "");
}

/** Removes parentheses around the whole expression. */
function unwrapped(sql: string): string {
  const {tokens} = tokenize(sql);
  const whole = tokens[0]?.kind === "open" && closing(tokens, 0) === tokens.length - 1;
  return whole && tokens.length > 2 ? unwrapped(sql.trim().slice(1, -1).trim()) : sql.trim();
}

/** The dimension type for a warehouse's type name; `undefined` if it is unknown. */
export function typeOfWarehouse(type: string): DimensionType | undefined {
  // ClickHouse puts the type itself in parentheses.
  const own = type.toLowerCase().replace(/^(?:(?:nullable|lowcardinality)\()+/, "");
  const name = own.replace(/[()].*$/, "").trim();
  if (name.endsWith("[]")) return "json";
  if (/^interval|range$/.test(name)) return undefined;
  if (/^(timestamp|datetime|smalldatetime)/.test(name)) return "timestamp";
  if (name === "date" || name === "date32") return "date";
  if (/^bool/.test(name)) return "boolean";
  if (/^(json|jsonb|variant|object|super|struct|array|record|map)/.test(name)) return "json";
  if (/^(u?int|u?(big|small|tiny|medium|huge)int|integer|serial|bigserial|byteint)/.test(name))
    return "number";
  if (/^(numeric|decimal|number|bignumeric|bigdecimal|float|double|real|money)/.test(name)) return "number";
  if (/^(text|n?varchar|n?char|bpchar|character|string|uuid|citext|enum|fixedstring)/.test(name))
    return "string";
  return undefined;
}

/** Parses `catalog.schema.name`, bare or quoted; `undefined` for anything else. */
export function tableOf(text: string): TableSource | undefined {
  const {tokens} = tokenize(text.replaceAll("`", '"'));
  const names: string[] = [];
  for (const [i, token] of tokens.entries()) {
    if (i % 2 === 1) {
      if (token.text !== ".") return undefined;
    } else if (token.kind === "quoted") {
      const inner = token.text.slice(1, -1).replaceAll('""', '"');
      // BigQuery quotes the whole path as one name.
      names.push(...(tokens.length === 1 && text.startsWith("`") ? inner.split(".") : [inner]));
    } else if (token.kind === "word") names.push(token.text);
    else return undefined;
  }
  const name = names.at(-1);
  if (tokens.length % 2 === 0 || name === undefined || names.length > 3 || names.includes(""))
    return undefined;
  const schema = names.at(-2);
  const catalog = names.at(-3);
  return {...(catalog === undefined ? {} : {catalog}), ...(schema === undefined ? {} : {schema}), name};
}
