import {closeSync, openSync} from "node:fs";

/**
 * Runs a command beside a shell that holds the other end of a pipe from this process. When the pipe closes, because of
 * a stop or because this process is gone (killed, crashed), the shell sends the command its stop signal, so that
 * nothing keeps running. The shell's exit code is the command's.
 */
const GUARD = `
exec 3<&0 </dev/null
signal=$1; remove=$2; shift 2
"$@" 3<&- &
child=$!
(read -r _ <&3; kill -s "$signal" "$child") 2>/dev/null &
wait "$child"
code=$?
kill "$!" 2>/dev/null
[ -z "$remove" ] || rm -rf "$remove"
exit "$code"
`;

export interface GuardedOptions {
  command: readonly string[];
  stopSignal: "TERM" | "INT";
  cwd?: string;
  env: Readonly<Record<string, string | undefined>>;
  /** A command that runs before the guard in the same process, such as `setpriv` with its options. */
  prefix?: readonly string[];
  uid?: number;
  gid?: number;
  /** A folder to remove once the command has ended. */
  removeAfter?: string;
}

export interface Guarded {
  /** The exit code, 128 + n after signal n. */
  exited: Promise<number>;
  running(): boolean;
  /** Asks for an orderly stop; `exited` resolves when it is done. */
  stop(): void;
  /** Ends the command at once. */
  kill(): void;
}

/** Runs a guarded command and appends its output to a file. */
export function runGuardedToFile(options: GuardedOptions, logFile: string): Guarded {
  const log = openSync(logFile, "a", 0o600);
  try {
    return guard(
      Bun.spawn(argv(options), {...spawnOptions(options), stdin: "pipe", stdout: log, stderr: log}),
    );
  } finally {
    closeSync(log);
  }
}

/** Runs a guarded command and passes its output on as it arrives. */
export function runGuarded(
  options: GuardedOptions,
): Guarded & {stdout: ReadableStream<Uint8Array>; stderr: ReadableStream<Uint8Array>} {
  const child = Bun.spawn(argv(options), {
    ...spawnOptions(options),
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  return {...guard(child), stdout: child.stdout, stderr: child.stderr};
}

function argv({prefix = [], stopSignal, removeAfter = "", command}: GuardedOptions): string[] {
  return [...prefix, "sh", "-c", GUARD, "guard", stopSignal, removeAfter, ...command];
}

// The command has a process group of its own, so that Ctrl-C reaches only the launcher, which stops the processes in
// order.
function spawnOptions({cwd, env, uid, gid}: GuardedOptions) {
  return {
    detached: true,
    env,
    ...(cwd === undefined ? {} : {cwd}),
    ...(uid === undefined ? {} : {uid}),
    ...(gid === undefined ? {} : {gid}),
  };
}

function guard(child: Bun.PipedSubprocess | Bun.Subprocess<"pipe", number, number>): Guarded {
  let running = true;
  const exited = child.exited.finally(() => {
    running = false;
  });
  return {
    exited,
    running: () => running,
    stop: () => void child.stdin.end(),
    kill: () => {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
      }
    },
  };
}
