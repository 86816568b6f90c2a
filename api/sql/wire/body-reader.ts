import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";

const utf8 = new TextDecoder("utf-8", {fatal: true, ignoreBOM: true});

/** Text of a client. Throws 22021 for text that is not UTF-8 or contains a zero byte. */
export function readText(bytes: Uint8Array): string {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new SqlError("22021", 'invalid byte sequence for encoding "UTF8"');
  }
  if (text.includes("\0")) throw new SqlError("22021", 'invalid byte sequence for encoding "UTF8": 0x00');
  return text;
}

/** Reads the fields of a message in order. Throws 08P01 if the message is shorter or longer than its fields. */
export class BodyReader {
  #at = 0;

  constructor(private readonly body: Buffer) {}

  int16(): number {
    return this.body.readInt16BE(this.#advance(2));
  }

  int32(): number {
    return this.body.readInt32BE(this.#advance(4));
  }

  uint32(): number {
    return this.body.readUInt32BE(this.#advance(4));
  }

  letter(): string {
    return String.fromCharCode(this.body[this.#advance(1)] ?? 0);
  }

  /** Text that ends with a zero byte. */
  text(): string {
    const end = this.body.indexOf(0, this.#at);
    if (end < 0) throw new SqlError("08P01", "invalid string in message");
    const bytes = this.body.subarray(this.#at, end);
    this.#at = end + 1;
    return readText(bytes);
  }

  bytes(length: number): Buffer {
    if (length < 0) throw new SqlError("08P01", "insufficient data left in message");
    const start = this.#advance(length);
    return this.body.subarray(start, start + length);
  }

  /** Reads a 16-bit number, and then calls `read` that many times. */
  list<T>(read: () => T): T[] {
    const length = this.body.readUInt16BE(this.#advance(2));
    return Array.from({length}, read);
  }

  end(): void {
    if (this.#at !== this.body.length) throw new SqlError("08P01", "invalid message format");
  }

  #advance(bytes: number): number {
    const start = this.#at;
    if (start + bytes > this.body.length) throw new SqlError("08P01", "insufficient data left in message");
    this.#at += bytes;
    return start;
  }
}
