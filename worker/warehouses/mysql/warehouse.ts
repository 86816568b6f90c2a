import type {FieldPacket} from "mysql2";
import type {Logger} from "../../../shared/core/log.ts";
import type {Batch} from "../batch.ts";
import {fromBatches} from "../from-batches.ts";
import {type Warehouse, WarehouseError, type WarehouseLimits, type WarehouseStatement} from "../warehouse.ts";
import type {MysqlTarget} from "./connect.ts";
import {declaredType} from "./declared-type.ts";
import {MysqlPool} from "./pool.ts";
import {MysqlRead} from "./read.ts";
import {CANCEL_MS, type MysqlSession} from "./session.ts";

type OnFields = (fields: readonly FieldPacket[]) => void;

/** Opens a pool on MySQL or MariaDB; no connection is made before the first statement. */
export function openMysql(target: MysqlTarget, limits: WarehouseLimits, log: Logger): Warehouse {
  const pool = new MysqlPool(target, limits, log);

  async function* attempt(
    session: MysqlSession,
    statement: WarehouseStatement,
    signal: AbortSignal,
    onFields?: OnFields,
  ): AsyncIterableIterator<Batch> {
    const read = new MysqlRead(session, statement, onFields);
    let giveUp: NodeJS.Timeout | undefined;
    const onAbort = () => {
      session.kill();
      giveUp ??= setTimeout(() => session.destroy(), CANCEL_MS);
    };
    signal.addEventListener("abort", onAbort, {once: true});
    try {
      for (;;) {
        // The time limit counts while the server works, not while the reader processes rows.
        const timer = setTimeout(onAbort, limits.statementTimeoutMs);
        const batch = await read.next().finally(() => clearTimeout(timer));
        signal.throwIfAborted();
        if (!batch) return;
        yield batch;
      }
    } finally {
      clearTimeout(giveUp);
      signal.removeEventListener("abort", onAbort);
      finish(session, read, signal);
    }
  }

  /** A session that the server closed while it was idle fails with its next statement, which is then tried again. */
  async function* batches(
    statement: WarehouseStatement,
    signal: AbortSignal,
    onFields?: OnFields,
  ): AsyncIterableIterator<Batch> {
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
        for await (const batch of attempt(session, statement, signal, onFields)) {
          given++;
          yield batch;
        }
        return;
      } catch (error) {
        if (!wasIdle || given > 0 || signal.aborted || !isLost(error)) throw error;
      }
    }
  }

  /** Ends the read after the answer: the session returns to the pool once it has been reset. */
  function finish(session: MysqlSession, read: MysqlRead, signal: AbortSignal): void {
    if (signal.aborted || session.broken) pool.drop(session);
    else if (read.hasEnded) void pool.give(session);
    else {
      // The statement is cancelled, because nobody waits for the remaining rows.
      session.kill();
      pool.drop(session);
    }
  }

  return {
    ...fromBatches(
      "mysql",
      (statement, signal) => batches(statement, signal),
      () => pool.close(),
    ),
    async declare({sql, parameters}, signal) {
      let types: (string | undefined)[] = [];
      const none = {sql: `select * from (\n${sql}\n) as t limit 0`, parameters};
      const read = batches(none, signal, fields => {
        types = fields.map(declaredType);
      });
      for await (const _batch of read);
      return types;
    },
  };
}

function isLost(error: unknown): boolean {
  return error instanceof WarehouseError && error.details.kind === "unreachable";
}
