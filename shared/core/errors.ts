import {CodedError, type CommonDetails, type ErrorDetail} from "../semantic/coded-error.ts";
import type {CompileErrorCode} from "../semantic/errors.ts";

/** Every `code` that a caller can get, with its HTTP status. Programs rely on these names: they do not change. */
export const STATUS_OF_CODE = {
  malformed_json: 400,
  malformed_request: 400,
  unauthenticated: 401,
  budget_exhausted: 402,
  plan_limit: 402,
  missing_scope: 403,
  missing_privilege: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  conflict: 409,
  idempotency_conflict: 409,
  gone: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_request: 422,
  connection_failed: 422,
  unknown_model: 422,
  unknown_field: 422,
  ambiguous_model: 422,
  ambiguous_join_path: 422,
  no_join_path: 422,
  invalid_filter: 422,
  invalid_order: 422,
  rate_limited: 429,
  internal_error: 500,
  warehouse_error: 502,
  upstream_error: 502,
  database_unavailable: 503,
  overloaded: 503,
  query_crashed_worker: 503,
  worker_unavailable: 503,
  query_timeout: 504,
  storage_full: 507,
} as const satisfies Record<CompileErrorCode, number> & Record<string, number>;

export type {ErrorDetail} from "../semantic/coded-error.ts";
export type ErrorCode = keyof typeof STATUS_OF_CODE;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(STATUS_OF_CODE, code);
}

/** The optional parts of a `ServiceError`. */
interface ServiceErrorDetails extends CommonDetails<ErrorCode> {
  /** Extra response headers, such as `Retry-After` or `WWW-Authenticate`. */
  readonly headers: Readonly<Record<string, string>>;
  /** A detail for org-admins and the log only: it may quote rows that row-level security hides. */
  readonly adminDetail: string;
  /** The SQLSTATE of an error in a statement of SQL, with Postgres' detail and hint. */
  readonly sqlState: string;
  readonly sqlDetail: string;
  readonly sqlHint: string;
  /** The position in the statement, in characters from 1. */
  readonly sqlPosition: number;
}

/**
 * An error that the caller can fix: `message` names the thing and the remedy, and is shown to the caller. Any other
 * thrown error is a bug of the service and becomes a 500 without details. The compiler throws this type too.
 */
export type ServiceError = CodedError<ErrorCode, ServiceErrorDetails>;

export const ServiceError: new (
  code: ErrorCode,
  message: string,
  details?: ServiceError["details"],
) => ServiceError = CodedError;

/** `invalid_request` for a fault at one place of the input. */
export function invalidAt(
  path: string,
  message: string,
  more: Omit<ErrorDetail, "path" | "message"> = {},
): ServiceError {
  return new ServiceError("invalid_request", message, {errors: [{path, message, ...more}]});
}

export function statusOf({code}: ServiceError): number {
  return STATUS_OF_CODE[code];
}

/**
 * The error with `prefix` before its paths, for an error in a part of the input. Other errors are returned as they are.
 */
export function errorUnder(prefix: string, error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const {errors, ...details} = error.details;
  if (!errors) return error;
  const moved = errors.map(({path, ...detail}) => ({path: `${prefix}${path}`, ...detail}));
  return new ServiceError(error.code, error.message, {...details, errors: moved});
}
