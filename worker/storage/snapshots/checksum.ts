import {open} from "node:fs/promises";
import {crc32} from "node:zlib";

const BLOCK_BYTES = 1024 * 1024;

/** The size and the checksum of a file, recorded when it is stored, so that damage is noticed when the file is read. */
export interface FileChecksum {
  sizeBytes: number;
  /** The CRC-32 of all bytes, as eight hexadecimal digits. */
  crc32: string;
}

/**
 * Reads the whole file. CRC-32 costs little beside reading (15 GB/s; SHA-256 reaches 0.8 GB/s), can be computed block by
 * block, and detects every error burst of up to 32 bits. CRC-32 protects from damage, not from forgery.
 */
export async function checksumOf(path: string): Promise<FileChecksum> {
  const file = await open(path, "r");
  try {
    const {size} = await file.stat();
    const block = Buffer.allocUnsafe(Math.max(1, Math.min(size, BLOCK_BYTES)));
    let sizeBytes = 0;
    let sum = 0;
    for (;;) {
      const {bytesRead} = await file.read(block, 0, block.length, sizeBytes);
      if (bytesRead === 0) return {sizeBytes, crc32: sum.toString(16).padStart(8, "0")};
      sum = crc32(block.subarray(0, bytesRead), sum);
      sizeBytes += bytesRead;
    }
  } finally {
    await file.close();
  }
}
