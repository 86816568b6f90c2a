import type {Db} from "../../core/db.ts";
import type {Logger} from "../../core/log.ts";
import type {Mode} from "../../tenancy/billing/limits.ts";
import {type ShapeMemory, writeShapes} from "../layers/query-shapes.ts";
import {insertRuns} from "./insert-runs.ts";
import {withRunDays} from "./run-days.ts";
import type {CountedEntry, RunEntry} from "./run-entry.ts";

const FLUSH_MS = 500;
const MAX_WAITING = 20_000;

/**
 * The history of runs, written in batches after the answers. Repeated answers from the cache to one caller become one
 * row per batch, with their number. `stop` writes the rest.
 */
export class RunLog {
  #waiting: CountedEntry[] = [];
  #hits = new Map<string, CountedEntry>();
  #lost = 0;
  #timer: NodeJS.Timeout;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Db,
    private readonly log: Logger,
    private readonly workerId: string | null,
    private readonly billing?: Mode,
    private readonly shapes?: ShapeMemory,
  ) {
    this.#timer = setInterval(() => this.flush(), FLUSH_MS);
  }

  add(entry: RunEntry): void {
    this.#add(entry);
  }

  /** Adds an answer from the cache; `entryOf` is only called for the caller's first such answer of a batch. */
  addHit(principalId: string, fingerprint: string, entryOf: () => RunEntry): void {
    const key = `${principalId} ${fingerprint}`;
    const same = this.#hits.get(key);
    if (same) {
      same.times++;
      return;
    }
    const waiting = this.#add(entryOf());
    if (waiting) this.#hits.set(key, waiting);
  }

  #add(entry: RunEntry): CountedEntry | undefined {
    // A queued run already has its row, which its job updates.
    if (entry.request.record.trigger === "async") return undefined;
    if (this.#waiting.length >= MAX_WAITING) {
      this.#lost++;
      return undefined;
    }
    const waiting = {...entry, times: 1};
    this.#waiting.push(waiting);
    return waiting;
  }

  /** Resolves when everything added before this call is written. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write()).then(() => this.#writeShapes());
    return this.#writing;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write(): Promise<void> {
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    this.#hits.clear();
    try {
      await withRunDays(
        this.db,
        batch.map(({request}) => request.record.runId),
        () => insertRuns(this.db, batch, this.workerId, this.billing),
      );
    } catch (error) {
      if (isRefusal(error)) {
        // Postgres is up but refuses these rows, and would refuse them again: they must not hold up the rows of other
        // batches.
        this.log.error({err: error, runs: batch.length}, "the history of some runs was refused and is lost");
        return;
      }
      this.log.error(
        {err: error, runs: batch.length},
        "the history of some runs could not be written; it is tried again",
      );
      this.#waiting = [...batch, ...this.#waiting].slice(0, MAX_WAITING);
    }
    if (this.#lost > 0)
      this.log.error(
        {runs: this.#lost},
        "the history of some runs was lost: too many were waiting to be written",
      );
    this.#lost = 0;
  }

  /** Writes shapes of queries. Only suggestions of roll-ups read them, so lost shapes do no harm. */
  async #writeShapes(): Promise<void> {
    const shapes = this.shapes?.take() ?? [];
    if (shapes.length === 0) return;
    try {
      await writeShapes(this.db, shapes);
    } catch (error) {
      this.shapes?.forget(shapes);
      this.log.error({err: error, shapes: shapes.length}, "the shapes of some queries could not be written");
    }
  }
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint violation). */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));
}
