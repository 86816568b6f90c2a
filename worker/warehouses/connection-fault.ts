import type {WarehouseConfig} from "../../shared/connections/types.ts";
import {ServiceError} from "../../shared/errors.ts";
import {WarehouseError} from "./warehouse.ts";

/** Why a connection could not be opened, in a sentence of ours; the engine's own text is for org-admins. */
export function connectionFault(error: unknown, config: WarehouseConfig): unknown {
  if (!(error instanceof WarehouseError)) return error;
  const message = config.type === "duckdb" ? duckdbSentence(config.path) : postgresSentence(error, config);
  return new ServiceError("connection_failed", message, {adminDetail: error.message, cause: error});
}

/** What went wrong with a statement of ours on an open connection. */
export function statementFault(error: unknown, config: WarehouseConfig): unknown {
  if (!(error instanceof WarehouseError)) return error;
  const {kind, errorClass} = error.details;
  if (kind === "unreachable" || kind === "denied") return connectionFault(error, config);
  const message =
    kind === "cancelled"
      ? "The warehouse cancelled the statement."
      : `The warehouse refused a statement about its catalogue (${errorClass}).`;
  return new ServiceError("warehouse_error", message, {
    adminDetail: `The warehouse said: ${error.message}`,
    cause: error,
  });
}

function duckdbSentence(path: string): string {
  return `The DuckDB file "${path}" cannot be opened: it may be damaged, of another version, or locked by a writer.`;
}

function postgresSentence(
  {message, details: {errorClass, kind, cause}}: WarehouseError,
  config: Extract<WarehouseConfig, {type: "postgres"}>,
): string {
  const at = `${config.host}:${config.port}`;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : errorClass;
  if (code === "28P01") return `${at} refused the password of the user "${config.user}".`;
  if (code.startsWith("28")) return `${at} does not let the user "${config.user}" in.`;
  if (code === "3D000") return `There is no database "${config.database}" at ${at}.`;
  if (code === "42501")
    return `The user "${config.user}" has no right to use the database "${config.database}".`;
  if (code === "53300") return `${at} has no connection free.`;
  if (/does not support SSL/i.test(message)) {
    return `${at} does not speak TLS: set ssl to "disable" if the way there is safe.`;
  }
  if (/certificate|self[- ]signed|altname/i.test(`${message} ${code}`)) {
    return `The certificate of ${at} does not stand the check that "verify-full" asks for.`;
  }
  if (code === "ECONNREFUSED") return `Nothing listens at ${at}.`;
  if (/timeout|timed out|ETIMEDOUT/i.test(`${message} ${code}`)) return `${at} did not answer in time.`;
  if (kind === "unreachable") return `${at} cannot be reached, or broke the connection off.`;
  return `${at} answered, but refused a first statement.`;
}
