import {createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual} from "node:crypto";
import {versionedPath} from "../process/protocol-version.ts";

/** How long a signature is valid. */
export const WINDOW_MS = 60_000;

/** The path at which a listener's line is opened; see `line.ts`. */
export const LINE_PATH = versionedPath("/line");

/** The path at which a listener of any version returns its worker's id. */
export const WORKER_PATH = "/worker";

/** The parts of a request that its signature covers. */
interface Signed {
  method: string;
  /** The listener's address, as its worker announces it: the request is valid only there. */
  address: string;
  path: string;
  time: string;
  nonce: string;
  length: string;
  /** SHA-256 of the body, in hexadecimal digits. */
  hash: string;
}

/**
 * Signs requests to a worker's TCP listener with HMAC-SHA256, under a key that both processes derive from the
 * encryption key. The signature covers everything that the headers say about the request and its body, so that it can
 * be checked before the body is read. A unix socket is protected by its file's mode instead.
 */
export class RequestSigner {
  readonly #keys: Buffer[];
  /**
   * The first part of each nonce, which a counter follows, so that a listener needs only a few bits per sender to
   * remember the nonces that it has seen.
   */
  readonly #sender = randomBytes(16).toString("hex");
  #count = 0;

  constructor(encryptionKeys: readonly Buffer[]) {
    this.#keys = encryptionKeys.map(key => Buffer.from(hkdfSync("sha256", key, "", "worker listener", 32)));
  }

  /** The headers of a signed request. */
  sign(
    address: string,
    path: string,
    body: string | Uint8Array,
    method: "GET" | "POST" = "POST",
    now = Date.now(),
  ): Record<string, string> {
    const time = String(now);
    const nonce = `${this.#sender}.${++this.#count}`;
    const hash = hashOf(body);
    const length = String(Buffer.byteLength(body));
    const signature = mac(this.#keys[0]!, {method, address, path, time, nonce, length, hash});
    return {
      "x-worker-time": time,
      "x-worker-nonce": nonce,
      "x-worker-body": hash,
      "x-worker-signature": signature.toString("hex"),
    };
  }

  /**
   * The signed properties of a request, if its headers have a signature under one of the keys that is not older than a
   * minute: the body must have `hash`, and no other request may have had `nonce`. `undefined` otherwise.
   */
  verify(
    {method, headers}: Pick<Request, "method" | "headers">,
    address: string,
    path: string,
    now = Date.now(),
  ): {nonce: string; length: number; hash: string} | undefined {
    const header = (name: string) => headers.get(name) ?? "";
    const [time, nonce, hash] = [header("x-worker-time"), header("x-worker-nonce"), header("x-worker-body")];
    const length = header("content-length") || "0";
    const given = Buffer.from(header("x-worker-signature"), "hex");
    if (!(Math.abs(now - Number(time || Number.NaN)) <= WINDOW_MS) || given.length !== 32) return undefined;
    const signed = {method, address, path, time, nonce, length, hash};
    if (!this.#keys.some(key => timingSafeEqual(mac(key, signed), given))) return undefined;
    return {nonce, length: Number(length), hash};
  }
}

export function hashOf(body: string | Uint8Array): string {
  return createHash("sha256").update(body).digest("hex");
}

function mac(key: Buffer, {method, address, path, time, nonce, length, hash}: Signed): Buffer {
  return createHmac("sha256", key)
    .update([method, address, path, time, nonce, length, hash].join("\n"))
    .digest();
}

export type ListenAddress = {unix: string} | {host: string; port: number};

/** `WORKER_LISTEN`: a path, or `host:port` (`[v6]:port`). */
export function parseListenAddress(text: string): ListenAddress {
  const tcp = /^(?:\[([^\]]+)\]|([^/:]+)):(\d{1,5})$/.exec(text);
  return tcp ? {host: tcp[1] ?? tcp[2] ?? "", port: Number(tcp[3])} : {unix: text};
}
