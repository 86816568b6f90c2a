import {afterAll, beforeAll, expect, test} from "bun:test";
import {existsSync} from "node:fs";
import {appendFile, chmod, mkdtemp, readFile, rm, stat, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import pg from "pg";
import {
  freePort,
  type PostgresServer,
  runningPostgresUrl,
  startPostgres,
} from "../../shared/core/postgres/server.ts";
import {until} from "../support/until.ts";

const BUSY = "select from pg_stat_activity where state = 'active' and query like 'select count%'";

// A folder without access for others, as mktemp creates it. The server must run there even for root.
let parent: string;
let server: PostgresServer | undefined;
const dir = () => join(parent, "postgres");
const start = async () => {
  server = await startPostgres({dir: dir(), logFile: join(parent, "postgres.log")});
  return server;
};

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "postgres-test-"));
  await chmod(parent, 0o700);
});
afterAll(async () => {
  await server?.stop();
  await rm(parent, {recursive: true});
});

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({connectionString: url});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test("a free port is outside of the range that the system gives to other programs", async () => {
  const ports = await Promise.all(Array.from({length: 50}, freePort));
  // Linux uses ports from 32768, other systems from 49152.
  for (const port of ports) expect(port).toBeWithin(1024, 32_768);
  const listeners = ports.map(port => Bun.serve({port, hostname: "127.0.0.1", fetch: () => new Response()}));
  for (const listener of listeners) await listener.stop();
});

test("committed data are there after a stop and another start", async () => {
  const {url, stop} = await start();
  await ask(url, "create table kept as select 'žluťoučký' as word");
  expect(await runningPostgresUrl(dir())).toBe(url);
  await stop();
  expect(await runningPostgresUrl(dir())).toBeUndefined();
  expect(await ask((await start()).url, "select word from kept")).toEqual([{word: "žluťoučký"}]);
});

test("a copy of a cluster that never ran is one like it, with its password, and leaves it as it is", async () => {
  const copyOf = join(parent, "new-cluster");
  const options = {logFile: join(parent, "copies.log"), temporary: true, superuser: "owner", copyOf};
  const copies = await Promise.all(
    ["one", "two"].map(name => startPostgres({...options, dir: join(parent, name)})),
  );
  for (const {url} of copies) {
    await ask(url, "create table own (id int)");
    expect(
      await ask(
        url,
        "select current_user, pg_encoding_to_char(encoding) as encoding, datcollate from pg_database where datname = 'postgres'",
      ),
    ).toEqual([{current_user: "owner", encoding: "UTF8", datcollate: "C"}]);
  }
  await Promise.all(copies.map(({stop}) => stop()));
  expect(existsSync(join(parent, "one"))).toBe(false);
  const later = await startPostgres({...options, dir: join(parent, "three")});
  expect(await ask(later.url, "select to_regclass('own') as own")).toEqual([{own: null}]);
  await later.stop();
});

test("the server accepts only the password that it stores", async () => {
  const {url} = server!;
  expect((await stat(join(dir(), "password"))).mode & 0o077).toBe(0);
  const password = await readFile(join(dir(), "password"), "utf8");
  await expect(ask(url.replace(password, "guess"), "select 1")).rejects.toMatchObject({code: "28P01"});
});

test("the server flushes commits and uses UTF-8", async () => {
  const settings = "current_setting('fsync') as fsync, current_setting('server_encoding') as encoding";
  expect(await ask(server!.url, `select ${settings}`)).toEqual([{fsync: "on", encoding: "UTF8"}]);
});

test("the next start recovers after a SIGKILL of the server", async () => {
  await ask(server!.url, "insert into kept values ('committed')");
  const pid = Number((await readFile(join(dir(), "cluster", "postmaster.pid"), "utf8")).split("\n", 1)[0]);
  process.kill(pid, "SIGKILL");
  expect(await server!.process.exited).toBe(137);
  expect(await ask((await start()).url, "select count(*)::int as n from kept")).toEqual([{n: 2}]);
});

test("a start waits for a process of the killed server that has not ended yet", async () => {
  const {url} = server ?? (await start());
  // A session looks for the end of its server where it waits, and this one computes.
  const client = new pg.Client({connectionString: url});
  client.on("error", () => undefined);
  await client.connect();
  const computing = client.query("select count(*) from generate_series(1, 20000000)").then(
    () => true,
    () => false,
  );
  await until(async () => (await ask(url, BUSY)).length === 1);
  const [pid = ""] = (await readFile(join(dir(), "cluster", "postmaster.pid"), "utf8")).split("\n");
  process.kill(Number(pid), "SIGKILL");
  const again = await start();
  expect(await ask(again.url, "select 1 as one")).toEqual([{one: 1}]);
  await computing;
  expect(await readFile(join(parent, "postgres.log"), "utf8")).toContain("pre-existing shared memory block");
});

test("a lock file whose process id now belongs to another program is ignored", async () => {
  await server!.stop();
  const lock = [
    String(process.pid),
    join(dir(), "cluster"),
    "0",
    "5432",
    join(dir(), "cluster"),
    "",
    "0 0",
    "ready",
  ];
  await writeFile(join(dir(), "cluster", "postmaster.pid"), `${lock.join("\n")}\n`);
  expect(await ask((await start()).url, "select 1 as one")).toEqual([{one: 1}]);
});

test("a server that cannot start gives the reason", async () => {
  await server!.stop();
  await appendFile(join(dir(), "cluster", "postgresql.conf"), "\nno_such_setting = 1\n");
  await expect(start()).rejects.toThrow("no_such_setting");
});
