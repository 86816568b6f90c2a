import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";

/** One message of a client. `type` is the first byte of the message; 0 for a start-up packet, which has no type. */
export interface Frame {
  type: number;
  /** The message without type and length. */
  body: Buffer;
}

const LENGTH_BYTES = 4;
const NOTHING = Buffer.alloc(0);

/** Splits the bytes of a client into messages, regardless of the network's packets. */
export class FrameReader {
  #chunks: Buffer[] = [];
  /** Bytes of the first chunk that have been read. */
  #read = 0;
  #bytes = 0;

  /** The number of bytes that have arrived and are not part of a returned message yet. */
  get waitingBytes(): number {
    return this.#bytes;
  }

  push(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
  }

  /** The first unread byte; `undefined` if there is none. */
  peek(): number | undefined {
    return this.#chunks[0]?.[this.#read];
  }

  /** The length that the waiting message states, without its type; 0 as long as the length has not arrived. */
  lengthOf(hasType: boolean): number {
    const head = (hasType ? 1 : 0) + LENGTH_BYTES;
    if (this.#bytes < head) return 0;
    if ((this.#chunks[0]?.length ?? 0) - this.#read < head) this.#keep(this.#joined());
    return (this.#chunks[0] ?? NOTHING).readInt32BE(this.#read + head - LENGTH_BYTES);
  }

  /** All bytes that have not been read as messages. */
  rest(): Buffer {
    const rest = this.#joined();
    this.#keep(NOTHING);
    return rest;
  }

  /**
   * The next message, or `undefined` until the message has arrived completely. Throws 54000 for a message of more than
   * `maxBytes`, and 08P01 for an impossible length. After either error the stream is unreadable.
   */
  take(hasType: boolean, maxBytes: number): Frame | undefined {
    const head = (hasType ? 1 : 0) + LENGTH_BYTES;
    if (this.#bytes < head) return undefined;
    const length = this.lengthOf(hasType);
    if (length < LENGTH_BYTES) throw new SqlError("08P01", "invalid message length");
    if (length > maxBytes) {
      throw new SqlError("54000", `a message of ${length} bytes is too long`, {
        detail: `A message can have at most ${maxBytes} bytes.`,
      });
    }
    const end = head - LENGTH_BYTES + length;
    if (this.#bytes < end) return undefined;
    if ((this.#chunks[0]?.length ?? 0) - this.#read < end) this.#keep(this.#joined());
    const bytes = this.#chunks[0] ?? NOTHING;
    const at = this.#read;
    this.#advance(end);
    return {type: hasType ? (bytes[at] ?? 0) : 0, body: bytes.subarray(at + head, at + end)};
  }

  #advance(bytes: number): void {
    this.#read += bytes;
    this.#bytes -= bytes;
    if (this.#read < (this.#chunks[0]?.length ?? 0)) return;
    this.#chunks.shift();
    this.#read = 0;
  }

  #joined(): Buffer {
    const [first = NOTHING, ...others] = this.#chunks;
    const rest = this.#read === 0 ? first : first.subarray(this.#read);
    return others.length === 0 ? rest : Buffer.concat([rest, ...others], this.#bytes);
  }

  #keep(bytes: Buffer): void {
    this.#chunks = bytes.length === 0 ? [] : [bytes];
    this.#read = 0;
    this.#bytes = bytes.length;
  }
}
