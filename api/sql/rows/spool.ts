import {constants} from "node:fs";
import {type FileHandle, mkdtemp, open, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {OrgQuota, type QuotaLimits} from "../org-quota.ts";

/** The limits in bytes for spools on the disk: in total, of one organization, and of one session. */
export interface SpoolLimits extends QuotaLimits {
  readonly session: number;
}

/** Counts the bytes of the spools of a process, of each organization, and of each session. */
export class SpoolQuota {
  readonly #quota: OrgQuota;

  constructor(private readonly limits: SpoolLimits) {
    this.#quota = new OrgQuota(limits);
  }

  /** The share of one session of an organization. */
  forSession(orgId: string): SpoolShare {
    let own = 0;
    return {
      take: bytes => {
        if (own + bytes > this.limits.session || !this.#quota.take(orgId, bytes)) return false;
        own += bytes;
        return true;
      },
      giveBack: bytes => {
        own -= bytes;
        this.#quota.giveBack(orgId, bytes);
      },
    };
  }
}

export interface SpoolShare {
  /** Takes the bytes if all limits allow it. Returns whether the bytes were taken. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
}

/**
 * Chunks of rows on the disk, read in the order in which they were written. The file has no name, so that it disappears
 * with the process.
 */
export class Spool {
  #writtenBytes = 0;
  #readBytes = 0;
  /** Sizes of the chunks that are not read yet. */
  readonly #sizes: number[] = [];

  private constructor(private readonly file: FileHandle) {}

  static async open(): Promise<Spool> {
    const folder = await mkdtemp(join(tmpdir(), "analytics-cursor-"));
    try {
      const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
      return new Spool(await open(join(folder, "rows"), flags, 0o600));
    } finally {
      await rm(folder, {recursive: true, force: true});
    }
  }

  get isEmpty(): boolean {
    return this.#sizes.length === 0;
  }

  async write(chunk: Uint8Array): Promise<void> {
    let at = 0;
    while (at < chunk.length) {
      const {bytesWritten} = await this.file.write(chunk, at, chunk.length - at, this.#writtenBytes + at);
      at += bytesWritten;
    }
    this.#writtenBytes += chunk.length;
    this.#sizes.push(chunk.length);
  }

  /** The next chunk; the spool must not be empty. */
  async read(): Promise<Uint8Array> {
    const size = this.#sizes.shift() ?? 0;
    const chunk = new Uint8Array(size);
    let at = 0;
    while (at < size) {
      const {bytesRead} = await this.file.read(chunk, at, size - at, this.#readBytes + at);
      if (bytesRead === 0) throw new Error("a spool of rows is shorter than what was written");
      at += bytesRead;
    }
    this.#readBytes += size;
    return chunk;
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}
