import {Database} from "bun:sqlite";
import {existsSync} from "node:fs";
import {mkdir} from "node:fs/promises";
import {join} from "node:path";

export const LOCK = ".lock";

/**
 * The locks of this process, by the folder that contains them. The operating system releases them when the process
 * ends, however that happens.
 */
const processLocks = new Map<string, Promise<{name: string; lock: Database}>>();

/** The name of this process in the folder. The process holds the lock on the file of that name until it ends. */
export async function ownName(dir: string): Promise<string> {
  const held = processLocks.get(dir);
  if (held) return (await held).name;
  const made = lockNewName(dir);
  processLocks.set(dir, made);
  made.catch(() => processLocks.delete(dir));
  return (await made).name;
}

/** Whether the process of this name is alive, on this or another host. */
export async function isAlive(dir: string, name: string): Promise<boolean> {
  if (name === (await ownName(dir))) return true;
  const path = join(dir, name + LOCK);
  if (!existsSync(path)) return false;
  const lock = takeLock(path);
  lock?.close();
  return lock === undefined;
}

async function lockNewName(dir: string): Promise<{name: string; lock: Database}> {
  await mkdir(dir, {recursive: true, mode: 0o700});
  for (;;) {
    const name = crypto.randomUUID();
    const path = join(dir, name + LOCK);
    const lock = takeLock(path);
    // Another process that removes dead ones may have taken the lock first and deleted the file.
    if (lock && existsSync(path)) return {name, lock};
    lock?.close();
  }
}

/**
 * Takes the operating system's lock on a file; `undefined` while another process holds it. Locks through SQLite,
 * because Bun has no API for file locks.
 */
export function takeLock(path: string): Database | undefined {
  const database = new Database(path);
  try {
    database.run("pragma journal_mode = memory");
    database.run("pragma locking_mode = exclusive");
    database.run("begin exclusive");
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY") return undefined;
    throw error;
  }
}
