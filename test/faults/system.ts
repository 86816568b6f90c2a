import {existsSync, rmSync} from "node:fs";
import {mkdir, mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Type} from "@sinclair/typebox";
import {type BenchProcess, startProcess, until} from "../../bench/stage/processes.ts";
import {migrate} from "../../bin/migrate.ts";
import type {ProcfileLine} from "../../bin/start/procfile.ts";
import {openDatabase} from "../../shared/core/db.ts";
import {makeLogger} from "../../shared/core/log.ts";
import {freePort, type PostgresServer, startPostgres} from "../../shared/core/postgres/server.ts";
import {parserOf} from "../../shared/core/validate.ts";
import {createOrganization} from "../../shared/identity/organization/create-organization.ts";
import {openPostgresProxy, type PostgresProxy} from "../support/postgres-proxy.ts";
import {bundledLines} from "../support/processes/bundle.ts";
import {shopGraph, shopInDuckDb} from "../support/warehouse.ts";

/**
 * The service as in production: two web processes and two workers, which reach a Postgres of their own through a proxy.
 */
export interface System {
  dataDir: string;
  orgId: string;
  token: string;
  projectId: string;
  /** The addresses of the two web processes. */
  addresses: readonly string[];
  /** The URL of the database without the proxy. */
  databaseUrl: string;
  proxy: PostgresProxy;
  parts: readonly Part[];
  stop(): Promise<void>;
}

/** A process of the system, which is started again when it has ended, as by a supervisor. */
export interface Part {
  kind: "web" | "worker" | "postgres";
  /** How often the process has ended without being stopped. */
  crashes: number;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  /** Stops the process with SIGTERM; resolves when it has ended and was started again. */
  restart(): Promise<void>;
  /** Sets the clock of the process off by `seconds`; absent where that is impossible. */
  setClockOff?(seconds: number): Promise<void>;
}

/**
 * The library that gives a process a clock of its own. Where it is not installed, clocks stay right, and the report
 * says so.
 */
export const FAKETIME = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64"]
  .map(dir => join(dir, "faketime", "libfaketime.so.1"))
  .find(path => existsSync(path));

const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString("base64");

export async function startSystem(): Promise<System> {
  const dataDir = await mkdtemp(join(tmpdir(), "faults-"));
  const postgres = await postgresPart(dataDir);
  await migrate(postgres.url);
  const proxy = await openPostgresProxy(postgres.url);
  await mkdir(join(dataDir, "run"), {mode: 0o700});
  const env = {DATABASE_URL: proxy.url, DATA_DIR: dataDir, ENCRYPTION_KEY, LOG_LEVEL: "warn"};
  const ports = [await freePort(), await freePort()];
  const lines = await bundledLines();
  const part = (kind: "web" | "worker", i: number, own: Record<string, string>) => {
    const line = lines[kind];
    if (!line) throw new Error(`The Procfile has no line "${kind}"`);
    return processPart(kind, `${kind}-${i}`, line, dataDir, {...env, ...own});
  };
  const parts = [
    ...ports.map((port, i) => part("web", i, {PORT: String(port)})),
    ...[0, 1].map(i => part("worker", i, {WORKER_LISTEN: join(dataDir, "run", `${i}.sock`)})),
  ];
  await Promise.all(parts.map(part => part.start()));
  const {orgId, token} = await newOrganization(postgres.url);
  await shopInDuckDb(join(dataDir, "warehouses"), orgId);
  const addresses = ports.map(port => `http://127.0.0.1:${port}`);
  for (const address of addresses) await until("a web process is ready", () => readyAt(address), 50);
  const projectId = await makeProject(addresses[0] ?? "", token);
  return {
    dataDir,
    orgId,
    token,
    projectId,
    addresses,
    databaseUrl: postgres.url,
    proxy,
    parts: [...parts, postgres],
    async stop() {
      await Promise.all(parts.map(part => part.stop()));
      proxy.stop();
      await postgres.stop();
      await rm(dataDir, {recursive: true, force: true});
    },
  };
}

export async function readyAt(address: string): Promise<true | undefined> {
  const answer = await fetch(`${address}/readyz`, {signal: AbortSignal.timeout(3000)}).catch(() => undefined);
  return answer?.status === 200 ? true : undefined;
}

