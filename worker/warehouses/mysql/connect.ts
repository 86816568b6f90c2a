import {connect, type Socket} from "node:net";
import {type Connection, createConnection} from "mysql2";
import type {WarehouseConfig} from "../../../shared/tenancy/connections/types.ts";
import {ByteBound, MAX_SIGN_IN_BYTES} from "../server.ts";
import {WarehouseError, type WarehouseLimits} from "../warehouse.ts";
import {asWarehouseError} from "./error.ts";

/**
 * The server's address and the login. `host` may be a resolved address; the certificate is then checked for
 * `serverName`.
 */
export type MysqlTarget = Omit<WarehouseConfig<"mysql">, "type"> & {serverName?: string};

/**
 * Standard strings: `"a"` is a name, and a backslash is not an escape. So the engine reads a SQL fragment in the same
 * way as the check of the layer did.
 */
export const SQL_MODE =
  "ANSI_QUOTES,NO_BACKSLASH_ESCAPES,STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";

export function lost(): WarehouseError {
  return new WarehouseError("The connection was closed.", {errorClass: "connection", kind: "unreachable"});
}

export interface Connected {
  connection: Connection;
  socket: Socket;
}

export function run(connection: Connection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}

/** Logs in. Rejects with a `WarehouseError`. */
export function connected(
  target: MysqlTarget,
  limits: Pick<WarehouseLimits, "connectTimeoutMs">,
): Promise<Connected> {
  const socket = connect({host: target.host, port: target.port, noDelay: true, keepAlive: true});
  const connection = createConnection({
    // The certificate is checked for this name; the socket connects to the address.
    host: target.serverName ?? target.host,
    port: target.port,
    stream: socket,
    user: target.user,
    password: target.password,
    database: target.database,
    charset: "UTF8MB4_GENERAL_CI",
    connectTimeout: limits.connectTimeoutMs,
    flags: ["-LOCAL_FILES"],
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    ...(target.ssl === "disable" ? {} : {ssl: tlsOf(target)}),
  });
  const signIn = new ByteBound(socket, MAX_SIGN_IN_BYTES);
  signIn.start();
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      signIn.stop();
      socket.destroy();
      reject(asWarehouseError(error));
    };
    connection.on("error", fail);
    connection.connect(error => {
      if (error) return fail(error);
      signIn.stop();
      resolve({connection, socket});
    });
  });
}

function tlsOf(target: MysqlTarget) {
  const isChecked = target.ssl === "verify-full";
  return {rejectUnauthorized: isChecked, verifyIdentity: isChecked};
}
