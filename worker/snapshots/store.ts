import {mkdirSync} from "node:fs";
import {chmod, mkdir, rename, rm} from "node:fs/promises";
import {dirname, join} from "node:path";
import type {Config} from "../../shared/config.ts";
import {snapshotKey} from "../../shared/snapshots/snapshot.ts";

/** A snapshot's file on this machine, which stays as long as it is held. */
export interface HeldFile {
  path: string;
  release(): void;
}

/** Where snapshots are kept. */
export interface SnapshotStore {
  /** For what is not complete, on this machine. */
  readonly tempDir: string;
  temporaryPath(extension: string): string;
  /** Takes a complete file over: all of it is there afterwards, or nothing. */
  save(orgId: string, datasetId: string, file: string, signal: AbortSignal): Promise<void>;
  /** `undefined` where there is none. */
  hold(orgId: string, datasetId: string): Promise<HeldFile | undefined>;
  /** Without harm where there is none. */
  remove(orgId: string, datasetId: string): Promise<void>;
}

export function openStore(config: Config): SnapshotStore {
  return new FolderStore(config);
}

/** Snapshots in a folder that all workers share. */
class FolderStore implements SnapshotStore {
  readonly tempDir: string;
  readonly #dir: string;

  constructor({dataDir}: Config) {
    this.#dir = join(dataDir, "snapshots");
    this.tempDir = join(this.#dir, "tmp");
    mkdirSync(this.tempDir, {recursive: true, mode: 0o700});
  }

  temporaryPath(extension: string): string {
    return join(this.tempDir, `${crypto.randomUUID()}.${extension}`);
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
}
