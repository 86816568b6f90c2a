import {chmod, mkdir, readdir, rename, rm, stat} from "node:fs/promises";
import {dirname, join} from "node:path";
import type {Config} from "../../shared/config.ts";
import {parseSnapshotKey, snapshotKey} from "../../shared/snapshots/snapshot.ts";
import {BucketStore} from "./bucket-store.ts";
import {TemporaryFiles} from "./temporary-files.ts";

/** A snapshot's file on this machine, which stays as long as it is held. */
export interface HeldFile {
  path: string;
  release(): void;
}

export interface StoredFile {
  orgId: string;
  datasetId: string;
  modifiedAt: Date;
}

/** Where snapshots are kept. */
export interface SnapshotStore {
  /** For what is not complete, on this machine. */
  readonly tempDir: string;
  temporaryPath(extension: string): string;
  /** Takes a complete file over: all of it is there afterwards, or nothing. */
  save(orgId: string, datasetId: string, file: string): Promise<void>;
  /** `undefined` where there is none. */
  hold(orgId: string, datasetId: string): Promise<HeldFile | undefined>;
  /** Without harm where there is none. */
  remove(orgId: string, datasetId: string): Promise<void>;
  /** It was removed, perhaps by another worker: what this one has of it goes too. */
  forget(datasetId: string): void;
  list(): AsyncIterable<StoredFile>;
  /** Deletes what a process that ended in its work has left on this machine. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

export function openStore(config: Config): SnapshotStore {
  return config.s3 ? new BucketStore(config, config.s3) : new FolderStore(config);
}

/** Snapshots in a folder that all workers share. */
class FolderStore implements SnapshotStore {
  readonly #dir: string;
  readonly #temporary: TemporaryFiles;

  constructor({dataDir}: Config) {
    this.#dir = join(dataDir, "snapshots");
    this.#temporary = new TemporaryFiles(join(this.#dir, "tmp"));
  }

  get tempDir(): string {
    return this.#temporary.dir;
  }

  temporaryPath(extension: string): string {
    return this.#temporary.path(extension);
  }

  async save(orgId: string, datasetId: string, file: string): Promise<void> {
    const path = join(this.#dir, snapshotKey(orgId, datasetId));
    await mkdir(dirname(path), {recursive: true, mode: 0o700});
    await chmod(file, 0o400);
    await rename(file, path);
  }

  async hold(orgId: string, datasetId: string): Promise<HeldFile | undefined> {
    const path = join(this.#dir, snapshotKey(orgId, datasetId));
    return (await Bun.file(path).exists()) ? {path, release: () => undefined} : undefined;
  }

  async remove(orgId: string, datasetId: string): Promise<void> {
    await rm(join(this.#dir, snapshotKey(orgId, datasetId)), {force: true});
  }

  forget(): void {
    // The folder is everybody's.
  }

  async *list(): AsyncIterable<StoredFile> {
    for (const folder of await readdir(this.#dir)) {
      if (!folder.startsWith("org_")) continue;
      for (const name of await readdir(join(this.#dir, folder))) {
        const ids = parseSnapshotKey(`${folder}/${name}`);
        const found = ids && (await stat(join(this.#dir, folder, name)).catch(() => undefined));
        if (found) yield {...ids, modifiedAt: found.mtime};
      }
    }
  }

  tidy(): Promise<void> {
    return this.#temporary.tidy();
  }

  async close(): Promise<void> {
    // Nothing is held open.
  }
}
