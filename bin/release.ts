import {parseArgs} from "node:util";
import {readConfig} from "../shared/ground/config.ts";
import {compareMigrations, newerSentence} from "../shared/ground/database/migrations.ts";
import {type Db, openDatabase, sql} from "../shared/ground/db.ts";
import {makeLogger} from "../shared/ground/log.ts";
import {acceptKey, checkKeys} from "../shared/ground/process/key-check.ts";
import {migrate} from "./migrate.ts";
import {startFault} from "./start-fault.ts";

/**
 * Migrates the database, and checks that `ENCRYPTION_KEY` is one of its keys. With `--new-key` the key is accepted as the
 * replacement of a lost one.
 */
async function release(): Promise<void> {
  const {values} = parseArgs({options: {"new-key": {type: "boolean"}}});
  const config = readConfig();
  const ran = await migrate(config.databaseUrl);
  const {db, pool} = openDatabase(config.databaseUrl, 1, makeLogger("release", "silent"));
  try {
    const settle = values["new-key"] ? acceptKey : checkKeys;
    await settle(db, config.encryptionKeys);
    console.log(await stateOf(db, ran));
  } finally {
    await pool.end();
  }
}

async function stateOf(db: Db, ran: readonly string[]): Promise<string> {
  if (ran.length > 0) return `Migrated: ${ran.join(", ")}.`;
  const {rows} = await sql<{name: string}>`select name from pgmigrations`.execute(db);
  return newerSentence(await compareMigrations(rows.map(row => row.name))) ?? "The database is current.";
}

await release().catch((error: unknown) => {
  console.error(startFault(error, process.env));
  process.exitCode = 1;
});
