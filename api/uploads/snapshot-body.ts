import {invalidAt, ServiceError} from "../../shared/core/errors.ts";
import {MAX_CSV_BYTES} from "../../shared/core/wire/snapshot.ts";
import {decode, parseJson, requireJson, tooLarge} from "../http/body.ts";
import {partsOf} from "../http/body-pace.ts";
import {streamOf} from "../http/stream.ts";
import {unescapeString} from "../http/unescape-string.ts";

const MEMBER = "snapshotCsv";
const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const EMPTY = new Uint8Array();

export interface SnapshotBody<T> {
  /**
   * The text of `snapshotCsv` as UTF-8; `undefined` if the body has no such member, or if the member is not a string.
   */
  csv: ReadableStream<Uint8Array> | undefined;
  /**
   * The whole body as `check` returned it. If there is a CSV, the promise resolves only after the CSV has been read.
   */
  members: Promise<T>;
}

/**
 * Reads the request's JSON, whose member `snapshotCsv` may be long. Wherever the member is, the CSV becomes a stream
 * and is never held as a whole. `check`, which may throw, gets the CSV's SHA-256 in base64url in place of the CSV. The
 * stream ends only after the whole body was read and `check` has passed. Otherwise the stream fails with the error of
 * `members`: 400, 413 or 422. So nothing is stored of a body that is refused at its end.
 */
export async function readSnapshotBody<T>(
  request: Request,
  limits: {bodyBytes: number; otherBytes: number},
  check: (members: unknown) => T,
): Promise<SnapshotBody<T>> {
  requireJson(request);
  if (Number(request.headers.get("content-length")) > limits.bodyBytes) throw tooLarge(limits.bodyBytes);
  const reader = new BodyReader(partsOf(request), limits);
  const hasCsv = await reader.readToCsv().catch(async error => {
    await reader.close();
    throw error;
  });
  if (!hasCsv) return {csv: undefined, members: Promise.resolve(check(reader.parse()))};
  const {promise: members, resolve, reject} = Promise.withResolvers<T>();
  // The reader of the stream gets the same error.
  members.catch(() => undefined);
  async function* chunks(): AsyncGenerator<Uint8Array, undefined> {
    try {
      yield* reader.readCsv();
      if (await reader.readToCsv()) throw twice();
      resolve(check(reader.parse()));
    } catch (error) {
      reject(error);
      throw error;
    } finally {
      reject(new Error("the CSV was not read to its end"));
      await reader.close();
    }
    return undefined;
  }
  return {csv: streamOf(chunks()), members};
}

/**
 * A streaming reader of the body before, in and after its CSV. It buffers the other members, with a digest in place of
 * the CSV, and the bytes that are not yet read.
 */
class BodyReader {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #rest: Uint8Array[] = [];
  #restBytes = 0;
  #data: Uint8Array = EMPTY;
  #at = 0;
  #bodyBytes = 0;
  #levels = 0;
  #inString = false;
  #escaped = false;
  /** The bytes of the last string, which is a member's name if a colon follows. */
  #name: number[] = [];
  /** Whether the colon after `snapshotCsv` was just read. */
  #atMember = false;

  constructor(
    source: AsyncIterator<Uint8Array>,
    private readonly limits: {bodyBytes: number; otherBytes: number},
  ) {
    this.#source = source;
  }

  /** Reads up to the CSV and past its opening quote; `false` at the end of the body. */
  async readToCsv(): Promise<boolean> {
    do {
      const start = this.#at;
      const found = this.#skim();
      this.#keep(this.#data.subarray(start, this.#at));
      if (found) return true;
    } while (await this.#more());
    return false;
  }

  async *readCsv(): AsyncGenerator<Uint8Array, undefined> {
    const digest = new Bun.CryptoHasher("sha256");
    let sizeBytes = 0;
    for (let isLast = false; ; ) {
      const {bytes, next, ended} = unescapeString(this.#data, this.#at, isLast);
      this.#at = next;
      sizeBytes += bytes.byteLength;
      if (sizeBytes > MAX_CSV_BYTES) throw csvTooLarge();
      digest.update(bytes);
      if (bytes.byteLength > 0) yield bytes;
      if (ended) break;
      isLast = !(await this.#more());
    }
    this.#keep(new TextEncoder().encode(`${digest.digest("base64url")}"`));
    return undefined;
  }

  parse(): unknown {
    return parseJson(decode(Buffer.concat(this.#rest)));
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  /** Reads up to the next CSV, or to the end of the bytes received so far. */
  #skim(): boolean {
    const data = this.#data;
    for (; this.#at < data.length; this.#at++) {
      const byte = data[this.#at]!;
      if (this.#inString) {
        if (this.#levels === 1 && this.#name.length < 100) this.#name.push(byte);
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else if (byte === QUOTE) {
        if (this.#atMember) {
          this.#atMember = false;
          this.#at++;
          return true;
        }
        this.#inString = true;
        this.#name = [QUOTE];
      } else if (byte === COLON) this.#atMember = this.#levels === 1 && this.#isMember();
      else if (byte > 32) {
        this.#atMember = false;
        // The codes of `[` and `{`, and of `]` and `}`, differ by this one bit.
        if ((byte | 32) === 123) this.#levels++;
        else if ((byte | 32) === 125) this.#levels--;
      }
    }
    return false;
  }

  #isMember(): boolean {
    try {
      return JSON.parse(String.fromCharCode(...this.#name)) === MEMBER;
    } catch {
      // Malformed JSON is found when the whole body is parsed.
      return false;
    }
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.byteLength === 0) return;
    this.#restBytes += bytes.byteLength;
    if (this.#restBytes > this.limits.otherBytes) throw tooLarge(this.limits.otherBytes);
    this.#rest.push(bytes.slice());
  }

  /** Appends the next bytes to the unread bytes; `false` at the end of the body. */
  async #more(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done) return false;
    this.#bodyBytes += next.value.byteLength;
    if (this.#bodyBytes > this.limits.bodyBytes) throw tooLarge(this.limits.bodyBytes);
    const left = this.#data.subarray(this.#at);
    this.#data = left.byteLength === 0 ? next.value : Buffer.concat([left, next.value]);
    this.#at = 0;
    return true;
  }
}

function csvTooLarge(): ServiceError {
  return new ServiceError(
    "payload_too_large",
    `The CSV is larger than the ${MAX_CSV_BYTES / 1024 / 1024} MB that a snapshot may have.`,
  );
}

function twice(): ServiceError {
  return invalidAt(`/${MEMBER}`, `The body has the member "${MEMBER}" twice.`);
}
