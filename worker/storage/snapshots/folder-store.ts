import {chmod, readdir, rm, stat} from "node:fs/promises";
import {join} from "node:path";
import type {Config} from "../../../shared/core/config.ts";
import {parseSnapshotKey, snapshotKey} from "../../../shared/core/wire/snapshot.ts";
import {spillDir} from "../duckdb-spill-folders.ts";
import {moveToDisk} from "../rename-durably.ts";
import {TemporaryFiles} from "../temporary-files.ts";
import {checksumOf, type FileChecksum} from "./checksum.ts";
import type {HeldFile, SnapshotStore, StoredFile} from "./store.ts";
import {VerifiedFiles} from "./verified-files.ts";

/** Snapshots in a folder that all workers share. */
export class FolderStore implements SnapshotStore {
  readonly #dir: string;
  readonly #temporary: TemporaryFiles;
  readonly #verified = new VerifiedFiles();

  constructor({dataDir, queryTimeoutMs}: Config) {
    this.#dir = join(dataDir, "snapshots");
    this.#temporary = new TemporaryFiles(join(this.#dir, "tmp"), queryTimeoutMs, spillDir({dataDir}));
  }

  get tempDir(): string {
    return this.#temporary.dir;
  }

  temporaryPath(extension: string): string {
    return this.#temporary.path(extension);
  }

  async save(orgId: string, datasetId: string, file: string): Promise<FileChecksum> {
    const path = join(this.#dir, snapshotKey(orgId, datasetId));
    const checksum = await checksumOf(file);
    await chmod(file, 0o400);
    await moveToDisk(file, path);
    return checksum;
  }

  async hold(
    orgId: string,
    datasetId: string,
    checksum: Partial<FileChecksum> = {},
    isAnew = false,
  ): Promise<HeldFile | undefined> {
    const path = join(this.#dir, snapshotKey(orgId, datasetId));
    if (!(await Bun.file(path).exists())) return undefined;
    await this.#verified.verify(path, checksum, isAnew);
    return {path, release: () => undefined};
  }

  async remove(orgId: string, datasetId: string): Promise<void> {
    await rm(join(this.#dir, snapshotKey(orgId, datasetId)), {force: true});
  }

  dropLocalCopy(): void {
    // Workers share the folder, so there is no local copy to drop.
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

  async close(): Promise<void> {}
}
