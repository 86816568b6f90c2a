import {readdir, utimes} from "node:fs/promises";
import {join} from "node:path";
import pg from "pg";
import {until} from "../../bench/stage/processes.ts";
import {onBusyMachine} from "../support/busy-machine.ts";
import type {Ledger} from "./ledger.ts";
import {ask, create, pathOf, SNAPSHOT_CSV} from "./load.ts";
import {readyAt, type System} from "./system.ts";

/** Checks the system after the load and the faults have ended. Returns each violation as a sentence. */
export async function check(system: System, ledger: Ledger): Promise<string[]> {
  for (const address of system.addresses) await until("all is up again", () => readyAt(address), 50);
  const client = new pg.Client({connectionString: system.databaseUrl});
  await client.connect();
  try {
    return [
      ...(await settle(system, ledger)),
      ...(await checkRows(system, ledger, client)),
      ...(await checkQueue(client)),
      ...(await checkFiles(system, client)),
    ];
  } finally {
    await client.end();
  }
}

/** Every creation with an idempotency key succeeds in the end. */
async function settle(system: System, ledger: Ledger): Promise<string[]> {
  const lost: string[] = [];
  for (const creation of ledger.creations.values()) {
    if (creation.key === undefined || creation.id !== undefined) continue;
    for (let attempt = 0; attempt < 50 && creation.id === undefined; attempt++) {
      if (attempt > 0) await Bun.sleep(200);
      await create(system, ledger, creation);
    }
    if (creation.id === undefined) lost.push(`${creation.name} cannot be created with its key`);
  }
  return lost;
}

/** Content whose creation was answered exists once and can be read; other content exists at most once. */
async function checkRows(system: System, ledger: Ledger, client: pg.Client): Promise<string[]> {
  const faults: string[] = [];
  const {rows} = await client.query<{id: string; name: string}>("select id, name from content");
  const idsOf = Map.groupBy(rows, row => row.name);
  for (const creation of ledger.creations.values()) {
    const ids = (idsOf.get(creation.name) ?? []).map(row => row.id);
    if (ids.length > 1) faults.push(`${creation.name} exists ${ids.length} times`);
    if (creation.deleted) {
      if (creation.deleted === "done" && ids.length > 0)
        faults.push(`${creation.name} was deleted, but exists`);
      continue;
    }
    if (creation.id === undefined) continue;
    if (!ids.includes(creation.id))
      faults.push(`${creation.name} was created as ${creation.id}, but does not exist`);
    const isSnapshot = creation.body["kind"] === "snapshot";
    const path = `${pathOf(creation.path)}/${creation.id}${isSnapshot ? "/data" : ""}`;
    const answer = await ask(system, ledger, "GET", path);
    if (answer?.status !== 200) faults.push(`${path}: ${answer?.status} ${answer?.text.slice(0, 200)}`);
    else if (creation.body["snapshotCsv"] === SNAPSHOT_CSV) {
      const data = JSON.stringify(JSON.parse(answer.text).rows);
      if (data !== '[["north",1],["south",2]]') faults.push(`${path} holds ${data}`);
    }
  }
  return faults;
}

const SETTLE_MS = 30_000;

/** The queue is empty, and no run or key is left as if a process were still working on it. */
async function checkQueue(client: pg.Client): Promise<string[]> {
  // Jobs that were interrupted on their last attempt are collected.
  await client.query(
    "select graphile_worker.add_job('collect_garbage', '{}', run_at => now() + interval '10 seconds')",
  );
  const checks = {
    "jobs are left": `select task_identifier || ' ' || coalesce(last_error, '') || ' locked by '
        || coalesce(locked_by, '') || ' since ' || coalesce((now() - locked_at)::text, '') || ', attempts ' || attempts as what from graphile_worker.jobs
      where task_identifier not like 'collect%'
        and (run_at < now() or attempts > 0 and run_at < now() + interval '5 minutes')`,
    "runs have not ended":
      "select id || ' ' || status as what from query_runs where status in ('queued', 'running')",
    "keys are held": "select key as what from idempotency_keys where status is null",
  };
  const startedMs = performance.now();
  // Jobs that wait for their next attempt run now.
  await client.query(
    "update graphile_worker._private_jobs set run_at = now() where attempts > 0 and locked_at is null and run_at > now()",
  );
  for (;;) {
    const faults: string[] = [];
    for (const [what, sql] of Object.entries(checks)) {
      const {rows} = await client.query<{what: string}>(sql);
      if (rows.length > 0) faults.push(`${rows.length} ${what}: ${rows[0]?.what}`);
    }
    if (faults.length === 0) return faults;
    const tookMs = performance.now() - startedMs;
    if (tookMs > SETTLE_MS && tookMs > onBusyMachine(SETTLE_MS)) return faults;
    await Bun.sleep(200);
  }
}

/** Every snapshot has its file; once files without a snapshot have been collected, every file has its snapshot. */
async function checkFiles({dataDir}: System, client: pg.Client): Promise<string[]> {
  const dir = join(dataDir, "snapshots");
  const filesNow = async () =>
    (await readdir(dir, {recursive: true})).filter(name => name.endsWith(".parquet"));
  const old = new Date(Date.now() - 2 * 3_600_000);
  for (const name of await readdir(dir, {recursive: true})) await utimes(join(dir, name), old, old);
  await client.query("select graphile_worker.add_job('collect_snapshots', '{}')");
  await until("the collection is done", async () => {
    const {rows} = await client.query(
      "select from graphile_worker.jobs where task_identifier = 'collect_snapshots' and run_at <= now()",
    );
    return rows.length === 0 ? true : undefined;
  });
  const {rows} = await client.query<{key: string}>(
    "select org_id || '/' || id || '.parquet' as key from datasets where kind = 'snapshot'",
  );
  const files = new Set(await filesNow());
  const keys = new Set(rows.map(row => row.key));
  return [
    ...[...keys].filter(key => !files.has(key)).map(key => `${key} has a row, but no file`),
    ...[...files].filter(file => !keys.has(file)).map(file => `${file} has no row`),
  ];
}
