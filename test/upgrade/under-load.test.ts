import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {cp, mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import pg from "pg";
import {freePort} from "../../shared/core/postgres/server.ts";
import {type Provider, startProvider} from "../agents/provider/provider.ts";
import {inLongRun, longTimeoutMs} from "../support/long.ts";
import {emptyDatabase, type TestDatabase} from "../support/postgres.ts";
import {smtpServer, type TestSmtp} from "../support/smtp.ts";
import {until} from "../support/until.ts";
import {EARLIER, hasCommit, type Process, release, start, TODAY, unpack} from "./releases.ts";
import {restore} from "./restore.ts";
import {type Entrance, type Kind, SteadyLoad} from "./steady-load.ts";

const EARLY: readonly Kind[] = ["query", "picture", "mcp", "run", "upload"];
const ALL: readonly Kind[] = [...EARLY, "sql", "question", "schedule"];

/** The releases to upgrade from: a commit, and the kinds of requests that it serves. */
const BEFORE = [
  {commit: "42ac27b", can: ALL},
  {commit: EARLIER, can: EARLY},
  {commit: "HEAD^", can: ALL},
]
  .slice(0, inLongRun(0, 3))
  .filter(({commit}) => hasCommit(commit));

/** How many rounds each client does between two steps. */
const ROUNDS = 50;
/** How long a web process that stops still answers that it is not ready, so that a proxy notices. */
const DRAIN_MS = 6000;

test.skipIf(inLongRun(1, 0) === 1)("the long run has releases to upgrade from under load", () => {
  expect(BEFORE).not.toBeEmpty();
});

let dir: string;
let smtp: TestSmtp;
let provider: Provider;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "under-load-"));
  smtp = await smtpServer();
  provider = startProvider();
});
afterAll(async () => {
  await provider.stop();
  await smtp.stop();
  await rm(dir, {recursive: true, force: true});
});

/**
 * Upgrades as described in docs/operations.md under "Upgrade". In the long run only, because beside other tests an
 * upload can take longer than a worker of an earlier release waits for it.
 */
describe.each([...BEFORE])("an upgrade from $commit under load", ({commit, can}) => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let before: Site;
  const processes: Process[] = [];

  beforeAll(async () => {
    database = await emptyDatabase();
    const sources = await unpack(commit, join(dir, commit, "sources"));
    await cp(join(import.meta.dir, "data"), join(dir, commit, "data"), {recursive: true});
    await restore(database.url);
    pool = new pg.Pool({connectionString: database.url});
    // Removes the jobs that the dump left in the queue: another test is about them.
    await pool.query("select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))");
    before = {sources, dataDir: join(dir, commit, "data"), databaseUrl: database.url, pool};
    expect(await release(sources, environmentOf(before))).toEqual({code: 0, errors: ""});
  });
  afterAll(async () => {
    await Promise.all(processes.map(one => one.stop()));
    await pool.end();
    await database.drop();
  });

  test(
    "fails no request, loses nothing, and sends nothing twice",
    async () => {
      const today = {...before, sources: TODAY};
      const [worker, web] = await Promise.all([startWorker(before), startWeb(before)]);
      processes.push(worker, web.process);
      const load = new SteadyLoad({database: pool, provider, mails: smtp.received}, can, web.entrance);
      await load.rounds(ROUNDS);

      expect(await release(TODAY, environmentOf(today))).toEqual({code: 0, errors: ""});
      await load.rounds(ROUNDS);
      processes.push(await startWorker(today));
      await load.rounds(ROUNDS);
      const newWeb = await startWeb(today);
      processes.push(newWeb.process);
      load.add(newWeb.entrance);
      await load.rounds(ROUNDS);
      await drained(load, web);
      await load.rounds(ROUNDS);
      await worker.stop();
      await load.rounds(ROUNDS);
      await load.stop();

      expect(load.faults).toEqual([]);
      expect(await load.losses()).toEqual([]);
      expect(load.sqlGoodbyes).toBeLessThanOrEqual(1);
    },
    longTimeoutMs(),
  );

  // The earliest releases do not check whether the database is newer.
  const refuses = can.includes("question");
  test.if(refuses)(
    "cannot be reverted by starting the earlier release, which refuses the newer database in one sentence",
    async () => {
      await pool.query("insert into pgmigrations (name, run_on) values ('9999_of_tomorrow', now())");
      const {code, errors} = await release(before.sources, environmentOf(before));
      expect(code).toBe(1);
      expect(errors).toMatch(/^[^\n]*newer[^\n]*\n$/);
    },
  );
});

/** A release over a database. */
interface Site {
  sources: string;
  dataDir: string;
  databaseUrl: string;
  pool: pg.Pool;
}

interface RunningWeb {
  process: Process;
  entrance: Entrance;
}

function environmentOf({databaseUrl, dataDir}: Site): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    BASE_URL: "http://localhost:3000",
    SMTP_URL: smtp.url,
    MAIL_FROM: "Reports <reports@service.example>",
    ANTHROPIC_API_KEY: "sk-test",
    ANTHROPIC_BASE_URL: provider.anthropicUrl,
    ASK_MODEL: "anthropic/test",
    SHUTDOWN_DRAIN_MS: String(DRAIN_MS),
    SHUTDOWN_GRACE_MS: "60000",
    // A busy machine may take long to start a worker.
    WORKER_WAIT_MS: "120000",
  };
}

const TRIES = 5;

/** Starts a web process on free ports, and on others if one of them has been taken meanwhile. */
async function startWeb(site: Site, tries = TRIES): Promise<RunningWeb> {
  const [port, sqlPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const environment = {...environmentOf(site), PORT: String(port), SQL_LISTEN: `127.0.0.1:${sqlPort}`};
  try {
    const process = await start("api/main.ts", site.sources, environment, () => isReady(origin));
    return {process, entrance: {origin, sqlPort}};
  } catch (error) {
    if (tries === 1) throw error;
    return startWeb(site, tries - 1);
  }
}

async function startWorker(site: Site): Promise<Process> {
  const ids = async () =>
    (await site.pool.query<{id: string}>("select id from workers")).rows.map(({id}) => id);
  const before = new Set(await ids());
  const isUp = async () => (await ids()).some(id => !before.has(id));
  return start("worker/main.ts", site.sources, environmentOf(site), isUp);
}

async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
  return answer?.status === 200;
}

/** Stops a web process. The load stops using it once it answers that it is not ready, as a proxy does. */
async function drained(load: SteadyLoad, {process, entrance}: RunningWeb): Promise<void> {
  process.signal("SIGTERM");
  await until(async () => !(await isReady(entrance.origin)));
  load.remove(entrance);
  await process.ended;
}
