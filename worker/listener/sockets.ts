import {mkdirSync} from "node:fs";
import {lstat, readdir, rm} from "node:fs/promises";
import {connect} from "node:net";
import {basename, dirname, join} from "node:path";
import {type Db, sql} from "../../shared/core/db.ts";
import {parseListenAddress} from "../../shared/core/workers/protocol.ts";

/** A socket younger than this is never removed, because its worker may not listen yet. */
const YOUNG_MS = 10_000;

/**
 * A socket path for this process alone, next to the configured one. Workers that replace one another share their
 * configuration, and each removes its own socket when it ends.
 */
export function ownSocketPath(path: string): string {
  mkdirSync(dirname(path), {recursive: true, mode: 0o700});
  return `${path}.${crypto.randomUUID().slice(0, 8)}`;
}

/**
 * Removes the sockets of workers that were killed: no process listens there, and no worker is registered with that
 * path. The socket of a worker on another machine that shares the folder cannot be connected to, but it is registered.
 */
export async function removeDeadSockets(db: Db, workerListen: string): Promise<void> {
  const address = parseListenAddress(workerListen);
  if (!("unix" in address)) return;
  const dir = dirname(address.unix);
  const socketName = new RegExp(
    `^(${RegExp.escape(basename(address.unix))}\\.[0-9a-f]{8}|worker-\\d+\\.sock)$`,
  );
  const names = (await readdir(dir).catch(() => [])).filter(name => socketName.test(name));
  if (names.length === 0) return;
  const {rows} = await sql<{path: string | null}>`
    select coalesce(endpoint, address) as path from workers`.execute(db);
  const registered = new Set(rows.map(({path}) => basename(path ?? "")));
  for (const name of names) {
    const path = join(dir, name);
    const found = await lstat(path).catch(() => undefined);
    if (!found?.isSocket() || found.mtimeMs > Date.now() - YOUNG_MS || registered.has(name)) continue;
    if (!(await hasListener(path))) await rm(path, {force: true});
  }
}

function hasListener(path: string): Promise<boolean> {
  const {promise, resolve} = Promise.withResolvers<boolean>();
  const socket = connect({path});
  socket.once("connect", () => resolve(true));
  socket.once("error", error => resolve(!("code" in error) || error.code !== "ECONNREFUSED"));
  return promise.finally(() => socket.destroy());
}
