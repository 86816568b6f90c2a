import {readdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import pg from "pg";
import {migrate} from "../../bin/migrate.ts";
import {MIGRATIONS_DIR} from "../../shared/core/database/migrations.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {until} from "./until.ts";

/** The address of the test server, which `bin/test.ts` starts. The user is a superuser, the database `postgres`. */
export function testServerUrl(): string {
  const url = process.env["TEST_DATABASE_URL"];
  if (!url)
    throw new Error("TEST_DATABASE_URL is not set: run `npm test`, or `npm test -- <paths of tests>`");
  return url;
}

export interface TestDatabase {
  url: string;
  /** Drops the database even while clients are connected. */
  drop(): Promise<void>;
}

// An arbitrary number, which must be the same in every test process.
const TEMPLATE_LOCK = 6_150_117;

/** Resolves when a session of the database waits for a lock that another one holds. */
export async function lockAwaited(db: Db): Promise<void> {
  await until(async () => {
    const {rows} = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  });
}

/** Creates an empty database. */
export function emptyDatabase(): Promise<TestDatabase> {
  return onServer(undefined, client => newDatabase(client, "template0"));
}

export interface Place {
  /** The address of another server than the tests'. */
  server?: string;
  /** Where the database's tables lie. */
  tablespace?: string;
}

let migrated: Promise<string> | undefined;

/** Creates a database with the service's schema and no rows. */
export async function testDatabase(place: Place = {}): Promise<TestDatabase> {
  migrated ??= nameOfMigrated();
  return copyOfTemplate(await migrated, migrate, place);
}

/** The template's name for the migrations as they are, which do not change while a process runs. */
async function nameOfMigrated(): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for (const file of (await readdir(MIGRATIONS_DIR)).sort())
    hash.update(file).update(await readFile(join(MIGRATIONS_DIR, file)));
  return `template_${hash.digest("hex").slice(0, 16)}`;
}

/** Templates that this process has seen, by the address of their server. */
const seen = new Set<string>();

/** Creates a database as a copy of a template, which `fill` fills when the first copy of a run is made. */
export function copyOfTemplate(
  template: string,
  fill: (url: string) => Promise<unknown>,
  place: Place = {},
): Promise<TestDatabase> {
  return onServer(place.server, async client => {
    const address = urlOfDatabase(template, place.server);
    if (seen.has(address)) return newDatabase(client, template, place);
    await client.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
    const {rowCount} = await client.query("select from pg_database where datname = $1", [template]);
    if (rowCount === 0) await makeTemplate(client, template, fill, place);
    await client.query("select pg_advisory_unlock($1)", [TEMPLATE_LOCK]);
    seen.add(address);
    return newDatabase(client, template, place);
  });
}

async function newDatabase(
  client: pg.ClientBase,
  template: string,
  {server, tablespace = "pg_default"}: Place = {},
): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  // Copies the template's files: the other strategy logs each block, which takes two to four times the processor time.
  await client.query(
    `create database ${name} template ${template} tablespace ${tablespace} strategy file_copy`,
  );
  return {
    url: urlOfDatabase(name, server),
    drop: () =>
      onServer(server, async client => void (await client.query(`drop database ${name} with (force)`))),
  };
}

/** Fills the template under another name first, so that an interrupted run leaves no half-made template. */
async function makeTemplate(
  client: pg.ClientBase,
  template: string,
  fill: (url: string) => Promise<unknown>,
  {server}: Place,
): Promise<void> {
  await client.query(`drop database if exists ${template}_new`);
  await client.query(`create database ${template}_new`);
  await fill(urlOfDatabase(`${template}_new`, server));
  await client.query(`alter database ${template}_new rename to ${template}`);
}

function urlOfDatabase(name: string, server = testServerUrl()): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Connections that create and drop databases, by the address of their server. They stay open while the process runs,
 * because opening a connection costs as much as creating a database.
 */
const pools = new Map<string, pg.Pool>();

async function onServer<T>(server = testServerUrl(), use: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await poolOf(server).connect();
  try {
    const result = await use(client);
    client.release();
    return result;
  } catch (error) {
    // Closes the connection, because its session may hold a lock.
    client.release(true);
    throw error;
  }
}

function poolOf(server: string): pg.Pool {
  const known = pools.get(server);
  if (known) return known;
  const pool = new pg.Pool({connectionString: server, max: 4, idleTimeoutMillis: 0, allowExitOnIdle: true});
  // An idle connection is lost when a test stops its server: the pool opens another one for the next caller.
  pool.on("error", () => undefined);
  pools.set(server, pool);
  return pool;
}
