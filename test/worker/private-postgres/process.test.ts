import {afterAll, beforeAll, expect, test} from "bun:test";
import {existsSync} from "node:fs";
import {mkdir, mkdtemp, readdir, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {endServerIn, startPostgres} from "../../../shared/core/postgres/server.ts";
import {removeDeadClusters} from "../../../worker/private-postgres/cluster-folder.ts";
import {Databases} from "../../../worker/private-postgres/databases.ts";
import {until} from "../../support/until.ts";
import {TestSqlServer} from "./sql-server.ts";

let sql: TestSqlServer;
beforeAll(async () => {
  sql = await TestSqlServer.start();
});
afterAll(() => sql.stop());

const endless = "select count(*) from generate_series(1, 1e12::bigint)";
async function clusterOf({dataDir}: TestSqlServer): Promise<string> {
  const folder = join(dataDir, "sql");
  const [name = ""] = (await readdir(folder)).filter(entry => !/lock|log/.test(entry));
  return join(folder, name);
}

const rejection = (running: Promise<unknown>) =>
  running.then(
    () => undefined,
    error => error,
  );

/** Resolves when the endless statement is running. */
async function endlessRuns(): Promise<void> {
  const cluster = await sql.server.postgres.cluster();
  await until(async () => {
    const client = await cluster.connectAsOwner("postgres");
    const {rows} = await client.query(
      "select from pg_stat_activity where state = 'active' and query like '%1e12%' and pid <> pg_backend_pid()",
    );
    await client.end();
    return rows.length > 0;
  });
}

test("a server that two statements need at the same time is started once", async () => {
  const started = "select pg_postmaster_start_time(), pg_backend_pid()";
  const [one, two] = await Promise.all([sql.ask(started), sql.ask(started, {id: "other"})]);
  expect(one?.[0]?.[0]).toBe(two?.[0]?.[0] ?? "");
  expect(one?.[0]?.[1]).not.toBe(two?.[0]?.[1] ?? "");
});

test("a server cannot be read by other users, and has no port", async () => {
  await sql.ask("select 1");
  const folder = await clusterOf(sql);
  const {mode} = await Bun.file(folder).stat();
  expect(mode & 0o077).toBe(0);
  const socket = await Bun.file(join(folder, "cluster", ".s.PGSQL.5432")).stat();
  expect(socket.mode & 0o077).toBe(0);
  expect(await sql.ask("show listen_addresses")).toEqual([[""]]);
});

/** Kills the server with all of its processes. One of them may have ended by itself. */
async function killServer(): Promise<void> {
  const folder = await clusterOf(sql);
  const [pid = ""] = (await Bun.file(join(folder, "cluster", "postmaster.pid")).text()).split("\n");
  const children = (await Bun.$`pgrep -P ${pid}`.quiet().text()).trim().split("\n");
  await Bun.$`kill -KILL ${[pid, ...children]}`.quiet().nothrow();
}

test("a server that dies fails the running statement with 57P01, and the next statement works", async () => {
  const before = await sql.ask("select pg_postmaster_start_time()");
  const running = rejection(sql.ask(endless));
  await endlessRuns();
  await killServer();
  expect(await running).toMatchObject({code: "worker_unavailable", details: {sqlState: "57P01"}});
  expect(await sql.ask("select pg_postmaster_start_time()")).not.toEqual(before);
});

test("a dead server that two statements find at the same time is started once", async () => {
  const postgres = sql.server.postgres;
  const dead = await postgres.cluster();
  await killServer();
  await until(() => !dead.running());
  const [one, two] = await Promise.all([postgres.cluster(), postgres.cluster()]);
  expect(one).toBe(two);
  expect(await sql.ask("select 1")).toEqual([["1"]]);
});

test("a session that dies fails its statement, and the next statement works", async () => {
  const {clientConfig: _, ...cluster} = await sql.server.postgres.cluster();
  const running = rejection(sql.ask(endless));
  await endlessRuns();
  await cluster.admin([
    "select pg_terminate_backend(pid) from pg_stat_activity where query like '%generate_series%' and pid <> pg_backend_pid()",
  ]);
  expect(await running).toMatchObject({details: {sqlState: "57P01"}});
  expect(await sql.ask("select 1")).toEqual([["1"]]);
});

test("a statement is cancelled when its caller leaves", async () => {
  const cluster = await sql.server.postgres.cluster();
  const running = async () => {
    const client = await cluster.connectAsOwner("postgres");
    const {rows} = await client.query(
      "select count(*)::int as n from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
    await client.end();
    return rows[0].n;
  };
  const leaving = new AbortController();
  const ended = rejection(sql.ask(endless, {signal: leaving.signal}));
  await until(async () => (await running()) > 0);
  leaving.abort(new Error("the client left"));
  expect(await ended).toMatchObject({message: "the client left"});
  await until(async () => (await running()) === 0);
});

test("a reader that leaves early ends the statement, and leaves nothing behind", async () => {
  const rows = Array.from({length: 20_000}, (_, i) => [String(i)]);
  const tables = {t: {columns: [["n", "bigint"]] as [string, "bigint"][], rows}};
  for await (const {rowCount} of sql.stream("select a.n from pg_temp.t a, pg_temp.t b", {tables})) {
    expect(rowCount).toBeGreaterThan(0);
    break;
  }
  expect(await sql.ask("select count(*) from pg_class where relname = 't'")).toEqual([["0"]]);
});

test("a server that is closed leaves no process and no folder", async () => {
  const other = await TestSqlServer.start();
  await other.ask("select 1");
  const running = async () =>
    (await Bun.$`pgrep -f ${join(other.dataDir, "sql")}`.nothrow().quiet().text()).trim();
  expect(await running()).not.toBe("");
  await other.server.stop();
  expect(await running()).toBe("");
  expect((await readdir(join(other.dataDir, "sql"))).filter(name => !/lock|log/.test(name))).toEqual([]);
  await other.stop();
});

test("a server ends when its worker is killed, and so does its folder", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "killed-"));
  const child = Bun.spawn(
    [process.execPath, Bun.fileURLToPath(new URL("./killed-worker.ts", import.meta.url)), dataDir],
    {
      stdout: "pipe",
      stderr: "inherit",
    },
  );
  const {value} = await child.stdout.getReader().read();
  expect(Buffer.from(value ?? []).toString()).toBe("started");
  const left = async () => (await readdir(join(dataDir, "sql"))).filter(name => !/lock|log/.test(name));
  expect(await left()).toHaveLength(1);
  child.kill("SIGKILL");
  await until(async () => (await left()).length === 0);
  expect((await Bun.$`pgrep -f ${join(dataDir, "sql")}`.nothrow().quiet().text()).trim()).toBe("");
  await rm(dataDir, {recursive: true, force: true});
});

