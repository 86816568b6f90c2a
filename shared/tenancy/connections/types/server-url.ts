import {type TObject, type TString, Type} from "@sinclair/typebox";
import {type ErrorDetail, ServiceError} from "../../../core/errors.ts";
import {nearest} from "../../../semantic/nearest-names.ts";
import {closed} from "../fields.ts";

/** The form of a URL that names a server. */
export interface UrlForm {
  protocol: RegExp;
  example: string;
  /** The parameters that the URL may have. */
  known: readonly string[];
  fields: TObject<{url: TString}>;
}

/** The fields of a configuration that has a URL in place of a server's fields. */
export function UrlFields(description: string): UrlForm["fields"] {
  return Type.Object({url: Type.String({minLength: 1, maxLength: 8192, description})}, closed);
}

/**
 * The fields of a server's URL. The drivers' own parsers would open files and sockets that a parameter names; this
 * parser refuses unknown parameters.
 */
export function parseServerUrl(
  {protocol, example, known}: UrlForm,
  text: string,
): Record<string, string | number> {
  const url = URL.parse(text);
  if (!url || !protocol.test(url.protocol)) {
    throw fault([{path: "/config/url", message: `A URL such as ${example} is needed.`}]);
  }
  const faults = unknownParameters(url, known);
  if (url.hash) faults.push({path: "/config/url", message: "The URL must have no fragment (`#`)."});
  if (!url.hostname) {
    faults.push({path: "/config/url", message: "The URL names no host: unix sockets are not taken."});
  }
  if (!url.username) faults.push({path: "/config/url", message: "The URL names no user."});
  if (url.pathname.length < 2) faults.push({path: "/config/url", message: "The URL names no database."});
  if (faults.length > 0) throw fault(faults);
  const schema = url.searchParams.get("schema");
  const ssl = url.searchParams.get("sslmode");
  return {
    host: decode(url.hostname),
    ...(url.port ? {port: Number(url.port)} : {}),
    database: decode(url.pathname.slice(1)),
    user: decode(url.username),
    ...(url.password ? {password: decode(url.password)} : {}),
    ...(ssl === null ? {} : {ssl}),
    ...(schema === null ? {} : {schema}),
  };
}

function unknownParameters(url: URL, known: readonly string[]): ErrorDetail[] {
  return [...new Set(url.searchParams.keys())]
    .filter(name => !known.includes(name))
    .map(name => ({
      path: "/config/url",
      message: `The URL's parameter "${name}" is not a known one: take it out.`,
      allowed: known,
      suggestions: nearest(name, known),
    }));
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw fault([
      {
        path: "/config/url",
        message: "The URL holds a % that is not followed by two hexadecimal digits: write %25.",
      },
    ]);
  }
}

function fault(errors: ErrorDetail[]): ServiceError {
  return new ServiceError("invalid_request", errors.map(error => error.message).join(" "), {errors});
}
