import {type Static, Type} from "@sinclair/typebox";
import {isErrorCode, ServiceError} from "./errors.ts";
import {readerOf} from "./validate.ts";

const Names = Type.Optional(Type.Unsafe<readonly string[]>(Type.Array(Type.String())));

/** `ErrorDetail` of `errors.ts`. */
export const WireErrorDetail = Type.Object({
  path: Type.String(),
  message: Type.String(),
  allowed: Names,
  suggestions: Names,
});

/** A `ServiceError` as it is sent from a worker to the web process and stored in a run's record. */
export const WireError = Type.Object({
  code: Type.String(),
  message: Type.String(),
  errors: Type.Optional(Type.Array(WireErrorDetail)),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  adminDetail: Type.Optional(Type.String()),
  sqlState: Type.Optional(Type.String()),
  sqlDetail: Type.Optional(Type.String()),
  sqlHint: Type.Optional(Type.String()),
  sqlPosition: Type.Optional(Type.Integer()),
});
export type WireError = Static<typeof WireError>;

export const readWireError = readerOf(WireError, "an error");

/** The wire form of an error. A bug of the service shows none of its details. */
export function toWireError(error: unknown): WireError {
  if (!(error instanceof ServiceError))
    return {code: "internal_error", message: "Something went wrong on our side."};
  const {errors, headers, adminDetail, sqlState, sqlDetail, sqlHint, sqlPosition} = error.details;
  return {
    code: error.code,
    message: error.message,
    ...(errors ? {errors: [...errors]} : {}),
    ...(headers ? {headers} : {}),
    ...(adminDetail === undefined ? {} : {adminDetail}),
    ...(sqlState === undefined ? {} : {sqlState}),
    ...(sqlDetail === undefined ? {} : {sqlDetail}),
    ...(sqlHint === undefined ? {} : {sqlHint}),
    ...(sqlPosition === undefined ? {} : {sqlPosition}),
  };
}

/** A code that this version does not know, sent by another version, becomes an internal error. */
export function fromWireError({code, message, ...details}: WireError): ServiceError {
  return new ServiceError(isErrorCode(code) ? code : "internal_error", message, details);
}
