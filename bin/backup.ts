import {lstat, mkdir, readdir, rm, writeFile} from "node:fs/promises";
import {join, resolve} from "node:path";
import type pg from "pg";
import type {Config} from "../shared/core/config.ts";
import {compareMigrations, newerSentence, olderSentence} from "../shared/core/database/migrations.ts";
import {commit, version} from "../shared/core/process/version.ts";
import {partitionsOf, sequencesOf} from "./backup/catalog.ts";
import {checkFiles, copyFiles} from "./backup/files.ts";
import {MANIFEST, type Manifest} from "./backup/manifest.ts";
import {withDatabase} from "./backup/open-database.ts";
import {checkTables, dumpTables} from "./backup/tables.ts";
import {startFault} from "./start-fault.ts";

/**
 * `analytics backup FOLDER`: writes the service's database, as of one moment, and the files beside it, then reads all
 * of it back to check it. The service may run at the same time. The folder holds secrets. If the back-up fails, what was
 * written is deleted.
 */
async function main(): Promise<void> {
  const [folder, ...more] = process.argv.slice(2);
  if (!folder || folder.startsWith("-") || more.length > 0) throw new Error("Usage: analytics backup FOLDER");
  const dir = resolve(folder);
  const created = await makeEmpty(dir);
  const manifest = await complete(dir).catch(async (error: unknown) => {
    // Without what was written, the same command can be repeated.
    for (const path of [created, join(dir, "files"), join(dir, MANIFEST)])
      await rm(path, {recursive: true, force: true});
    throw error;
  });
  console.log(`${dir} contains ${summary(manifest)}, and was read back.`);
  if (manifest.elsewhere) console.log(`Not in it: ${manifest.elsewhere}.`);
  const hasKey = manifest.files.some(({path}) => path === "encryption-key");
  console.log(
    hasKey
      ? "The back-up contains the key that decrypts its secrets: protect it like a password."
      : "Keep ENCRYPTION_KEY elsewhere: without it the secrets in the back-up cannot be decrypted.",
  );
}

/** Writes the back-up, reads it back, and then writes its manifest. */
async function complete(dir: string): Promise<Manifest> {
  const manifest = await withDatabase(process.env, {create: false}, (config, client) =>
    write(config, client, dir),
  );
  const faults = [...(await checkTables(dir, manifest)), ...(await checkFiles(dir, manifest))];
  if (faults.length > 0) throw new Error(`The back-up cannot be read back:\n  ${faults.join("\n  ")}`);
  await writeFile(join(dir, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {mode: 0o600, flush: true});
  return manifest;
}

async function write(config: Config, client: pg.Client, dir: string): Promise<Manifest> {
  const {rows: applied} = await client.query<{name: string}>("select name from pgmigrations order by name");
  const migrations = applied.map(({name}) => name);
  const difference = await compareMigrations(migrations);
  const other = newerSentence(difference) ?? olderSentence(difference);
  if (other)
    throw new Error(`${other} Back up with the version of the service that the database belongs to.`);
  await client.query("begin transaction isolation level repeatable read read only");
  const {rows: keys} = await client.query<{id: string}>("select id from encryption_keys order by id");
  const tables = await dumpTables(client, dir);
  const partitions = await partitionsOf(client);
  const sequences = await sequencesOf(client);
  // The service writes a file before the row that names it, so the files of all rows read above exist by now.
  const files = await copyFiles(config, dir);
  await client.query("commit");
  return {
    format: 1,
    version,
    commit,
    createdAt: new Date().toISOString(),
    migrations,
    keyIds: keys.map(({id}) => id),
    partitions,
    tables,
    sequences,
    files,
    elsewhere:
      config.s3 === undefined
        ? null
        : `snapshots and files of deliveries, which are in the bucket ${config.s3.bucket}`,
  };
}

function summary({tables, files}: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables, and ${files.length} files`;
}

/** Returns the first folder that it had to create. */
async function makeEmpty(dir: string): Promise<string> {
  const found = await lstat(dir).catch(() => undefined);
  if (found && (!found.isDirectory() || (await readdir(dir)).length > 0))
    throw new Error(`${dir} exists already: name a folder that is new or empty`);
  const tables = join(dir, "tables");
  return (await mkdir(tables, {recursive: true, mode: 0o700})) ?? tables;
}

await main().catch((error: unknown) => {
  console.error(startFault(error, process.env));
  process.exitCode = 1;
});
