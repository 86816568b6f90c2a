import {ServiceError} from "../../shared/core/errors.ts";
import {fullDiskFault} from "../storage/full-disk.ts";
import type {Overflow, OverflowFile, Place} from "./overflow-file.ts";
import {ReaderLimits, StatementLimit, type StatementPhase} from "./time-limits.ts";

/** How many bytes of a result are held in memory for readers that lag behind the fastest one. */
const LAG_BYTES = 8 * 1024 * 1024;
/** How long in total the fastest readers of a result wait for readers that lag by more than `LAG_BYTES`. */
const PATIENCE_MS = 1000;

/** A part of a result; `last` where nothing follows. */
export interface Chunk {
  bytes: Uint8Array;
  /** The number of rows that end in this chunk. */
  rowCount: number;
  last: boolean;
}

/** A chunk that some reader has not taken yet: in memory, or on disk. */
type Held = Omit<Chunk, "bytes"> & ({bytes: Uint8Array} | {place: Place});

interface Reader {
  /** Index of the next chunk, counted from the flight's first. */
  position: number;
  /** When the reader last asked for a chunk; `undefined` while it waits for one. */
  idleSince: number | undefined;
  ended: unknown;
  /** Resolves when the reader has left while others stay, so that it does not wait for the next chunk. */
  left: PromiseWithResolvers<void>;
  limits: ReaderLimits | undefined;
}

/** The events of a flight for its owner. */
interface FlightEvents {
  /** Called when the statement has ended, and no reader may join any more. */
  onEnd(): void;
  /** Called when the last reader has left. */
  onLeft(): void;
  /** Called when the rows for slow readers could not be written to disk, so that these readers are ended. */
  onDiskFault(error: unknown): void;
}

/**
 * One running statement and all of its readers. A chunk is pulled from the source when the foremost reader wants one,
 * and dropped when every reader has taken it. When slow readers lag too far, their chunks go to disk, so that they
 * still get everything and nobody waits for them. Readers may join until the first chunk is dropped.
 */
export class Flight {
  readonly #controller = new AbortController();
  readonly #readers = new Set<Reader>();
  #openFile: OverflowFile | undefined;
  #chunks: Held[] = [];
  #dropped = 0;
  /** The size of the chunks in memory. */
  #bytes = 0;
  #patienceMs = PATIENCE_MS;
  #pulling: Promise<void> | undefined;
  #phase: StatementPhase = "resting";
  /** For how many permits and threads the statement waits now. */
  #waits = 0;
  readonly #limit = new StatementLimit(error => this.abort(error));
  #lagging: PromiseWithResolvers<void> | undefined;
  #done = false;
  #error: {cause: unknown} | undefined;
  #source: AsyncIterator<Chunk> | undefined;

  constructor(
    /** Starts the statement. Aborting the controller cancels it, and the iterator then rejects with the reason. */
    private readonly begin: (controller: AbortController) => AsyncIterator<Chunk>,
    private readonly overflow: Overflow,
    private readonly events: FlightEvents,
  ) {}

