import {readdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import pg from "pg";
import {MIGRATIONS_DIR, migrate} from "../../bin/migrate.ts";

/** Where the server for tests is; `bin/test.ts` starts it. The user is superuser, the database `postgres`. */
export function testServerUrl(): string {
  const url = process.env["TEST_DATABASE_URL"];
  if (!url)
    throw new Error("TEST_DATABASE_URL is not set: run `npm test`, or `npm test -- <paths of tests>`");
  return url;
}

export interface TestDatabase {
  url: string;
  /** Drops the database, whoever is still connected. */
  drop(): Promise<void>;
}

// Any number, as long as every test process takes the same.
const TEMPLATE_LOCK = 6_150_117;

/** A database of one's own with the service's schema and nothing in it: a copy of a template, made once per run. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const template = `template_${await migrationsHash()}`;
  await onServer(async client => {
    await client.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
    const {rowCount} = await client.query("select from pg_database where datname = $1", [template]);
    if (rowCount === 0) await makeTemplate(client, template);
    await client.query("select pg_advisory_unlock($1)", [TEMPLATE_LOCK]);
    await client.query(`create database ${name} template ${template}`);
  });
  return {
    url: urlOfDatabase(name),
    drop: () => onServer(async client => void (await client.query(`drop database ${name} with (force)`))),
  };
}

/** Migrated under another name first: a run that was interrupted leaves no half a template. */
async function makeTemplate(client: pg.Client, template: string): Promise<void> {
  await client.query(`drop database if exists ${template}_new`);
  await client.query(`create database ${template}_new`);
  await migrate(urlOfDatabase(`${template}_new`));
  await client.query(`alter database ${template}_new rename to ${template}`);
}

async function migrationsHash(): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for (const file of (await readdir(MIGRATIONS_DIR)).sort()) {
    hash.update(file).update(await readFile(join(MIGRATIONS_DIR, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

function urlOfDatabase(name: string): string {
  const url = new URL(testServerUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({connectionString: testServerUrl()});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
