import type {ServerConfig, WarehouseConfig} from "../../shared/connections/types.ts";
import {isVendorConfig, type VendorConfig} from "../../shared/connections/vendors.ts";
import {ServiceError} from "../../shared/errors.ts";
import {WarehouseError} from "./warehouse.ts";

/** Why a connection could not be opened, in a sentence of ours; the engine's own text is for org-admins. */
export function connectionFault(error: unknown, config: WarehouseConfig): unknown {
  if (!(error instanceof WarehouseError)) return error;
  const message =
    config.type === "duckdb"
      ? duckdbSentence(config.path)
      : isVendorConfig(config)
        ? vendorSentence(error, config)
        : serverSentence(error, config);
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

function vendorSentence(
  {message, details: {errorClass, kind}}: WarehouseError,
  config: VendorConfig,
): string {
  const {at, who} = accountOf(config);
  if (kind === "denied")
    return `${at} does not let ${who} in, or not do what is asked: check the credentials.`;
  if (/certificate|self[- ]signed|altname|CERT_/i.test(`${message} ${errorClass}`)) {
    return `The certificate of ${at} does not stand the check.`;
  }
  if (/ECONNREFUSED/.test(errorClass)) return `Nothing listens at ${at}.`;
  if (kind === "cancelled" || /timeout|timed out/i.test(message)) return `${at} did not answer in time.`;
  if (kind === "unreachable") return `${at} cannot be reached, or broke the connection off.`;
  return `${at} answered, but refused a first statement.`;
}

function accountOf(config: VendorConfig): {at: string; who: string} {
  switch (config.type) {
    case "clickhouse":
    case "trino":
      return {at: `${config.host}:${config.port}`, who: `the user "${config.user}"`};
    case "bigquery":
      return {at: `BigQuery's project "${config.projectId}"`, who: "the service account"};
    case "databricks":
      return {at: config.host, who: config.clientId === undefined ? "the token" : `"${config.clientId}"`};
    case "snowflake":
      return {at: `Snowflake's account "${config.account}"`, who: `the user "${config.user}"`};
  }
}

/** SQLSTATEs of Postgres, and MySQL's names of its errors. */
const PASSWORD = /^(28P01|ER_ACCESS_DENIED_(NO_PASSWORD_)?ERROR)$/;
const NOT_IN = /^(28|ER_HOST_|ER_ACCOUNT_|ER_MUST_CHANGE)/;
const NO_DATABASE = /^(3D000|ER_BAD_DB_ERROR)$/;
const NO_RIGHT = /^(42501|ER_DBACCESS_DENIED_ERROR)$/;
const NONE_FREE = /^(53300|ER_CON_COUNT_ERROR|ER_TOO_MANY_USER_CONNECTIONS|ER_USER_LIMIT_REACHED)$/;

function serverSentence(
  {message, details: {errorClass, kind, cause}}: WarehouseError,
  config: ServerConfig,
): string {
  const at = `${config.host}:${config.port}`;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : errorClass;
  if (PASSWORD.test(code)) return `${at} refused the password of the user "${config.user}".`;
  if (NOT_IN.test(code)) return `${at} does not let the user "${config.user}" in.`;
  if (NO_DATABASE.test(code)) return `There is no database "${config.database}" at ${at}.`;
  if (NO_RIGHT.test(code))
    return `The user "${config.user}" has no right to use the database "${config.database}".`;
  if (NONE_FREE.test(code)) return `${at} has no connection free.`;
  if (/does not support (SSL|secure)/i.test(message)) {
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
