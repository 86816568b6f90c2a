import {CompileError, type CompileErrorCode, type ErrorDetail} from "../errors.ts";

/** An error about one place in the request; its message is also the error's own. */
export function fieldError(
  code: CompileErrorCode,
  path: string,
  detail: Omit<ErrorDetail, "path">,
): CompileError {
  return new CompileError(code, detail.message, {errors: [{path, ...detail}]});
}
