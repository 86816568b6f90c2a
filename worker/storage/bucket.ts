import {ServiceError} from "../../shared/errors.ts";
import type {S3Config} from "../../shared/process/s3-config.ts";

const ATTEMPTS = 4;
const RETRY_MS = 200;
const PAGE = 1000;
/** Errors that trying again cannot fix. */
const FINAL = /^(NoSuchKey|NoSuchBucket|AccessDenied|SignatureDoesNotMatch|InvalidAccessKeyId)$/;

/**
 * The S3 bucket. Every request is tried several times. Storage that does not answer or refuses is not the caller's
 * fault, so the error is then `worker_unavailable`.
 */
export class Bucket {
  readonly #client: Bun.S3Client;
  readonly #name: string;

  /** `what` is stored there, in the words of the error. */
  constructor(
    {endpoint, ...rest}: S3Config,
    private readonly what: string,
  ) {
    this.#client = new Bun.S3Client({...rest, ...(endpoint ? {endpoint} : {})});
    this.#name = rest.bucket;
  }

  /** Stores a whole object: it is seen with all of its bytes or not at all. Large ones go in parts. */
  async write(key: string, content: Bun.BunFile | Uint8Array): Promise<void> {
    await this.#retried(() => this.#client.write(key, content));
  }

  /** Resolves with what `work` makes of the object, from the start in each attempt; `undefined` where there is none. */
  async read<T>(key: string, work: (object: Bun.S3File) => Promise<T>): Promise<T | undefined> {
    try {
      return await this.#retried(() => work(this.#client.file(key)));
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
      const page = await this.#retried(() => this.#client.list(options));
      for (const {key, lastModified} of page.contents ?? []) {
        if (lastModified) yield {key, modifiedAt: new Date(lastModified)};
      }
      startAfter = page.isTruncated ? page.contents?.at(-1)?.key : undefined;
    } while (startAfter);
  }

  async #retried<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (isMissing(error)) throw error;
        if (attempt === ATTEMPTS || FINAL.test(codeOf(error))) {
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
