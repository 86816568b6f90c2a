import {hasSqlDetails, loadModule, type Node, parseSync} from "libpg-query";
import {SqlError} from "../sql-error.ts";
import {Source} from "./source.ts";

/** Postgres' own parser is WebAssembly, which is loaded once. */
await loadModule();

export interface ParsedStatement {
  source: Source;
  /** `undefined` of an empty text. */
  node: Node | undefined;
}

/** Statements that programs send again and again are parsed once. */
const MOST_KEPT = 500;
const MOST_KEPT_LENGTH = 20_000;
const parsed = new Map<string, ParsedStatement>();

/** Parses one statement. Throws 42601. */
export function parseStatement(text: string): ParsedStatement {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const statement = parse(text);
  if (text.length > MOST_KEPT_LENGTH) return statement;
  const oldest = parsed.size < MOST_KEPT ? undefined : parsed.keys().next().value;
  if (oldest !== undefined) parsed.delete(oldest);
  parsed.set(text, statement);
  return statement;
}

function parse(text: string): ParsedStatement {
  const source = new Source(text);
  if (text === "") return {source, node: undefined};
  if (text.includes("\0") || !text.isWellFormed())
    throw new SqlError("22021", "The statement holds a character that Postgres does not have.");
  let statements: {stmt?: Node}[];
  try {
    statements = parseSync(text).stmts ?? [];
  } catch (error) {
    throw syntaxError(error);
  }
  if (statements.length > 1)
    throw new SqlError("42601", "cannot insert multiple commands into a prepared statement");
  return {source, node: statements[0]?.stmt};
}

/** The parser counts characters from 0 there, and bytes in its tree. */
function syntaxError(error: unknown): unknown {
  if (!hasSqlDetails(error) || error.sqlDetails === undefined) return error;
  const {message, cursorPosition} = error.sqlDetails;
  return new SqlError("42601", message, cursorPosition < 0 ? {} : {position: cursorPosition + 1});
}
