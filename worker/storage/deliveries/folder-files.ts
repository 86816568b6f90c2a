import {chmod, open, readdir, rm, stat, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {isId} from "../../../shared/core/ids.ts";
import {moveToDisk} from "../rename-durably.ts";
import type {TemporaryFiles} from "../temporary-files.ts";
import {DELIVERIES, deliveryKey} from "./file-key.ts";
import type {FileContent, FilePart, FileStorage, StoredDelivery} from "./files.ts";

/** The files of deliveries in a folder that all workers share. */
export class FolderFiles implements FileStorage {
  constructor(
    private readonly root: string,
    private readonly temporary: TemporaryFiles,
  ) {}

  async put(key: string, content: FileContent): Promise<number> {
    const path = join(this.root, key);
    const complete = content instanceof Uint8Array ? this.temporary.path("part") : content.path;
    try {
      if (content instanceof Uint8Array) await writeFile(complete, content, {mode: 0o600});
      else await chmod(complete, 0o600);
      const sizeBytes = content instanceof Uint8Array ? content.byteLength : (await stat(complete)).size;
      await moveToDisk(complete, path);
      return sizeBytes;
    } catch (error) {
      await rm(complete, {force: true});
      throw error;
    }
  }

  async read(key: string): Promise<Buffer | undefined> {
    const part = await this.readPart(key, 0, Number.POSITIVE_INFINITY);
    return part && Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.byteLength);
  }

  async readPart(key: string, offset: number, length: number): Promise<FilePart | undefined> {
    const handle = await unlessMissing(open(join(this.root, key), "r"));
    if (!handle) return undefined;
    try {
      const {size} = await handle.stat();
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)));
      let filled = 0;
      while (filled < bytes.length) {
        const {bytesRead} = await handle.read(bytes, filled, bytes.length - filled, offset + filled);
        if (bytesRead === 0) throw new Error(`the file "${key}" was cut off`);
        filled += bytesRead;
      }
      return {bytes, sizeBytes: size};
    } finally {
      await handle.close();
    }
  }

  async removeBelow(key: string): Promise<void> {
    await rm(join(this.root, key), {recursive: true, force: true});
  }

  async *list(): AsyncIterable<StoredDelivery> {
    const folders = async (path: string) =>
      (await readdir(join(this.root, path), {withFileTypes: true})).filter(entry => entry.isDirectory());
    for (const {name: orgId} of await folders(DELIVERIES)) {
      if (!isId("org", orgId)) continue;
      for (const {name: deliveryId} of await folders(`${DELIVERIES}${orgId}`)) {
        if (!isId("dlv", deliveryId)) continue;
        // A folder changes whenever a file is put into it.
        const found = await unlessMissing(stat(join(this.root, deliveryKey(orgId, deliveryId))));
        if (found) yield {orgId, deliveryId, modifiedAt: found.mtime};
      }
    }
  }
}

/** The result of a file operation; `undefined` where the file does not exist. */
async function unlessMissing<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
