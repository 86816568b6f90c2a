/**
 * The version of what a web process sends to workers: requests, calls, frames and queued jobs. Raise it with every
 * change that a process of an earlier version would misread or refuse, and let the readers take the earlier form too.
 */
export const PROTOCOL = 1;

/** The earliest version that a worker reads. */
export const OLDEST_PROTOCOL = 1;

const PATH = /^\/v(\d{1,6})(\/.*)$/;

/** The path of a request in this version: `/v1/run`. */
export function versionedPath(path: string): string {
  return `/v${PROTOCOL}${path}`;
}

/** The path without its version; `undefined` where its version is none that this process reads. */
export function parseVersionedPath(path: string): string | undefined {
  const [, version, rest] = PATH.exec(path) ?? [];
  return version !== undefined && readsProtocol(Number(version)) ? rest : undefined;
}

function readsProtocol(version: number): boolean {
  return version >= OLDEST_PROTOCOL && version <= PROTOCOL;
}

/** The task of a job whose payload or stored request has the form of a protocol: earlier workers do not take it. */
export function versionedTask(name: string): string {
  return `${name}_v${PROTOCOL}`;
}

/** All tasks of such a job that this process takes, also those from before there were versions. */
export function tasksUpTo(name: string): string[] {
  return [name, ...Array.from({length: PROTOCOL}, (_, index) => `${name}_v${index + 1}`)];
}

/** Where a request could not begin, because who listens there reads no request of this version. */
export class OtherProtocol extends Error {
  override readonly name = "OtherProtocol";
}
