import type {FileChecksum} from "./checksum.ts";

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
  /** Moves a complete file into the store, atomically. Resolves with the checksum by which `hold` notices damage. */
  save(orgId: string, datasetId: string, file: string): Promise<FileChecksum>;
  /**
   * Holds a local copy of the file; resolves with `undefined` where there is none. Rejects with `DamagedFile` where the
   * copy differs from the stored bytes. To compare, each process reads a file once, and once more with `isAnew`.
   */
  hold(
    orgId: string,
    datasetId: string,
    checksum?: Partial<FileChecksum>,
    isAnew?: boolean,
  ): Promise<HeldFile | undefined>;
  /** Removes the file, if there is one. */
  remove(orgId: string, datasetId: string): Promise<void>;
  /** Drops the local copy of a snapshot that was removed, perhaps by another worker. */
  dropLocalCopy(datasetId: string): void;
  list(): AsyncIterable<StoredFile>;
  /** Deletes incomplete and cached files that dead processes have left on this machine. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}
