import {type TSchema, Type} from "@sinclair/typebox";
import {ServiceError} from "../../shared/core/errors.ts";
import {parserOf} from "../../shared/core/validate.ts";

/**
 * Returns a check of the names in the query string; values are checked after the caller's rights. `query` is the
 * endpoint's schema: the check refuses names that the schema does not have. For an endpoint without `query`, the check
 * refuses members of `body` in the query string.
 */
export function nameCheckOf({query, body}: {query?: TSchema; body?: TSchema}): (request: Request) => void {
  const check = query === undefined ? misplacedCheckOf(namesIn(body)) : unknownCheckOf(namesIn(query));
  return request => {
    if (request.url.includes("?")) check(queryStringOf(request));
  };
}

function namesIn(schema: TSchema | undefined): string[] {
  return Object.keys(schema?.["properties"] ?? {});
}

function unknownCheckOf(names: readonly string[]): (given: Record<string, string>) => void {
  const named = Object.fromEntries(names.map(name => [name, Type.Optional(Type.Unknown())]));
  return parserOf(Type.Object(named, {additionalProperties: false}), "query string");
}

function misplacedCheckOf(members: readonly string[]): (given: Record<string, string>) => void {
  return given => {
    const name = members.find(member => Object.hasOwn(given, member));
    if (name === undefined) return;
    const message = `"${name}" belongs in the body. This call takes no parameters.`;
    throw new ServiceError("invalid_request", `The query string at /${name} is not as expected: ${message}`, {
      errors: [{path: `/${name}`, message}],
    });
  };
}

/**
 * The parameters of the query string. A repeated parameter is refused, because one of its values would be ignored
 * silently. U+0000 is refused, because no text of the database can hold it.
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
  const message = "Text cannot contain U+0000.";
  return new ServiceError("invalid_request", `The query string at /${name} is not as expected: ${message}`, {
    errors: [{path: `/${name}`, message}],
  });
}
