import {type ErrorCode, type ErrorDetail, ServiceError} from "../../errors.ts";

/** An error about one place in the request; its message is also the error's own. */
export function fieldError(code: ErrorCode, path: string, detail: Omit<ErrorDetail, "path">): ServiceError {
  return new ServiceError(code, detail.message, {errors: [{path, ...detail}]});
}
