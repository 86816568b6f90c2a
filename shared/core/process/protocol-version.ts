/**
 * The version of the messages from a web process to workers: requests, calls, frames and queued jobs. Raise it with
 * every change that a process of an earlier version would misread or refuse, and let the readers accept the earlier
 * form too.
 */
export const PROTOCOL = 3;

/** The earliest version that a worker reads. */
export const OLDEST_PROTOCOL = 1;

const PATH = /^\/v(\d{1,6})(\/.*)$/;

/** The path of a request in this version: `/v3/run`. */
export function versionedPath(path: string): string {
  return `/v${PROTOCOL}${path}`;
}

/** The path without its version; `undefined` if this process does not read that version. */
export function parseVersionedPath(path: string): string | undefined {
  const [, version, rest] = PATH.exec(path) ?? [];
  return version !== undefined && readsProtocol(Number(version)) ? rest : undefined;
}

function readsProtocol(version: number): boolean {
  return version >= OLDEST_PROTOCOL && version <= PROTOCOL;
}

/**
 * The task name of a job whose payload or stored request is in a version of the protocol: earlier workers do not take
 * it.
 */
export function versionedTask(name: string): string {
  return `${name}_v${PROTOCOL}`;
}

/** All task names of such a job that this process takes, including those from before there were versions. */
export function tasksUpTo(name: string): string[] {
  return [name, ...Array.from({length: PROTOCOL}, (_, index) => `${name}_v${index + 1}`)];
}

/** Thrown if a request was not begun because the listener does not read its version. */
export class OtherProtocol extends Error {
  override readonly name = "OtherProtocol";
}
