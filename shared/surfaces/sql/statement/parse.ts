import type {Node, ParseResult} from "libpg-query";
import {LRUCache} from "lru-cache";
import {SqlError} from "../sql-error.ts";
import {parseText, SyntaxFault} from "./postgres-parser.ts";
import {Source} from "./source.ts";

export interface ParsedStatement {
  source: Source;
  /** The statement's tree; `undefined` for an empty text. */
  node: Node | undefined;
}

interface CachedText {
  result: ParseResult;
  statement?: ParsedStatement;
}

/** Parsed statements, because programs send the same texts again and again. */
const cachedTexts = new LRUCache<string, CachedText>({
  max: 500,
  // A tree takes some hundred times the memory of its text.
  maxSize: 500_000,
  maxEntrySize: 20_000,
  sizeCalculation: (_, text) => text.length,
});

/** Parses one statement. Throws 42601. */
export function parseStatement(text: string): ParsedStatement {
  if (text === "") return {source: new Source(text), node: undefined};
  const entry = parsed(text);
  entry.statement ??= statementOf(text, entry.result);
  return entry.statement;
}

/** All statements of a text. Throws 42601. The result is shared, and must not be changed. */
export function parseStatements(text: string): ParseResult {
  return parsed(text).result;
}

function parsed(text: string): CachedText {
  const known = cachedTexts.get(text);
  if (known !== undefined) return known;
  if (text.includes("\0") || !text.isWellFormed())
    throw new SqlError("22021", "The statement holds a character that Postgres does not have.");
  try {
    const entry = {result: parseText(text)};
    cachedTexts.set(text, entry);
    return entry;
  } catch (error) {
    throw syntaxError(error);
  }
}

function statementOf(text: string, {stmts = []}: ParseResult): ParsedStatement {
  if (stmts.length > 1)
    throw new SqlError("42601", "cannot insert multiple commands into a prepared statement");
  return {source: new Source(text), node: stmts[0]?.stmt};
}

/** Converts an error of the parser. The positions in its errors count characters from 0; those in its tree count bytes. */
function syntaxError(error: unknown): unknown {
  if (!(error instanceof SyntaxFault)) return error;
  const {message, position} = error;
  return new SqlError("42601", message, {position: position + 1});
}
