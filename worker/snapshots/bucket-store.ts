import {open, rm} from "node:fs/promises";
import {join} from "node:path";
import type {Config, S3Config} from "../../shared/config.ts";
import {ServiceError} from "../../shared/errors.ts";
import {parseSnapshotKey, snapshotKey} from "../../shared/snapshots/snapshot.ts";
import {FileCache} from "./file-cache.ts";
import type {HeldFile, SnapshotStore, StoredFile} from "./store.ts";
import {TemporaryFiles} from "./temporary-files.ts";

const ATTEMPTS = 4;
const RETRY_MS = 200;
const PAGE = 1000;
const MAGIC = "PAR1";
/** Errors that trying again cannot fix. */
const FINAL = /^(NoSuchKey|NoSuchBucket|AccessDenied|SignatureDoesNotMatch|InvalidAccessKeyId)$/;

/** Snapshots in an S3 bucket. The engine reads local files only, so each worker has a cache of bounded size. */
export class BucketStore implements SnapshotStore {
  readonly #client: Bun.S3Client;
  readonly #bucket: string;
  readonly #temporary: TemporaryFiles;
  readonly #cache: FileCache;

  constructor({dataDir, snapshotCacheBytes, queryTimeoutMs}: Config, s3: S3Config) {
    const {endpoint, ...rest} = s3;
    this.#client = new Bun.S3Client({...rest, ...(endpoint ? {endpoint} : {})});
    this.#bucket = s3.bucket;
    this.#temporary = new TemporaryFiles(join(dataDir, "snapshots", "tmp"), queryTimeoutMs);
    this.#cache = new FileCache(join(dataDir, "snapshots", "cache"), snapshotCacheBytes);
  }

  get tempDir(): string {
    return this.#temporary.dir;
  }

  temporaryPath(extension: string): string {
    return this.#temporary.path(extension);
  }

  async save(orgId: string, datasetId: string, file: string): Promise<void> {
    const key = snapshotKey(orgId, datasetId);
    await this.#retried(() => this.#client.write(key, Bun.file(file)));
    await this.#cache.add(key, file);
  }

  hold(orgId: string, datasetId: string): Promise<HeldFile | undefined> {
    const key = snapshotKey(orgId, datasetId);
    return this.#cache.hold(key, () => this.#fetch(key));
  }

  async remove(orgId: string, datasetId: string): Promise<void> {
    const key = snapshotKey(orgId, datasetId);
    this.#cache.drop(key);
    await this.#retried(() => this.#client.delete(key)).catch(error => {
      if (!isMissing(error)) throw error;
    });
  }

  forget(datasetId: string): void {
    this.#cache.dropWhere(key => parseSnapshotKey(key)?.datasetId === datasetId);
  }

  async *list(): AsyncIterable<StoredFile> {
    let startAfter: string | undefined;
    do {
      const options = {maxKeys: PAGE, prefix: "org_", ...(startAfter ? {startAfter} : {})};
      const page = await this.#retried(() => this.#client.list(options));
      for (const {key, lastModified} of page.contents ?? []) {
        const ids = parseSnapshotKey(key);
        if (ids && lastModified) yield {...ids, modifiedAt: new Date(lastModified)};
      }
      startAfter = page.isTruncated ? page.contents?.at(-1)?.key : undefined;
    } while (startAfter);
  }

  async tidy(): Promise<void> {
    this.#cache.tidy();
    await this.#temporary.tidy();
  }

  close(): Promise<void> {
    return this.#cache.close();
  }

  /** Downloads the object as a temporary file; `undefined` where there is none. */
  async #fetch(key: string): Promise<string | undefined> {
    const path = this.temporaryPath("parquet");
    try {
      await this.#retried(async () => {
        await Bun.write(path, this.#client.file(key));
        if (!(await isComplete(path))) throw new Error("the object came only in part");
      });
      return path;
    } catch (error) {
      await rm(path, {force: true});
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /**
   * Retries. Storage that does not answer or refuses is not the caller's fault, so the error is `worker_unavailable`.
   */
  async #retried<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (isMissing(error)) throw error;
        if (attempt === ATTEMPTS || FINAL.test(codeOf(error))) {
          throw new ServiceError(
            "worker_unavailable",
            "The storage of snapshots does not answer. Try again in a moment.",
            {
              headers: {"retry-after": "5"},
              adminDetail: `The bucket "${this.#bucket}": ${error instanceof Error ? error.message : String(error)} (${codeOf(error)})`,
              cause: error,
            },
          );
        }
        await Bun.sleep(RETRY_MS * 2 ** (attempt - 1));
      }
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === "NoSuchKey";
}

/** A complete Parquet file ends with the same four bytes as it begins. */
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
