const FIRST_BLOCK_BYTES = 4 * 1024;
const LARGEST_BLOCK_BYTES = 256 * 1024;

/**
 * A growing body, in blocks. For a body sent byte by byte the runtime creates an object for each byte, so the bytes are
 * copied into blocks. `reserve` is called before each block is allocated.
 */
export class BodyBuffer {
  #full: Uint8Array<ArrayBuffer>[] = [];
  #open = new Uint8Array();
  #filled = 0;

  constructor(private readonly reserve: (sizeBytes: number) => void = () => undefined) {}

  append(part: Uint8Array): void {
    for (let at = 0; at < part.byteLength; ) {
      if (this.#filled === this.#open.byteLength) this.#grow();
      const taken = Math.min(this.#open.byteLength - this.#filled, part.byteLength - at);
      this.#open.set(part.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
    }
  }

  /** The bytes received so far, in order, without a copy. */
  get parts(): Uint8Array[] {
    return this.#filled === 0 ? [] : [...this.#full, this.#open.subarray(0, this.#filled)];
  }

  /** The bytes received so far, as one array. */
  whole(): Uint8Array {
    const {parts} = this;
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }

  /** Frees the memory at once instead of at a later garbage collection. Arrays returned before become empty. */
  free(): void {
    for (const block of [...this.#full, this.#open]) block.buffer.transfer(0);
    this.#full = [];
    this.#open = new Uint8Array();
    this.#filled = 0;
  }

  #grow(): void {
    const sizeBytes = Math.min(LARGEST_BLOCK_BYTES, Math.max(FIRST_BLOCK_BYTES, 2 * this.#open.byteLength));
    this.reserve(sizeBytes);
    if (this.#filled > 0) this.#full.push(this.#open);
    this.#open = new Uint8Array(sizeBytes);
    this.#filled = 0;
  }
}
