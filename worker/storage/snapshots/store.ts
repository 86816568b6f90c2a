/** A snapshot's file on this machine, which is not deleted before it is released. */
export interface HeldFile {
  path: string;
  release(): void;
}

export interface StoredFile {
  orgId: string;
  datasetId: string;
  modifiedAt: Date;
}

/** Where snapshots are stored. */
export interface SnapshotStore {
  /** The local folder for incomplete files. */
  readonly tempDir: string;
  temporaryPath(extension: string): string;
  /** Moves a complete file into the store, atomically. */
  save(orgId: string, datasetId: string, file: string): Promise<void>;
  /** Holds a local copy of the file; resolves with `undefined` where there is none. */
  hold(orgId: string, datasetId: string): Promise<HeldFile | undefined>;
  /** Removes the file, if there is one. */
  remove(orgId: string, datasetId: string): Promise<void>;
  /** Drops the local copy of a snapshot that was removed, perhaps by another worker. */
  forget(datasetId: string): void;
  list(): AsyncIterable<StoredFile>;
  /** Deletes what ended processes have left on this machine. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}
