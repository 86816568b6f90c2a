import type {TemporaryFiles} from "../temporary-files.ts";
import {deliveryKey, fileKey} from "./file-key.ts";

export interface FilePart {
  bytes: Uint8Array;
  /** The size of the whole file. */
  sizeBytes: number;
}

export interface StoredDelivery {
  orgId: string;
  deliveryId: string;
  modifiedAt: Date;
}

/** The content of a file: its bytes, or a complete local file of which the storage disposes. */
export type FileContent = Uint8Array | {path: string};

/** A folder or a bucket, in which files have keys. Rejects with `worker_unavailable` where it does not answer. */
export interface FileStorage {
  /** Stores a file, replacing one of the same key atomically, and resolves with its size in bytes. */
  put(key: string, content: FileContent): Promise<number>;
  /** The whole file; `undefined` where there is none. */
  read(key: string): Promise<Buffer | undefined>;
  /** At most `length` bytes from `offset` on; `undefined` where there is no file. */
  readPart(key: string, offset: number, length: number): Promise<FilePart | undefined>;
  /** Removes the files whose keys are below this one, if there are any. */
  removeBelow(key: string): Promise<void>;
  /** The deliveries that have files, with the time at which the last one was stored. */
  list(): AsyncIterable<StoredDelivery>;
}

/**
 * The files of deliveries: attachments, and files too large to attach. A name may be any text that `isFileName`
 * accepts, because it is encoded before it becomes part of a path. Rejects with `worker_unavailable` where the storage
 * does not answer.
 */
export class DeliveryFiles {
  constructor(
    private readonly storage: FileStorage,
    private readonly temporary: TemporaryFiles,
  ) {}

  /**
   * Stores a file, replacing one of the same name atomically, and resolves with its size in bytes. A file at `path`,
   * which must be from `temporaryPath`, is moved into the storage. The delivery must have been committed to the
   * database before, because files without a delivery are garbage collected.
   */
  async put(orgId: string, deliveryId: string, name: string, content: FileContent): Promise<number> {
    return this.storage.put(fileKey(orgId, deliveryId, name), content);
  }

  /** The whole file; `undefined` where there is none. */
  async read(orgId: string, deliveryId: string, name: string): Promise<Buffer | undefined> {
    return this.storage.read(fileKey(orgId, deliveryId, name));
  }

  /**
   * At most `length` bytes from `offset` on; `undefined` where there is no file. If the file is replaced between two
   * reads, the parts are from different versions.
   */
  async readPart(
    orgId: string,
    deliveryId: string,
    name: string,
    offset: number,
    length: number,
  ): Promise<FilePart | undefined> {
    return this.storage.readPart(fileKey(orgId, deliveryId, name), offset, length);
  }

  /** Removes the files of a delivery, if there are any. */
  async removeAll(orgId: string, deliveryId: string): Promise<void> {
    return this.storage.removeBelow(deliveryKey(orgId, deliveryId));
  }

  /** The deliveries that have files, with the time at which the last one was stored. */
  list(): AsyncIterable<StoredDelivery> {
    return this.storage.list();
  }

  /** A local path for an incomplete file. */
  temporaryPath(extension: string): string {
    return this.temporary.path(extension);
  }

  /** Deletes incomplete files that dead processes have left on this machine. */
  tidy(): Promise<void> {
    return this.temporary.tidy();
  }
}
