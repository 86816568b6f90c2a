import {readFileSync, statSync} from "node:fs";
import {createSecureContext, type SecureContext} from "node:tls";
import type {Logger} from "../../shared/core/log.ts";

const CHECKED_MS = 10_000;

/** The server's certificate. Changed files are read again, because certificates are renewed while the server runs. */
export class Certificate {
  #context: SecureContext;
  #changedAt: number;
  #checkedAt = performance.now();

  /** `cert` and `key` are paths, or PEM. Throws an `Error` that names the variable if one of them cannot be used. */
  constructor(
    private readonly files: {cert: string; key: string},
    private readonly log: Logger,
    private readonly checkedMs = CHECKED_MS,
  ) {
    this.#changedAt = changedAt(files);
    this.#context = readContext(files);
  }

  get context(): SecureContext {
    const now = performance.now();
    if (now - this.#checkedAt < this.checkedMs) return this.#context;
    this.#checkedAt = now;
    try {
      const changed = changedAt(this.files);
      if (changed !== this.#changedAt) {
        this.#context = readContext(this.files);
        this.#changedAt = changed;
      }
    } catch (error) {
      // A renewal may have written only one of the two files. The next check reads both again.
      this.log.warn({err: error}, "the certificate of SQL_TLS_CERT cannot be reloaded");
    }
    return this.#context;
  }
}

function readContext({cert, key}: {cert: string; key: string}): SecureContext {
  const pem = {cert: readPem("SQL_TLS_CERT", cert), key: readPem("SQL_TLS_KEY", key)};
  try {
    return createSecureContext({...pem, minVersion: "TLSv1.2"});
  } catch (error) {
    throw new Error("SQL_TLS_CERT and SQL_TLS_KEY are not a certificate and its key in PEM", {cause: error});
  }
}

function readPem(name: string, value: string): string {
  if (isPem(value)) return value.replaceAll("\\n", "\n");
  try {
    return readFileSync(value, "utf8");
  } catch (error) {
    throw new Error(`${name} is "${value}", which is neither a readable file nor PEM`, {cause: error});
  }
}

function changedAt({cert, key}: {cert: string; key: string}): number {
  const times = [cert, key].map(value =>
    isPem(value) ? 0 : (statSync(value, {throwIfNoEntry: false})?.mtimeMs ?? 0),
  );
  return Math.max(...times);
}

function isPem(value: string): boolean {
  return value.startsWith("-----BEGIN");
}
