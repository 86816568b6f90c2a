import type {Node} from "libpg-query";
import {LRUCache} from "lru-cache";
import {SqlError} from "../sql-error.ts";
import {parseText, SyntaxFault} from "./postgres-parser.ts";
import {Source} from "./source.ts";

export interface ParsedStatement {
  source: Source;
  /** `undefined` of an empty text. */
  node: Node | undefined;
}

/** Statements that programs send again and again are parsed once. */
const kept = new LRUCache<string, ParsedStatement>({
  max: 500,
  // A tree takes some hundred times the memory of its text.
  maxSize: 500_000,
  maxEntrySize: 20_000,
  sizeCalculation: (_, text) => text.length,
});

/** Parses one statement. Throws 42601. */
export function parseStatement(text: string): ParsedStatement {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const statement = parse(text);
  if (text !== "") kept.set(text, statement);
  return statement;
}

function parse(text: string): ParsedStatement {
  const source = new Source(text);
  if (text === "") return {source, node: undefined};
  if (text.includes("\0") || !text.isWellFormed())
    throw new SqlError("22021", "The statement holds a character that Postgres does not have.");
  let statements: {stmt?: Node}[];
  try {
    statements = parseText(text).stmts ?? [];
  } catch (error) {
    throw syntaxError(error);
  }
  if (statements.length > 1)
    throw new SqlError("42601", "cannot insert multiple commands into a prepared statement");
  return {source, node: statements[0]?.stmt};
}

/** The parser counts characters from 0 there, and bytes in its tree. */
function syntaxError(error: unknown): unknown {
  if (!(error instanceof SyntaxFault)) return error;
  const {message, position} = error;
  return new SqlError("42601", message, {position: position + 1});
}
