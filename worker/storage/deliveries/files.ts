/**
 * Storage for the files of deliveries: attachments, and files too large to attach. A name may be any text that
 * `isFileName` accepts, because it is encoded before it becomes part of a path. Rejects with `worker_unavailable` where
 * the storage does not answer.
 */
export interface DeliveryFiles {
  /**
   * Stores a file, replacing one of the same name atomically, and resolves with its size in bytes. A file at `path`,
   * which must be from `temporaryPath`, is moved into the storage. The delivery must have been committed to the
   * database before, because files without a delivery are garbage collected.
   */
  put(orgId: string, deliveryId: string, name: string, content: Uint8Array | {path: string}): Promise<number>;
  /** The whole file; `undefined` where there is none. */
  read(orgId: string, deliveryId: string, name: string): Promise<Buffer | undefined>;
  /**
   * At most `length` bytes from `offset` on; `undefined` where there is no file. If the file is replaced between two
   * reads, the parts are from different versions.
   */
  readPart(
    orgId: string,
    deliveryId: string,
    name: string,
    offset: number,
    length: number,
  ): Promise<FilePart | undefined>;
  /** Removes the files of a delivery, if there are any. */
  removeAll(orgId: string, deliveryId: string): Promise<void>;
  /** The deliveries that have files, with the time at which the last one was stored. */
  list(): AsyncIterable<StoredDelivery>;
  /** A local path for an incomplete file. */
  temporaryPath(extension: string): string;
  /** Deletes incomplete files that dead processes have left on this machine. */
  tidy(): Promise<void>;
}

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
