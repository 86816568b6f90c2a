import type pg from "pg";
import type {Config} from "../../shared/core/config.ts";
import {RUNNERS} from "../../shared/core/process/job-runners-config.ts";
import {PROTOCOL} from "../../shared/core/process/protocol-version.ts";
import {readWireError} from "../../shared/core/wire-error.ts";
import {readAnswer} from "../../shared/core/workers/calls.ts";
import {WorkerClient} from "../../shared/core/workers/client.ts";
import type {Finding} from "./finding.ts";

const ALIVE_SECONDS = 10;
const ANSWER_MS = 30_000;
const MAX_WAIT_SECONDS = 60;

export interface LivingWorker {
  id: string;
  address: string;
}

/** The workers that have announced themselves, and whether web processes on this machine reach them. */
export async function checkWorkers(
  config: Config,
  client: pg.Client,
): Promise<{findings: Finding[]; reached: LivingWorker[]}> {
  const about = "workers";
  const {rows} = await client.query<{id: string; address: string | null; runners: string[]; reads: boolean}>(
    `select id, endpoint as address, runners, coalesce($1 between protocol_oldest and protocol_newest, false) as reads
     from workers where heartbeat_at > now() - make_interval(secs => $2) order by id`,
    [PROTOCOL, ALIVE_SECONDS],
  );
  if (rows.length === 0)
    return {
      findings: [
        {
          about,
          state: "fault",
          found: `No worker has sent a heartbeat in the last ${ALIVE_SECONDS} s.`,
          remedy:
            "Start a worker with the same DATABASE_URL: analytics worker. The log of a worker says why it has ended.",
        },
      ],
      reached: [],
    };
  const findings: Finding[] = [];
  const reached: LivingWorker[] = [];
  for (const {id, address, reads} of rows) {
    if (!reads) {
      findings.push({
        about,
        state: "warning",
        found: `The worker ${id} does not read the messages of this version.`,
        remedy: "Replace it by one of this version.",
      });
      continue;
    }
    if (address === null) continue;
    const fault = await reach(config, {id, address});
    if (fault === undefined) reached.push({id, address});
    else
      findings.push({
        about,
        state: "warning",
        found: `The worker ${id} is not reached at ${address} from here: ${fault}.`,
        remedy:
          "Where a web process does not reach it either, queries take the slower way through the queue: see WORKER_LISTEN and WORKER_TLS_CA.",
      });
  }
  const idle = RUNNERS.filter(runner => !rows.some(({runners}) => runners.includes(runner)));
  if (idle.length > 0)
    findings.push({
      about,
      state: "fault",
      found: `No worker does the jobs of ${idle.join(", ")}.`,
      remedy: "Start a worker with them in WORKER_RUNNERS.",
    });
  if (reached.length > 0)
    findings.unshift({about, state: "ok", found: `${reached.length} of ${rows.length} workers answer here.`});
  return {findings, reached};
}

/** The reason why the worker is not reached; `undefined` where it is. */
async function reach(config: Config, worker: LivingWorker): Promise<string | undefined> {
  const client = new WorkerClient(config);
  try {
    return (await client.hasEnded(worker)) ? "nothing listens there" : undefined;
  } finally {
    client.close();
  }
}

/** Whether jobs wait too long, or have failed for good. */
export async function checkQueue(client: pg.Client): Promise<Finding[]> {
  const {rows} = await client.query<{waits: number | null; ready: number}>(
    `select extract(epoch from now() - min(run_at))::float8 as waits, count(*)::int as ready
     from graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at <= now()`,
  );
  const {rows: failed} = await client.query<{task: string; jobs: number}>(
    `select task_identifier as task, count(*)::int as jobs from graphile_worker.jobs
     where locked_at is null and attempts >= max_attempts group by 1 order by 1`,
  );
  const waits = Math.round(rows[0]?.waits ?? 0);
  const findings: Finding[] = failed.map(({task, jobs}) => ({
    about: "queue",
    state: "warning",
    found: `${jobs} jobs of ${task} have failed for good.`,
    remedy: "The worker's log has the reason of each: look for the task's name at level error.",
  }));
  if (waits > MAX_WAIT_SECONDS)
    findings.push({
      about: "queue",
      state: "warning",
      found: `${rows[0]?.ready} jobs wait, the oldest for ${waits} s.`,
      remedy: "Start more workers, or raise their concurrency.",
    });
  return findings.length > 0
    ? findings
    : [{about: "queue", state: "ok", found: "No job waits long, and none has failed for good."}];
}

/** Makes a worker open every stored connection, as a query would. */
export async function checkWarehouses(
  config: Config,
  client: pg.Client,
  [worker]: readonly LivingWorker[],
): Promise<Finding[]> {
  const about = "warehouses";
  const {rows} = await client.query<{id: string; org: string; name: string; type: string}>(
    "select id, org_id as org, name, type from connections order by org_id, name",
  );
  if (rows.length === 0) return [{about, state: "ok", found: "There are no connections yet."}];
  if (worker === undefined)
    return [
      {about, state: "unknown", found: `${rows.length} connections were not tried: no worker is reached.`},
    ];
  const workers = new WorkerClient(config);
  try {
    return await Promise.all(
      rows.map(async ({id, org, name, type}): Promise<Finding> => {
        const fault = await tryConnection(workers, worker, org, id);
        const named = `The connection "${name}" (${type}, ${id})`;
        if (fault.reason === undefined)
          return {about, state: "ok", found: `${named} answers: ${fault.version}.`};
        return {
          about,
          state: "warning",
          found: `${named} does not answer: ${fault.reason}`,
          remedy:
            "Correct the connection, or the network between workers and the warehouse (WAREHOUSE_ALLOWED_HOSTS).",
        };
      }),
    );
  } finally {
    workers.close();
  }
}

async function tryConnection(
  workers: WorkerClient,
  {address}: LivingWorker,
  orgId: string,
  connectionId: string,
): Promise<{reason?: undefined; version: string} | {reason: string}> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const body = JSON.stringify({orgId, connectionId});
    const answer = await workers.post(address, "/call/test_connection", body, "doctor", signal);
    const read: unknown = await answer.json();
    if (!answer.ok) return {reason: readWireError(read).message};
    return {version: readAnswer("test_connection", read).version};
  } catch (error) {
    return {reason: error instanceof Error ? error.message : String(error)};
  }
}
