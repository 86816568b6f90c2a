import type {Config} from "../../shared/core/config.ts";
import type {Logger} from "../../shared/core/log.ts";
import type {SqlBackend} from "./backend.ts";
import {Certificate} from "./certificate.ts";
import {SqlServer, type SqlServerOptions} from "./server.ts";

/**
 * Listens for Postgres' protocol at the configured address; `undefined` if the protocol is off. If the address or the
 * certificate cannot be used, rejects with an `Error` that names the variable.
 */
export async function openSqlServer(
  {sql, readerStallMs}: Pick<Config, "sql" | "readerStallMs">,
  backend: SqlBackend,
  log: Logger,
  options: Pick<SqlServerOptions, "onSignIn" | "cancels"> = {},
): Promise<SqlServer | undefined> {
  if (!sql) return undefined;
  const {tls, host, port} = sql;
  const server = new SqlServer(backend, log, {
    ...sql,
    tls: tls && new Certificate(tls, log),
    stallMs: readerStallMs,
    ...options,
  });
  try {
    await server.listen();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`SQL_LISTEN is "${host}:${port}", but the server cannot listen there: ${reason}`, {
      cause: error,
    });
  }
  return server;
}
