import {existsSync} from "node:fs";
import {mkdir} from "node:fs/promises";
import {join, resolve} from "node:path";
import pg from "pg";
import type {Config} from "../shared/core/config.ts";
import {compareMigrations, newerSentence} from "../shared/core/database/migrations.ts";
import {keyId} from "../shared/core/process/key-check.ts";
import {foreignKeysOf, isEmpty, partitionsOf, quoted} from "./backup/catalog.ts";
import {checkFiles, putFiles} from "./backup/files.ts";
import {type Manifest, readManifest} from "./backup/manifest.ts";
import {plannedConfiguration, withDatabase} from "./backup/open-database.ts";
import {checkTables, loadTables} from "./backup/tables.ts";
import {migrate} from "./migrate.ts";
import {postgresDir} from "./start/environment.ts";
import {startFault} from "./start-fault.ts";

/**
 * `analytics restore FOLDER`: restores a back-up of `analytics backup` into an empty database and an empty folder,
 * counts its rows there, and migrates it to this version. The whole back-up is read before anything is written.
 */
async function main(): Promise<void> {
  const [folder, ...more] = process.argv.slice(2);
  if (!folder || folder.startsWith("-") || more.length > 0)
    throw new Error("Usage: analytics restore FOLDER");
  const dir = resolve(folder);
  const manifest = await readManifest(dir);
  const newer = newerSentence(await compareMigrations(manifest.migrations));
  if (newer) throw new Error(`${newer} Restore it with the version ${manifest.version} or a later one.`);
  const faults = [...(await checkTables(dir, manifest)), ...(await checkFiles(dir, manifest))];
  if (faults.length > 0) throw new Error(`The back-up is damaged:\n  ${faults.join("\n  ")}`);
  const {config, embedded} = plannedConfiguration(process.env);
  if (!embedded) requireKey(config, manifest);
  await requireNoDatabase(config, embedded);
  await mkdir(config.dataDir, {recursive: true});
  await putFiles(config, dir, manifest, {embedded});
  await withDatabase(process.env, {create: true}, async (config, client) => {
    requireKey(config, manifest);
    await load(config, client, dir, manifest);
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `The back-up of ${manifest.createdAt} is restored: ${rows} rows of ${manifest.tables.length} tables, as many as ` +
      `were backed up, and ${manifest.files.length} files. The database is current.`,
  );
  if (manifest.elsewhere) console.log(`Not in it: ${manifest.elsewhere}.`);
}

/** Throws if no key of the configuration is a key of the back-up. */
function requireKey({encryptionKeys}: Config, {keyIds}: Manifest): void {
  if (keyIds.length === 0 || encryptionKeys.some(key => keyIds.includes(keyId(key)))) return;
  throw new Error(
    "ENCRYPTION_KEY is not the key of the back-up: set the one that its secrets were encrypted with",
  );
}

/** Throws if the database has tables already, or an embedded database exists. */
async function requireNoDatabase({dataDir}: Config, embedded: boolean): Promise<void> {
  if (!embedded) return withDatabase(process.env, {create: false}, (_, client) => requireEmpty(client));
  if (existsSync(join(postgresDir(dataDir), "cluster")))
    throw new Error(
      `There is a database in ${dataDir} already: a back-up is restored into an empty folder (DATA_DIR)`,
    );
}

async function requireEmpty(client: pg.Client): Promise<void> {
  if (!(await isEmpty(client)))
    throw new Error("The database is not empty: a back-up is restored into a new one (DATABASE_URL)");
}

async function load(config: Config, client: pg.Client, dir: string, manifest: Manifest): Promise<void> {
  await requireEmpty(client);
  await migrate(config.databaseUrl, manifest.migrations.at(-1));
  await client.query("begin");
  // The migrations have made empty partitions, whose bounds depend on today's date.
  for (const {name} of await partitionsOf(client))
    await client.query(`drop table ${pg.escapeIdentifier(name)}`);
  for (const {of, name, bound} of manifest.partitions)
    await client.query(
      `create table ${pg.escapeIdentifier(name)} partition of ${pg.escapeIdentifier(of)} ${bound}`,
    );
  const keys = await foreignKeysOf(client);
  for (const {drop} of keys) await client.query(drop);
  await loadTables(client, dir, manifest.tables);
  // Each foreign key is checked against all rows as it is made again.
  for (const {add} of keys) await client.query(add);
  for (const sequence of manifest.sequences)
    await client.query("select setval($1::regclass, $2::bigint)", [quoted(sequence), sequence.last]);
  await client.query("commit");
  await migrate(config.databaseUrl);
  await client.query("analyze");
}

await main().catch((error: unknown) => {
  console.error(startFault(error, process.env));
  process.exitCode = 1;
});
