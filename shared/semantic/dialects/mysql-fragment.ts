import {CompileError} from "../errors.ts";

/** A string with the word or `@` before it, a quoted name, a comment, or a `#`, which only MySQL reads as a comment. */
const PARTS = /([\p{L}\p{N}_$@]*)'((?:[^']|'')*)'|"((?:[^"]|"")*)"|--[^\n]*|\/\*[\s\S]*?\*\/|#/gu;

/**
 * Rewrites a layer author's SQL so that MySQL, under any `sql_mode`, reads it as the layer's check did: in strings a
 * backslash is an ordinary character, names are in double quotes, and `--` begins a comment. Comments that MySQL would
 * execute are disarmed.
 */
export function toMysqlSpelling(sql: string): string {
  return sql.replace(PARTS, (part, prefix: string | undefined, text?: string, name?: string) => {
    if (name !== undefined) return `\`${name.replaceAll('""', '"').replaceAll("`", "``")}\``;
    if (text !== undefined) return text.includes("\\") ? inHexadecimal(part, prefix ?? "", text) : part;
    if (part === "#") {
      throw new CompileError(
        "invalid_request",
        "An expression of the layer holds a #, which begins a comment in MySQL. Write bit operations with ^ or functions, and comments with -- or /* */.",
      );
    }
    return part.startsWith("--") ? `-- ${part.slice(2).trimStart()}` : part.replace(/^\/\*(?=[!+M])/, "/* ");
  });
}

function inHexadecimal(part: string, prefix: string, text: string): string {
  if (prefix !== "") {
    throw new CompileError(
      "invalid_request",
      `The string ${part.slice(0, 80)} of the layer has a backslash, which MySQL reads by its settings. Write it without the "${prefix}" before it.`,
    );
  }
  return hexadecimal(text.replaceAll("''", "'"));
}

/** A text as a hexadecimal literal, which no setting changes. */
export function hexadecimal(text: string): string {
  return `_utf8mb4 0x${Buffer.from(text, "utf8").toString("hex")}`;
}
