import type {Config} from "../shared/config.ts";
import {type Db, sql} from "../shared/db.ts";
import {DoorKeys, parseDoorAddress} from "../shared/door.ts";
import type {Notices} from "../shared/notices.ts";

const ALIVE_MS = 6000;
const LIST_MS = 1000;
const SUSPECT_MS = 1000;

interface WorkerEntry {
  id: string;
  address: string | null;
}

/** The workers that are alive, and how to reach their direct doors. */
export class Doors {
  readonly #keys: DoorKeys;
  readonly #suspects = new Map<string, number>();
  readonly #tls: {ca: Bun.BunFile} | undefined;
  #list: Promise<WorkerEntry[]> | undefined;
  #listedAt = 0;

  constructor(
    private readonly db: Db,
    notices: Notices,
    config: Config,
  ) {
    this.#keys = new DoorKeys(config.encryptionKeys);
    this.#tls = config.workerTlsCa === undefined ? undefined : {ca: Bun.file(config.workerTlsCa)};
    notices.on("notice", ({kind}) => {
      if (kind === "worker") this.#list = undefined;
    });
    notices.on("reset", () => {
      this.#list = undefined;
    });
  }

  /** Whether anyone takes interactive work, by door or by queue. */
  async anyAlive(): Promise<boolean> {
    return (await this.#alive()).length > 0;
  }

  /** Reachable doors, best first: by rendezvous hash, so that equal keys meet in one worker. */
  async candidates(key: string): Promise<string[]> {
    const addresses: string[] = [];
    for (const {address} of await this.#alive()) {
      if (address !== null && !((this.#suspects.get(address) ?? 0) > Date.now())) addresses.push(address);
    }
    if (addresses.length < 2) return addresses;
    const score = (address: string) => Bun.hash.xxHash64(`${key} ${address}`);
    return addresses.sort((a, b) => (score(a) < score(b) ? -1 : 1));
  }

  /** A door that did not answer is left out for a moment. */
  suspect(address: string): void {
    this.#suspects.set(address, Date.now() + SUSPECT_MS);
    this.#list = undefined;
  }

  post(
    address: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    requestId: string,
    signal: AbortSignal,
  ): Promise<Response> {
    if (/^https?:/.test(address)) {
      const headers = {...this.#keys.sign(path, body), "x-request-id": requestId};
      const tls = this.#tls ? {tls: this.#tls} : {};
      return fetch(`${address}${path}`, {method: "POST", body, headers, signal, ...tls});
    }
    const door = parseDoorAddress(address);
    const unix = "unix" in door ? door.unix : "";
    return fetch(`http://worker${path}`, {
      method: "POST",
      body,
      headers: {"x-request-id": requestId},
      signal,
      unix,
    });
  }

  #alive(): Promise<WorkerEntry[]> {
    if (!this.#list || Date.now() - this.#listedAt > LIST_MS) {
      this.#listedAt = Date.now();
      this.#list = this.#load().catch(error => {
        this.#list = undefined;
        throw error;
      });
    }
    return this.#list;
  }

  async #load(): Promise<WorkerEntry[]> {
    const {rows} = await sql<WorkerEntry>`
      select id, address from workers
      where heartbeat_at > now() - ${ALIVE_MS} * interval '1 millisecond' and 'interactive' = any (runners)`.execute(
      this.db,
    );
    return rows;
  }
}
