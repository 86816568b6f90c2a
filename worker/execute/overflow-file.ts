import {type FileHandle, mkdir, open, unlink} from "node:fs/promises";
import {join} from "node:path";

/** The position of some bytes in a file. */
export interface Place {
  at: number;
  length: number;
}

/** A folder for chunks that slow readers have not taken yet. All of its files together hold at most `maxBytes`. */
export class Overflow {
  bytes = 0;

  constructor(
    readonly dir: string,
    readonly maxBytes: number,
  ) {}

  file(): OverflowFile {
    return new OverflowFile(this);
  }
}

/** A file without a name, which disappears with the process that holds it. Created by the first write. */
export class OverflowFile {
  #handle: Promise<FileHandle> | undefined;
  /** Where the next bytes are written: at the end of the file. */
  #end = 0;
  /** How many bytes are still to be read. */
  #held = 0;
  #closed = false;

  constructor(private readonly overflow: Overflow) {}

  /** Writes the bytes; resolves with `undefined` where the folder is full. Rejects with errors of the disk. */
  async write(bytes: Uint8Array): Promise<Place | undefined> {
    const length = bytes.byteLength;
    if (this.#closed || this.overflow.bytes + length > this.overflow.maxBytes) return undefined;
    const at = this.#end;
    this.#end += length;
    this.#held += length;
    this.overflow.bytes += length;
    this.#handle ??= openNameless(this.overflow.dir);
    const {bytesWritten} = await (await this.#handle).write(bytes, 0, length, at);
    if (bytesWritten < length) throw new Error("the disk stored only a part of the bytes");
    return {at, length};
  }

  async read({at, length}: Place): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    const {bytesRead} = (await (await this.#handle)?.read(bytes, 0, length, at)) ?? {bytesRead: 0};
    if (bytesRead < length) throw new Error("the disk returned only a part of the bytes");
    return bytes;
  }

  /** Gives up bytes that nobody reads any more. */
  drop({length}: Place): void {
    this.#held -= length;
    if (this.#held > 0) return;
    // When nothing is left to read, the file is written from its start again.
    this.overflow.bytes -= this.#end;
    this.#end = 0;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.overflow.bytes -= this.#end;
    this.#end = 0;
    // A write under way ends before the file is closed.
    void this.#handle?.then(handle => handle.close()).catch(() => undefined);
  }
}

async function openNameless(dir: string): Promise<FileHandle> {
  await mkdir(dir, {recursive: true, mode: 0o700});
  const path = join(dir, crypto.randomUUID());
  const handle = await open(path, "wx+", 0o600);
  await unlink(path);
  return handle;
}
