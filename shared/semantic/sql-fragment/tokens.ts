export interface Token {
  /** `ref` is `${…}`; `replaced` is a token whose text was replaced. */
  kind:
    | "word"
    | "quoted"
    | "string"
    | "number"
    | "op"
    | "open"
    | "close"
    | "comma"
    | "semicolon"
    | "ref"
    | "comment"
    | "replaced";
  text: string;
  /** The white space before the token, reduced to one space, or to one line break if it contains any. */
  space: string;
}

export interface Tokens {
  tokens: Token[];
  /** Descriptions of what could not be read: an unclosed quote, a `$` that is not `${…}`. */
  faults: string[];
}

const WORD_START = /[\p{L}_]/u;
const WORD = /[\p{L}\p{N}_$]+/uy;
const NUMBER = /(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const OPERATOR = /(?:::|=>|:=|->>|->|\|\||<>|<=|>=|!=|\/\/|[+\-*/<>=~!@#%^&|?:.[\]{}])/y;

/** Splits SQL into tokens like Postgres and DuckDB, and reports what cannot be split. */
export function tokenize(sql: string): Tokens {
  const tokens: Token[] = [];
  const faults: string[] = [];
  let at = 0;
  while (at < sql.length) {
    const from = at;
    while (at < sql.length && isSpace(sql.charCodeAt(at))) at++;
    const space = at === from ? "" : " ";
    if (at >= sql.length) break;
    const {kind, end, fault} = nextToken(sql, at, tokens.at(-1));
    if (fault !== undefined) faults.push(fault);
    tokens.push({kind, text: sql.slice(at, end), space});
    at = end;
  }
  return {tokens, faults};
}

function nextToken(
  sql: string,
  at: number,
  last: Token | undefined,
): {kind: Token["kind"]; end: number; fault?: string} {
  const char = sql[at]!;
  const pair = sql.slice(at, at + 2);
  if (char === "'") return stringToken(sql, at, last);
  if (char === '"') {
    const end = quoteEnd(sql, at, '"', false);
    return end < 0
      ? {kind: "quoted", end: sql.length, fault: 'a double quote (") is not closed'}
      : {kind: "quoted", end};
  }
  if (pair === "--") return {kind: "comment", end: lineEnd(sql, at)};
  if (pair === "/*") {
    const end = sql.indexOf("*/", at + 2);
    return end < 0
      ? {kind: "comment", end: sql.length, fault: "a comment is not closed"}
      : {kind: "comment", end: end + 2};
  }
  if (pair === "${") {
    const end = sql.indexOf("}", at);
    return end < 0
      ? {kind: "ref", end: sql.length, fault: "a ${ is not closed by }"}
      : {kind: "ref", end: end + 1};
  }
  if (char === "(" || char === ")") return {kind: char === "(" ? "open" : "close", end: at + 1};
  if (char === ",") return {kind: "comma", end: at + 1};
  if (char === ";") return {kind: "semicolon", end: at + 1};
  const word = WORD_START.test(char) ? match(WORD, sql, at) : -1;
  if (word > 0) return {kind: "word", end: word};
  const number = match(NUMBER, sql, at);
  if (number > 0 && /[\d.]/.test(char) && last?.text !== ".") {
    if (char !== "." || /\d/.test(sql[at + 1] ?? "")) return {kind: "number", end: number};
  }
  const operator = match(OPERATOR, sql, at);
  if (operator > 0) return {kind: "op", end: operator};
  const fault =
    char === "$"
      ? "a $ means a field only as ${name}; parameters and dollar quotes are not allowed"
      : char === "`"
        ? 'names are written in double quotes ("), on every warehouse, and not in backticks'
        : `the character ${JSON.stringify(char)} does not belong in an expression`;
  return {kind: "op", end: at + (sql.codePointAt(at)! > 0xffff ? 2 : 1), fault};
}

/** A string token. After a bare `e`, a backslash in the string escapes the next character, including the quote. */
function stringToken(sql: string, at: number, last: Token | undefined) {
  const escapes = last?.kind === "word" && last.text.toLowerCase() === "e" && /[eE]/.test(sql[at - 1] ?? "");
  const end = quoteEnd(sql, at, "'", escapes);
  return end < 0
    ? {kind: "string" as const, end: sql.length, fault: "a quote (') is not closed"}
    : {kind: "string" as const, end};
}

function quoteEnd(sql: string, at: number, quote: string, escapes: boolean): number {
  for (let i = at + 1; i < sql.length; i++) {
    if (escapes && sql[i] === "\\") i++;
    else if (sql[i] === quote) {
      if (sql[i + 1] !== quote) return i + 1;
      i++;
    }
  }
  return -1;
}

function lineEnd(sql: string, at: number): number {
  const end = sql.indexOf("\n", at);
  return end < 0 ? sql.length : end;
}

function match(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(sql) ? pattern.lastIndex : -1;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0xfeff;
}

const closings = new WeakMap<readonly Token[], Int32Array>();

/**
 * The index of the parenthesis that closes the first one opened at `open` or after it; the index of the last token if
 * none closes it. All pairs of a list of tokens are found in one pass, because they nest.
 */
export function closing(tokens: readonly Token[], open: number): number {
  let found = closings.get(tokens);
  if (found === undefined) {
    found = closingsOf(tokens);
    closings.set(tokens, found);
  }
  let at = open;
  while (at < tokens.length && tokens[at]!.kind !== "open") at++;
  return found[at] ?? tokens.length - 1;
}

function closingsOf(tokens: readonly Token[]): Int32Array {
  const found = new Int32Array(tokens.length).fill(tokens.length - 1);
  const opened: number[] = [];
  for (const [i, {kind}] of tokens.entries()) {
    if (kind === "open") opened.push(i);
    else if (kind === "close") {
      const open = opened.pop();
      if (open !== undefined) found[open] = i;
    }
  }
  return found;
}
