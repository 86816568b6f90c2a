import {ServiceError} from "../../shared/core/errors.ts";
import type {S3Config} from "../../shared/core/process/s3-config.ts";
import {Stalled, within} from "./time-limit.ts";
import {upload} from "./upload.ts";

/** The limits of requests to a bucket. */
export interface BucketLimits {
  /**
   * How long a request waits for the next bytes. A whole download has no time limit, so that large files get through
   * slow lines. The clients of S3 wait as long for a stalled stream: 20 s in Rust, 30 s in Java.
   */
  stallMs: number;
  /**
   * A request that sends bytes has this much longer for each byte, because a request does not report its progress. A
   * line to the bucket must carry at least 250 KB/s. Large objects are sent in parts, so that no request takes long.
   */
  uploadMsPerByte: number;
  /**
   * The requests that may stall before the bucket counts as unavailable. Two end within a query's default limit of a
   * minute.
   */
  maxStalls: number;
}

const LIMITS: BucketLimits = {stallMs: 20_000, uploadMsPerByte: 1 / 250, maxStalls: 2};
const ATTEMPTS = 4;
const RETRY_MS = 200;
const PAGE = 1000;
/** Codes of errors that a retry cannot fix. */
const PERMANENT =
  /^(NoSuchKey|NoSuchBucket|AccessDenied|SignatureDoesNotMatch|InvalidAccessKeyId|NoSuchUpload)$/;

/** A stored object. Its methods reject where the storage sends no bytes for longer than `stallMs`. */
export interface BucketObject {
  sizeBytes(): Promise<number>;
  /** The bytes from `from` to before `to`, or all, as they come. */
  chunks(from?: number, to?: number): AsyncIterable<Uint8Array>;
}

/**
 * An S3 bucket. Every request is retried with exponential backoff, and ends where the storage falls silent. Rejects with
 * `worker_unavailable` where the storage does not answer or refuses the request, because that is not the caller's fault.
 */
export class Bucket {
  readonly #client: Bun.S3Client;
  readonly #s3: S3Config;

  /** `what` names the bucket's content in error messages. */
  constructor(
    s3: S3Config,
    private readonly what: string,
    private readonly limits = LIMITS,
  ) {
    const {endpoint, ...rest} = s3;
    this.#client = new Bun.S3Client({...rest, ...(endpoint ? {endpoint} : {})});
    this.#s3 = s3;
  }

  /**
   * Stores an object atomically: readers see all of its bytes or none. Large objects are uploaded in parts. After a
   * rejection the object may still appear, if the storage was only late to answer.
   */
  async write(key: string, content: Bun.BunFile | Uint8Array): Promise<void> {
    const {stallMs, uploadMsPerByte} = this.limits;
    const sizeBytes = content instanceof Uint8Array ? content.byteLength : (await content.stat()).size;
    const url = new URL(this.#client.presign(key));
    url.search = "";
    const uploading = {
      s3: this.#s3,
      url,
      limitMs: (bytes: number) => stallMs + bytes * uploadMsPerByte,
      withRetries: <T>(work: () => Promise<T>) => this.#withRetries(work),
    };
    await upload(uploading, sizeBytes, async (from, to) =>
      content instanceof Uint8Array
        ? new Uint8Array(content.subarray(from, to))
        : new Uint8Array(await content.slice(from, to).arrayBuffer()),
    );
  }

  /** Resolves with the result of `work`, which each attempt calls anew; `undefined` where there is no such object. */
  async read<T>(key: string, work: (object: BucketObject) => Promise<T>): Promise<T | undefined> {
    const file = this.#client.file(key);
    const {stallMs} = this.limits;
    const object: BucketObject = {
      sizeBytes: async () => (await within(stallMs, file.stat())).size,
      chunks: (from, to) => unstalled(stallMs, (from === undefined ? file : file.slice(from, to)).stream()),
    };
    try {
      return await this.#withRetries(() => work(object));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Removes the object, if there is one. */
  async remove(key: string): Promise<void> {
    try {
      await this.#withRetries(() => within(this.limits.stallMs, this.#client.delete(key)));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  /** All objects whose keys begin with `prefix`, in the order of their keys. */
  async *list(prefix: string): AsyncIterable<{key: string; modifiedAt: Date}> {
    let startAfter: string | undefined;
    do {
      const options = {maxKeys: PAGE, prefix, ...(startAfter ? {startAfter} : {})};
      const page = await this.#withRetries(() => within(this.limits.stallMs, this.#client.list(options)));
      for (const {key, lastModified} of page.contents ?? []) {
        if (lastModified) yield {key, modifiedAt: new Date(lastModified)};
      }
      startAfter = page.isTruncated ? page.contents?.at(-1)?.key : undefined;
    } while (startAfter);
  }

  async #withRetries<T>(work: () => Promise<T>): Promise<T> {
    let stalls = 0;
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (isMissing(error)) throw error;
        if (error instanceof Stalled) stalls++;
        const isLast = attempt === ATTEMPTS || stalls === this.limits.maxStalls;
        if (isLast || PERMANENT.test(codeOf(error))) {
          throw new ServiceError(
            "worker_unavailable",
            `The storage of ${this.what} does not answer. Try again in a moment.`,
            {
              headers: {"retry-after": "5"},
              adminDetail: `The bucket "${this.#s3.bucket}": ${error instanceof Error ? error.message : String(error)} (${codeOf(error)})`,
              cause: error,
            },
          );
        }
        await Bun.sleep(RETRY_MS * 2 ** (attempt - 1));
      }
    }
  }
}

/** The chunks of a stream, each of which has to come within the limit. */
async function* unstalled(
  limitMs: number,
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const {done, value} = await within(limitMs, reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    // Ends a request that was not read to its end. A request that has failed rejects here once more.
    await reader.cancel().catch(() => undefined);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === "NoSuchKey";
}
