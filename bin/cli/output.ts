import type {Format} from "./settings.ts";
import {csvText, type Table, tableLines} from "./table.ts";
import {type Paint, painter, plain, plainLines} from "./text.ts";

interface Terminal {
  /** Columns of a line; infinite where nobody looks. */
  width: number;
  paint: Paint;
}

/** Standard output, as a terminal if it is one. */
export function terminalOf(env: Readonly<Record<string, string | undefined>>): Terminal {
  const {isTTY, columns} = process.stdout;
  const colours = isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  return {width: isTTY ? columns || 80 : Number.POSITIVE_INFINITY, paint: painter(colours)};
}

/** Resolves when the text is written. A reader who has gone (`| head`) ends the program quietly. */
export function write(content: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(content, error => {
      if (!error) resolve();
      else if ("code" in error && error.code === "EPIPE") process.exit(0);
      else reject(error);
    });
  });
}

/**
 * Writes parts of what the service gave as they are; on a terminal without what that would obey, which no file and no
 * program that reads it would.
 */
export function passOn(): (part: string | Uint8Array) => Promise<void> {
  if (process.stdout.isTTY !== true) return write;
  const decoder = new TextDecoder();
  return part => write(plainLines(typeof part === "string" ? part : decoder.decode(part, {stream: true})));
}

/** What a command found, in the format that is asked for; `json` is the value as the service gave it. */
export async function print(
  {format, width, paint}: Terminal & {format: Format},
  found: {table: Table; json: unknown},
): Promise<void> {
  if (format === "json") return passOn()(`${JSON.stringify(found.json, null, 2)}\n`);
  if (format === "csv") return passOn()(csvText(found.table));
  await write(`${tableLines(found.table, width, paint).join("\n")}\n`);
}

/** A sentence for the person who waits, where it is not in the way of the output. */
export function remark(...lines: string[]): void {
  for (const line of lines) console.error(plain(line));
}
