import {stat} from "node:fs/promises";
import {checksumOf, type FileChecksum} from "./checksum.ts";

/** The maximum number of verified files that are remembered; each takes some 300 bytes. */
const MAX_REMEMBERED = 20_000;

/** A stored file does not have the bytes that were stored. */
export class DamagedFile extends Error {
  override readonly name = "DamagedFile";
}

/** Compares local files with their checksums: once in this process, and again when a file changes. */
export class VerifiedFiles {
  /** The states in which files were verified, by path. */
  readonly #verified = new Map<string, string>();

  /**
   * Rejects with `DamagedFile` where the file differs from the checksum. The checksum of a file that an earlier version
   * saved is its size alone. With `isAnew` the file is read even if this process has verified it.
   */
  async verify(path: string, checksum: Partial<FileChecksum>, isAnew = false): Promise<void> {
    const found = await stat(path, {bigint: true});
    const {sizeBytes = Number(found.size), crc32} = checksum;
    if (Number(found.size) !== sizeBytes)
      throw new DamagedFile(`the file has ${found.size} bytes instead of ${sizeBytes}`);
    if (crc32 === undefined) return;
    const state = `${found.ino} ${found.size} ${found.mtimeNs} ${crc32}`;
    if (!isAnew && this.#verified.get(path) === state) return;
    this.#verified.delete(path);
    const actual = await checksumOf(path);
    if (actual.crc32 !== crc32 || actual.sizeBytes !== sizeBytes)
      throw new DamagedFile(`the file has the checksum ${actual.crc32} instead of ${crc32}`);
    this.#verified.set(path, state);
    const [oldest] = this.#verified.keys();
    if (this.#verified.size > MAX_REMEMBERED && oldest !== undefined) this.#verified.delete(oldest);
  }
}
