import {type Guarded, runGuarded} from "../../shared/core/children/guarded-command.ts";
import {forwardLog, type LineFilter, type LogFile} from "./log-file.ts";
import type {ProcfileLine} from "./procfile.ts";

/**
 * Pauses before the restart of a process that ended by itself. If the process ends again soon after its start, the next
 * pause applies.
 */
const PAUSES_MS = [100, 500, 1000, 2000, 5000, 10_000];
/** The number of restarts of a process that has never become ready. */
const MAX_RESTARTS_BEFORE_READY = 4;
const STABLE_AFTER_MS = 20_000;

export interface Supervised {
  /** Rejects when the process repeatedly ends by itself before it is ready; resolves after `stop` or `kill`. */
  ended: Promise<void>;
  /** Call it when the process is ready: from now on it is always restarted. */
  markReady(): void;
  stop(): Promise<void>;
  kill(): void;
}

export interface SupervisedOptions {
  name: string;
  start(): Promise<Guarded>;
  /** Called with a sentence whenever the process has ended by itself. */
  report(message: string): void;
}

/**
 * Keeps a process running: restarts it when it ends by itself, after pauses that grow up to ten seconds. A process that
 * has never become ready is given up after a few attempts, because a further attempt would not help.
 */
export function supervise({name, start, report}: SupervisedOptions): Supervised {
  let isUp = false;
  let current: Guarded | undefined;
  let stopping = false;
  let wake = () => {};

  /**
   * Resolves with a description of how the process ended. Throws if the process cannot be started at all, unless it was
   * ready before.
   */
  async function runOnce(): Promise<string> {
    try {
      current = await start();
    } catch (error) {
      if (!isUp) throw error;
      return `before it ran: ${error instanceof Error ? error.message : error}`;
    }
    if (stopping) current.stop();
    return `with code ${await current.exited}`;
  }

  async function run(): Promise<void> {
    for (let crashes = 0; !stopping; ) {
      const started = performance.now();
      const end = await runOnce();
      if (stopping) return;
      if (performance.now() - started > STABLE_AFTER_MS) {
        crashes = 0;
        isUp = true;
      }
      if (!isUp && crashes === MAX_RESTARTS_BEFORE_READY) {
        throw new Error(`The ${name} process keeps ending by itself, the last time ${end}`);
      }
      const wait = PAUSES_MS[Math.min(crashes, PAUSES_MS.length - 1)];
      crashes += 1;
      report(`The ${name} process ended by itself ${end}; starting it again`);
      await new Promise<void>(resolve => {
        wake = resolve;
        setTimeout(resolve, wait);
      });
    }
  }

  const ended = run();
  return {
    ended,
    markReady: () => {
      isUp = true;
    },
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

/** One process of the `Procfile`. All of its output goes to the log file; `show` gets what the terminal should show. */
export function startProcess(
  {command, environment}: ProcfileLine,
  options: {
    env: Readonly<Record<string, string | undefined>>;
    cwd: string;
    log: LogFile;
    show: (line: string) => void;
    filterLine: LineFilter;
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
      forwardLog(output, options.log, options.show, options.filterLine),
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
