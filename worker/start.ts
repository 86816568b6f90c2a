import {join} from "node:path";
import {Notices} from "../shared/core/change-notices.ts";
import type {Config} from "../shared/core/config.ts";
import {type Limits, openDatabase, UNFLUSHED} from "../shared/core/db.ts";
import {newId} from "../shared/core/ids.ts";
import {enqueue} from "../shared/core/jobs.ts";
import type {Logger} from "../shared/core/log.ts";
import {checkKeys} from "../shared/core/process/key-check.ts";
import {openTracing} from "../shared/core/process/tracing.ts";
import {WorkerClient} from "../shared/core/workers/client.ts";
import {openGithub} from "../shared/modeling/github/client.ts";
import {QueryMemory} from "../shared/querying/layers/query-caches.ts";
import {RunLog} from "../shared/querying/queries/run-log.ts";
import {putBackRun} from "../shared/querying/queries/runs.ts";
import type {Runner} from "../shared/surfaces/tools/tool.ts";
import {SYNC_PLANS} from "../shared/tenancy/billing/receive-stripe-event.ts";
import {openBilling} from "../shared/tenancy/billing/stripe.ts";
import {putBack} from "./agent-runs/put-back.ts";
import {SampleValues} from "./agent-runs/sample-values.ts";
import {callHandlers} from "./call-handlers.ts";
import {openChildren, stopChildren, type WorkerChildren} from "./children.ts";
import {EngineThreads} from "./concurrency/engine-threads.ts";
import {RunSlots} from "./concurrency/run-slots.ts";
import {sharingRunner} from "./delivery-runs/result-cache.ts";
import {openMail} from "./email/open-mail.ts";
import {Executor} from "./execute/executor.ts";
import {leaseSource, OpenWarehouses} from "./execute/open-warehouses.ts";
import {Overflow} from "./execute/overflow-file.ts";
import {Presence} from "./heartbeat.ts";
import {openListener} from "./listener/listener.ts";
import {removeDeadSockets} from "./listener/sockets.ts";
import {SqlServer} from "./private-postgres/sql-executor.ts";
import {type JobHandlers, openQueue} from "./queue.ts";
import {Uploads} from "./snapshots/uploads.ts";
import {openDeliveryFiles} from "./storage/deliveries/open-files.ts";
import {removeDeadSpillFolders, spillDir} from "./storage/duckdb-spill-folders.ts";
import {openStore} from "./storage/snapshots/open-store.ts";
import {answerCall} from "./tasks/answer-call.ts";
import {answerQuestion} from "./tasks/answer-question.ts";
import {billingJobs} from "./tasks/billing.ts";
import {checkGroup} from "./tasks/check-group.ts";
import {collectDeliveryFiles} from "./tasks/collect-delivery-files.ts";
import {collectGarbage} from "./tasks/collect-garbage.ts";
import {collectSnapshots} from "./tasks/collect-snapshots.ts";
import {compareHeads} from "./tasks/compare-heads.ts";
import {deleteSnapshot} from "./tasks/delete-snapshot.ts";
import {eraseRecipientFiles} from "./tasks/erase-recipient.ts";
import {repeatDueEvaluation} from "./tasks/evaluations/repeat-evaluation.ts";
import {stepEvaluation} from "./tasks/evaluations/step-evaluation.ts";
import {planChecks} from "./tasks/plan-checks.ts";
import {previewPull} from "./tasks/preview-pull.ts";
import {takeGithubDelivery} from "./tasks/process-github-webhook.ts";
import {redeliverGithub} from "./tasks/redeliver-github-webhooks.ts";
import {refreshWriteBacks} from "./tasks/refresh-write-backs.ts";
import {buildRollup} from "./tasks/rollups/build-rollup.ts";
import {checkRollupFiles} from "./tasks/rollups/check-rollup-files.ts";
import {checkRollupTables} from "./tasks/rollups/check-rollup-tables.ts";
import {runAction} from "./tasks/run-action.ts";
import {runAgent} from "./tasks/run-agent.ts";
import {runDelivery} from "./tasks/run-delivery.ts";
import {runQuery} from "./tasks/run-query.ts";
import {syncProject} from "./tasks/sync-project.ts";
import {takeEvent} from "./tasks/take-action-event.ts";
import {takeDue} from "./tasks/take-due.ts";
import {writeBack} from "./tasks/write-back.ts";
import type {Worker} from "./worker.ts";
import {workerRunner} from "./worker-runner.ts";

