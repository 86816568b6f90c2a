import {chmodSync, mkdirSync} from "node:fs";
import {readdir, rm, stat} from "node:fs/promises";
import {join} from "node:path";
import {isAlive, ownName} from "./process-locks.ts";

const LEFT_BEHIND_MS = 600_000;
/** A file of this age is deleted at the first look: no clock is set on by so much. */
const CERTAINLY_LEFT_MS = 24 * 3_600_000;

/** Between the name of a file's process and its own. */
const OF_PROCESS = /^([\w-]+)~/;

/**
 * A folder of incomplete files. Each is that of a process, which holds a lock in `lockDir` as long as it lives. Those
 * of an earlier version name no process: such a file is written to at least every `mostPauseMs` as long as it is in
 * use.
 */
export class TemporaryFiles {
  /** By name: when this process first saw the file as it is, by a clock that no step moves. */
  readonly #seen = new Map<string, {mtimeMs: number; at: number}>();
  #process: string | undefined;

  constructor(
    readonly dir: string,
    private readonly mostPauseMs: number,
    private readonly lockDir: string,
  ) {
    mkdirSync(dir, {recursive: true, mode: 0o700});
    chmodSync(dir, 0o700);
  }

  path(extension: string): string {
    const owner = this.#process === undefined ? "" : `${this.#process}~`;
    return join(this.dir, `${owner}${crypto.randomUUID()}.${extension}`);
  }

  /**
   * Deletes the files of processes that have ended, and those without a process that have not been written to for so
   * long that nobody can be using them. The system's clock alone does not tell: when it is set on, files that are being
   * written look old. The first call gives this process its name, so it comes before the first file.
   */
  async tidy(now = performance.now()): Promise<void> {
    this.#process ??= await ownName(this.lockDir);
    const names = new Set(await readdir(this.dir));
    for (const name of this.#seen.keys()) if (!names.has(name)) this.#seen.delete(name);
    for (const name of names) {
      const path = join(this.dir, name);
      const [, owner] = OF_PROCESS.exec(name) ?? [];
      if (owner !== undefined) {
        if (!(await isAlive(this.lockDir, owner))) await rm(path, {force: true});
        continue;
      }
      const found = await stat(path).catch(() => undefined);
      if (found && this.#isLeft(name, found.mtimeMs, now)) await rm(path, {force: true, recursive: true});
    }
  }

  #isLeft(name: string, mtimeMs: number, now: number): boolean {
    if (mtimeMs < Date.now() - CERTAINLY_LEFT_MS) return true;
    const seen = this.#seen.get(name);
    if (seen?.mtimeMs === mtimeMs) return now - seen.at > Math.max(LEFT_BEHIND_MS, 2 * this.mostPauseMs);
    this.#seen.set(name, {mtimeMs, at: now});
    return false;
  }
}
