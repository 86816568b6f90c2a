import {type Paint, painter, plain, plainLines} from "./printable-text.ts";
import type {Format} from "./settings.ts";
import {csvText, type Table, tableLines} from "./table.ts";

interface Terminal {
  /** The width in columns; infinite where the output is not a terminal. */
  width: number;
  paint: Paint;
}

/** Standard output, as a terminal if it is one. */
export function terminalOf(env: Readonly<Record<string, string | undefined>>): Terminal {
  const {isTTY, columns} = process.stdout;
  const colours = isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  return {width: isTTY ? columns || 80 : Number.POSITIVE_INFINITY, paint: painter(colours)};
}

/** Writes to standard output. If its reader has closed the pipe (`| head`), the program ends without an error. */
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
 * A function that writes parts of the service's answer: unchanged to a file or pipe, with control characters escaped on a
 * terminal, which would execute them.
 */
export function responseWriter(): (part: string | Uint8Array) => Promise<void> {
  if (process.stdout.isTTY !== true) return write;
  const decoder = new TextDecoder();
  return part => write(plainLines(typeof part === "string" ? part : decoder.decode(part, {stream: true})));
}

/** Prints the result of a command in the requested format; `json` is the service's own value. */
export async function print(
  {format, width, paint}: Terminal & {format: Format},
  found: {table: Table; json: unknown},
): Promise<void> {
  if (format === "json") return responseWriter()(`${JSON.stringify(found.json, null, 2)}\n`);
  if (format === "csv") return responseWriter()(csvText(found.table));
  await write(`${tableLines(found.table, width, paint).join("\n")}\n`);
}

/** Prints messages for people on standard error, apart from the output. */
export function printMessages(...lines: string[]): void {
  for (const line of lines) console.error(plain(line));
}
