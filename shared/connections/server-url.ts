import {type ErrorDetail, ServiceError} from "../errors.ts";
import {nearest} from "../nearest.ts";

const POSTGRES = {
  protocol: /^postgres(ql)?:$/,
  example: "postgres://user:password@host:5432/database",
  known: ["sslmode", "schema"],
};
const REDSHIFT = {
  protocol: /^(redshift|postgres(ql)?):$/,
  example: "redshift://user:password@host:5439/database",
  known: ["sslmode", "schema"],
};
const MYSQL = {
  protocol: /^(mysql|mariadb):$/,
  example: "mysql://user:password@host:3306/database",
  known: ["sslmode"],
};

/**
 * The fields of the URL of a server. The drivers' own parsers read files and open sockets that a parameter names;
 * this one knows its parameters and refuses all others.
 */
export function parseServerUrl(
  type: "postgres" | "redshift" | "mysql",
  text: string,
): Record<string, string | number> {
  const {protocol, example, known} = {postgres: POSTGRES, redshift: REDSHIFT, mysql: MYSQL}[type];
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

function unknownParameters(url: URL, known: string[]): ErrorDetail[] {
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
