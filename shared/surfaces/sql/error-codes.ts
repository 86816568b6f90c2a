import {type ErrorCode, ServiceError} from "../../core/errors.ts";
import {capitalised} from "../../core/one-line.ts";
import {SqlError} from "./sql-error.ts";

/** SQLSTATEs of the service's errors: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const SQL_STATES: Partial<Record<ErrorCode, string>> = {
  unauthenticated: "28P01",
  missing_scope: "42501",
  missing_privilege: "42501",
  not_found: "42P01",
  unknown_model: "42P01",
  unknown_field: "42703",
  ambiguous_model: "42P09",
  ambiguous_join_path: "42702",
  no_join_path: "42703",
  invalid_filter: "22023",
  invalid_order: "42P10",
  invalid_request: "22023",
  plan_limit: "53400",
  budget_exhausted: "53400",
  payload_too_large: "54000",
  rate_limited: "53400",
  query_timeout: "57014",
  connection_failed: "58000",
  warehouse_error: "58000",
  worker_unavailable: "57P03",
  database_unavailable: "57P03",
  overloaded: "53300",
  query_crashed_worker: "58000",
  storage_full: "53100",
};

/**
 * A `ServiceError` as an `SqlError`. Any other error is a bug: it is returned unchanged, and callers see XX000 without
 * details.
 */
export function toSqlError(error: unknown): unknown {
  if (error instanceof SqlError || !(error instanceof ServiceError)) return error;
  const {sqlState, sqlDetail: detail, sqlHint: hint} = error.details;
  return new SqlError(sqlState ?? SQL_STATES[error.code] ?? "XX000", error.message, {
    ...(detail === undefined ? {} : {detail}),
    ...(hint === undefined ? {} : {hint}),
  });
}

/** The service's codes for SQLSTATEs that callers meet. Every other SQLSTATE is an invalid request. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  "42P01": "unknown_model",
  "42703": "unknown_field",
  "57014": "query_timeout",
  "57P01": "worker_unavailable",
  "57P03": "worker_unavailable",
};

/** An `SqlError` as a `ServiceError`, for HTTP and tools; anything else is returned unchanged. */
export function toServiceError(error: unknown): unknown {
  if (!(error instanceof SqlError)) return error;
  const {sqlState, message, more} = error;
  const text = [message, more.detail, more.hint]
    .filter(part => part !== undefined)
    .map(part => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(" ");
  const sentence = capitalised(text);
  const suggestions = more.suggestions ? {suggestions: more.suggestions} : {};
  return new ServiceError(CODES[sqlState] ?? "invalid_request", sentence, {
    errors: [{path: "/sql", message: sentence, ...suggestions}],
    sqlState,
    cause: error,
  });
}
