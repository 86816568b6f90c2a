import {open, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import type {Config} from "../../../shared/core/config.ts";
import type {S3Config} from "../../../shared/core/process/s3-config.ts";
import {parseSnapshotKey, snapshotKey} from "../../../shared/core/wire/snapshot.ts";
import {Bucket} from "../bucket.ts";
import {spillDir} from "../duckdb-spill-folders.ts";
import {TemporaryFiles} from "../temporary-files.ts";
import {checksumOf, type FileChecksum} from "./checksum.ts";
import {FileCache} from "./file-cache.ts";
import type {HeldFile, SnapshotStore, StoredFile} from "./store.ts";
import {DamagedFile, VerifiedFiles} from "./verified-files.ts";

const MAGIC = "PAR1";

/**
 * Snapshots in an S3 bucket. Each worker caches them on disk, up to a size, because the engine reads local files only.
 */
export class BucketStore implements SnapshotStore {
  readonly #bucket: Bucket;
  readonly #temporary: TemporaryFiles;
  readonly #cache: FileCache;
  readonly #verified = new VerifiedFiles();

  constructor({dataDir, snapshotCacheBytes, queryTimeoutMs}: Config, s3: S3Config) {
    this.#bucket = new Bucket(s3, "snapshots");
    this.#temporary = new TemporaryFiles(
      join(dataDir, "snapshots", "tmp"),
      queryTimeoutMs,
      spillDir({dataDir}),
    );
    this.#cache = new FileCache(join(dataDir, "snapshots", "cache"), snapshotCacheBytes, spillDir({dataDir}));
  }

  get tempDir(): string {
    return this.#temporary.dir;
  }

  temporaryPath(extension: string): string {
    return this.#temporary.path(extension);
  }

  async save(orgId: string, datasetId: string, file: string): Promise<FileChecksum> {
    const key = snapshotKey(orgId, datasetId);
    const checksum = await checksumOf(file);
    await this.#bucket.write(key, Bun.file(file));
    await this.#cache.add(key, file);
    return checksum;
  }

  /** A copy that differs is fetched once more: it may have been damaged on its way, or on this machine's disk. */
  async hold(
    orgId: string,
    datasetId: string,
    checksum: Partial<FileChecksum> = {},
    isAnew = false,
  ): Promise<HeldFile | undefined> {
    const key = snapshotKey(orgId, datasetId);
    for (let attempt = 1; ; attempt++) {
      const held = await this.#cache.hold(key, () => this.#fetch(key));
      if (!held) return undefined;
      try {
        await this.#verified.verify(held.path, checksum, isAnew);
        return held;
      } catch (error) {
        held.release();
        this.#cache.drop(key);
        if (!(error instanceof DamagedFile) || attempt === 2) throw error;
      }
    }
  }

  async remove(orgId: string, datasetId: string): Promise<void> {
    const key = snapshotKey(orgId, datasetId);
    this.#cache.drop(key);
    await this.#bucket.remove(key);
  }

  dropLocalCopy(datasetId: string): void {
    this.#cache.dropWhere(key => parseSnapshotKey(key)?.datasetId === datasetId);
  }

  async *list(): AsyncIterable<StoredFile> {
    for await (const {key, modifiedAt} of this.#bucket.list("org_")) {
      const ids = parseSnapshotKey(key);
      if (ids) yield {...ids, modifiedAt};
    }
  }

  async tidy(): Promise<void> {
    await this.#cache.tidy();
    await this.#temporary.tidy();
  }

  close(): Promise<void> {
    return this.#cache.close();
  }

  /** Downloads the object as a temporary file; `undefined` where there is none. */
  async #fetch(key: string): Promise<string | undefined> {
    const path = this.temporaryPath("parquet");
    let fetched: string | undefined;
    try {
      fetched = await this.#bucket.read(key, async object => {
        await writeFile(path, object.chunks(), {mode: 0o600});
        if (!(await isComplete(path))) throw new DamagedFile("the object is incomplete");
        return path;
      });
      return fetched;
    } catch (error) {
      // The end of the object was missing in every attempt.
      throw error instanceof Error && error.cause instanceof DamagedFile ? error.cause : error;
    } finally {
      if (fetched === undefined) await rm(path, {force: true});
    }
  }
}

/** Whether a Parquet file is complete: it then ends with the same four bytes that it begins with. */
async function isComplete(path: string): Promise<boolean> {
  const handle = await open(path, "r");
  try {
    const {size} = await handle.stat();
    if (size < 2 * MAGIC.length) return false;
    const {buffer} = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, size - MAGIC.length);
    return buffer.toString("latin1") === MAGIC;
  } finally {
    await handle.close();
  }
}