test("the least recently used databases are dropped, except those in use", async () => {
  const cluster = await sql.server.postgres.cluster();
  const dropped: string[] = [];
  const databases = new Databases(
    cluster,
    async name => {
      dropped.push(name);
    },
    2,
  );
  const of = (id: string) => databases.lease({id, user: "ada", database: "analytics"});
  const used = await of("used");
  const idle = await of("idle");
  idle[Symbol.dispose]();
  const [third, again] = await Promise.all([of("third"), of("idle")]);
  expect(dropped).toEqual([idle.name]);
  expect(again.name).not.toBe(idle.name);
  const names = async () => {
    const client = await cluster.connectAsOwner("postgres");
    const {rows} = await client.query<{datname: string}>("select datname from pg_database");
    await client.end();
    return rows.map(({datname}) => datname);
  };
  await until(async () => !(await names()).includes(idle.name));
  expect(await names()).toEqual(expect.arrayContaining([used.name, third.name, again.name]));
});

test("a database that cannot be dropped yet holds up no new caller, and is dropped with the next one", async () => {
  const cluster = await sql.server.postgres.cluster();
  const databases = new Databases(cluster, async () => undefined, 1);
  const of = (id: string) => databases.lease({id, user: "ada", database: "analytics"});
  const count = async (...names: string[]) => {
    const client = await cluster.connectAsOwner("postgres");
    const {rows} = await client.query("select from pg_database where datname = any ($1)", [names]);
    await client.end();
    return rows.length;
  };
  // A session of another database that waits for its reader; a drop waits for that session, too.
  const stalled = await cluster.connectAsOwner("postgres");
  const {stream} = Reflect.get(stalled, "connection") as {stream: {pause(): void; resume(): void}};
  const reading = rejection(stalled.query("select repeat('x', 1000) from generate_series(1, 100000)"));
  stream.pause();
  const first = await of("first");
  first[Symbol.dispose]();
  const second = await of("second");
  second[Symbol.dispose]();
  const third = await of("third");
  expect(await count(first.name, second.name, third.name)).toBe(3);
  third[Symbol.dispose]();
  stream.resume();
  await reading;
  await stalled.end();
  const fourth = await of("fourth");
  while ((await count(first.name, second.name, third.name)) > 0) await Bun.sleep(20);
  expect(await count(fourth.name)).toBe(1);
});

test("the server and the folder of a killed process are ended and removed", async () => {
  const dir = await mkdtemp(join(tmpdir(), "left-"));
  const left = join(dir, "dead");
  await mkdir(dir, {recursive: true});
  const server = await startPostgres({dir: left, logFile: join(dir, "log"), temporary: false});
  expect(existsSync(join(left, "cluster", "postmaster.pid"))).toBe(true);
  await removeDeadClusters(dir);
  expect(existsSync(left)).toBe(false);
  await server.process.exited;
  await endServerIn(left);
  await rm(dir, {recursive: true, force: true});
});

test("a data folder whose path is too long for a socket gets its socket elsewhere", async () => {
  const deep = await mkdtemp(join(tmpdir(), `${"deep-".repeat(15)}`));
  const other = await TestSqlServer.start({DATA_DIR: deep});
  expect(await other.ask("select 1")).toEqual([["1"]]);
  expect(await other.ask("show listen_addresses")).toEqual([[""]]);
  await other.stop();
  await rm(deep, {recursive: true, force: true});
});
