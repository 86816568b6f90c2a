import {parseArgs} from "node:util";
import {readConfig} from "../shared/core/config.ts";
import {compareMigrations, newerSentence} from "../shared/core/database/migrations.ts";
import {type Db, openDatabase, sql} from "../shared/core/db.ts";
import {makeLogger} from "../shared/core/log.ts";
import {acceptKey, checkKeys} from "../shared/core/process/key-check.ts";
import {migrate} from "./migrate.ts";
import {startFault} from "./start-fault.ts";

const REMEDY = "release the newer version again, or restore the back-up from before it.";

/**
 * Migrates the database, refuses one that a newer version has migrated, and checks that `ENCRYPTION_KEY` is one of its
 * keys. With `--new-key` the key is accepted as the replacement of a lost one.
 */
async function release(): Promise<void> {
  const {values} = parseArgs({options: {"new-key": {type: "boolean"}}});
  const config = readConfig();
  const {db, pool} = openDatabase(config.databaseUrl, 1, makeLogger("release", "silent"));
  try {
    const newer = newerSentence(await compareMigrations(await appliedMigrations(db)));
    if (newer) throw new Error(`${newer} A release does not go back: ${REMEDY}`);
    const ran = await migrate(config.databaseUrl);
    const settle = values["new-key"] ? acceptKey : checkKeys;
    await settle(db, config.encryptionKeys);
    console.log(ran.length > 0 ? `Migrated: ${ran.join(", ")}.` : "The database is current.");
  } finally {
    await pool.end();
  }
}

/** The names of the migrations that the database has; none where it was never released. */
async function appliedMigrations(db: Db): Promise<string[]> {
  const {rows} = await sql<{present: boolean}>`
    select to_regclass('pgmigrations') is not null as present`.execute(db);
  if (rows[0]?.present !== true) return [];
  const applied = await sql<{name: string}>`select name from pgmigrations`.execute(db);
  return applied.rows.map(({name}) => name);
}

// Without a handler, the first process of a container ignores the signal.
process.once("SIGTERM", () => process.exit(143));
await release().catch((error: unknown) => {
  console.error(startFault(error, process.env));
  process.exitCode = 1;
});
