import {mkdirSync} from "node:fs";
import {lstat, readdir, rm} from "node:fs/promises";
import {connect} from "node:net";
import {basename, dirname, join} from "node:path";
import {type Db, sql} from "../../shared/db.ts";
import {parseListenAddress} from "../../shared/workers/protocol.ts";

/** A socket that is younger may not be listened at yet. */
const YOUNG_MS = 10_000;

/**
 * A path for this process alone, beside the one that is configured. Workers that follow one another have the same
 * configuration, and each removes its own path when it ends.
 */
export function ownSocketPath(path: string): string {
  mkdirSync(dirname(path), {recursive: true, mode: 0o700});
  return `${path}.${crypto.randomUUID().slice(0, 8)}`;
}

/**
 * Removes sockets of workers that were killed: nobody listens there, and no worker announces them. A worker of another
 * machine that shares the folder cannot be heard there, but is announced.
 */
export async function removeDeadSockets(db: Db, workerListen: string): Promise<void> {
  const address = parseListenAddress(workerListen);
  if (!("unix" in address)) return;
  const dir = dirname(address.unix);
  const isOurs = new RegExp(`^(${RegExp.escape(basename(address.unix))}\\.[0-9a-f]{8}|worker-\\d+\\.sock)$`);
  const names = (await readdir(dir).catch(() => [])).filter(name => isOurs.test(name));
  if (names.length === 0) return;
  const {rows} = await sql<{path: string | null}>`
    select coalesce(endpoint, address) as path from workers`.execute(db);
  const announced = new Set(rows.map(({path}) => basename(path ?? "")));
  for (const name of names) {
    const path = join(dir, name);
    const found = await lstat(path).catch(() => undefined);
    if (!found?.isSocket() || found.mtimeMs > Date.now() - YOUNG_MS || announced.has(name)) continue;
    if (!(await isListenedAt(path))) await rm(path, {force: true});
  }
}

function isListenedAt(path: string): Promise<boolean> {
  const {promise, resolve} = Promise.withResolvers<boolean>();
  const socket = connect({path});
  socket.once("connect", () => resolve(true));
  socket.once("error", error => resolve(!("code" in error) || error.code !== "ECONNREFUSED"));
  return promise.finally(() => socket.destroy());
}
