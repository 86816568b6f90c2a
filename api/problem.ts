import {STATUS_CODES} from "node:http";
import type {Actor} from "../shared/actor.ts";
import {type ErrorCode, type ErrorDetail, ServiceError} from "../shared/errors.ts";

/** RFC 9457, with our `code`, the faults one by one, and the request's id. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  errors?: readonly ErrorDetail[];
  requestId: string;
}

/** The answer body for anything that was thrown; what is not a `ServiceError` shows nothing of itself. */
export function problemOf(error: unknown, requestId: string, actor?: Actor): Problem {
  const fault =
    error instanceof ServiceError
      ? error
      : new ServiceError(
          "internal_error",
          "Something went wrong on our side. The request id finds it in the log.",
        );
  const {errors, adminDetail} = fault.details;
  const detail =
    adminDetail && actor?.orgRole === "admin" ? `${fault.message} ${adminDetail}` : fault.message;
  return {
    type: "about:blank",
    title: STATUS_CODES[fault.status] ?? "Error",
    status: fault.status,
    detail,
    code: fault.code,
    ...(errors && errors.length > 0 ? {errors} : {}),
    requestId,
  };
}

/** The same as an HTTP answer. */
export function problemResponse(error: unknown, requestId: string, actor?: Actor): Response {
  const problem = problemOf(error, requestId, actor);
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      ...(error instanceof ServiceError ? error.details.headers : {}),
      "content-type": "application/problem+json",
      "x-request-id": requestId,
      "cache-control": "no-store",
    },
  });
}
