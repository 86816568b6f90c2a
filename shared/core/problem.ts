import {STATUS_CODES} from "node:http";
import type {Actor} from "./actor.ts";
import {translateDeletedActor} from "./audit.ts";
import {type ErrorCode, type ErrorDetail, ServiceError, statusOf} from "./errors.ts";
import type {Logger} from "./log.ts";

/** A problem document of RFC 9457, with the service's `code`, each of the faults, and the request's id. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  errors?: readonly ErrorDetail[];
  requestId: string;
}

/** The problem document for anything thrown. An error that is not a `ServiceError` shows none of its details. */
export function problemOf(error: unknown, requestId: string, actor?: Actor): Problem {
  const translated = translateDeletedActor(error, actor);
  const fault =
    translated instanceof ServiceError
      ? translated
      : new ServiceError(
          "internal_error",
          "Something went wrong on our side. The request id finds it in the log.",
        );
  const {errors, adminDetail} = fault.details;
  const detail =
    adminDetail && actor?.orgRole === "admin" ? `${fault.message} ${adminDetail}` : fault.message;
  return {
    type: "about:blank",
    title: STATUS_CODES[statusOf(fault)] ?? "Error",
    status: statusOf(fault),
    detail,
    code: fault.code,
    ...(errors && errors.length > 0 ? {errors} : {}),
    requestId,
  };
}

/**
 * Whether an error is a bug of the service and must be logged. An unreachable database is logged once, where it is
 * noticed.
 */
export function mustBeLogged(error: unknown): boolean {
  return (
    !(error instanceof ServiceError) || (statusOf(error) >= 500 && error.code !== "database_unavailable")
  );
}

/**
 * The problem document for one item among several, such as a tile. A bug of the service is logged too. Without an
 * actor, the document contains nothing that only some may read.
 */
export function itemProblem(
  {log}: {log: Logger},
  {requestId, actor}: {requestId: string; actor?: Actor | undefined},
  error: unknown,
  message: string,
): Problem {
  if (mustBeLogged(error)) log.error({err: error, requestId}, message);
  return problemOf(error, requestId, actor);
}
