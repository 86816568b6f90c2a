import {existsSync} from "node:fs";
import {chmod, mkdir, readdir, rm, stat} from "node:fs/promises";
import {join} from "node:path";
import type {Config} from "../../shared/core/config.ts";
import {LOCK, ownName, takeLock} from "./process-locks.ts";

const FOREIGN_LEFT_BEHIND_MS = 3_600_000;

/** The folder into which one DuckDB instance spills rows that do not fit into its memory. */
export interface SpillFolder {
  path: string;
  /** Deletes the folder; call it when the engine is closed. */
  remove(): Promise<void>;
}

/** The parent of the spill folders of all processes that share the data folder. */
export function spillDir({dataDir}: Pick<Config, "dataDir">): string {
  return join(dataDir, "tmp");
}

/**
 * Makes a folder for one DuckDB instance, `<dir>/<process>/<instance>`, that no other user of this machine can read.
 * Instances give their files the same names and read any that they find, so two instances in one folder would read each
 * other's rows.
 */
export async function makeSpillFolder(dir: string): Promise<SpillFolder> {
  const name = await ownName(dir);
  const path = join(dir, name, crypto.randomUUID());
  await mkdir(path, {recursive: true, mode: 0o700});
  return {path, remove: () => rm(path, {recursive: true, force: true})};
}

/**
 * Deletes the folders that dead processes have left under `dir`. A process is alive, on this or another host, as long
 * as it holds its file lock.
 */
export async function removeDeadSpillFolders(dir: string, now = Date.now()): Promise<void> {
  await mkdir(dir, {recursive: true, mode: 0o700});
  await chmod(dir, 0o700);
  const own = await ownName(dir);
  for (const entry of await readdir(dir)) {
    const name = entry.endsWith(LOCK) ? entry.slice(0, -LOCK.length) : entry;
    if (name === own) continue;
    if (existsSync(join(dir, name + LOCK))) await removeIfDead(dir, name);
    else await removeIfOld(join(dir, entry), now);
  }
}

async function removeIfDead(dir: string, name: string): Promise<void> {
  const lock = takeLock(join(dir, name + LOCK));
  if (!lock) return;
  try {
    await rm(join(dir, name), {recursive: true, force: true});
    // The folder is deleted before its lock is released: a process that waits for the lock then finds the folder gone.
    await rm(join(dir, name + LOCK), {force: true});
  } finally {
    lock.close();
  }
}

/**
 * Removes a file without a lock unless it is new. Such files belong to instances without a folder of their own, and a
 * running process keeps writing to them.
 */
async function removeIfOld(path: string, now: number): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found && found.mtimeMs < now - FOREIGN_LEFT_BEHIND_MS) await rm(path, {force: true, recursive: true});
}
