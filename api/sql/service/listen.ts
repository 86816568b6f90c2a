import type {Web} from "../../dependencies.ts";
import {openSqlServer} from "../open-sql.ts";
import {NotifiedCancels} from "./notified-cancels.ts";
import {ServiceBackend} from "./service-backend.ts";

/** The last part of the grace period, in which clients whose statements are still running are sent the error. */
const GOODBYE_MS = 500;

/** Listens for Postgres' protocol at the configured address. Rejects if the server cannot listen at the address. */
export async function openSql(web: Web): Promise<{stop(): Promise<void>}> {
  if (!web.config.sql) return {stop: async () => undefined};
  const backend = new ServiceBackend(web);
  const server = await openSqlServer(web.config, backend, web.log, {
    cancels: new NotifiedCancels(web),
    onSignIn: sqlstate => web.metrics.sqlSignIns.inc({sqlstate}),
  });
  return {
    async stop() {
      await server?.stop(Math.max(0, web.config.shutdownGraceMs - GOODBYE_MS));
      backend.stop();
    },
  };
}
