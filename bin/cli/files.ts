import {readFile, writeFile} from "node:fs/promises";
import {text} from "node:stream/consumers";
import {parse, YAMLParseError} from "yaml";
import {UsageError} from "./errors.ts";

/** The text of a file, or of standard input for `-`. */
export async function readText(path: string): Promise<string> {
  if (path === "-") return text(process.stdin);
  return readFile(path, "utf8").catch((error: Error) => {
    throw new UsageError(`"${path}" cannot be read: ${error.message}`);
  });
}

/** Parses a document in YAML, of which JSON is a subset. `what` names it in errors. */
export function readDocument(text: string, what: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new UsageError(`${what} is neither YAML nor JSON: ${error.message.split("\n")[0]}`);
  }
}

/** Writes a file. Rejects with a `UsageError` where that is not possible. */
export async function writeText(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: Error) => {
    throw new UsageError(`"${path}" cannot be written: ${error.message}`);
  });
}
