import type {Readable} from "node:stream";
import {MAX_ANSWER_BYTES, tooLarge} from "../warehouse.ts";

const DATA_ROW = "D".charCodeAt(0);
/** The head of a message: a letter for the type, and the length, which does not count the letter. */
const HEAD_BYTES = 5;
/** The least length of a message, whose length includes the four bytes of the length itself. */
const MIN_LENGTH = 4;
const FIRST_BYTES = 1024;

type Listener = (chunk: Buffer) => void;

const taps = new WeakMap<Readable, RowTap>();

/**
 * Takes the rows out of a connection while a statement runs, as whole `DataRow` messages, before the driver turns them
 * into texts. All other bytes go on to the driver, in their order. The tap reads before the driver for as long as the
 * connection lasts, and so knows where each message begins, even a message that comes while no statement runs.
 */
export class RowTap {
  rowCount = 0;
  /** The bytes that have come since the last request for rows. */
  received = 0;
  readonly #driver: Listener[];
  #isOpen = false;
  #rows = Buffer.alloc(0);
  #at = 0;
  /** The size of the last rows, which the next ones probably have, too. */
  #usual = FIRST_BYTES;
  /** The number of bytes still to come of the message whose head was read. */
  #left = 0;
  #isRow = false;
  /** Whether bytes that are not a message have come. All further bytes go to the driver, which handles the error. */
  #isLost = false;
  /** The beginning of a head whose rest is in the next chunk. */
  #head = Buffer.alloc(0);

  private constructor(private readonly stream: Readable) {
    this.#driver = stream.listeners("data") as Listener[];
    for (const listener of this.#driver) stream.removeListener("data", listener);
    stream.on("data", this.#take);
  }

  /** The tap of a connection. The first call must be made where a message begins: after the first `ReadyForQuery`. */
  static of(stream: Readable): RowTap {
    const known = taps.get(stream);
    if (known !== undefined) return known;
    const tap = new RowTap(stream);
    taps.set(stream, tap);
    return tap;
  }

  /** Whether rows are taken. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Takes the rows of messages that begin from here on. */
  open(): void {
    this.#drop();
    this.#isOpen = true;
  }

  /** Stops taking rows: all further bytes go to the driver, except the rest of a row whose beginning was taken. */
  close(): void {
    this.#isOpen = false;
    this.#drop();
  }

  /** The rows since the last call. */
  take(): Uint8Array {
    const taken = this.#rows.subarray(0, this.#at);
    this.#usual = Math.max(FIRST_BYTES, this.#at + (this.#at >> 2));
    this.#drop();
    return taken;
  }

  #drop(): void {
    this.#rows = Buffer.alloc(0);
    this.#at = 0;
    this.rowCount = 0;
  }

  readonly #take = (chunk: Buffer): void => {
    this.received += chunk.length;
    if (this.received > MAX_ANSWER_BYTES) {
      this.stream.destroy(tooLarge());
      return;
    }
    let bytes = chunk;
    if (this.#head.length > 0) {
      bytes = Buffer.concat([this.#head, chunk]);
      this.#head = Buffer.alloc(0);
    }
    let at = 0;
    while (at < bytes.length) {
      if (this.#isLost) {
        this.#give(bytes.subarray(at));
        return;
      }
      if (this.#left === 0) {
        if (at + HEAD_BYTES > bytes.length) {
          this.#head = Buffer.from(bytes.subarray(at));
          return;
        }
        const length = bytes.readInt32BE(at + 1);
        this.#isLost = length < MIN_LENGTH;
        if (this.#isLost) continue;
        this.#isRow = this.#isOpen && bytes[at] === DATA_ROW;
        this.#left = 1 + length;
      }
      at = this.#isRow ? this.#takeRows(bytes, at) : this.#passOn(bytes, at);
    }
  };

  /** Copies the row at `from` and the rows that directly follow it, in one piece. Returns where the last one ends. */
  #takeRows(bytes: Buffer, from: number): number {
    const size = bytes.length;
    let at = from + this.#left;
    let count = 0;
    while (at <= size) {
      count++;
      if (at + HEAD_BYTES > size || bytes[at] !== DATA_ROW) break;
      const length = bytes.readInt32BE(at + 1);
      if (length < MIN_LENGTH) break;
      at += 1 + length;
    }
    this.#left = Math.max(0, at - size);
    const end = at - this.#left;
    this.#append(bytes, from, end);
    this.rowCount += count;
    return end;
  }

  /**
   * Passes messages on to the driver. While the tap is open, passes only one message, because the driver may close the tap
   * when it reads that message. Returns where the last one ends.
   */
  #passOn(bytes: Buffer, from: number): number {
    const size = bytes.length;
    let at = from + this.#left;
    while (!this.#isOpen && at + HEAD_BYTES <= size) {
      const length = bytes.readInt32BE(at + 1);
      if (length < MIN_LENGTH) break;
      at += 1 + length;
    }
    this.#left = Math.max(0, at - size);
    const end = at - this.#left;
    this.#give(bytes.subarray(from, end));
    return end;
  }

  #give(bytes: Buffer): void {
    for (const listener of this.#driver) listener.call(this.stream, bytes);
  }

  #append(bytes: Buffer, from: number, end: number): void {
    const needed = this.#at + end - from;
    if (needed > this.#rows.length) {
      // The bytes are overwritten, so they need not be zero.
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#rows.length * 2, this.#usual));
      larger.set(this.#rows.subarray(0, this.#at));
      this.#rows = larger;
    }
    bytes.copy(this.#rows, this.#at, from, end);
    this.#at = needed;
  }
}
