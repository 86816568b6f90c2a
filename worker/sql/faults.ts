import {ServiceError} from "../../shared/ground/errors.ts";

/** https://www.postgresql.org/docs/18/errcodes-appendix.html */
const CANCELLED = "57014";
const ENDED = "57P01";

/** The limit of a statement that was met. */
export function limitFault(message: string, hint: string): ServiceError {
  return new ServiceError("invalid_request", `${message} ${hint}`, {sqlState: "54000", sqlHint: hint});
}

/** An error of the private Postgres as the caller gets it: with its SQLSTATE, message, hint and position. */
export function sqlFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ServiceError) return error;
  const of = (name: string) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" ? value : undefined;
  };
  const code = of("code");
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code) || /^(08|57P)/.test(code)) return endedFault(error);
  const [detail, hint, position] = [of("detail"), of("hint"), of("position")];
  return new ServiceError(code === CANCELLED ? "query_timeout" : "invalid_request", error.message, {
    sqlState: code,
    ...(detail === undefined ? {} : {sqlDetail: detail}),
    ...(hint === undefined ? {} : {sqlHint: hint}),
    ...(position === undefined ? {} : {sqlPosition: Number(position)}),
    cause: error,
  });
}

/** The server, or the session, has ended before the statement. */
function endedFault(cause: Error): ServiceError {
  return new ServiceError(
    "worker_unavailable",
    "The Postgres that ran the statement has ended. Run the statement again.",
    {sqlState: ENDED, cause, adminDetail: cause.message},
  );
}
