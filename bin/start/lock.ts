import {Database} from "bun:sqlite";
import {readFileSync, rmSync, writeFileSync} from "node:fs";
import {join} from "node:path";

export interface DataDirLock {
  /** Whether the last holder was killed before it released the lock; its child processes may still be ending. */
  leftover: boolean;
  release(): void;
}

/**
 * Locks the data folder for this process, or throws when another one has it. The lock is the operating system's, taken
 * through SQLite because Bun has no call for it, so that it ends with the process, however that ends.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const pidFile = join(dataDir, "start.pid");
  const database = new Database(join(dataDir, "start.lock"));
  try {
    database.run("pragma locking_mode = exclusive");
    database.run("begin exclusive");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "SQLITE_BUSY")) throw error;
    const holder = holderIn(pidFile);
    throw new Error(
      `The service already runs on ${dataDir}${holder ? ` (process ${holder})` : ""}. ` +
        "Stop it first, or set DATA_DIR and PORT to run a second one beside it.",
    );
  }
  const leftover = holderIn(pidFile) !== undefined;
  writeFileSync(pidFile, `${process.pid}\n`);
  return {
    leftover,
    release: () => {
      rmSync(pidFile, {force: true});
      database.close();
    },
  };
}

function holderIn(pidFile: string): string | undefined {
  try {
    return readFileSync(pidFile, "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}
