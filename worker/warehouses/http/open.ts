import type {Config} from "../../../shared/core/config.ts";
import {allowedAddresses} from "../addresses.ts";
import {FIRST_ANSWER_MS} from "../limits.ts";
import {orUnanswered, type Warehouse, type WarehouseError} from "../warehouse.ts";
import {guardedHttp, type Http} from "./http.ts";

/** Opens a warehouse that is used over HTTP; the address of each request is checked. */
export async function openOverHttp(config: Config, open: (http: Http) => Warehouse): Promise<Warehouse> {
  const warehouse = open(guardedHttp(host => allowedAddresses(config, host)));
  const late = AbortSignal.timeout(FIRST_ANSWER_MS);
  try {
    await warehouse.rows({sql: "select 1", parameters: []}, late);
    return warehouse;
  } catch (error) {
    await warehouse.close();
    // A server may also stay busy (503): the statement is retried until the timeout.
    throw orUnanswered(error, late, FIRST_ANSWER_MS);
  }
}

/** A sentence that says why the warehouse at `at` refused the login of `who`, or did not answer. */
export function explainHttp(
  {message, details: {errorClass, kind}}: WarehouseError,
  {at, who}: {at: string; who: string},
): string {
  if (kind === "denied")
    return `${at} does not let ${who} in, or refuses the request. Check the credentials.`;
  if (/certificate|self[- ]signed|altname|CERT_/i.test(`${message} ${errorClass}`)) {
    return `The certificate of ${at} could not be verified.`;
  }
  if (/ECONNREFUSED/.test(errorClass)) return `Nothing listens at ${at}.`;
  if (kind === "cancelled" || /timeout|timed out/i.test(`${message} ${errorClass}`))
    return `${at} did not answer in time.`;
  if (kind === "unreachable") return `${at} cannot be reached, or closed the connection.`;
  return `${at} answered, but refused a first statement.`;
}
