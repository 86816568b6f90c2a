import {chmod, mkdir, readdir, rm} from "node:fs/promises";
import {join} from "node:path";
import {endServerIn} from "../../shared/core/postgres/server.ts";
import {isAlive, LOCK, ownName} from "../storage/process-locks.ts";

/**
 * Removes what dead processes have left under `dir`: their clusters, and the servers over them. A server ends with its
 * process, but not if the guard between them was killed, too.
 */
export async function removeDeadClusters(dir: string): Promise<void> {
  await mkdir(dir, {recursive: true});
  // This folder stays open to others, because the account that the server runs as must enter it: only the folders of
  // clusters are closed.
  await chmod(dir, 0o711);
  for (const entry of await readdir(dir, {withFileTypes: true})) {
    const {name} = entry;
    if (!entry.isDirectory() || (await isAlive(dir, name))) continue;
    await endServerIn(join(dir, name));
    await rm(join(dir, name), {recursive: true, force: true});
    await rm(join(dir, name + LOCK), {force: true});
  }
}

/** The folder of this process's cluster. It is made by the server, and closed to others. */
export async function clusterFolder(dir: string): Promise<string> {
  await removeDeadClusters(dir);
  return join(dir, await ownName(dir));
}