async function postgresPart(dataDir: string): Promise<Part & {url: string; stop(): Promise<void>}> {
  const port = await freePort();
  const start = () =>
    startPostgres({
      dir: join(dataDir, "postgres"),
      logFile: join(dataDir, "postgres.log"),
      listen: "tcp",
      port,
      // Without fsync, written data survives the process but not the machine, which is enough for SIGKILL.
      settings: {fsync: "off", max_connections: "200"},
    });
  let server: PostgresServer = await start();
  return {
    kind: "postgres",
    crashes: 0,
    url: server.url,
    async kill() {
      server.process.kill();
      await server.process.exited;
      server = await startAgain(start);
    },
    async restart() {
      await server.stop();
      server = await start();
    },
    stop: () => server.stop(),
  };
}

/** Tries again, as a supervisor does: children of the killed process still hold its memory and port for a moment. */
async function startAgain(start: () => Promise<PostgresServer>): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (attempt === 20) throw error;
      await Bun.sleep(100);
    }
  }
}

export function processPart(
  kind: "web" | "worker",
  name: string,
  line: ProcfileLine,
  dir: string,
  env: Record<string, string>,
) {
  let running: BenchProcess | undefined;
  let isExpected = false;
  const clock = join(dir, `${name}.clock`);
  const setClockOff = (seconds: number) => writeFile(clock, `${seconds < 0 ? "" : "+"}${seconds}`);
  const ownClock = FAKETIME
    ? {
        LD_PRELOAD: FAKETIME,
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_NO_CACHE: "1",
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
        NO_FAKE_STAT: "1",
      }
    : {};
  const part = {
    kind,
    crashes: 0,
    ...(FAKETIME ? {setClockOff} : {}),
    async start() {
      isExpected = false;
      await setClockOff(0);
      const started = await startProcess({
        name,
        dir,
        command: line.command,
        env: {...env, ...ownClock, ...line.environment},
      });
      running = started;
      if (FAKETIME) started.guarded.exited.then(await clockRemover(started.pid), () => undefined);
      void started.guarded.exited.then(async () => {
        if (isExpected || running !== started) return;
        part.crashes++;
        await Bun.sleep(200);
        await part.start();
      });
    },
    async kill() {
      isExpected = true;
      running?.guarded.kill();
      await running?.guarded.exited;
      await part.start();
    },
    async restart() {
      await part.stop();
      await part.start();
    },
    async stop() {
      isExpected = true;
      await running?.stop();
    },
  };
  return part;
}

/**
 * A function that removes the files through which this process and its children share their clock: libfaketime leaves
 * them when its process is killed.
 */
async function clockRemover(pid: number): Promise<() => void> {
  // The command has its clock a moment after it has replaced the shell. A process that has ended already has none.
  const id = await until("the process has its clock", async () => {
    const maps = await readFile(`/proc/${pid}/maps`, "utf8").catch(() => undefined);
    return !maps ? null : /\/dev\/shm\/faketime_shm_(\d+)/.exec(maps)?.[1];
  });
  return () => {
    if (id === null) return;
    for (const name of ["faketime_shm", "sem.faketime_sem"]) rmSync(`/dev/shm/${name}_${id}`, {force: true});
  };
}

async function newOrganization(databaseUrl: string): Promise<{orgId: string; token: string}> {
  const {db, pool} = openDatabase(databaseUrl, 1, makeLogger("faults", "silent"));
  try {
    return await createOrganization(db, {name: "Faults", adminEmail: "admin@example.com"});
  } finally {
    await pool.end();
  }
}

const parseIdentified = parserOf(Type.Object({id: Type.String()}), "answer");

async function makeProject(address: string, token: string): Promise<string> {
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${address}${path}`, {
      method: "POST",
      headers: {authorization: `Bearer ${token}`, "content-type": "application/json"},
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const connection = parseIdentified(
    await post("/api/connections", {name: "Shop", type: "duckdb", config: {path: "shop.duckdb"}}),
  );
  const {id} = parseIdentified(await post("/api/projects", {name: "Shop", connectionId: connection.id}));
  await post(`/api/projects/${id}/introspect`, shopGraph("duckdb", "main"));
  return id;
}
