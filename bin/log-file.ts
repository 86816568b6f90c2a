import {closeSync, openSync, renameSync, statSync, writeSync} from "node:fs";

const MAX_BYTES = 50_000_000;

/** Appends to a file. One that has grown too large becomes `<file>.1`, in place of an older one. */
export class LogFile {
  #descriptor: number;
  #size: number;

  constructor(readonly path: string) {
    this.#descriptor = openSync(path, "a", 0o600);
    this.#size = statSync(path).size;
  }

  write(bytes: Uint8Array): void {
    if (this.#size > MAX_BYTES) {
      closeSync(this.#descriptor);
      renameSync(this.path, `${this.path}.1`);
      this.#descriptor = openSync(this.path, "a", 0o600);
      this.#size = 0;
    }
    writeSync(this.#descriptor, bytes);
    this.#size += bytes.byteLength;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

export type Level = "warn" | "error";

const SHOWN = {warn: /"level":"(warn|error|fatal)"/, error: /"level":"(error|fatal)"/};

/**
 * Takes the output of a process in: all of it goes to the file, and what a person should see to `show`: entries of
 * the level that `shownFrom` asks for, and lines that are no entries, such as the stack of a crash.
 */
export async function keepLog(
  name: string,
  output: ReadableStream<Uint8Array>,
  file: LogFile,
  show: (line: string) => void,
  shownFrom: () => Level,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of output) {
    file.write(chunk);
    const lines = (rest + decoder.decode(chunk, {stream: true})).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.startsWith("{") || SHOWN[shownFrom()].test(line)) show(readable(name, line));
    }
  }
  if (rest) show(readable(name, rest));
}

/** `12:30:01 worker error: the message: its cause`, of a JSON log line. */
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
