/** A token of a statement; positions count UTF-16 code units. */
export interface Token {
  kind: "name" | "quoted" | "string" | "number" | "parameter" | "symbol";
  /** The text: in lower case for a name, otherwise as it is written. */
  text: string;
  start: number;
  end: number;
}

const SPACE = /\s+/y;
const NAME = /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/iy;
const NUMBER = /(?:0x[\da-f_]+|0o[0-7_]+|0b[01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?)/iy;
const PARAMETER = /\$\d+/y;
const DOLLAR_TAG = /\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/iy;
const QUOTED = /(?:u&)?"(?:[^"]|"")*"/iy;
const PLAIN_STRING = /(?:u&|[bxn])?'(?:[^']|'')*'/iy;
const ESCAPE_STRING = /e'(?:[^'\\]|''|\\[\s\S])*'/iy;
const LINE_COMMENT = /--[^\r\n]*/y;

/**
 * The tokens of a statement that Postgres' parser has accepted, without white space and comments, by
 * https://www.postgresql.org/docs/18/sql-syntax-lexical.html. Operators are the exception: each of their characters is a
 * token.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const add = (kind: Token["kind"], found: string): void => {
    const written = kind === "name" ? found.toLowerCase() : found;
    tokens.push({kind, text: written, start: at, end: at + found.length});
    at += found.length;
  };
  while (at < text.length) {
    const skipped = match(SPACE) ?? match(LINE_COMMENT) ?? blockComment(text, at);
    if (skipped !== undefined) {
      at += skipped.length;
      continue;
    }
    const string = match(ESCAPE_STRING) ?? match(PLAIN_STRING);
    const quoted = string === undefined ? match(QUOTED) : undefined;
    const parameter = match(PARAMETER);
    const tag = parameter === undefined ? match(DOLLAR_TAG) : undefined;
    const name = string === undefined && quoted === undefined ? match(NAME) : undefined;
    if (string !== undefined) add("string", string);
    else if (quoted !== undefined) add("quoted", quoted);
    else if (parameter !== undefined) add("parameter", parameter);
    else if (tag !== undefined) add("string", dollarString(text, at, tag));
    else if (name !== undefined) add("name", name);
    else {
      const number = match(NUMBER);
      if (number === undefined) add("symbol", text.charAt(at));
      else add("number", number);
    }
  }
  return tokens;
}

/** A block comment, which may contain others. */
function blockComment(text: string, from: number): string | undefined {
  if (!text.startsWith("/*", from)) return undefined;
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text.startsWith("/*", at)) {
      depth += 1;
      at += 1;
    } else if (text.startsWith("*/", at)) {
      depth -= 1;
      at += 1;
      if (depth === 0) return text.slice(from, at + 1);
    }
  }
  return text.slice(from);
}

function dollarString(text: string, from: number, tag: string): string {
  const end = text.indexOf(tag, from + tag.length);
  return end === -1 ? text.slice(from) : text.slice(from, end + tag.length);
}
