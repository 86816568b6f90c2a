import {type TSchema, Type} from "@sinclair/typebox";
import {ServiceError} from "../../shared/ground/errors.ts";
import {parserOf} from "../../shared/ground/validate.ts";

/** The parameters of lists in pages. A list that comes whole takes them too, so that a client can read all lists alike. */
const PAGING = ["limit", "cursor"];

/**
 * A function that refuses a request whose query string names a parameter that `query`, the endpoint's schema, does not
 * have. It looks at names alone: values are checked after the caller's rights.
 */
export function nameCheckOf({
  query,
  response,
}: {
  query?: TSchema;
  response?: TSchema;
}): (request: Request) => void {
  const isWholeList = query === undefined && response?.["type"] === "array";
  const names = isWholeList ? PAGING : Object.keys(query?.["properties"] ?? {});
  const named = Object.fromEntries(names.map(name => [name, Type.Optional(Type.Unknown())]));
  const check =
    names.length > 0
      ? parserOf(Type.Object(named, {additionalProperties: false}), "query string")
      : refuseAll;
  return request => {
    if (request.url.includes("?")) check(queryStringOf(request));
  };
}

function refuseAll(given: Record<string, string>): void {
  const errors = Object.keys(given).map(name => ({
    path: `/${name}`,
    message: `"${name}" is not a known key. This call takes no parameters.`,
    allowed: [],
  }));
  if (errors[0])
    throw new ServiceError(
      "invalid_request",
      `The query string at ${errors[0].path} is not as expected: ${errors[0].message}`,
      {errors},
    );
}

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
