import {chmodSync, mkdirSync} from "node:fs";
import {readdir, rm, stat} from "node:fs/promises";
import {join} from "node:path";

const LEFT_BEHIND_MS = 3_600_000;

/** A folder of files that are not complete. */
export class TemporaryFiles {
  constructor(readonly dir: string) {
    mkdirSync(dir, {recursive: true, mode: 0o700});
    chmodSync(dir, 0o700);
  }

  path(extension: string): string {
    return join(this.dir, `${crypto.randomUUID()}.${extension}`);
  }

  /** What is old is nobody's any more: a CSV that comes is written to. */
  async tidy(now = Date.now()): Promise<void> {
    for (const name of await readdir(this.dir)) {
      const path = join(this.dir, name);
      const found = await stat(path).catch(() => undefined);
      if (found && found.mtimeMs < now - LEFT_BEHIND_MS) await rm(path, {force: true, recursive: true});
    }
  }
}
