import type {Node} from "@pgsql/types";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import {parseStatements as parseShared} from "../../../shared/surfaces/sql/statement/parse.ts";
import {scanText} from "../../../shared/surfaces/sql/statement/postgres-parser.ts";

/** One statement of a text. */
export interface ParsedStatement {
  node: Node;
  /** The statement's text alone, without the semicolon. */
  sql: string;
  /** Where `sql` begins in the text that was parsed, in bytes of UTF-8 and in characters. */
  startByte: number;
  startCharacter: number;
}

/** All statements of a text; empty if the text contains only space and comments. Throws 42601. */
export function parseStatements(text: string): ParsedStatement[] {
  if (text === "") return [];
  const {stmts = []} = parseShared(text);
  const isAscii = !/[^\0-\x7f]/.test(text);
  const bytes = isAscii ? undefined : Buffer.from(text);
  return stmts.flatMap(({stmt, stmt_location: startByte = 0, stmt_len: length}) => {
    if (!stmt) return [];
    const endByte = length ? startByte + length : undefined;
    if (!bytes) {
      return [{node: stmt, sql: text.slice(startByte, endByte), startByte, startCharacter: startByte}];
    }
    const startCharacter = countCharacters(bytes.toString("utf8", 0, startByte));
    return [{node: stmt, sql: bytes.toString("utf8", startByte, endByte), startByte, startCharacter}];
  });
}

/** A word or a sign of a statement, in lower case. `start` and `end` are in bytes of the statement. */
export interface Token {
  text: string;
  start: number;
  end: number;
}

/** The tokens of a statement, without its comments. */
export function tokensOf({sql}: ParsedStatement): Token[] {
  return scanText(sql).tokens.flatMap(({text, tokenName, start, end}) =>
    tokenName.endsWith("_COMMENT") ? [] : [{text: text.toLowerCase(), start, end}],
  );
}

/** The index in `tokens` of the token that closes the parenthesis at `open`. */
export function closingOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    const text = tokens[i]?.text ?? "";
    if (text === "(" || text === "[") depth++;
    else if (text === ")" || text === "]") depth--;
    if (depth === 0) return i;
  }
  return tokens.length;
}

/** A part of a statement, from the token `from` to before the token `to`, or to the statement's end. */
export function partOf(statement: ParsedStatement, from: Token | undefined, to?: Token): ParsedStatement {
  const bytes = Buffer.from(statement.sql);
  const start = from?.start ?? bytes.length;
  return {
    node: statement.node,
    sql: bytes.toString("utf8", start, to?.start),
    startByte: statement.startByte + start,
    startCharacter: statement.startCharacter + countCharacters(bytes.toString("utf8", 0, start)),
  };
}

/** Counts characters as the positions of errors do. JavaScript's `length` counts a character beyond 16 bits twice. */
function countCharacters(text: string): number {
  let characters = 0;
  for (const _ of text) characters++;
  return characters;
}

/** The position of a parser's node in the whole text, counted from 1, as in Postgres' errors. */
export function positionOf(statement: ParsedStatement, location: number | undefined): {position?: number} {
  if (location === undefined || location < 0) return {};
  const before = Buffer.from(statement.sql).toString("utf8", 0, location - statement.startByte);
  return {position: statement.startCharacter + countCharacters(before) + 1};
}

/** Moves the position of an error in a part of a text to the position in the whole text. */
export function atPosition(error: unknown, startCharacter: number): unknown {
  if (!(error instanceof SqlError) || error.more.position === undefined || startCharacter === 0) return error;
  return new SqlError(error.sqlState, error.message, {
    ...error.more,
    position: error.more.position + startCharacter,
  });
}
