import type {ByteCount} from "../session/limits.ts";
import type {RowBatch, RowSource} from "./row-source.ts";

/** Rows that can be read again: a cursor declared with `scroll`. */
export class ScrollRows implements RowSource {
  readonly #rows: Uint8Array[] = [];
  #retainedBytes = 0;
  #isComplete = false;
  /** 0 before the first row; the number of rows plus one after the last row. */
  position = 0;

  /** `retained` counts the bytes that all cursors of the session retain for reading backwards. */
  constructor(
    private readonly rows: RowSource,
    private readonly retained: ByteCount,
  ) {}

  async next(most: number): Promise<RowBatch | undefined> {
    const count = Math.min(most, 1000);
    const found = await this.#reach(this.position + count);
    const last = Math.min(this.position + count, found);
    const batch = this.#rows.slice(this.position, last);
    this.position =
      batch.length < count && this.#isComplete ? Math.max(found, last) + (batch.length === 0 ? 1 : 0) : last;
    return batch.length === 0 ? undefined : {bytes: Buffer.concat(batch), rows: batch.length};
  }

  /** How many rows there are. */
  async count(): Promise<number> {
    return this.#reach(Number.POSITIVE_INFINITY);
  }

  /**
   * Moves the cursor to the row of that number, counted from 1, and returns the row; `undefined` if there is no such
   * row.
   */
  async at(number: number): Promise<RowBatch | undefined> {
    if (number < 1) {
      this.position = 0;
      return undefined;
    }
    const found = await this.#reach(number);
    this.position = Math.min(number, found + 1);
    const bytes = this.#rows[number - 1];
    return bytes && {bytes, rows: 1};
  }

  close(): void {
    this.retained.remove(this.#retainedBytes);
    this.#retainedBytes = 0;
    this.#rows.length = 0;
    this.#isComplete = true;
    this.rows.close();
  }

  async #reach(rows: number): Promise<number> {
    while (!this.#isComplete && this.#rows.length < rows) {
      const batch = await this.rows.next(1000);
      if (!batch) this.#isComplete = true;
      else this.#keep(batch.bytes);
    }
    return this.#rows.length;
  }

  #keep(bytes: Uint8Array): void {
    this.retained.add(bytes.length);
    this.#retainedBytes += bytes.length;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.length; ) {
      const end = at + 1 + view.getInt32(at + 1);
      this.#rows.push(bytes.slice(at, end));
      at = end;
    }
  }
}
