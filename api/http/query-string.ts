import {ServiceError} from "../../shared/errors.ts";

/**
 * The parameters of the query string. A repeated one is refused, because one of its values would be ignored silently.
 */
export function queryStringOf({url}: Request): Record<string, string> {
  const start = url.indexOf("?");
  const given = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(start < 0 ? "" : url.slice(start + 1))) {
    if (given.has(name)) {
      throw new ServiceError("invalid_request", `The query string names "${name}" more than once.`);
    }
    given.set(name, value);
  }
  return Object.fromEntries(given);
}
