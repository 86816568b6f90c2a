import {createHmac, hkdfSync, timingSafeEqual} from "node:crypto";

const WINDOW_MS = 60_000;

/**
 * Signatures of requests on a worker's direct door where it is a TCP port: HMAC-SHA256 over time, path and body,
 * under a key that both processes derive from the encryption key. A unix socket is guarded by its file's mode.
 */
export class DoorKeys {
  readonly #keys: Buffer[];

  constructor(encryptionKeys: readonly Buffer[]) {
    this.#keys = encryptionKeys.map(key => Buffer.from(hkdfSync("sha256", key, "", "worker door", 32)));
  }

  sign(path: string, body: string | Uint8Array, now = Date.now()): Record<string, string> {
    return {
      "x-door-time": String(now),
      "x-door-signature": mac(this.#keys[0]!, now, path, body).toString("hex"),
    };
  }

  /** Whether the signature is of one of our keys and not older than a minute. */
  verify(headers: Headers, path: string, body: string | Uint8Array, now = Date.now()): boolean {
    const time = Number(headers.get("x-door-time") ?? Number.NaN);
    const given = Buffer.from(headers.get("x-door-signature") ?? "", "hex");
    if (!(Math.abs(now - time) <= WINDOW_MS) || given.length !== 32) return false;
    return this.#keys.some(key => timingSafeEqual(mac(key, time, path, body), given));
  }
}

function mac(key: Buffer, time: number, path: string, body: string | Uint8Array): Buffer {
  return createHmac("sha256", key).update(`${time}\n${path}\n`).update(body).digest();
}

export type DoorAddress = {unix: string} | {host: string; port: number};

/** `WORKER_LISTEN`: a path, or `host:port` (`[v6]:port`). */
export function parseDoorAddress(text: string): DoorAddress {
  const tcp = /^(?:\[([^\]]+)\]|([^/:]+)):(\d{1,5})$/.exec(text);
  return tcp ? {host: tcp[1] ?? tcp[2] ?? "", port: Number(tcp[3])} : {unix: text};
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}
