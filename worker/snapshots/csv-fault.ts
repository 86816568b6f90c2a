import {invalidAt, ServiceError} from "../../shared/core/errors.ts";

/** The error for a CSV that cannot be read. `line` counts from 1, as an editor does. */
export function csvFault(line: number, what: string): ServiceError {
  const message = `Line ${line}: ${what}`;
  return new ServiceError("invalid_request", `The CSV cannot be read. ${message}`, {
    errors: [{path: "/snapshotCsv", message}],
  });
}

/** The error for a fault that is not on a single line of the CSV. */
export function csvRefusal(message: string): ServiceError {
  return invalidAt("/snapshotCsv", message);
}
