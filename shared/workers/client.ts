import type {Config} from "../config.ts";
import {parseListenAddress, RequestSigner} from "./protocol.ts";

const FATE_MS = 2000;
const LOOK_AGAIN_MS = 50;
const LOOKS = 4;

export interface WorkerEndpoint {
  /** The id of the worker that listens there. */
  id: string;
  address: string;
}

/** Sends requests to workers' listeners. */
export class WorkerClient {
  readonly #keys: RequestSigner;
  readonly #tls: {ca: Bun.BunFile} | undefined;

  constructor(config: Pick<Config, "encryptionKeys" | "workerTlsCa">) {
    this.#keys = new RequestSigner(config.encryptionKeys);
    this.#tls = config.workerTlsCa === undefined ? undefined : {ca: Bun.file(config.workerTlsCa)};
  }

  post(
    address: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    requestId: string,
    signal: AbortSignal,
  ): Promise<Response> {
    if (/^https?:/.test(address)) {
      const headers = {...this.#keys.sign(address, path, body), "x-request-id": requestId};
      const tls = this.#tls ? {tls: this.#tls} : {};
      return fetch(`${address}${path}`, {method: "POST", body, headers, signal, ...tls});
    }
    const parsed = parseListenAddress(address);
    const unix = "unix" in parsed ? parsed.unix : "";
    return fetch(`http://worker${path}`, {
      method: "POST",
      body,
      headers: {"x-request-id": requestId},
      signal,
      unix,
    });
  }

  /**
   * Whether the worker's process has ended: nothing listens at its address any more, or another worker does. Also
   * `false` if that cannot be determined, for example while the network is down.
   */
  async hasEnded({id, address}: WorkerEndpoint): Promise<boolean> {
    for (let look = 0; look < LOOKS; look++) {
      // A process that ends closes its connections a moment before its listener, so one look is not enough.
      if (look > 0) await Bun.sleep(LOOK_AGAIN_MS);
      try {
        const answer = await this.post(address, "/worker", "{}", id, AbortSignal.timeout(FATE_MS));
        return answer.ok && (await answer.text()) !== id;
      } catch (error) {
        if (error instanceof Error && !wasReached(error)) return true;
      }
    }
    return false;
  }
}

/** Whether the request may have reached a listener, which then broke off. */
export function wasReached(error: Error): boolean {
  const code = "code" in error ? String(error.code) : "";
  return !/refused|FailedToOpenSocket|ENOENT|NotFound/i.test(`${code} ${error.message}`);
}
