import {readFile, writeFile} from "node:fs/promises";
import {text} from "node:stream/consumers";
import {parseDocument, visit} from "yaml";
import {UsageError} from "./errors.ts";

/** A double holds every decimal number of so many digits. */
const MAX_EXACT_DIGITS = 15;

/** The text of a file, or of standard input for `-`. */
export async function readText(path: string): Promise<string> {
  if (path === "-") return text(process.stdin);
  return readFile(path, "utf8").catch((error: Error) => {
    throw new UsageError(`"${path}" cannot be read: ${error.message}`);
  });
}

/**
 * Parses a document in YAML, of which JSON is a subset. Numbers that a double would round become texts with all their
 * digits, as in a body that the service reads. `what` names the document in errors.
 */
export function readDocument(text: string, what: string): unknown {
  const document = parseDocument(text);
  const [fault] = document.errors;
  if (fault) throw new UsageError(`${what} is neither YAML nor JSON: ${fault.message.split("\n")[0]}`);
  visit(document, {
    Scalar(_, node) {
      const {value, source = ""} = node;
      if (typeof value === "number" && isRounded(value, source)) node.value = source;
    },
  });
  return document.toJS();
}

function isRounded(value: number, source: string): boolean {
  return isLongNumber(source) && !Number.isSafeInteger(value) && String(value) !== source;
}

/** Whether the text is a decimal number with more digits than every double holds. */
export function isLongNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text) && text.replace(/\D/g, "").length > MAX_EXACT_DIGITS;
}

/** Writes a file. Rejects with a `UsageError` where that is not possible. */
export async function writeText(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: Error) => {
    throw new UsageError(`"${path}" cannot be written: ${error.message}`);
  });
}
