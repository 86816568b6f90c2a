import {publish} from "../../shared/core/change-notices.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import type {Logger} from "../../shared/core/log.ts";
import type {WorkerClient} from "../../shared/core/workers/client.ts";
import {recordCrashOfRuns} from "../../shared/querying/queries/crashing-statements.ts";

/** The time without a heartbeat after which a worker counts as dead. */
export const DEAD_MS = 6000;

/** Removes workers without a heartbeat, and hands their jobs to others. */
export async function removeDeadWorkers(db: Db, log: Logger, client: WorkerClient): Promise<void> {
  const {rows} = await sql<{id: string; address: string | null; queue_pool_ids: string[]}>`
    delete from workers where heartbeat_at < now() - ${DEAD_MS} * interval '1 millisecond'
    returning id, coalesce(endpoint, address) as address, queue_pool_ids`.execute(db);
  for (const {id, address, queue_pool_ids: queuePoolIds} of rows) {
    log.warn({workerId: id}, "a worker is gone: its jobs are handed to others");
    // A worker that has only lost its connection to the database still answers, so its queries have not crashed.
    if (address !== null && (await client.hasEnded({id, address}))) await recordCrashOfRuns(db, log, id);
    if (queuePoolIds.length > 0)
      await sql`select graphile_worker.force_unlock_workers(${queuePoolIds}::text[])`.execute(db);
    await publish(db, {kind: "worker", id});
  }
}