  /** The file of the chunks on disk, which only a flight with a reader that lags has. */
  get #file(): OverflowFile {
    this.#openFile ??= this.overflow.file();
    return this.#openFile;
  }

  get joinable(): boolean {
    return this.#dropped === 0 && !this.#error && !this.#controller.signal.aborted;
  }

  /** Whether the statement has ended. Its result may still be read. */
  get done(): boolean {
    return this.#done;
  }

  /**
   * Reads the whole result from its first chunk. The reader leaves when it stops early, `signal` aborts, or the
   * statement has run or waited for longer than `timeoutMs` while the reader was there. The statement ends when it has
   * run for the longest `timeoutMs` of all of its readers.
   */
  async *read(signal: AbortSignal, timeoutMs?: number): AsyncIterableIterator<Chunk> {
    const reader: Reader = {
      position: 0,
      idleSince: undefined,
      ended: undefined,
      left: Promise.withResolvers(),
      limits: undefined,
    };
    if (timeoutMs !== undefined)
      reader.limits = new ReaderLimits(timeoutMs, error => this.#leave(reader, error));
    this.#readers.add(reader);
    reader.limits?.enter(this.#phase);
    this.#limit.raise(timeoutMs ?? Number.POSITIVE_INFINITY);
    const onAbort = () => this.#leave(reader, signal.reason);
    signal.addEventListener("abort", onAbort, {once: true});
    if (signal.aborted) onAbort();
    try {
      for (let chunk = await this.#next(reader); chunk; chunk = await this.#next(reader)) {
        reader.idleSince = performance.now();
        yield chunk;
        reader.idleSince = undefined;
        if (chunk.last) return;
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.#leave(reader, undefined);
    }
  }

  /**
   * Called when the statement has to wait for a permit or a thread, and when that wait has ended. That time counts
   * separately. A wait can also begin and end while no reader wants more rows.
   */
  wait(isWaiting: boolean): void {
    this.#waits += isWaiting ? 1 : -1;
    if (this.#phase !== "resting") this.#enterActive();
  }

  /** Ends readers that have taken nothing for `stallMs`, because their chunks take up memory or disk. */
  endStalled(stallMs: number): void {
    const since = performance.now() - stallMs;
    for (const reader of this.#readers) {
      if (reader.idleSince !== undefined && reader.idleSince < since) this.#leave(reader, tooSlow());
    }
  }

  /** Ends the statement and all of its readers. */
  abort(reason: unknown): void {
    for (const reader of this.#readers) this.#leave(reader, reason);
  }

  async #next(reader: Reader): Promise<Chunk | undefined> {
    for (;;) {
      if (reader.ended) throw reader.ended;
      const held = this.#chunks[reader.position - this.#dropped];
      if (held) {
        const chunk = "bytes" in held ? held : await this.#readBack(reader, held.place, held);
        reader.position++;
        this.#drop();
        return chunk;
      }
      if (this.#error) throw this.#error.cause;
      if (this.#done) return undefined;
      this.#pulling ??= this.#pull().finally(() => {
        this.#pulling = undefined;
      });
      await Promise.race([this.#pulling, reader.left.promise]);
    }
  }

  #enterActive(): void {
    this.#enter(this.#waits > 0 ? "waiting" : "running");
  }

  #enter(phase: StatementPhase): void {
    this.#phase = phase;
    this.#limit.enter(phase);
    for (const {limits} of this.#readers) limits?.enter(phase);
  }

  async #readBack(reader: Reader, place: Place, {rowCount, last}: Held): Promise<Chunk> {
    try {
      const bytes = await this.#file.read(place);
      // The space of a reader that has left may hold other bytes by now.
      if (reader.ended) throw reader.ended;
      return {bytes, rowCount, last};
    } catch (error) {
      throw reader.ended ?? error;
    }
  }

  async #pull(): Promise<void> {
    try {
      while (this.#bytes > LAG_BYTES && this.#readers.size > 1) await this.#makeRoom();
      this.#source ??= this.begin(this.#controller);
      this.#enterActive();
      const {value, done} = await this.#source.next().finally(() => this.#enter("resting"));
      if (done) this.#end();
      else {
        this.#chunks.push(value);
        this.#bytes += value.bytes.byteLength;
        if (value.last) this.#end();
      }
    } catch (cause) {
      this.#error = {cause};
      this.#end();
    }
  }

  /** Waits for slow readers until their time is used up, then moves the oldest chunk in memory to disk. */
  async #makeRoom(): Promise<void> {
    if (this.#patienceMs > 0) {
      const started = performance.now();
      this.#lagging = Promise.withResolvers();
      const timer = setTimeout(this.#lagging.resolve, this.#patienceMs);
      await this.#lagging.promise;
      clearTimeout(timer);
      this.#lagging = undefined;
      this.#patienceMs -= performance.now() - started;
      return;
    }
    const index = this.#chunks.findIndex(held => "bytes" in held);
    const held = this.#chunks[index];
    if (!held || !("bytes" in held)) return;
    const number = this.#dropped + index;
    let fault: ServiceError | undefined;
    const place = await this.#file.write(held.bytes).catch((error: unknown) => {
      this.events.onDiskFault(error);
      fault = fullDiskFault(error);
    });
    if (!place) {
      for (const reader of this.#readers)
        if (reader.position <= number) this.#leave(reader, fault ?? tooSlow());
      return;
    }
    if (this.#chunks[number - this.#dropped] !== held) {
      // Every reader has taken the chunk while it was being written.
      this.#file.drop(place);
      return;
    }
    this.#chunks[number - this.#dropped] = {place, rowCount: held.rowCount, last: held.last};
    this.#bytes -= held.bytes.byteLength;
  }

  #end(): void {
    if (this.#done) return;
    this.#done = true;
    this.events.onEnd();
    // Releases the resources that the source still holds.
    void this.#source?.return?.().catch(() => undefined);
  }

  #drop(): void {
    let slowest = Number.POSITIVE_INFINITY;
    for (const {position} of this.#readers) slowest = Math.min(slowest, position);
    while (this.#dropped < slowest && this.#chunks.length > 0) {
      const held = this.#chunks.shift()!;
      if ("bytes" in held) this.#bytes -= held.bytes.byteLength;
      else this.#file.drop(held.place);
      this.#dropped++;
    }
    if (this.#bytes <= LAG_BYTES || this.#readers.size < 2) this.#lagging?.resolve();
  }

  #leave(reader: Reader, reason: unknown): void {
    if (reason !== undefined) reader.ended ??= reason;
    if (!this.#readers.delete(reader)) return;
    reader.limits?.enter("resting");
    this.#drop();
    if (this.#readers.size > 0) {
      reader.left.resolve();
      return;
    }
    this.#openFile?.close();
    if (!this.#done) {
      // The last reader has left, so the statement is cancelled.
      this.#controller.abort(reason ?? new Error("the reader left"));
      this.#end();
    }
    this.events.onLeft();
  }
}

function tooSlow(): ServiceError {
  return new ServiceError("query_timeout", "The result was not read in time and was ended.");
}
