/**
 * The files of deliveries: what was attached, and what did not fit into the mail. A name may be any text that
 * `isFileName` takes: it never becomes a path. Storage that does not answer is `worker_unavailable`.
 */
export interface DeliveryFiles {
  /**
   * Stores a file, in place of one of the same name, and resolves with its size in bytes. A reader sees all of the old
   * one or all of the new one. A file at `path`, which must be from `temporaryPath`, is taken away from there. The
   * delivery must have been committed to the database before: files without one are collected.
   */
  put(orgId: string, deliveryId: string, name: string, content: Uint8Array | {path: string}): Promise<number>;
  /** The whole file; `undefined` where there is none. */
  read(orgId: string, deliveryId: string, name: string): Promise<Buffer | undefined>;
  /**
   * At most `length` bytes from `offset` on, none beyond the end; `undefined` where there is no file. Of a file that is
   * replaced meanwhile, parts may be of both versions.
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
  /** A place for a file that is not complete, on this machine. */
  temporaryPath(extension: string): string;
  /** Deletes incomplete files that ended processes have left on this machine. */
  tidy(): Promise<void>;
}

export interface FilePart {
  bytes: Uint8Array;
  /** Of the whole file. */
  sizeBytes: number;
}

export interface StoredDelivery {
  orgId: string;
  deliveryId: string;
  modifiedAt: Date;
}
