const TWO_32 = 4_294_967_296;
const SAFE = Number.MAX_SAFE_INTEGER;

/** A buffer that grows as it is written. Numbers are in network byte order. */
export class ByteWriter {
  bytes: Buffer;
  at = 0;

  constructor(sizeBytes: number) {
    this.bytes = Buffer.allocUnsafe(Math.max(64, sizeBytes));
  }

  get written(): Buffer {
    return this.bytes.subarray(0, this.at);
  }

  /** Makes room for `count` bytes, and returns the position of the first. */
  reserve(count: number): number {
    const {at} = this;
    const end = at + count;
    if (end > this.bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(end, this.bytes.length * 2));
      this.bytes.copy(grown, 0, 0, at);
      this.bytes = grown;
    }
    this.at = end;
    return at;
  }

  int8(value: number): void {
    const at = this.reserve(1);
    this.bytes[at] = value & 0xff;
  }

  int16(value: number): void {
    const at = this.reserve(2);
    this.bytes[at] = (value >> 8) & 0xff;
    this.bytes[at + 1] = value & 0xff;
  }

  int32(value: number): void {
    const at = this.reserve(4);
    this.putInt32(at, value);
  }

  /** Writes at a position that was reserved. */
  putInt32(at: number, value: number): void {
    const {bytes} = this;
    bytes[at] = (value >>> 24) & 0xff;
    bytes[at + 1] = (value >>> 16) & 0xff;
    bytes[at + 2] = (value >>> 8) & 0xff;
    bytes[at + 3] = value & 0xff;
  }

  int64(value: number | bigint): void {
    const at = this.reserve(8);
    if (typeof value === "bigint" || value > SAFE || value < -SAFE) {
      this.bytes.writeBigInt64BE(BigInt.asIntN(64, BigInt(value)), at);
      return;
    }
    const high = Math.floor(value / TWO_32);
    this.putInt32(at, high);
    this.putInt32(at + 4, value - high * TWO_32);
  }

  float64(value: number): void {
    const at = this.reserve(8);
    this.bytes.writeDoubleBE(value, at);
  }

  float32(value: number): void {
    const at = this.reserve(4);
    this.bytes.writeFloatBE(value, at);
  }

  copy(source: Uint8Array, start = 0, end = source.length): void {
    const at = this.reserve(end - start);
    this.bytes.set(start === 0 && end === source.length ? source : source.subarray(start, end), at);
  }
}
