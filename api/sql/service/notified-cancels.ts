import {createHmac, timingSafeEqual} from "node:crypto";
import {type Notice, publish} from "../../../shared/core/change-notices.ts";
import type {Web} from "../../dependencies.ts";
import type {CancelRelay} from "../backend.ts";

/**
 * The most requests that one process forwards in a second. Anybody who can reach the process's port can send requests.
 */
const MAX_PER_SECOND = 100;

/**
 * Sends requests to cancel to the other processes, as notices of the service's own database. A notice contains a keyed
 * hash of the cancel key (HMAC-SHA-256 under `ENCRYPTION_KEY`), so that nobody who reads the database learns a cancel
 * key.
 */
export class NotifiedCancels implements CancelRelay {
  #second = 0;
  #sent = 0;

  constructor(private readonly web: Pick<Web, "db" | "notices" | "log" | "config">) {}

  async forward(processId: number, key: Buffer): Promise<void> {
    const [secret] = this.web.config.encryptionKeys;
    if (!secret || !this.#maySend()) return;
    const id = `${processId}.${hashOf(secret, processId, key).toString("base64url")}`;
    try {
      await publish(this.web.db, {kind: "sql_cancel", id});
    } catch (error) {
      this.web.log.warn({err: error}, "a request to cancel could not be sent to the other processes");
    }
  }

  listen(onRequest: (processId: number, isKey: (key: Buffer) => boolean) => void): () => void {
    const {notices, config} = this.web;
    const hear = ({kind, id}: Notice) => {
      if (kind !== "sql_cancel") return;
      const [number = "", text = ""] = id.split(".");
      const processId = Number(number);
      const hash = Buffer.from(text, "base64url");
      // While keys are rotated, another process may have computed the hash with another key.
      onRequest(processId, key =>
        config.encryptionKeys.some(secret => isEqual(hash, hashOf(secret, processId, key))),
      );
    };
    notices.on("notice", hear);
    return () => notices.off("notice", hear);
  }

  #maySend(): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#sent = 0;
    }
    this.#sent++;
    if (this.#sent === MAX_PER_SECOND + 1)
      this.web.log.warn({}, "too many requests to cancel: some are not sent to the other processes");
    return this.#sent <= MAX_PER_SECOND;
  }
}

function hashOf(secret: Buffer, processId: number, key: Buffer): Buffer {
  return createHmac("sha256", secret).update(`sql cancel ${processId} `).update(key).digest();
}

function isEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
