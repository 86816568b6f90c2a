import type {Notices} from "../../shared/core/change-notices.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import type {Logger} from "../../shared/core/log.ts";
import type {WorkerClient, WorkerEndpoint} from "../../shared/core/workers/client.ts";
import {
  deleteCrashes,
  readSuspects,
  recordCrash,
  refuseCrashed,
  refuseSuspect,
  type Statement,
  type Suspect,
} from "../../shared/querying/queries/crashing-statements.ts";

interface Known extends Suspect {
  /** `performance.now()` when its `refusedMs` was read. */
  readAt: number;
}

/**
 * The list of the statements that were running in workers that crashed. Every process caches the whole list, so that
 * checking a statement needs no query.
 */
export class CrashWatch {
  #known = new Map<string, Known>();
  /** Broken connections under investigation, and whether the statement has succeeded since. */
  readonly #investigated = new Set<{key: string; isCleared: boolean}>();
  /**
   * The read of the list of statements that is under way. There is only one at a time, so that no older list replaces a
   * newer one.
   */
  #reading: Promise<void> = Promise.resolve();
  /** The read that begins when the read under way has ended. */
  #nextRead: Promise<void> | undefined;

  constructor(
    private readonly deps: {
      db: Db;
      notices: Notices;
      log: Logger;
      client: Pick<WorkerClient, "hasEnded">;
    },
  ) {
    deps.notices.on("notice", ({kind}) => {
      if (kind === "crash") void this.#read();
    });
    deps.notices.on("reset", () => void this.#read());
    void this.#read();
  }

  /** Rejects with `query_crashed_worker` if two workers have crashed while running the statement. */
  async refuse(statement: Statement): Promise<void> {
    const {db, notices} = this.deps;
    if (!notices.connected) return refuseCrashed(db, statement);
    // The first read covers the crashes before this process started. Later reads cover the crashes that this process
    // was notified of.
    await (this.#nextRead ?? this.#reading);
    const known = this.#known.get(keyOf(statement));
    if (known) refuseSuspect({...known, refusedMs: known.refusedMs - (performance.now() - known.readAt)});
  }

  /**
   * Records that the connection to a worker broke while the worker ran the statement. This counts as a crash only if
   * the worker's process has ended without signing off, and not if the process was stopped or only the network was cut.
   */
  async brokeOff(worker: WorkerEndpoint, statement: Statement): Promise<void> {
    const {db, log, client} = this.deps;
    const looking = {key: keyOf(statement), isCleared: false};
    this.#investigated.add(looking);
    try {
      if (!(await client.hasEnded(worker))) return;
      const {rows} = await sql`
        select from workers where id = ${worker.id} and endpoint is not null`.execute(db);
      // The checks may take seconds while the database is unreachable; the statement may have succeeded meanwhile.
      if (rows.length === 0 || looking.isCleared) return;
      await recordCrash(db, log, statement, worker.id);
      await this.#read();
    } catch (error) {
      log.error({err: error, workerId: worker.id}, "the crash of a worker could not be recorded");
    } finally {
      this.#investigated.delete(looking);
    }
  }

  /** Removes a statement that has succeeded from the list of statements that crashed workers. */
  finished(statement: Statement): void {
    for (const looking of this.#investigated) if (looking.key === keyOf(statement)) looking.isCleared = true;
    if (!this.#known.delete(keyOf(statement))) return;
    const {db, log} = this.deps;
    deleteCrashes(db, statement).catch(error =>
      log.warn({err: error}, "a statement could not be cleared of a crash"),
    );
  }

  /** Calls that arrive while a read is under way share the next read. */
  #read(): Promise<void> {
    this.#nextRead ??= this.#reading.then(() => {
      this.#nextRead = undefined;
      this.#reading = this.#readNow();
      return this.#reading;
    });
    return this.#nextRead;
  }

  async #readNow(): Promise<void> {
    try {
      const suspects = await readSuspects(this.deps.db);
      const readAt = performance.now();
      this.#known = new Map(suspects.map(suspect => [keyOf(suspect), {...suspect, readAt}]));
    } catch (error) {
      // Without the database no query runs. When the database is back, the list is read again.
      this.deps.log.warn({err: error}, "the statements that crashed workers could not be read");
    }
  }
}

function keyOf({orgId, fingerprint}: {orgId: string; fingerprint: string}): string {
  return `${orgId} ${fingerprint}`;
}
