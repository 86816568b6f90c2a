/** A local file of a snapshot, which is not deleted before `release`. */
export interface HeldFile {
  path: string;
  release(): void;
}

export interface StoredFile {
  orgId: string;
  datasetId: string;
  modifiedAt: Date;
}

/** Storage for the files of snapshots and roll-ups. */
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
  /** Deletes incomplete and cached files that dead processes have left on this machine. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}
