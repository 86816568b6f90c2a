import type {Logger} from "../../shared/log.ts";
import {type Batch, limited} from "./batch.ts";
import {encodedRows} from "./encode-rows.ts";
import {MysqlPool} from "./mysql-pool.ts";
import {MysqlRead} from "./mysql-read.ts";
import type {MysqlSession, MysqlTarget} from "./mysql-session.ts";
import {type Warehouse, WarehouseError, type WarehouseLimits, type WarehouseStatement} from "./warehouse.ts";

/** Opens a pool on MySQL or MariaDB; no connection is made before the first statement. */
export function openMysql(target: MysqlTarget, limits: WarehouseLimits, log: Logger): Warehouse {
  const pool = new MysqlPool(target, limits, log);

  async function* attempt(
    session: MysqlSession,
    statement: WarehouseStatement,
    signal: AbortSignal,
  ): AsyncIterableIterator<Batch> {
    const read = new MysqlRead(session, statement);
    const onAbort = () => session.kill();
    signal.addEventListener("abort", onAbort, {once: true});
    try {
      for (;;) {
        // Time runs while the server works, not while the reader reads.
        const timer = setTimeout(onAbort, limits.statementTimeoutMs);
        const batch = await read.next().finally(() => clearTimeout(timer));
        signal.throwIfAborted();
        if (!batch) return;
        yield batch;
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      finish(session, read, signal);
    }
  }

  /** A session that the server ended while it was idle is noticed with its next statement: that one is tried again. */
  async function* batches(statement: WarehouseStatement, signal: AbortSignal): AsyncIterableIterator<Batch> {
    for (;;) {
      const session = await pool.take(signal);
      if (signal.aborted) {
        void pool.give(session);
        signal.throwIfAborted();
      }
      const wasIdle = session.isUsed;
      session.isUsed = true;
      let given = 0;
      try {
        for await (const batch of attempt(session, statement, signal)) {
          given++;
          yield batch;
        }
        return;
      } catch (error) {
        if (!wasIdle || given > 0 || signal.aborted || !isLost(error)) throw error;
      }
    }
  }

  /** The answer does not wait for this: the session is withheld until it is as new. */
  function finish(session: MysqlSession, read: MysqlRead, signal: AbortSignal): void {
    if (signal.aborted || session.broken) pool.drop(session);
    else if (read.hasEnded) void pool.give(session);
    else {
      // The rest of the rows would still come: nobody waits for them.
      session.kill();
      pool.drop(session);
    }
  }

  return {
    dialect: "mysql",
    stream(statement, options) {
      return encodedRows(this.batches(statement, options), options);
    },
    batches: (statement, {limit, signal}) => limited(batches(statement, signal), limit),
    async rows(statement, signal = new AbortController().signal) {
      const rows: (string | null)[][] = [];
      for await (const batch of batches(statement, signal)) {
        for (let r = 0; r < batch.rowCount; r++) rows.push(batch.columns.map(column => column[r] ?? null));
      }
      return rows;
    },
    close: () => pool.close(),
  };
}

function isLost(error: unknown): boolean {
  return error instanceof WarehouseError && error.details.kind === "unreachable";
}
