import {chmodSync, mkdirSync} from "node:fs";
import {readdir, rm, stat} from "node:fs/promises";
import {join} from "node:path";

const LEFT_BEHIND_MS = 600_000;
/** A file of this age is deleted at the first look: no clock is set on by so much. */
const CERTAINLY_LEFT_MS = 24 * 3_600_000;

/** A folder of incomplete files. Each is written to at least every `mostPauseMs` as long as it is in use. */
export class TemporaryFiles {
  /** By name: when this process first saw the file as it is, by a clock that no step moves. */
  readonly #seen = new Map<string, {mtimeMs: number; at: number}>();

  constructor(
    readonly dir: string,
    private readonly mostPauseMs: number,
  ) {
    mkdirSync(dir, {recursive: true, mode: 0o700});
    chmodSync(dir, 0o700);
  }

  path(extension: string): string {
    return join(this.dir, `${crypto.randomUUID()}.${extension}`);
  }

  /**
   * Deletes files that have not been written to for so long that nobody can be using them. The system's clock alone does
   * not tell: when it is set on, files that are being written look old.
   */
  async tidy(now = performance.now()): Promise<void> {
    const names = new Set(await readdir(this.dir));
    for (const name of this.#seen.keys()) if (!names.has(name)) this.#seen.delete(name);
    for (const name of names) {
      const path = join(this.dir, name);
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
