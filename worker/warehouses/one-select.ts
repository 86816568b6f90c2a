import type {DialectName} from "../../shared/semantic/index.ts";
import {WarehouseError} from "./warehouse.ts";

/** The parts of an engine's lexical rules that decide what is text and what is code. */
export interface Lexis {
  /** The engine's name, for messages. */
  engine: DialectName;
  /** Quotes of strings, and of names in which only the quote itself is special. */
  strings: string;
  names: string;
  /** Whether a backslash escapes the quote of a string. */
  escapes: boolean;
  /** Whether three quotes begin a string that ends with three. */
  triple?: true;
  /** Whether there are raw strings, `r'…'`, without escapes. */
  raw?: true;
  /** Whether there are strings of the form `$$…$$`. */
  dollars?: true;
  lineComments: readonly string[];
  nestedComments?: true;
  /** A token that begins another statement, as a semicolon does. */
  chain?: string;
}

/** Words that begin a statement other than a query. */
const WRITES = new Set(
  (
    "insert update delete merge drop create alter truncate grant revoke call execute copy put get remove unload export " +
    "load replace undrop begin commit rollback set unset use declare analyze optimize vacuum refresh msck cache uncache " +
    "comment deny reset"
  ).split(" "),
);
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;

/**
 * Rejects a statement that the engine would not read as a single `select`. A SQL fragment can contain a string that
 * ends at one place by the rules with which the layer was checked, and at another by the engine's own rules. Functions
 * that change data are not checked here; the rights of the connection's user have to prevent them.
 */
export function requireOneSelect(lexis: Lexis, sql: string): void {
  const fault = selectFault(lexis, sql);
  if (fault === undefined) return;
  throw new WarehouseError(
    `The statement is not sent, because ${lexis.engine} would not read it as a single select: ${fault}.`,
    {
      errorClass: "not_one_select",
      kind: "refused",
    },
  );
}

function selectFault(lexis: Lexis, sql: string): string | undefined {
  let depth = 0;
  let before = "";
  for (let at = 0; at < sql.length; ) {
    const char = sql[at]!;
    const end = skipText(lexis, sql, at);
    if (typeof end === "string") return end;
    if (end > at) {
      // A comment counts as white space; a string or a name counts as text.
      if (!isComment(lexis, sql, at)) before = "text";
      at = end;
      continue;
    }
    WORD.lastIndex = at;
    const word = WORD.exec(sql)?.[0];
    if (word !== undefined) {
      const fault = wordFault(word.toLowerCase(), before, depth, sql.slice(at + word.length));
      if (fault !== undefined) return fault;
      before = word.toLowerCase();
      at += word.length;
      continue;
    }
    if (char === ";") return "a ; ends a statement";
    if (lexis.chain && sql.startsWith(lexis.chain, at)) return `${lexis.chain} begins another statement`;
    if (char === "(") depth++;
    if (char === ")" && --depth < 0) return "a closing parenthesis has no opening one";
    if (!/\s/.test(char)) before = char;
    at++;
  }
  if (depth > 0) return "a parenthesis is not closed";
  return before === "" ? "it is empty" : undefined;
}

function wordFault(word: string, before: string, depth: number, rest: string): string | undefined {
  if (before === "" && word !== "select" && word !== "with") return `it begins with "${word}"`;
  if (depth > 0 || before === "." || before === "as" || !WRITES.has(word)) return undefined;
  // The function `replace(…)` is allowed.
  return /^\s*(\(|\.|,|$)/.test(rest) ? undefined : `it goes on with "${word}"`;
}

function isComment({lineComments}: Lexis, sql: string, at: number): boolean {
  return sql.startsWith("/*", at) || lineComments.some(start => sql.startsWith(start, at));
}

/**
 * The end of the string, name or comment that begins at `at`; `at` itself where none begins; a message where it is not
 * closed.
 */
function skipText(lexis: Lexis, sql: string, at: number): number | string {
  const char = sql[at]!;
  if (lexis.strings.includes(char)) return skipString(lexis, sql, at);
  if (lexis.names.includes(char)) return skipQuoted(sql, at + 1, char, false);
  if (lexis.dollars && sql.startsWith("$$", at)) {
    const end = sql.indexOf("$$", at + 2);
    return end < 0 ? "a $$ is not closed" : end + 2;
  }
  if (sql.startsWith("/*", at)) return skipComment(lexis, sql, at);
  if (!lexis.lineComments.some(start => sql.startsWith(start, at))) return at;
  const line = sql.slice(at, sql.indexOf("\n", at) < 0 ? undefined : sql.indexOf("\n", at));
  // Engines disagree on where a comment ends if its line has a carriage return inside or a backslash at the end.
  if (/\r(?!$)|\\\r?$/.test(line)) return "a comment ends where engines do not agree";
  return at + line.length;
}

function skipString({escapes, triple, raw}: Lexis, sql: string, at: number): number | string {
  const quote = sql[at]!;
  if (triple && sql.startsWith(quote.repeat(3), at)) {
    for (let i = at + 3; i < sql.length; i++) {
      if (sql[i] === "\\") i++;
      else if (sql.startsWith(quote.repeat(3), i)) return i + 3;
    }
    return "a string is not closed";
  }
  const isRaw = raw && /(^|[^\p{L}\p{N}_$])r$/iu.test(sql.slice(Math.max(0, at - 2), at));
  return skipQuoted(sql, at + 1, quote, escapes && !isRaw);
}

/**
 * Skips to the closing quote. A doubled quote needs no special case: it reads like the end of one string and the start
 * of another.
 */
function skipQuoted(sql: string, from: number, quote: string, escapes: boolean): number | string {
  for (let i = from; i < sql.length; i++) {
    if (escapes && sql[i] === "\\") i++;
    else if (sql[i] === quote) return i + 1;
  }
  return "a quote is not closed";
}

function skipComment({nestedComments}: Lexis, sql: string, at: number): number | string {
  let depth = 0;
  for (let i = at; i < sql.length - 1; i++) {
    const pair = sql.slice(i, i + 2);
    if (pair === "/*" && (depth === 0 || nestedComments)) depth++;
    else if (pair === "*/") depth--;
    else continue;
    i++;
    if (depth === 0) return i + 1;
  }
  return "a comment is not closed";
}
