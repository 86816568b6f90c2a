import {ServiceError} from "../../errors.ts";

/** How an engine writes what a layer's author wrote in the standard's way. */
interface Spelling {
  /** As its users call it. */
  engine: string;
  string(text: string): string;
  name(name: string): string;
  /** What begins a comment there and is an operator elsewhere. */
  comment?: "#" | "//";
}

/** A string with the word right before it, a name, a comment, or a mark that begins one in some engines. */
const PARTS = /([\p{L}\p{N}_$@]*)'((?:[^']|'')*)'|"((?:[^"]|"")*)"|--[^\n]*|\/\*[\s\S]*?\*\/|#|\/\//gu;

/**
 * A fragment as the engine reads it just as it was read when the layer was checked: strings in which a backslash is
 * one and a quote is doubled, names in double quotes. A string with a word right before it is the engine's own form
 * and stays, unless a backslash could keep it from ending.
 */
export function settle(sql: string, {engine, string, name, comment}: Spelling): string {
  return sql.replace(PARTS, (part: string, prefix: string | undefined, text?: string, quoted?: string) => {
    if (quoted !== undefined) return name(quoted.replaceAll('""', '"'));
    if (text !== undefined) {
      if (!prefix) return string(text.replaceAll("''", "'"));
      if (!/\\(?:'|$)|''/.test(text)) return part;
      throw new ServiceError(
        "invalid_request",
        `The string ${part.slice(0, 80)} of the layer does not end in ${engine} where it seems to. Write it without the "${prefix}" before it.`,
      );
    }
    if (part === comment) {
      throw new ServiceError(
        "invalid_request",
        `An expression of the layer holds a ${part}, which begins a comment in ${engine}. Write it with functions, and comments with -- or /* */.`,
      );
    }
    return part;
  });
}

/** A string of the engines in which a backslash escapes. */
export function backslashString(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}'`;
}

/** The digits of a plain decimal; `undefined` for one with an exponent, and where there are too many. */
export function digitsOf(text: string, most: number): {width: number; scale: number} | undefined {
  const parts = /^[+-]?(\d*)(?:\.(\d*))?$/.exec(text);
  if (parts === null) return undefined;
  const scale = parts[2]?.length ?? 0;
  const width = Math.max((parts[1]?.length ?? 0) + scale, 1);
  return width > most ? undefined : {width, scale};
}
