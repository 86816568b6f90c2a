import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {cp, mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import pg from "pg";
import {migrate} from "../../bin/migrate.ts";
import {onBusyMachine} from "../support/busy-machine.ts";
import {emptyDatabase, type TestDatabase} from "../support/postgres.ts";
import {bundled} from "../support/processes/bundle.ts";
import {until} from "../support/until.ts";
import known from "./known.json";
import {asker, EARLIER, hasCommit, type Process, start, TODAY, unpack} from "./releases.ts";
import {restore} from "./restore.ts";

type Release = "earlier" | "today";
type Ask = ReturnType<typeof asker>;

const QUERIES = 25;
let dir: string;
let database: TestDatabase;
let client: pg.Client;
let sources: Record<Release, string>;
let webs: Record<Release, Ask>;
const processes = new Set<Process>();
const workers: Partial<Record<Release, Process>> = {};

/** Real processes of two releases over one database, which the later one has migrated: a rolling release. */
describe.skipIf(!hasCommit(EARLIER))("beside processes of a release whose protocol has no versions", () => {
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "releases-"));
    database = await emptyDatabase();
    await cp(join(import.meta.dir, "data"), dir, {recursive: true});
    await restore(database.url);
    await migrate(database.url);
    client = new pg.Client({connectionString: database.url});
    await client.connect();
    // Removes the jobs that the dump left in the queue: another test is about them.
    await client.query("select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))");
    sources = {earlier: await unpack(EARLIER, join(dir, "earlier")), today: TODAY};
    const [before, today] = await Promise.all([startWeb("earlier"), startWeb("today")]);
    webs = {earlier: before, today};
  });

  afterAll(async () => {
    await Promise.all([...processes].map(one => one.stop()));
    await client.end();
    await database.drop();
    await rm(dir, {recursive: true, force: true});
  });

  test("each web process is answered by the workers of its own release, and nothing is lost", async () => {
    await workersOf("earlier", "today");
    for (const release of ["earlier", "today"] as const) {
      const ask = webs[release];
      const since = await now();
      expect(await statusesOf(queries(ask))).toEqual(Array(QUERIES).fill(200));
      expect(await statusesOf(pictures(ask))).toEqual([200, 200, 200, 200, 200]);
      const id = await queueRun(ask);
      expect([release, await ended(ask, id)]).toEqual([release, "succeeded"]);
      expect([release, await history(since)]).toEqual([release, Array(QUERIES).fill("succeeded")]);
    }
  });

  test("with earlier workers alone, the current web process says that no worker is available, and queued runs wait", async () => {
    await workersOf("earlier");
    const ask = await startWeb("today", {WORKER_WAIT_MS: "2000"});
    const started = performance.now();
    const refused = await Promise.all([...queries(ask), ...pictures(ask)]);
    expect(performance.now() - started).toBeLessThan(onBusyMachine(15_000));
    for (const {status, body, headers} of refused) {
      expect([status, body.code]).toEqual([503, "worker_unavailable"]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await ask("GET", "/readyz")).status).toBe(503);
    const id = await queueRun(ask);
    // Meanwhile the earlier worker takes the runs of its own release from the same queue.
    expect(await ended(webs.earlier, await queueRun(webs.earlier))).toBe("succeeded");
    expect((await ask("GET", `/api/query/runs/${id}`)).body.status).toBe("queued");
    await workersOf("earlier", "today");
    expect(await ended(ask, id)).toBe("succeeded");
    expect(await statusesOf(queries(ask))).toEqual(Array(QUERIES).fill(200));
  });

  test("with current workers alone, the earlier web process gets its answers, or says that no worker is available", async () => {
    await workersOf("today");
    const ask = webs.earlier;
    expect(await statusesOf(queries(ask))).toEqual(Array(QUERIES).fill(200));
    const drawn = await Promise.all(pictures(ask));
    const outcomes = drawn.map(({status, body}) => (status === 200 ? 200 : [status, body?.code]));
    for (const outcome of outcomes) expect([200, [503, "worker_unavailable"]]).toContainEqual(outcome);
    expect(await ended(ask, await queueRun(ask))).toBe("succeeded");
  });
});

