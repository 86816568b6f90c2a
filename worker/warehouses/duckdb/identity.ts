import {statSync} from "node:fs";

/** The files' identity, which changes when one of them is replaced or its content changes. */
export function identityOf(paths: readonly string[]): string {
  const found = paths.map(path => statSync(path, {throwIfNoEntry: false}));
  return found.map(one => (one ? `${one.dev} ${one.ino} ${one.size} ${one.mtimeMs}` : "none")).join();
}
