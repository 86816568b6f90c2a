import {CompileError, type CompileErrorCode, type ErrorDetail} from "../errors.ts";

/** An error about one place in the request. The message of the detail is also that of the error. */
export function fieldError(
  code: CompileErrorCode,
  path: string,
  detail: Omit<ErrorDetail, "path">,
): CompileError {
  return new CompileError(code, detail.message, {errors: [{path, ...detail}]});
}
