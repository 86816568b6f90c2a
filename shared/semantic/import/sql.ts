import type {DimensionType, TableSource} from "../graph.ts";
import {closing, type Token, tokenize} from "../tokens.ts";

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_$]*$/;
/** Words that stand for a value where they stand alone. */
const VALUES = new Set(
  "null true false current_date current_time current_timestamp localtime localtimestamp current_user".split(
    " ",
  ),
);

/** A column where the expression is one name, bare or quoted; else the expression. */
export function sourceOf(expression: string): {column: string} | {sql: string} {
  const sql = withoutComments(expression).trim();
  if (IDENTIFIER.test(sql) && !VALUES.has(sql.toLowerCase())) return {column: sql};
  const quoted = /^"((?:[^"]|"")+)"$/.exec(sql)?.[1] ?? /^`([^`]+)`$/.exec(sql)?.[1];
  if (quoted !== undefined) return {column: quoted.replaceAll('""', '"')};
  return {sql};
}

/** A column as an expression says it. */
export function columnSql(column: string): string {
  return IDENTIFIER.test(column) && !VALUES.has(column.toLowerCase())
    ? column
    : `"${column.replaceAll('"', '""')}"`;
}

export function sqlOf(source: {column: string} | {sql: string}): string {
  return "column" in source ? columnSql(source.column) : source.sql;
}

/** SQL with its tokens given back one by one, each as `change` has it; comments are left out. */
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

/** Every condition of them, in one. */
export function allOf(conditions: readonly string[]): string | undefined {
  if (conditions.length <= 1) return conditions[0];
  return conditions.map(condition => `(${condition})`).join(" and ");
}

/** Splits at `and` outside of parentheses, strings and `between`. */
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

/** Without the parentheses around all of it. */
function unwrapped(sql: string): string {
  const {tokens} = tokenize(sql);
  const whole = tokens[0]?.kind === "open" && closing(tokens, 0) === tokens.length - 1;
  return whole && tokens.length > 2 ? unwrapped(sql.trim().slice(1, -1).trim()) : sql.trim();
}

/** What a warehouse calls a type, as a dimension's; `undefined` where it is none that is known. */
export function typeOfWarehouse(type: string): DimensionType | undefined {
  const name = type.toLowerCase().replace(/\(.*$/, "").trim();
  if (/^(timestamp|datetime|smalldatetime)/.test(name)) return "timestamp";
  if (name === "date" || name === "date32") return "date";
  if (/^bool/.test(name)) return "boolean";
  if (/^(json|jsonb|variant|object|super|struct|array|record|map)/.test(name)) return "json";
  if (/^(u?int|u?(big|small|tiny|medium|huge)int|integer|serial|bigserial|byteint)/.test(name))
    return "number";
  if (/^(numeric|decimal|number|bignumeric|bigdecimal|float|double|real|money)/.test(name)) return "number";
  if (
    /^(text|n?varchar|n?char|bpchar|character|string|uuid|citext|enum|fixedstring|lowcardinality)/.test(name)
  )
    return "string";
  return undefined;
}

/** `catalog.schema.name`, bare or quoted, as a table; `undefined` where it is something else. */
export function tableOf(text: string): TableSource | undefined {
  const {tokens} = tokenize(text.replaceAll("`", '"'));
  const names: string[] = [];
  for (const [i, token] of tokens.entries()) {
    if (i % 2 === 1) {
      if (token.text !== ".") return undefined;
    } else if (token.kind === "quoted") {
      const inner = token.text.slice(1, -1).replaceAll('""', '"');
      // BigQuery quotes the whole path at once.
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
