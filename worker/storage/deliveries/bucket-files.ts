import {rm, stat} from "node:fs/promises";
import type {S3Config} from "../../../shared/core/process/s3-config.ts";
import {Bucket} from "../bucket.ts";
import {DELIVERIES, parseFileKey} from "./file-key.ts";
import type {FileContent, FilePart, FileStorage, StoredDelivery} from "./files.ts";

/** The files of deliveries in an S3 bucket. */
export class BucketFiles implements FileStorage {
  readonly #bucket: Bucket;

  constructor(s3: S3Config) {
    this.#bucket = new Bucket(s3, "files");
  }

  async put(key: string, content: FileContent): Promise<number> {
    if (content instanceof Uint8Array) {
      await this.#bucket.write(key, content);
      return content.byteLength;
    }
    try {
      const {size} = await stat(content.path);
      await this.#bucket.write(key, Bun.file(content.path));
      return size;
    } finally {
      await rm(content.path, {force: true});
    }
  }

  async read(key: string): Promise<Buffer | undefined> {
    return this.#bucket.read(key, async object => Buffer.concat(await Array.fromAsync(object.chunks())));
  }

  readPart(key: string, offset: number, length: number): Promise<FilePart | undefined> {
    return this.#bucket.read(key, async object => {
      const sizeBytes = await object.sizeBytes();
      const end = Math.min(sizeBytes, offset + length);
      if (offset >= end) return {bytes: new Uint8Array(), sizeBytes};
      const bytes = Buffer.concat(await Array.fromAsync(object.chunks(offset, end)));
      if (bytes.byteLength !== end - offset) throw new Error("the object is incomplete");
      return {bytes, sizeBytes};
    });
  }

  async removeBelow(key: string): Promise<void> {
    const objects = await Array.fromAsync(this.#bucket.list(`${key}/`));
    for (const object of objects) await this.#bucket.remove(object.key);
  }

  /** Keys come in order, so the files of a delivery follow each other. */
  async *list(): AsyncIterable<StoredDelivery> {
    let current: StoredDelivery | undefined;
    for await (const {key, modifiedAt} of this.#bucket.list(DELIVERIES)) {
      const ids = parseFileKey(key);
      if (!ids) continue;
      if (current?.deliveryId === ids.deliveryId && current.orgId === ids.orgId) {
        if (modifiedAt > current.modifiedAt) current.modifiedAt = modifiedAt;
        continue;
      }
      if (current) yield current;
      current = {...ids, modifiedAt};
    }
    if (current) yield current;
  }
}
