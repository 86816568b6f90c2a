/** A frame consists of its size in bytes, an unsigned 32-bit integer in little-endian order, and a text in UTF-8. */
const HEADER_BYTES = 4;

/** The last text on the standard error of a child that exceeded its memory. */
export const OUT_OF_MEMORY = "out of memory";

/** A child's answer. `refused` is a message for the caller, `fault` a bug of the service. */
export type Outcome<A> = ({answer: A} | {refused: string} | {fault: string}) & {
  /** Whether the process must not be used again. */
  retired?: boolean;
};

export function frameOf(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + size);
  frame.writeUInt32LE(size);
  frame.write(text, HEADER_BYTES);
  return frame;
}

/** Thrown for a frame that is larger than allowed. */
export class FrameTooLarge extends Error {}

/** The frames of a stream, one after the other. */
export class FrameReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /**
   * The next frame's text, `undefined` if the stream ends before. Throws `FrameTooLarge` for more than `maxBytes`,
   * without reading that frame.
   */
  async next(maxBytes: number): Promise<string | undefined> {
    const header = await this.#take(HEADER_BYTES);
    if (!header) return undefined;
    const size = header.readUInt32LE(0);
    if (size > maxBytes) throw new FrameTooLarge(`${size} bytes are more than ${maxBytes}`);
    return (await this.#take(size))?.toString("utf8");
  }

  async #take(size: number): Promise<Buffer | undefined> {
    const chunks = [this.#rest];
    let length = this.#rest.length;
    while (length < size) {
      const {value, done} = await this.#chunks.next();
      if (done) return undefined;
      chunks.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
      length += value.byteLength;
    }
    const bytes = chunks.length === 1 ? this.#rest : Buffer.concat(chunks, length);
    this.#rest = bytes.subarray(size);
    return bytes.subarray(0, size);
  }
}
