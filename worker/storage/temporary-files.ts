import {chmodSync, mkdirSync} from "node:fs";
import {readdir, rm, stat} from "node:fs/promises";
import {join} from "node:path";
import {isAlive, ownName} from "./process-locks.ts";

const LEFT_BEHIND_MS = 600_000;
/** A file of this age is deleted at once, because no clock is set forward by so much. */
const CERTAINLY_LEFT_MS = 24 * 3_600_000;

/** The name of the process that a file belongs to, which precedes the file's own name. */
const PROCESS_PREFIX = /^([\w-]+)~/;

/**
 * A folder of incomplete files. The name of a file begins with that of its process, which holds a lock in `lockDir` as
 * long as it lives. Files of an earlier version name no process; a process writes to such a file at least every
 * `maxPauseMs` while it uses the file.
 */
export class TemporaryFiles {
  /** The times at which this process first saw each file in its current state, by file name, from a monotonic clock. */
  readonly #seen = new Map<string, {mtimeMs: number; at: number}>();
  #process: string | undefined;

  constructor(
    readonly dir: string,
    private readonly maxPauseMs: number,
    private readonly lockDir: string,
  ) {
    mkdirSync(dir, {recursive: true, mode: 0o700});
    chmodSync(dir, 0o700);
  }

  /** A new path in the folder, which is made again where somebody has removed it. */
  path(extension: string): string {
    mkdirSync(this.dir, {recursive: true, mode: 0o700});
    const owner = this.#process === undefined ? "" : `${this.#process}~`;
    return join(this.dir, `${owner}${crypto.randomUUID()}.${extension}`);
  }

  /**
   * Deletes the files of dead processes, and files without a process that have not been written to for so long that no
   * process can be using them. A file's modification time alone does not decide, because files look old when the system
   * clock is set forward. The first call must precede the first `path`, because it gives this process its name.
   */
  async tidy(now = performance.now()): Promise<void> {
    this.#process ??= await ownName(this.lockDir);
    mkdirSync(this.dir, {recursive: true, mode: 0o700});
    const names = new Set(await readdir(this.dir));
    for (const name of this.#seen.keys()) if (!names.has(name)) this.#seen.delete(name);
    for (const name of names) {
      const path = join(this.dir, name);
      const [, owner] = PROCESS_PREFIX.exec(name) ?? [];
      if (owner !== undefined) {
        if (!(await isAlive(this.lockDir, owner))) await rm(path, {force: true});
        continue;
      }
      const found = await stat(path).catch(() => undefined);
      if (found && this.#isAbandoned(name, found.mtimeMs, now))
        await rm(path, {force: true, recursive: true});
    }
  }

  #isAbandoned(name: string, mtimeMs: number, now: number): boolean {
    if (mtimeMs < Date.now() - CERTAINLY_LEFT_MS) return true;
    const seen = this.#seen.get(name);
    if (seen?.mtimeMs === mtimeMs) return now - seen.at > Math.max(LEFT_BEHIND_MS, 2 * this.maxPauseMs);
    this.#seen.set(name, {mtimeMs, at: now});
    return false;
  }
}
