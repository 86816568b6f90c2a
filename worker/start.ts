import type {Config} from "../shared/config.ts";
import {openDatabase} from "../shared/db.ts";
import {newId} from "../shared/ids.ts";
import type {Logger} from "../shared/log.ts";
import {Notices} from "../shared/notices.ts";
import {RunLog} from "../shared/queries/run-log.ts";
import {callHandlers} from "./calls.ts";
import {openDoor} from "./door.ts";
import {Executor} from "./executor.ts";
import {OpenWarehouses} from "./open-warehouses.ts";
import {Presence} from "./presence.ts";
import {type JobHandlers, openQueue} from "./queue.ts";
import {openStore} from "./snapshots/store.ts";
import {Uploads} from "./snapshots/uploads.ts";
import {answerCall} from "./tasks/answer-call.ts";
import {collectGarbage} from "./tasks/collect-garbage.ts";
import {collectSnapshots} from "./tasks/collect-snapshots.ts";
import {deleteSnapshot} from "./tasks/delete-snapshot.ts";
import {runQuery} from "./tasks/run-query.ts";
import type {Worker} from "./worker.ts";

export interface RunningWorker {
  worker: Worker;
  executor: Executor;
  /** Where its direct door is; `null` where it has none. */
  address: string | null;
  /** Ends what is under way, or hands it back. A second call is the first one's. */
  stop(): Promise<void>;
}

/** The whole worker process, but for its signals: `main.ts` and tests start it. */
export async function startWorker(config: Config, log: Logger): Promise<RunningWorker> {
  // Every job that runs may hold a connection, and what is at the door needs some too.
  const {interactive, background} = config.workerConcurrency;
  const poolSize = Math.max(config.databasePoolSize, interactive + background + 4);
  const {db, pool} = openDatabase(config.databaseUrl, poolSize, log);
  const notices = new Notices(config.databaseUrl, log);
  await notices.start();
  const snapshots = openStore(config);
  await snapshots.tidy();
  const warehouses = new OpenWarehouses({config, db, log, notices, snapshots});
  const lendWarehouse: Worker["lendWarehouse"] = (...which) => warehouses.lend(...which);
  const id = newId("worker");
  const runLog = new RunLog(db, log, id);
  const executor = new Executor(lendWarehouse, runLog, log, config);
  const worker: Worker = {
    id,
    config,
    db,
    log,
    notices,
    lendWarehouse,
    snapshots,
    run: (request, signal) => executor.run(request, signal),
  };
  const uploads = new Uploads(worker);
  const jobs: JobHandlers = {
    run_query: (_, job, signal) => runQuery(worker, executor, job, signal),
    answer_call: (_, {callId}, signal) => answerCall(worker, callHandlers, callId, signal),
    delete_snapshot: (_, job) => deleteSnapshot(worker, job),
    collect_snapshots: () => collectSnapshots(worker),
    collect_garbage: () => collectGarbage(worker),
  };
  const queue = await openQueue(worker, pool, jobs);
  // People wait at the door, so it belongs to the interactive runner.
  const door = config.workerRunners.includes("interactive")
    ? openDoor(worker, executor, callHandlers, uploads)
    : undefined;
  const address = door?.address ?? null;
  const presence = new Presence(db, log, {
    id,
    address,
    runners: config.workerRunners,
    queuePoolIds: queue.poolIds,
  });
  await presence.start();

  let stopped: Promise<void> | undefined;
  return {
    worker,
    executor,
    address,
    stop: () => (stopped ??= stop()),
  };

  async function stop(): Promise<void> {
    await presence.stop();
    const doorStopped = door?.stop();
    await Promise.all([queue.stop(), executor.stop(config.shutdownGraceMs)]);
    await doorStopped;
    await uploads.stop();
    await runLog.stop();
    await warehouses.stop();
    await snapshots.close();
    await notices.stop();
    await pool.end();
  }
}
