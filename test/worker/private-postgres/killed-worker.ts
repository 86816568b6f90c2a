import {TestSqlServer} from "./sql-server.ts";

// A process with a private Postgres, for a test to kill.
const [, , dataDir = ""] = process.argv;
const sql = await TestSqlServer.start({DATA_DIR: dataDir});
await sql.ask("select 1");
process.stdout.write("started");
await Bun.sleep(600_000);
