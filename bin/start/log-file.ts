import {closeSync, openSync, renameSync, statSync, writeSync} from "node:fs";

const MAX_BYTES = 50_000_000;

/**
 * Appends to a file. A file that has grown too large is renamed to `<file>.1`, in place of the previous `<file>.1`.
 * When the disk is full, entries are lost and the processes continue.
 */
export class LogFile {
  #descriptor: number;
  #size: number;

  constructor(readonly path: string) {
    this.#descriptor = openSync(path, "a", 0o600);
    this.#size = statSync(path).size;
  }

  /** Returns the reason why the bytes could not be written; `undefined` if they were written. */
  write(bytes: Uint8Array): string | undefined {
    try {
      if (this.#size > MAX_BYTES) this.#turnOver();
      for (let at = 0; at < bytes.byteLength; ) at += writeSync(this.#descriptor, bytes, at);
      this.#size += bytes.byteLength;
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Creates the new file before it closes the old one, so that the old one stays in use when there is no space. */
  #turnOver(): void {
    renameSync(this.path, `${this.path}.1`);
    const next = openSync(this.path, "a", 0o600);
    closeSync(this.#descriptor);
    this.#descriptor = next;
    this.#size = 0;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Formats a log line for the terminal; `undefined` leaves it out. */
export type LineFilter = (line: string) => string | undefined;

export type Level = "warn" | "error";

const SHOWN = {warn: /"level":"(warn|error|fatal)"/, error: /"level":"(error|fatal)"/};

/** Shows entries from a level on, and lines that are not log entries, such as the stack of a crash. */
export function linesFrom(name: string, from: () => Level): LineFilter {
  return line => (!line.startsWith("{") || SHOWN[from()].test(line) ? readable(name, line) : undefined);
}

/** Reads the output of a process: all of it goes to the file, and each line, formatted by `filterLine`, to `show`. */
export async function forwardLog(
  output: ReadableStream<Uint8Array>,
  file: LogFile,
  show: (line: string) => void,
  filterLine: LineFilter,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  let lost: string | undefined;
  const showLine = (line: string) => {
    const text = filterLine(line);
    if (text !== undefined) show(text);
  };
  for await (const chunk of output) {
    const fault = file.write(chunk);
    if (fault !== undefined && lost === undefined)
      show(`${file.path} cannot be written (${fault}): lines are lost`);
    lost = fault;
    const lines = (rest + decoder.decode(chunk, {stream: true})).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(showLine);
  }
  if (rest) showLine(rest);
}

/** Formats a JSON log line: `12:30:01 worker error: the message: its cause`. */
function readable(name: string, line: string): string {
  try {
    const entry: unknown = JSON.parse(line);
    if (typeof entry !== "object" || entry === null) return `${name}: ${line}`;
    const {time, level, msg, err}: {time?: unknown; level?: unknown; msg?: unknown; err?: unknown} = entry;
    const cause = typeof err === "object" && err !== null && "message" in err ? `: ${err.message}` : "";
    return `${String(time).slice(11, 19)} ${name} ${level}: ${msg}${cause}`;
  } catch {
    return `${name}: ${line}`;
  }
}
