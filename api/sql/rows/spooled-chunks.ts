import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import {Spool, type SpoolShare} from "./spool.ts";

/** When and where the rest of a result is spooled. */
export interface Spooling {
  share: SpoolShare;
  /** How long the reader may pause before the rest of the rows is written to the disk. */
  afterMs: number;
  onError(error: unknown): void;
}

/**
 * The chunks of a result whose reader may pause for any length of time. After `afterMs` without a read, the rest of the
 * source is written to the disk, so that the source ends and no longer occupies a worker. When the disk space is used
 * up, the source waits for the reader. If the source fails meanwhile, for example by its timeout, the reader gets
 * 54000.
 */
export class SpooledChunks implements AsyncIterableIterator<Uint8Array> {
  readonly #source: AsyncIterator<Uint8Array>;
  #timer: NodeJS.Timeout | undefined;
  #spool: Spool | undefined;
  #takenBytes = 0;
  /** Resolves when writing to the disk has ended; `undefined` while nothing is being written. */
  #filling: Promise<void> | undefined;
  /** Resolves when a chunk has been written, or when no more chunks will be written. */
  #progress = Promise.withResolvers<void>();
  /** A chunk for which there was no disk space. */
  #extra: Uint8Array | undefined;
  /** Whether the disk space was used up at least once. */
  #isFull = false;
  /** Set when the source has ended, with the error of the source if there was one. */
  #end: {error?: unknown} | undefined;
  #isClosed = false;

  constructor(
    chunks: AsyncIterable<Uint8Array>,
    private readonly spooling: Spooling,
  ) {
    this.#source = chunks[Symbol.asyncIterator]();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    clearTimeout(this.#timer);
    const result = await this.#take();
    // A chunk that waits for disk space must be read before the chunks that follow. A reader that was closed meanwhile
    // reads no more.
    if (!this.#isClosed && !result.done && !this.#end && !this.#filling && !this.#extra)
      this.#timer = setTimeout(() => this.#fill(), this.spooling.afterMs);
    return result;
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    clearTimeout(this.#timer);
    this.#isClosed = true;
    try {
      await this.#source.return?.();
    } finally {
      await this.#filling;
      await this.#drop();
    }
    return {done: true, value: undefined};
  }

  async #take(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (this.#filling && this.#spool?.isEmpty !== false) await this.#progress.promise;
    if (this.#spool && !this.#spool.isEmpty) return {done: false, value: await this.#spool.read()};
    await this.#drop();
    const extra = this.#extra;
    this.#extra = undefined;
    if (extra) return {done: false, value: extra};
    if (this.#end) {
      const {error} = this.#end;
      if (error !== undefined) throw error;
      return {done: true, value: undefined};
    }
    try {
      const {done, value} = await this.#source.next();
      return done ? {done, value: undefined} : {done: false, value};
    } catch (error) {
      throw this.#isFull && !isCallers(error) ? noRoom(error) : error;
    }
  }

  #fill(): void {
    this.#filling = this.#readToDisk().finally(() => {
      this.#filling = undefined;
      this.#tellProgress();
    });
  }

  /** Never rejects: the reader gets an error after the rows that came before the error. */
  async #readToDisk(): Promise<void> {
    try {
      this.#spool ??= await Spool.open();
      while (!this.#isClosed) {
        const {done, value} = await this.#source.next();
        if (done) {
          this.#end = {};
          return;
        }
        if (!this.spooling.share.take(value.length)) {
          this.#extra = value;
          this.#isFull = true;
          return;
        }
        this.#takenBytes += value.length;
        await this.#spool.write(value);
        this.#tellProgress();
      }
    } catch (error) {
      this.#end = {error};
      this.spooling.onError(error);
    }
  }

  #tellProgress(): void {
    this.#progress.resolve();
    this.#progress = Promise.withResolvers<void>();
  }

  async #drop(): Promise<void> {
    const spool = this.#spool;
    if (!spool || this.#filling) return;
    this.#spool = undefined;
    this.spooling.share.giveBack(this.#takenBytes);
    this.#takenBytes = 0;
    await spool.close();
  }
}

/** Whether the error is the statement's own error, not its cancellation and not a failure of the system. */
function isCallers(error: unknown): boolean {
  return error instanceof SqlError && !/^(?:57014|58|XX)/.test(error.sqlState);
}

function noRoom(cause: unknown): unknown {
  return new SqlError(
    "54000",
    "the cursor was idle for too long with more unread rows than fit into the space for cursors",
    {
      detail: `Its statement has ended: ${cause instanceof Error ? cause.message : String(cause)}`,
      hint: "Fetch the rows without long pauses, close other cursors, or add a limit. Administrators set SQL_CURSOR_MB and SQL_CURSORS_PER_ORG_MB.",
    },
  );
}
