import {type Guarded, runGuarded} from "./guard.ts";
import {keepLog, type Level, type LogFile} from "./log-file.ts";
import type {ProcfileLine} from "./procfile.ts";

/** What a process that ended by itself waits before it runs again. One that keeps ending exhausts them. */
const BACKOFF_MS = [100, 500, 1000, 2000];
const STABLE_AFTER_MS = 20_000;

export interface Supervised {
  /** Rejects when the process keeps ending by itself; resolves after `stop` or `kill`. */
  ended: Promise<void>;
  stop(): Promise<void>;
  kill(): void;
}

export interface SupervisedOptions {
  name: string;
  start(): Promise<Guarded>;
  /** Told in a sentence whenever the process ended by itself. */
  report(message: string): void;
}

/** Keeps a process running: it is started again when it ends by itself, a few times. */
export function supervise({name, start, report}: SupervisedOptions): Supervised {
  let current: Guarded | undefined;
  let stopping = false;
  let wake = () => {};

  async function run(): Promise<void> {
    for (let crashes = 0; !stopping; ) {
      const started = performance.now();
      current = await start();
      if (stopping) current.stop();
      const code = await current.exited;
      if (stopping) return;
      if (performance.now() - started > STABLE_AFTER_MS) crashes = 0;
      const wait = BACKOFF_MS[crashes];
      if (wait === undefined) {
        throw new Error(`The ${name} process keeps ending by itself, the last time with code ${code}`);
      }
      crashes += 1;
      report(`The ${name} process ended by itself with code ${code}; starting it again`);
      await new Promise<void>(resolve => {
        wake = resolve;
        setTimeout(resolve, wait);
      });
    }
  }

  const ended = run();
  return {
    ended,
    stop: () => {
      stopping = true;
      wake();
      current?.stop();
      return ended.catch(() => {});
    },
    kill: () => {
      stopping = true;
      wake();
      current?.kill();
    },
  };
}

/** One process of the `Procfile`. What it writes goes to the log file, and what a person should see to `show`. */
export function startProcess(
  name: string,
  {command, environment}: ProcfileLine,
  options: {
    env: Readonly<Record<string, string | undefined>>;
    cwd: string;
    log: LogFile;
    show: (line: string) => void;
    shownFrom: () => Level;
  },
): Guarded {
  const process = runGuarded({
    command,
    stopSignal: "TERM",
    cwd: options.cwd,
    env: {...options.env, ...environment},
  });
  const logged = Promise.all(
    [process.stdout, process.stderr].map(output =>
      keepLog(name, output, options.log, options.show, options.shownFrom),
    ),
  );
  return {
    ...process,
    exited: process.exited.then(async code => {
      await logged;
      return code;
    }),
  };
}
