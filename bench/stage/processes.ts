import {readFile, rm} from "node:fs/promises";
import {join} from "node:path";
import {type Guarded, runGuardedToFile} from "../../shared/core/children/guarded-command.ts";

export interface BenchProcess {
  name: string;
  pid: number;
  guarded: Guarded;
  /** Resident memory in MB. */
  residentMb(): Promise<number>;
  /** Asks the process to stop and waits until it has. */
  stop(): Promise<void>;
}

export interface ProcessOptions {
  name: string;
  command: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** The folder of the process's log. */
  dir: string;
}

export const root = join(import.meta.dir, "..", "..");

/** Starts a process that ends with this process, however this process ends. */
export async function startProcess({name, command, env, dir}: ProcessOptions): Promise<BenchProcess> {
  const pidFile = join(dir, `${name}.pid`);
  await rm(pidFile, {force: true});
  // The shell prints its pid and is replaced by the command.
  const guarded = runGuardedToFile(
    {
      command: ["sh", "-c", 'echo $$ > "$0"; exec "$@"', pidFile, ...command],
      stopSignal: "TERM",
      cwd: root,
      env: {...process.env, ...env},
    },
    join(dir, `${name}.log`),
  );
  const pid = await until(`${name} starts`, async () => {
    const text = await readFile(pidFile, "utf8").catch(() => "");
    return text.endsWith("\n") ? Number(text) : undefined;
  });
  return {
    name,
    pid,
    guarded,
    residentMb: () => residentMb(pid),
    stop: async () => {
      guarded.stop();
      await guarded.exited;
    },
  };
}

const WAIT_MS = 20_000;

/** Calls the function repeatedly until it returns an answer. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  everyMs = 5,
  maxMs = WAIT_MS,
): Promise<T> {
  const started = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() - started > maxMs)
      throw new Error(`Waited for ${maxMs / 1000} s, in vain: ${what}`);
    await Bun.sleep(everyMs);
  }
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => undefined);
  const kilobytes = status
    ? /VmRSS:\s+(\d+)/.exec(status)?.[1]
    : (await Bun.spawn(["ps", "-o", "rss=", "-p", String(pid)]).stdout.text()).trim();
  return Number(kilobytes) / 1024;
}
