import {ServiceError} from "../../shared/ground/errors.ts";

/**
 * The parameters of the query string. A repeated one is refused, because one of its values would be ignored silently,
 * and so is U+0000, which no text of the database can hold.
 */
export function queryStringOf({url}: Request): Record<string, string> {
  const start = url.indexOf("?");
  const given = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(start < 0 ? "" : url.slice(start + 1))) {
    if (given.has(name)) {
      throw new ServiceError("invalid_request", `The query string names "${name}" more than once.`);
    }
    if (value.includes("\0")) throw unstorable(name);
    given.set(name, value);
  }
  return Object.fromEntries(given);
}

function unstorable(name: string): ServiceError {
  const message = "Text cannot hold U+0000.";
  return new ServiceError("invalid_request", `The query string at /${name} is not as expected: ${message}`, {
    errors: [{path: `/${name}`, message}],
  });
}
