import type {Config} from "../shared/config.ts";
import {problemSchema} from "./openapi-problems.ts";
import {version} from "./version.ts";

export interface DocumentedRoute {
  readonly method: string;
  readonly path: string;
  readonly hooks: {readonly detail?: Operation};
}

interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly unknown[];
}

type Json = null | boolean | number | string | Json[] | {[key: string]: Json};
type JsonObject = {[key: string]: Json};

const TAGS: Readonly<Record<string, string>> = {
  Identity: "Who the token speaks for.",
  Members: "The users of the organization.",
  Teams: "Groups of users and service accounts; content and projects can belong to them.",
  "Service accounts": "Programs that call this service, and their tokens.",
  OAuth: "Access for applications that a person lets in, with a browser.",
  "Audit log": "Who did what to which resource, from where.",
  Connections: "Warehouses that queries run in.",
  Projects: "Semantic layers over a connection.",
  "Semantic layer": "Models, their dimensions, measures and joins, and how they come from a warehouse.",
  Queries: "Questions to models, answered by the warehouse.",
  Charts: "Saved queries with the way they are drawn.",
  Dashboards: "Charts laid out on a grid.",
  Datasets: "Governed sources that queries name as their model: live ones, and rows that stay as they were.",
  Sheets: "Spreadsheets over query results.",
  Embedding: "One chart or dashboard on a page of yours, for people who are not signed in here.",
  Sharing: "Who else may view or edit what somebody has saved.",
  MCP: "The same service for agents, as tools of the Model Context Protocol.",
  Service: "Whether the process is alive and ready, and what it has measured.",
};

/** The OpenAPI 3.1 document of every route that has a summary. */
export function openApiDocument(routes: readonly DocumentedRoute[], config: Config) {
  const schemas: JsonObject = {Problem: problemSchema};
  const paths: Record<string, Record<string, unknown>> = {};
  const tags = new Set<string>();
  for (const {method, path, hooks} of routes) {
    if (!hooks.detail?.summary) continue;
    for (const tag of hooks.detail.tags ?? []) tags.add(tag);
    const place = path.replace(/:(\w+)/g, "{$1}");
    paths[place] ??= {};
    paths[place][method.toLowerCase()] = operationOf(method, place, hooks.detail, schemas);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Analytics Service",
      version,
      description: DESCRIPTION,
    },
    servers: [{url: config.baseUrl, description: "This service"}],
    tags: [...tags].map(name => ({name, ...(TAGS[name] ? {description: TAGS[name]} : {})})),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description:
            "An API token (`svc_pat_…`) of a service account, or an OAuth access token that a person let an application have. It carries scopes: `read`, `write`, `manage` (never with OAuth).",
        },
      },
      schemas,
      parameters: PARAMETERS,
      headers: HEADERS,
    },
  };
}

const DESCRIPTION = `Governed analytics over HTTP: models with dimensions and measures over a connected warehouse, and
queries against them.

Every call carries \`Authorization: Bearer <token>\`. Errors are \`application/problem+json\` (RFC 9457) with a stable
\`code\`. Lists are arrays, newest first; the next page is in the \`Link\` header. Unknown keys are refused, and a
resource can be sent back as it was read.`;

const PARAMETERS = {
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes it safe to send the same request again within 24 hours: the first answer comes again, and nothing is done twice. Secrets in it are null then.",
    schema: {type: "string", minLength: 1, maxLength: 255},
  },
  "If-Match": {
    name: "If-Match",
    in: "header",
    description: "The `ETag` that was read: 412 when the resource was changed since.",
    schema: {type: "string"},
  },
  "If-None-Match": {
    name: "If-None-Match",
    in: "header",
    description: "The `ETag` that is known: 304 when the resource is still that.",
    schema: {type: "string"},
  },
};

const HEADERS = {
  "X-Request-Id": {
    description: "The request's id: the caller's own, or a new one.",
    schema: {type: "string"},
  },
  ETag: {description: "A strong validator, for `If-Match` and `If-None-Match`.", schema: {type: "string"}},
  Link: {description: 'The next page, with `rel="next"`; absent on the last.', schema: {type: "string"}},
  RateLimit: {
    description: "Calls that are left (`r`), and seconds until all are back (`t`).",
    schema: {type: "string"},
    example: '"default";r=99999;t=1',
  },
  "RateLimit-Policy": {
    description: "Calls (`q`) per window of seconds (`w`).",
    schema: {type: "string"},
    example: '"default";q=100000;w=60',
  },
};

function operationOf(method: string, place: string, detail: Operation, schemas: JsonObject) {
  const inPath = [...place.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: {type: "string"},
    description: name === "orgId" ? "The `orgId` that whoami tells." : `Which ${wordsOf(name)}.`,
  }));
  const operation: Json = JSON.parse(
    JSON.stringify({
      operationId: `${method.toLowerCase()}${place.replace(/\W+(\w)/g, (_, first: string) => first.toUpperCase()).replace(/\W/g, "")}`,
      ...detail,
      parameters: [...inPath, ...(detail.parameters ?? [])],
    }),
  );
  return withNamedSchemas(operation, schemas);
}

function wordsOf(parameter: string): string {
  return parameter
    .replace(/Id$/, "")
    .replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
    .trim();
}

/** Schemas with an `$id` move to the components, under that name; references go there. */
function withNamedSchemas(value: Json, schemas: JsonObject): Json {
  if (Array.isArray(value)) return value.map(inner => withNamedSchemas(inner, schemas));
  if (typeof value !== "object" || value === null) return value;
  const {$id, ...own} = value;
  const moved: JsonObject = {};
  for (const [key, inner] of Object.entries(own)) {
    const isLocal = key === "$ref" && typeof inner === "string" && !inner.includes("#");
    moved[key] = isLocal ? `#/components/schemas/${inner}` : withNamedSchemas(inner, schemas);
  }
  if (typeof $id !== "string") return oneOfLiterals(moved);
  schemas[$id] = moved;
  return {$ref: `#/components/schemas/${$id}`};
}

/** A union of literals reads better as an enumeration. */
function oneOfLiterals({anyOf, ...rest}: JsonObject): JsonObject {
  if (!Array.isArray(anyOf)) return anyOf === undefined ? rest : {...rest, anyOf};
  const values = anyOf.map(one =>
    typeof one === "object" && one && "const" in one ? one["const"] : undefined,
  );
  const known = values.filter(value => value !== undefined);
  return known.length === values.length && known.every(value => typeof value === "string")
    ? {...rest, type: "string", enum: known}
    : {...rest, anyOf};
}
