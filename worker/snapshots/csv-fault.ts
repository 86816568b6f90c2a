import {ServiceError} from "../../shared/errors.ts";

/** An error for a CSV that cannot be read: `line` as an editor counts them, from 1. */
export function csvFault(line: number, what: string): ServiceError {
  const message = `Line ${line}: ${what}`;
  return new ServiceError("invalid_request", `The CSV cannot be read. ${message}`, {
    errors: [{path: "/snapshotCsv", message}],
  });
}

/** An error that concerns the whole CSV. */
export function csvRefusal(message: string): ServiceError {
  return new ServiceError("invalid_request", message, {errors: [{path: "/snapshotCsv", message}]});
}
