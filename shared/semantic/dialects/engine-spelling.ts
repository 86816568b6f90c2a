import {CompileError} from "../errors.ts";

/** How an engine spells the strings, names and comments of a layer's standard SQL. */
interface Spelling {
  /** The engine's name for messages. */
  engine: string;
  string(text: string): string;
  name(name: string): string;
  /** The mark that begins a comment in this engine, and is an operator elsewhere. */
  comment?: "#" | "//";
}

/** A string with the word before it, a quoted name, a comment, or a mark that begins a comment in some engines. */
const PARTS = /([\p{L}\p{N}_$@]*)'((?:[^']|'')*)'|"((?:[^"]|"")*)"|--[^\n]*|\/\*[\s\S]*?\*\/|#|\/\//gu;

/**
 * Rewrites a fragment so that the engine reads it as the layer's check did: in strings a backslash is an ordinary
 * character and a quote is doubled, and names are in double quotes. A string with a word right before it is in the
 * engine's own form and stays, unless a backslash could change where it ends.
 */
export function toEngineSpelling(sql: string, {engine, string, name, comment}: Spelling): string {
  return sql.replace(PARTS, (part: string, prefix: string | undefined, text?: string, quoted?: string) => {
    if (quoted !== undefined) return name(quoted.replaceAll('""', '"'));
    if (text !== undefined) {
      if (!prefix) return string(text.replaceAll("''", "'"));
      if (!/\\(?:'|$)|''/.test(text)) return part;
      throw new CompileError(
        "invalid_request",
        `The string ${part.slice(0, 80)} of the layer does not end in ${engine} where it seems to. Write it without the "${prefix}" before it.`,
      );
    }
    if (part === comment) {
      throw new CompileError(
        "invalid_request",
        `An expression of the layer holds a ${part}, which begins a comment in ${engine}. Write it with functions, and comments with -- or /* */.`,
      );
    }
    return part;
  });
}

/** A string literal for engines in which a backslash is an ordinary character. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A string literal for engines in which a backslash escapes. */
export function backslashString(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}'`;
}

/** The digits of a plain decimal; `undefined` if it has an exponent or more than `most` digits. */
export function digitsOf(text: string, most: number): {width: number; scale: number} | undefined {
  const parts = /^[+-]?(\d*)(?:\.(\d*))?$/.exec(text);
  if (parts === null) return undefined;
  const scale = parts[2]?.length ?? 0;
  const width = Math.max((parts[1]?.length ?? 0) + scale, 1);
  return width > most ? undefined : {width, scale};
}
