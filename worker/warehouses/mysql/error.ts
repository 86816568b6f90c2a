import {WarehouseError} from "../warehouse.ts";

const CANCELLED = new Set([
  "ER_QUERY_INTERRUPTED",
  "ER_QUERY_TIMEOUT",
  "ER_STATEMENT_TIMEOUT",
  "ER_FILSORT_ABORT",
]);
const CANCELLED_NUMBERS = new Set([1317, 1969, 3024]);
const DENIED = new Set([
  "ER_ACCESS_DENIED_ERROR",
  "ER_DBACCESS_DENIED_ERROR",
  "ER_BAD_DB_ERROR",
  "ER_TABLEACCESS_DENIED_ERROR",
  "ER_COLUMNACCESS_DENIED_ERROR",
  "ER_SPECIFIC_ACCESS_DENIED_ERROR",
  "ER_PROCACCESS_DENIED_ERROR",
  "ER_MUST_CHANGE_PASSWORD_LOGIN",
  "ER_ACCOUNT_HAS_BEEN_LOCKED",
  "ER_ACCESS_DENIED_NO_PASSWORD_ERROR",
]);
const UNREACHABLE = new Set([
  "ER_CON_COUNT_ERROR",
  "ER_TOO_MANY_USER_CONNECTIONS",
  "ER_USER_LIMIT_REACHED",
  "ER_SERVER_SHUTDOWN",
  "ER_HOST_NOT_PRIVILEGED",
  "ER_HOST_IS_BLOCKED",
  "ER_CONNECTION_KILLED",
  "ER_HANDSHAKE_ERROR",
]);

/** Converts an error to the server's error name; one without an error number comes from the connection. */
export function asWarehouseError(error: unknown): WarehouseError {
  if (error instanceof WarehouseError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  const number =
    error instanceof Error && "errno" in error && typeof error.errno === "number" ? error.errno : 0;
  const fromServer = error instanceof Error && "sqlState" in error && number > 0;
  return new WarehouseError(message, {
    errorClass: code || "connection",
    kind: errorKind(code, number, fromServer),
    cause: error,
  });
}

function errorKind(code: string, number: number, fromServer: boolean) {
  if (CANCELLED.has(code) || CANCELLED_NUMBERS.has(number)) return "cancelled";
  if (DENIED.has(code)) return "denied";
  return UNREACHABLE.has(code) || !fromServer ? "unreachable" : "refused";
}