export interface RunningWorker {
  worker: Worker;
  executor: Executor;
  /** Runs queries for background work. */
  runner: Runner;
  /** The listener's address; `null` where there is none. */
  address: string | null;
  /** Lets running work end, or returns it to the queue. Further calls return the first call's promise. */
  stop(): Promise<void>;
}

const TIDY_MS = 60_000;
/** One connection on which all runners listen, and four to take and complete jobs. */
const MIN_QUEUE_CONNECTIONS = 5;
/** The queue's statements are short. If one is cancelled, `JobLocks` unlocks its job. */
const QUEUE_LIMITS: Limits = {options: UNFLUSHED, statementMs: 10_000};

/**
 * Starts the whole worker process without its signal handlers; used by `main.ts` and tests. Child processes that the
 * caller passes in outlast the worker. The cluster of its private Postgres is a copy of one that the caller names.
 */
export async function startWorker(
  config: Config,
  log: Logger,
  given: {children?: WorkerChildren; clusterCopyOf?: string} = {},
): Promise<RunningWorker> {
  // Every running job may hold a connection, and requests at the listener need some too. Questions mostly wait for
  // their models.
  const {interactive, background, agents, questions} = config.workerConcurrency;
  const {databaseWaitMs: waitMs} = config;
  const poolSize = Math.max(
    config.databasePoolSize,
    interactive + background + agents + Math.ceil(questions / 4) + 4,
  );
  const {db, pool} = openDatabase(config.databaseUrl, poolSize, log, {waitMs});
  await checkKeys(db, config.encryptionKeys);
  // Each slot of a runner takes and completes its own jobs.
  const queueConnections = Math.max(MIN_QUEUE_CONNECTIONS, interactive, background, agents, questions);
  const queuePool = openDatabase(config.databaseUrl, queueConnections, log, {...QUEUE_LIMITS, waitMs}).pool;
  const notices = new Notices(config.databaseUrl, log);
  await notices.start();
  const snapshots = openStore(config);
  const deliveryFiles = openDeliveryFiles(config);
  await Promise.all([snapshots.tidy(), deliveryFiles.tidy()]);
  await removeDeadSpillFolders(spillDir(config));
  await removeDeadSockets(db, config.workerListen);
  const threads = new EngineThreads(config.threadPoolSize);
  const warehouses = new OpenWarehouses({config, db, log, notices, snapshots, threads});
  const sql = new SqlServer({
    config,
    log,
    runInput: (request, signal) => executor.run(request, signal),
    clusterCopyOf: given.clusterCopyOf,
  });
  const leaseWarehouse = leaseSource(warehouses, sql);
  const id = newId("worker");
  const memory = new QueryMemory(notices);
  const runLog = new RunLog(db, log, id, config.billing, memory.shapes);
  const overflow = new Overflow(join(config.dataDir, "overflow"), config.overflowBytes);
  const tracing = await openTracing(config.tracing, "worker", log);
  const executor = new Executor(leaseWarehouse, runLog, log, {
    readerStallMs: config.readerStallMs,
    overflow,
    tracing,
    comments: config.statementComments,
  });
  const stopping = new AbortController();
  const children = given.children ?? openChildren(config);
  const worker: Worker = {
    id,
    config,
    db,
    log,
    notices,
    memory,
    leaseWarehouse,
    sql,
    snapshots,
    deliveryFiles,
    threads,
    ...children,
    mail: openMail(config),
    billing: openBilling(config),
    github: openGithub(config),
    handedOver: new Map(),
    stopping: stopping.signal,
    run: (request, signal) => executor.run(request, signal),
  };
  const uploads = new Uploads(worker);
  const runner = workerRunner(worker, callHandlers);
  const deliveryRunner = sharingRunner(runner);
  const answering = {...worker, samples: new SampleValues(config.llm.valuesTimeoutMs, runLog)};
  const agentPlaces = new RunSlots(agents);
  const questionPlaces = new RunSlots(questions);
  const queryPlaces = new RunSlots(interactive);
  const backgroundPlaces = new RunSlots(background);
  const inBackground = ({orgId}: {orgId: string}, work: () => Promise<void>) =>
    backgroundPlaces.during(orgId, work);
  const jobs: JobHandlers = {
    run_query: (_, job, signal) =>
      queryPlaces.during(
        job.orgId,
        () => runQuery(worker, executor, job, signal),
        () => putBackRun(db, job),
      ),
    answer_call: (_, {callId}, signal) => answerCall(worker, callHandlers, callId, signal),
    delete_snapshot: (_, job) => deleteSnapshot(worker, job),
    take_due: () => takeDue(db, config.billing),
    take_event: (_, job) => takeEvent(worker, job),
    plan_checks: (_, job) => planChecks(deliveryRunner, job),
    check_group: (_, job, signal) => inBackground(job, () => checkGroup(worker, deliveryRunner, job, signal)),
    run_action: (_, job, signal) => inBackground(job, () => runAction(worker, deliveryRunner, job, signal)),
    run_agent: (_, job, signal) =>
      agentPlaces.during(
        job.orgId,
        () => runAgent(answering, runner, job, signal),
        () => putBack(db, job),
      ),
    answer_question: (_, job, signal) =>
      questionPlaces.during(
        job.orgId,
        () => answerQuestion(answering, runner, job, signal),
        () => putBack(db, job),
      ),
    step_evaluation: (_, job, signal) => stepEvaluation(worker, deliveryRunner, job, signal),
    repeat_evaluation: (_, job) => repeatDueEvaluation(deliveryRunner, job),
    run_delivery: (_, job, signal) =>
      inBackground(job, () => runDelivery(worker, deliveryRunner, job, signal)),
    erase_recipient: (_, job) => eraseRecipientFiles(worker, job),
    take_github_delivery: (_, job) => takeGithubDelivery(worker, job),
    sync_project: (_, job, signal) => syncProject(worker, callHandlers, job, signal),
    preview_pull: (_, job, signal) => previewPull(worker, job, signal),
    write_back: (_, job, signal) => writeBack(worker, job, signal),
    refresh_write_backs: (_, job) => refreshWriteBacks(worker, job),
    build_rollup: (_, job, signal) => inBackground(job, () => buildRollup(worker, job, signal)),
    check_rollup_tables: (_, job, signal) => checkRollupTables(worker, job, signal),
    check_rollup_files: (_, job, signal) => checkRollupFiles(worker, job, signal),
    compare_heads: (_, __, signal) => compareHeads(worker, signal),
    redeliver_github: (_, __, signal) => redeliverGithub(worker, signal),
    collect_snapshots: () => collectSnapshots(worker),
    collect_delivery_files: () => collectDeliveryFiles(worker),
    collect_garbage: () => collectGarbage(worker),
    ...billingJobs,
  };
  const queue = await openQueue(worker, queuePool, jobs, {
    interactive: () => queryPlaces.full(),
    background: () => backgroundPlaces.full(),
    agents: () => agentPlaces.full(),
    questions: () => questionPlaces.full(),
  });
  // What came due while no worker ran does not wait for the next minute.
  await enqueue(db, "take_due", {}, {key: "take_due"});
  // Plans made before Stripe was configured have caused no event, so they are synchronized once.
  if (worker.billing) await enqueue(db, "sync_plans", {}, SYNC_PLANS);
  // The listener serves interactive work, so it runs where the interactive runner does.
  const listener = config.workerRunners.includes("interactive")
    ? openListener(worker, executor, callHandlers, uploads)
    : undefined;
  const address = listener?.address ?? null;
  const presence = new Presence(db, log, new WorkerClient(config), {
    id,
    address,
    runners: config.workerRunners,
    queuePoolIds: queue.poolIds,
  });
  await presence.start();
  // Files that a killed process has left on this machine are removed soon: a garbage collection job may run elsewhere.
  const tidying = setInterval(() => {
    Promise.all([
      snapshots.tidy(),
      deliveryFiles.tidy(),
      removeDeadSpillFolders(spillDir(config)),
      removeDeadSockets(db, config.workerListen),
    ]).catch(error => log.warn({err: error}, "files of ended processes could not be removed"));
  }, TIDY_MS);

  let stopped: Promise<void> | undefined;
  return {
    worker,
    executor,
    runner,
    address,
    stop: () => (stopped ??= stop()),
  };

  async function stop(): Promise<void> {
    clearInterval(tidying);
    stopping.abort();
    await presence.leave();
    await Promise.all([queue.stop(), stopAnswering()]);
    await presence.stop();
    await uploads.stop();
    if (given.children === undefined) stopChildren(children);
    worker.mail.close();
    await runLog.stop();
    await tracing?.stop();
    await sql.stop();
    await warehouses.stop();
    await snapshots.close();
    await notices.stop();
    await Promise.all([pool.end(), queuePool.end()]);
  }

  async function stopAnswering(): Promise<void> {
    const until = performance.now() + config.shutdownGraceMs;
    await listener?.leave(config.shutdownGraceMs);
    const stopped = listener?.stop();
    await executor.stop(Math.max(0, until - performance.now()));
    await stopped;
  }
}
