import {chmod, mkdtemp, readdir, readFile, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import pg from "pg";
import {freePort, type PostgresServer, startPostgres} from "../../shared/core/postgres/server.ts";
import {say} from "../progress.ts";
import {makeData, newDatabase, type WarehouseData} from "./data.ts";
import {type BenchProcess, root, startProcess, until} from "./processes.ts";
import {type Service, startService} from "./service.ts";

/** The environment of the scenarios; each part is started when it is first needed. */
export interface Stage {
  /** Fewer and shorter rounds, only to check that everything works. */
  quick: boolean;
  dir: string;
  server(): Promise<PostgresServer>;
  data(): Promise<WarehouseData>;
  service(): Promise<Service>;
  raw(): Promise<Raw>;
  /** The last lines of the processes' logs. */
  logs(): Promise<string>;
  close(): Promise<void>;
}

interface Raw {
  address: string;
  queueUrl: string;
  process: BenchProcess;
}

const LOG_LINES = 8;

/**
 * A server that flushes like the service's own. Sequential scans begin at the table's start, so that equal statements
 * with a limit return the same rows.
 */
const SETTINGS = {
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  autovacuum: "on",
  synchronize_seqscans: "off",
  shared_buffers: "512MB",
  max_connections: "200",
};

export async function makeStage(quick: boolean): Promise<Stage> {
  const dir = await mkdtemp(join(tmpdir(), "analytics-bench-"));
  await chmod(dir, 0o755);
  const closers: (() => Promise<void>)[] = [];
  const server = once(async () => {
    say("starting Postgres");
    const started = await startPostgres({
      dir: join(dir, "postgres"),
      logFile: join(dir, "postgres.log"),
      listen: "tcp",
      temporary: true,
      settings: SETTINGS,
    });
    closers.push(() => started.stop());
    return started;
  });
  const data = once(async () => {
    const {url} = await server();
    say("loading three million flights");
    return makeData(dir, url);
  });
  const service = once(async () => {
    const [{url}, loaded] = [await server(), await data()];
    say("starting the service");
    const started = await startService(dir, url, loaded);
    closers.push(() => started.stop());
    return started;
  });
  const raw = once(async () => {
    const [{url}, {postgresUrl, duckdbFile}] = [await server(), await data()];
    say("starting the raw server");
    const queueUrl = await newDatabase(url, "plain_queue");
    const port = await freePort();
    const process_ = await startProcess({
      name: "raw",
      dir,
      command: [process.execPath, join(root, "bench", "raw.ts")],
      env: {
        PORT: String(port),
        POSTGRES_URL: postgresUrl,
        DUCKDB_FILE: duckdbFile,
        QUEUE_URL: queueUrl,
        UV_THREADPOOL_SIZE: "32",
      },
    });
    closers.push(() => process_.stop());
    const address = `http://127.0.0.1:${port}`;
    await until("the raw server listens", async () => fetch(address).catch(() => undefined));
    return {address, queueUrl, process: process_};
  });
  return {
    quick,
    dir,
    server,
    data,
    service,
    raw,
    logs: () => logsOf(dir),
    close: once(async () => {
      for (const close of closers.toReversed()) await close();
      await rm(dir, {recursive: true, force: true});
    }),
  };
}

async function logsOf(dir: string): Promise<string> {
  const files = (await readdir(dir)).filter(name => name.endsWith(".log"));
  const ends = files.map(async name => {
    const lines = (await readFile(join(dir, name), "utf8")).trimEnd().split("\n");
    return `${name}:\n${lines
      .slice(-LOG_LINES)
      .map(line => `  ${line.slice(0, 400)}\n`)
      .join("")}`;
  });
  return (await Promise.all(ends)).join("");
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Runs one statement on its own connection. */
export async function rowsOf<R extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({connectionString: url});
  await client.connect();
  try {
    return (await client.query<R>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
