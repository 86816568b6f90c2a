import pg from "pg";
import type {Logger} from "../../../shared/core/log.ts";

/** A server that does not answer a cancel request within this time is considered lost. */
export const CANCEL_MS = 2000;

interface CancellableClient extends pg.ClientBase {
  processID?: number;
  secretKey?: number;
}
/** Closes a connection without notice to its server; its statement rejects. */
export function cutOff(client: {connection: pg.Connection}): void {
  client.connection.stream.destroy();
}

/** Asks the server to cancel this session's statement, over another connection, as the protocol requires. */
export function cancelBackend(config: pg.ClientConfig, client: CancellableClient, log: Logger): void {
  const {processID, secretKey} = client;
  if (processID === undefined || secretKey === undefined) return;
  const connection = new pg.Connection(config);
  connection.on("error", error => log.warn({err: error}, "a warehouse statement could not be cancelled"));
  connection.once(config.ssl ? "sslconnect" : "connect", () => connection.cancel(processID, secretKey));
  if (config.ssl) connection.once("connect", () => connection.requestSsl?.());
  const giveUp = setTimeout(() => connection.stream.destroy(), CANCEL_MS);
  connection.once("end", () => clearTimeout(giveUp));
  const {host = "localhost", port = 5432} = config;
  if (host.startsWith("/")) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
