import {dataRow} from "../wire/messages.ts";

/** Some rows of a result: whole `DataRow` messages. */
export interface RowBatch {
  bytes: Uint8Array;
  rows: number;
}

/** The rows of a result, read on demand. */
export interface RowSource {
  /** At least one and at most `most` rows; `undefined` after the last. Rows in memory are returned without a promise. */
  next(most: number): RowBatch | undefined | Promise<RowBatch | undefined>;
  /** Ends the producer of the rows. May be called more than once. */
  close(): void;
}

/** Cuts the chunks of a result into batches, and reads no more chunks than the requested rows need. */
export class ChunkedRows implements RowSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);
  #isClosed = false;

  /** `close` calls `stop` if rows are left. */
  constructor(
    chunks: AsyncIterable<Uint8Array>,
    private readonly stop: () => void,
  ) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async next(most: number): Promise<RowBatch | undefined> {
    while (this.#chunk.length === 0) {
      if (this.#isClosed) return undefined;
      const {done, value} = await this.#chunks.next();
      if (done) {
        this.#isClosed = true;
        return undefined;
      }
      this.#chunk = value;
    }
    const batch = firstRows(this.#chunk, most);
    this.#chunk = this.#chunk.subarray(batch.bytes.length);
    return batch;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#chunk = new Uint8Array(0);
    this.stop();
    // An error of the iterator is ignored here, because `stop` has ended the iterator.
    this.#chunks.return?.().catch(() => undefined);
  }
}

/** Rows that are all in memory, as `DataRow` messages. */
export class WholeRows implements RowSource {
  constructor(private messages: Uint8Array) {}

  next(most: number): RowBatch | undefined {
    if (this.messages.length === 0) return undefined;
    const batch = firstRows(this.messages, most);
    this.messages = this.messages.subarray(batch.bytes.length);
    return batch;
  }

  close(): void {
    this.messages = new Uint8Array(0);
  }
}

/** Rows that are all in memory, as texts. */
export class KnownRows implements RowSource {
  #rows: readonly (readonly (string | null)[])[];

  constructor(rows: readonly (readonly (string | null)[])[]) {
    this.#rows = rows;
  }

  async next(most: number): Promise<RowBatch | undefined> {
    if (this.#rows.length === 0) return undefined;
    const taken = this.#rows.slice(0, most);
    this.#rows = this.#rows.slice(taken.length);
    return {bytes: Buffer.concat(taken.map(dataRow)), rows: taken.length};
  }

  close(): void {
    this.#rows = [];
  }
}

const HEAD = 5;

function firstRows(bytes: Uint8Array, most: number): RowBatch {
  let at = 0;
  let rows = 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  while (rows < most && at + HEAD <= bytes.length) {
    at += 1 + view.getInt32(at + 1);
    rows++;
  }
  return {bytes: at === bytes.length ? bytes : bytes.subarray(0, at), rows};
}
