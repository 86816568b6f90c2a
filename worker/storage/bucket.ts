import {ServiceError} from "../../shared/ground/errors.ts";
import type {S3Config} from "../../shared/ground/process/s3-config.ts";

const ATTEMPTS = 4;
const RETRY_MS = 200;
const PAGE = 1000;
/** Codes of errors that a retry cannot fix. */
const PERMANENT = /^(NoSuchKey|NoSuchBucket|AccessDenied|SignatureDoesNotMatch|InvalidAccessKeyId)$/;

/**
 * An S3 bucket. Every request is retried with exponential backoff. Rejects with `worker_unavailable` where the storage
 * does not answer or refuses the request, because that is not the caller's fault.
 */
export class Bucket {
  readonly #client: Bun.S3Client;
  readonly #name: string;

  /** `what` names the bucket's content in error messages. */
  constructor(
    {endpoint, ...rest}: S3Config,
    private readonly what: string,
  ) {
    this.#client = new Bun.S3Client({...rest, ...(endpoint ? {endpoint} : {})});
    this.#name = rest.bucket;
  }

  /** Stores an object atomically: readers see all of its bytes or none. Large objects are uploaded in parts. */
  async write(key: string, content: Bun.BunFile | Uint8Array): Promise<void> {
    await this.#withRetries(() => this.#client.write(key, content));
  }

  /** Resolves with the result of `work`, which each attempt calls anew; `undefined` where there is no such object. */
  async read<T>(key: string, work: (object: Bun.S3File) => Promise<T>): Promise<T | undefined> {
    try {
      return await this.#withRetries(() => work(this.#client.file(key)));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Removes the object, if there is one. */
  async remove(key: string): Promise<void> {
    await this.read(key, object => object.delete());
  }

  /** All objects whose keys begin with `prefix`, in the order of their keys. */
  async *list(prefix: string): AsyncIterable<{key: string; modifiedAt: Date}> {
    let startAfter: string | undefined;
    do {
      const options = {maxKeys: PAGE, prefix, ...(startAfter ? {startAfter} : {})};
      const page = await this.#withRetries(() => this.#client.list(options));
      for (const {key, lastModified} of page.contents ?? []) {
        if (lastModified) yield {key, modifiedAt: new Date(lastModified)};
      }
      startAfter = page.isTruncated ? page.contents?.at(-1)?.key : undefined;
    } while (startAfter);
  }

  async #withRetries<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (isMissing(error)) throw error;
        if (attempt === ATTEMPTS || PERMANENT.test(codeOf(error))) {
          throw new ServiceError(
            "worker_unavailable",
            `The storage of ${this.what} does not answer. Try again in a moment.`,
            {
              headers: {"retry-after": "5"},
              adminDetail: `The bucket "${this.#name}": ${error instanceof Error ? error.message : String(error)} (${codeOf(error)})`,
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
