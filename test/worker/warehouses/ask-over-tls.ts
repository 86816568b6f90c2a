import {makeLogger} from "../../../shared/core/log.ts";
import {openPostgres, type PostgresTarget} from "../../../worker/warehouses/postgres/warehouse.ts";

/** A connection over TLS, in a process of its own: `ask-over-tls.ts <url> <name of the host> <ssl>`. */
const [url = "", serverName = "", ssl] = process.argv.slice(2);
const {port, username, password, pathname} = new URL(url);
const target: PostgresTarget = {
  host: "127.0.0.1",
  port: Number(port),
  database: pathname.slice(1),
  user: username,
  password: decodeURIComponent(password),
  ssl: ssl === "verify-full" ? ssl : "require",
  serverName,
};
const limits = {
  concurrency: 1,
  statementTimeoutMs: 60_000,
  connectTimeoutMs: 20_000,
  duckdbMemoryLimit: "500MB",
  duckdbThreads: 2,
  tempDir: "",
};
const warehouse = openPostgres(target, limits, makeLogger("test", "silent"));
try {
  const sql =
    "select case when ssl then 'encrypted' else 'open' end from pg_stat_ssl where pid = pg_backend_pid()";
  process.stdout.write((await warehouse.rows({sql, parameters: []})).join());
} catch (error) {
  process.stdout.write(error instanceof Error ? error.message : String(error));
} finally {
  await warehouse.close();
}
