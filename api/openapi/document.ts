import {toOpenAPISchema} from "@elysiajs/openapi/openapi";
import type {AnyElysia} from "elysia";
import type {Config} from "../../shared/core/config.ts";
import {version} from "../../shared/core/process/version.ts";
import {DESCRIPTION, HEADERS, OWN_PARAMETERS, PARAMETERS, SECURITY_SCHEMES, tagsWith} from "./common.ts";
import {ComponentSchemas, isObject, type Json, type JsonObject} from "./component-schemas.ts";
import {operationId} from "./operation-id.ts";
import {problemSchema, responseBehind} from "./problems.ts";
import {shareParameters} from "./shared-parameters.ts";

const OPENAPI_VERSION = "3.1.0";

/**
 * The OpenAPI document of every route that has a summary. The plugin reads the routes. This code adds what the plugin
 * lacks: named schemas become components at any depth, each problem response and each parameter of many operations is
 * written once, and header and query parameters survive where a path has parameters of its own. `tagsOfContent` are the
 * tags of content with their descriptions.
 */
export function openApiDocument(
  app: AnyElysia,
  config: Pick<Config, "baseUrl">,
  tagsOfContent: Readonly<Record<string, string>>,
): JsonObject {
  // A route for all methods would replace the described method of the same path.
  const exclude = {staticFile: false, methods: ["all", "options"]};
  const {paths} = toOpenAPISchema(app, exclude, undefined, undefined, OPENAPI_VERSION);
  const components = new Components();
  const places: {path: string; method: string; operation: JsonObject}[] = [];
  for (const [path, methods] of Object.entries<unknown>(paths)) {
    for (const [method, operation] of Object.entries(isObject(methods) ? methods : {})) {
      if (isObject(operation) && operation["summary"])
        places.push({path, method, operation: operationOf(method, path, operation, components)});
    }
  }
  const shared = shareParameters(places.map(({operation}) => operation));
  const described: Record<string, JsonObject> = {};
  for (const [i, {path, method}] of places.entries())
    described[path] = {...described[path], [method]: shared.operations[i] ?? null};
  return {
    openapi: OPENAPI_VERSION,
    info: {
      title: "Analytics Service",
      version,
      description: DESCRIPTION,
      contact: {name: "The operator of this service", url: config.baseUrl},
      license: {name: "Proprietary"},
    },
    servers: [{url: config.baseUrl, description: "This service"}],
    tags: Object.entries(tagsWith(tagsOfContent)).map(([name, description]) => ({name, description})),
    paths: described,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: {...components.schemas.all, Problem: problemSchema},
      responses: components.responses,
      parameters: {...PARAMETERS, ...shared.parameters},
      headers: HEADERS,
    },
  };
}

/** Collects the components that the operations refer to. */
class Components {
  readonly schemas = new ComponentSchemas();
  readonly responses: Record<string, JsonObject> = {};

  /** Replaces the schemas within a value by references to components. Examples are data and stay as they are. */
  resolve(value: Json | undefined): Json | undefined {
    if (Array.isArray(value)) return value.map(one => this.resolve(one) ?? null);
    if (!isObject(value)) return value;
    const behind = typeof value["$ref"] === "string" ? responseBehind(value["$ref"]) : undefined;
    if (behind) this.responses[behind.name] = behind.response;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        if (key === "example" || key === "examples") return [key, inner];
        if (key === "schema" && isObject(inner)) return [key, this.schemas.refer(inner)];
        return [key, this.resolve(inner)];
      }),
    );
  }
}

function operationOf(
  method: string,
  path: string,
  operation: JsonObject,
  components: Components,
): JsonObject {
  const {[OWN_PARAMETERS]: own, parameters: _, ...rest} = operation;
  const parameters = [...pathParameters(path), ...(Array.isArray(own) ? own : [])];
  const resolved = components.resolve({...rest, parameters});
  return {...(isObject(resolved) ? resolved : {}), operationId: operationId(method, path)};
}

function pathParameters(path: string): JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: name === "version" ? {type: "integer", minimum: 1} : {type: "string"},
    description: describeParameter(name),
  }));
}

/** What a parameter that is not an id names, where that is not the parameter's own name. */
const NAMED: Readonly<Record<string, string>> = {name: "file", rollup: "roll-up"};

function describeParameter(name: string): string {
  if (name === "orgId") return "The organization's id: the `orgId` of whoami.";
  if (name === "version") return "The number of the version.";
  if (name === "email") return "The email address, percent-encoded.";
  if (name === "principalId") return "The id of the user or service account.";
  if (name.endsWith("Id")) return `The id of the ${wordsOf(name)}.`;
  return `The name of the ${NAMED[name] ?? wordsOf(name)}, percent-encoded.`;
}

function wordsOf(parameter: string): string {
  return parameter
    .replace(/Id$/, "")
    .replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
    .trim();
}
