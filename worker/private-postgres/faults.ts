import {ServiceError} from "../../shared/core/errors.ts";

/** https://www.postgresql.org/docs/18/errcodes-appendix.html */
const CANCELLED = "57014";
const ENDED = "57P01";
const OUT_OF_TEMPORARY_SPACE = "53400";
const NARROW =
  "Filter the tables, or group them so that the whole statement is a query of the layer; administrators set the limit.";

/** Whether a session could not begin because the server has ended or is starting. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ServiceError) return false;
  const code: unknown = Reflect.get(error, "code");
  return typeof code !== "string" || /^(E[A-Z]+$|08|57P)/.test(code);
}

/** The error of a statement that exceeds a limit. */
export function limitFault(message: string): ServiceError {
  return new ServiceError("invalid_request", message, {sqlState: "54000", sqlHint: NARROW});
}

/** An error of the private Postgres as the caller gets it: with its SQLSTATE, message, hint and position. */
export function sqlFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ServiceError) return error;
  const of = (name: string) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" ? value : undefined;
  };
  const code = of("code");
  if (code === undefined || isUnreachable(error)) return endedFault(error);
  if (code === OUT_OF_TEMPORARY_SPACE)
    return limitFault("The statement needs more disk than one statement may have (SQL_REST_MB).");
  const [detail, hint, position] = [of("detail"), of("hint"), of("position")];
  return new ServiceError(code === CANCELLED ? "query_timeout" : "invalid_request", error.message, {
    sqlState: code,
    ...(detail === undefined ? {} : {sqlDetail: detail}),
    ...(hint === undefined ? {} : {sqlHint: hint}),
    ...(position === undefined ? {} : {sqlPosition: Number(position)}),
    cause: error,
  });
}

/** The error of a statement whose server or session ended before it. */
function endedFault(cause: Error): ServiceError {
  return new ServiceError(
    "worker_unavailable",
    "The Postgres that ran the statement has ended. Run the statement again.",
    {sqlState: ENDED, cause, adminDetail: cause.message},
  );
}
