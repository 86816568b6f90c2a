import type {TSchema} from "@sinclair/typebox";
import type {Scope} from "../shared/actor.ts";
import type {ErrorCode} from "../shared/errors.ts";
import {problemResponses} from "./openapi-problems.ts";

/** What the OpenAPI document says of one endpoint. */
export interface EndpointDoc {
  tag: string;
  summary: string;
  description?: string;
  /** Schema of the successful answer's JSON. */
  response?: TSchema;
  /** An example request body. */
  example?: unknown;
  /** An example of the answer. */
  answer?: unknown;
  /** Codes beyond those that every endpoint of its kind has. */
  errors?: readonly ErrorCode[];
  /** Media types of the answer beside JSON. */
  produces?: readonly string[];
  /** The answer is of this media type alone, and never JSON. */
  media?: string;
  /** Media types of the body beside JSON. */
  takes?: Readonly<Record<string, TSchema>>;
  /** The call can be made without a body: it is taken for `{}` then. */
  bodyOptional?: true;
  /** The resource has an `ETag`: reads take `If-None-Match`, changes `If-Match`. */
  etag?: boolean;
}

interface Described extends EndpointDoc {
  scope: Scope | null;
  body?: TSchema;
  query?: TSchema;
  status?: number;
  viewers?: boolean;
  idempotent?: boolean;
}

/** The endpoint as an OpenAPI operation, but for the parameters in its path. */
export function describeEndpoint(spec: Described) {
  const {scope} = spec;
  return {
    tags: [spec.tag],
    summary: spec.summary,
    description: [spec.description, scope ? `Scope: \`${scope}\`.` : "Any valid token."]
      .filter(Boolean)
      .join("\n\n"),
    security: [{token: []}],
    parameters: [...parametersOf(spec.query), ...headersOf(spec)],
    ...(spec.body ? {requestBody: requestBodyOf(spec.body, spec)} : {}),
    responses: {...successOf(spec), ...problemResponses(codesOf(spec))},
  };
}

function changes({scope}: Described): boolean {
  return scope === "write" || scope === "manage";
}

function codesOf(spec: Described): ErrorCode[] {
  return [
    "unauthenticated",
    "rate_limited",
    "not_acceptable",
    "internal_error",
    ...(spec.scope ? (["missing_scope"] as const) : []),
    ...(changes(spec) && !spec.viewers ? (["missing_privilege"] as const) : []),
    ...(spec.body
      ? (["malformed_json", "payload_too_large", "unsupported_media_type", "invalid_request"] as const)
      : []),
    ...(spec.query ? (["invalid_request"] as const) : []),
    ...(spec.idempotent ? (["idempotency_conflict"] as const) : []),
    ...(spec.etag && changes(spec) ? (["precondition_failed"] as const) : []),
    ...(spec.errors ?? []),
  ];
}

function requestBodyOf(schema: TSchema, {example, bodyOptional, takes = {}}: EndpointDoc) {
  const others = Object.entries(takes).map(([type, one]) => [type, {schema: plain(one)}] as const);
  return {
    required: !bodyOptional,
    content: {
      "application/json": {schema: plain(schema), ...(example === undefined ? {} : {example})},
      ...Object.fromEntries(others),
    },
  };
}

function successOf(spec: Described) {
  const headers: Record<string, {$ref: string}> = {
    "X-Request-Id": {$ref: "#/components/headers/X-Request-Id"},
    RateLimit: {$ref: "#/components/headers/RateLimit"},
    "RateLimit-Policy": {$ref: "#/components/headers/RateLimit-Policy"},
    ...(spec.etag && spec.status !== 204 ? {ETag: {$ref: "#/components/headers/ETag"}} : {}),
    ...(spec.query?.["properties"]?.cursor ? {Link: {$ref: "#/components/headers/Link"}} : {}),
  };
  if (spec.status === 204) return {204: {description: "Done; there is nothing to say.", headers}};
  if (spec.media) {
    const content = {[spec.media]: {schema: {type: "string", format: "binary"}}};
    return {[spec.status ?? 200]: {description: "Success", headers, content}};
  }
  const json = {
    ...(spec.response ? {schema: plain(spec.response)} : {}),
    ...(spec.answer === undefined ? {} : {example: spec.answer}),
  };
  const others = Object.fromEntries(
    (spec.produces ?? []).map(type => [type, {schema: {type: "string"}}] as const),
  );
  return {
    [spec.status ?? 200]: {
      description: "Success",
      headers,
      content: {"application/json": json, ...others},
    },
    ...(spec.etag && !changes(spec) ? {304: {description: "It is as `If-None-Match` says."}} : {}),
  };
}

function headersOf(spec: Described) {
  const names = [
    ...(spec.idempotent ? ["Idempotency-Key"] : []),
    ...(spec.etag ? [changes(spec) ? "If-Match" : "If-None-Match"] : []),
  ];
  return names.map(name => ({$ref: `#/components/parameters/${name}`}));
}

function parametersOf(query: TSchema | undefined) {
  const properties: Record<string, TSchema> = query?.["properties"] ?? {};
  const required: string[] = query?.["required"] ?? [];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema: plain(schema),
    ...(schema.description ? {description: schema.description} : {}),
  }));
}

/** JSON Schema without TypeBox's own symbols. */
function plain(schema: TSchema): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema));
}