/** The path of a release's process in its sources. Today's processes start from their bundles, as from an archive. */
const mainOf = async (release: Release, script: "api/main.ts" | "worker/main.ts") =>
  release === "today" ? bundled(script) : script;

/** Starts a web process. Unless `more` says otherwise, it waits for a worker for as long as a busy machine may take. */
async function startWeb(release: Release, more: Record<string, string> = {}): Promise<Ask> {
  const server = Bun.serve({port: 0, hostname: "127.0.0.1", fetch: () => new Response()});
  const {port} = server;
  await server.stop(true);
  const origin = `http://127.0.0.1:${port}`;
  const ask = asker(origin, known.adminToken);
  const isUp = () =>
    ask("GET", "/healthz").then(
      ({status}) => status === 200,
      () => false,
    );
  const own = {PORT: String(port), BASE_URL: "http://localhost:3000", WORKER_WAIT_MS: "120000", ...more};
  processes.add(
    await start(await mainOf(release, "api/main.ts"), sources[release], {...environment(), ...own}, isUp),
  );
  return ask;
}

async function startWorker(release: Release): Promise<Process> {
  const ids = async () => (await client.query<{id: string}>("select id from workers")).rows.map(({id}) => id);
  const before = new Set(await ids());
  const isUp = async () => (await ids()).some(id => !before.has(id));
  const main = await mainOf(release, "worker/main.ts");
  const worker = await start(main, sources[release], environment(), isUp);
  processes.add(worker);
  return worker;
}

/** Starts and stops workers, until there is one of each of these releases, and no other. */
async function workersOf(...releases: Release[]): Promise<void> {
  for (const release of ["earlier", "today"] as const) {
    const worker = workers[release];
    if (releases.includes(release)) workers[release] ??= await startWorker(release);
    else if (worker) {
      await worker.stop();
      processes.delete(worker);
      delete workers[release];
    }
  }
}

const environment = () => ({DATABASE_URL: database.url, DATA_DIR: dir});

let queryCount = 0;
/** Sends queries that differ, so that none is answered from a cache. */
function queries(ask: Ask): ReturnType<Ask>[] {
  queryCount += QUERIES;
  return Array.from({length: QUERIES}, (_, n) =>
    ask("POST", "/api/query", {
      projectId: known.projectId,
      model: "orders",
      measures: ["orders.count"],
      filters: [{field: "orders.id", op: "!=", value: queryCount + n}],
    }),
  );
}

const pictures = (ask: Ask) =>
  Object.values(known.charts).map(id => ask("GET", `/api/charts/${id}/image.svg`));

async function queueRun(ask: Ask): Promise<string> {
  const query = {projectId: known.projectId, model: "orders", measures: ["orders.count"]};
  const {status, body} = await ask("POST", "/api/query", query, {prefer: "respond-async"});
  expect(status).toBe(202);
  return body.id;
}

function ended(ask: Ask, id: string): Promise<string> {
  return until(async () => {
    const {body} = await ask("GET", `/api/query/runs/${id}`);
    return body.status !== "queued" && body.status !== "running" && body.status;
  });
}

async function statusesOf(answers: ReturnType<Ask>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({status}) => status);
}

/** The time of the database. */
async function now(): Promise<string> {
  const {rows} = await client.query<{now: string}>("select now()::text as now");
  return rows[0]?.now ?? "";
}

/** The outcomes of the queries since then. Waits, because the history is written after the answers. */
function history(since: string): Promise<string[]> {
  return until(async () => {
    const {rows} = await client.query(
      `select status from query_runs
       where trigger = 'interactive' and model = 'orders' and created_at >= $2::timestamptz
       order by id desc limit $1`,
      [QUERIES, since],
    );
    return rows.length >= QUERIES && rows.map(({status}) => status);
  });
}
