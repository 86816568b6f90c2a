import {CodedError, type CommonDetails} from "./coded-error.ts";

export type {ErrorDetail} from "./coded-error.ts";

/** The codes of the errors that the compiler throws. Existing codes do not change. */
export type CompileErrorCode =
  | "invalid_request"
  | "unknown_model"
  | "unknown_field"
  | "ambiguous_join_path"
  | "no_join_path"
  | "invalid_filter"
  | "invalid_order";

/** The error that the compiler throws for an invalid query, layer or dataset. */
export type CompileError = CodedError<CompileErrorCode, CommonDetails<CompileErrorCode>>;

export const CompileError: new (
  code: CompileErrorCode,
  message: string,
  details?: CompileError["details"],
) => CompileError = CodedError;
