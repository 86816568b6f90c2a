import {existsSync, readFileSync} from "node:fs";

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/**
 * Calls `gone` once when the npm that started this process ends. `npm start` is a chain: npm, a shell, npx, a shell,
 * this process. A signal to npm ends npm and its shell, but does not reach the processes below.
 */
export function watchNpm(gone: () => void): void {
  const chain = npmChain(process.ppid);
  if (chain.length === 0) return;
  const timer = setInterval(() => {
    if (chain.every(isSame)) return;
    clearInterval(timer);
    gone();
  }, 250);
  timer.unref();
}

/** The ancestors up to the outermost npm, including the shells between them. */
function npmChain(pid: number): Process[] {
  const chain: Process[] = [];
  let shells: Process[] = [];
  for (let entry = look(pid); entry; entry = look(entry.parent)) {
    if (/(^|[\s/])np[mx](-cli\.js)?(\s|$)/.test(entry.command) && !isShell(entry)) {
      chain.push(...shells, entry);
      shells = [];
    } else if (isShell(entry)) {
      shells.push(entry);
    } else {
      break;
    }
  }
  return chain;
}

function isShell({command}: Process): boolean {
  return /^(\S*\/)?(ba|da|z)?sh -c /.test(command);
}

function isSame({pid, command}: Process): boolean {
  if (!existsSync("/proc/self/stat")) {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }
  // A zombie (ended but not reaped) has no command.
  return look(pid)?.command === command;
}

function look(pid: number): Process | undefined {
  if (pid <= 1) return undefined;
  try {
    if (existsSync("/proc/self/stat")) {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      // The name in parentheses may itself contain parentheses and spaces.
      const parent = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1];
      return command ? {pid, parent: Number(parent), command} : undefined;
    }
    const ps = Bun.spawnSync(["ps", "-o", "ppid=,command=", "-p", String(pid)]).stdout.toString();
    const [, parent, command] = /^\s*(\d+)\s+(.*\S)/.exec(ps) ?? [];
    return command ? {pid, parent: Number(parent), command} : undefined;
  } catch {
    return undefined;
  }
}
