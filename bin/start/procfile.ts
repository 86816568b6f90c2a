import {readFileSync} from "node:fs";
import {join} from "node:path";

export interface ProcfileLine {
  environment: Record<string, string>;
  command: string[];
}

/** The lines of the `Procfile`: environment variables, then a command without shell syntax. */
export function readProcfile(): Record<string, ProcfileLine> {
  const text = readFileSync(join(import.meta.dir, "..", "..", "Procfile"), "utf8");
  return parseProcfile(text);
}

export function parseProcfile(text: string): Record<string, ProcfileLine> {
  const processes: Record<string, ProcfileLine> = {};
  for (const line of text.split("\n")) {
    if (!line.trim() || line.startsWith("#")) continue;
    const [, name, rest] = /^([\w-]+):\s*(.+?)\s*$/.exec(line) ?? [];
    if (!name || !rest) throw new Error(`The Procfile has a line that is not a process: "${line}"`);
    if (/["'`$\\|&;<>*?(){}]/.test(rest)) {
      throw new Error(`The Procfile's line "${name}" needs a shell; it is started without one`);
    }
    processes[name] = parseCommand(rest.split(/\s+/));
  }
  return processes;
}

function parseCommand(words: string[]): ProcfileLine {
  const first = words.findIndex(word => !/^[A-Za-z_]\w*=/.test(word));
  const environment = words.slice(0, first).map(word => {
    const [name = ""] = word.split("=", 1);
    return [name, word.slice(name.length + 1)];
  });
  // The bun that runs this process, which need not be on the PATH.
  const command = words
    .slice(first)
    .map((word, at) => (at === 0 && word === "bun" ? process.execPath : word));
  return {environment: Object.fromEntries(environment), command};
}
