import type {TSchema} from "@sinclair/typebox";
import type {Scope} from "../../shared/core/actor.ts";
import type {ErrorCode} from "../../shared/core/errors.ts";
import {OWN_PARAMETERS} from "./common.ts";
import {isObject} from "./component-schemas.ts";
import {DEPRECATION_HEADERS, type Deprecation} from "./deprecation.ts";
import {problemResponses} from "./problems.ts";

/** The description of one endpoint in the OpenAPI document. */
export interface EndpointDoc {
  tag: string;
  summary: string;
  description?: string;
  /** Schema of the successful answer's JSON. */
  response?: TSchema;
  /** An example request body. */
  example?: unknown;
  /** Several example bodies instead, by their titles. */
  examples?: Readonly<Record<string, unknown>>;
  /** An example of the answer. */
  answer?: unknown;
  /** Error codes beyond those that every endpoint of its kind has. */
  errors?: readonly ErrorCode[];
  /** Media types of the answer beside JSON. */
  produces?: readonly string[];
  /** The answer's only media type, where that is not JSON. */
  media?: string;
  /** Media types of the body beside JSON. */
  takes?: Readonly<Record<string, TSchema>>;
  /** The body may be left out, which means the same as `{}`. */
  bodyOptional?: true;
  /** Header parameters beyond those of its kind, by their names among the document's parameters. */
  takesHeaders?: readonly string[];
  /** Other answers that are not errors, by status. */
  otherwise?: Readonly<Record<number, OtherAnswer>>;
  /**
   * Whether a call of the scope `write` stays possible while the subscription is not paid for, because the call pays,
   * deletes, only reads or revokes access.
   */
  unpaid?: true;
  /** Set for an endpoint that will be removed: answers and the document announce it. */
  deprecated?: Deprecation;
  /** The resource has an `ETag`: reads take `If-None-Match`, changes `If-Match`. */
  etag?: boolean;
}

interface OtherAnswer {
  description: string;
  /** The answer's headers, by their names among the document's headers. */
  headers?: readonly string[];
  response?: TSchema;
  answer?: unknown;
}

interface Described extends EndpointDoc {
  scope: Scope | null;
  body?: TSchema;
  query?: TSchema;
  status?: number;
  /** Set for an endpoint that takes another kind of credentials than API tokens, which its description names. */
  authenticate?: unknown;
  idempotent?: boolean | "respond-async";
}

/** The endpoint as an OpenAPI operation, without its path parameters. */
export function describeEndpoint(spec: Described) {
  return {
    tags: [spec.tag],
    summary: spec.summary,
    ...(spec.deprecated ? {deprecated: true} : {}),
    description: [spec.deprecated && deprecationOf(spec.deprecated), spec.description, credentialsOf(spec)]
      .filter(Boolean)
      .join("\n\n"),
    security: [{token: []}],
    [OWN_PARAMETERS]: [...parametersOf(spec.query), ...headersOf(spec)],
    ...(spec.body ? {requestBody: requestBodyOf(spec.body, spec)} : {}),
    responses: {...successOf(spec), ...othersOf(spec), ...problemResponses(codesOf(spec))},
  };
}

function credentialsOf({scope, authenticate}: Described): string | undefined {
  if (authenticate !== undefined) return undefined;
  return scope ? `Requires the scope \`${scope}\`.` : "Takes any valid token, whatever its scopes.";
}

function deprecationOf({since, sunset, instead}: Deprecation): string {
  return `**Deprecated** since ${since}; may be removed from ${sunset} on. ${instead}`;
}

function changes({scope}: Described): boolean {
  return scope === "write" || scope === "manage";
}

/** Whether the call is refused while the subscription is not paid for. */
export function needsPlan({scope, unpaid}: Pick<Described, "scope" | "unpaid">): boolean {
  return scope === "write" && !unpaid;
}

function codesOf(spec: Described): ErrorCode[] {
  return [
    "malformed_request",
    "unauthenticated",
    "rate_limited",
    "not_acceptable",
    "internal_error",
    "database_unavailable",
    ...(spec.scope ? (["missing_scope"] as const) : []),
    ...(changes(spec) ? (["missing_privilege"] as const) : []),
    ...(needsPlan(spec) ? (["plan_limit"] as const) : []),
    ...(spec.body
      ? ([
          "malformed_json",
          "request_timeout",
          "payload_too_large",
          "unsupported_media_type",
          "invalid_request",
        ] as const)
      : []),
    ...(spec.query ? (["invalid_request"] as const) : []),
    // A key may be malformed, and a call without a body may be sent one.
    ...(spec.idempotent ? (["idempotency_conflict", "invalid_request", "malformed_json"] as const) : []),
    ...(spec.etag && changes(spec) ? (["precondition_failed"] as const) : []),
    ...(spec.errors ?? []),
  ];
}

function requestBodyOf(schema: TSchema, {example, examples, bodyOptional, takes = {}}: EndpointDoc) {
  const named =
    examples &&
    Object.entries(examples).map(([summary, value]) => {
      const key = summary.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
      return [key, {summary, value}] as const;
    });
  const exampleFields = named
    ? {examples: Object.fromEntries(named)}
    : example === undefined
      ? {}
      : {example};
  const others = Object.entries(takes).map(([type, one]) => [type, {schema: one}] as const);
  return {
    required: !bodyOptional,
    content: {
      "application/json": {schema, ...exampleFields},
      ...Object.fromEntries(others),
    },
  };
}

function successOf(spec: Described) {
  const headers = {
    ...headersNamed([
      ...COMMON_HEADERS,
      ...(spec.etag && spec.status !== 204 ? ["ETag"] : []),
      ...(spec.query?.["properties"]?.cursor ? ["Link"] : []),
    ]),
    ...(spec.deprecated ? DEPRECATION_HEADERS : {}),
  };
  if (spec.status === 204) return {204: {description: "Done, without content.", headers}};
  if (spec.media) {
    const content = {[spec.media]: {schema: BINARY}};
    return {[spec.status ?? 200]: {description: "Success", headers, content}};
  }
  const json = {
    ...(spec.response ? {schema: spec.response} : {}),
    ...(spec.answer === undefined ? {} : {example: spec.answer}),
  };
  const others = Object.fromEntries(
    (spec.produces ?? []).map(type => [type, {schema: isText(type) ? {type: "string"} : BINARY}] as const),
  );
  return {
    [spec.status ?? 200]: {
      description: "Success",
      headers,
      content: {"application/json": json, ...others},
    },
    ...(spec.etag && !changes(spec)
      ? {304: {description: "The resource still has the `ETag` of `If-None-Match`."}}
      : {}),
  };
}

function othersOf({otherwise = {}}: Described) {
  return Object.fromEntries(
    Object.entries(otherwise).map(([status, {description, headers = [], response, answer}]) => [
      status,
      {
        description,
        headers: headersNamed([...COMMON_HEADERS, ...headers]),
        ...(response ? {content: {"application/json": {schema: response, example: answer}}} : {}),
      },
    ]),
  );
}

const COMMON_HEADERS = ["X-Request-Id", "RateLimit", "RateLimit-Policy"];
const BINARY = {type: "string", format: "binary"};

function isText(type: string): boolean {
  return type.startsWith("text/") || type === "application/x-ndjson" || type === "application/yaml";
}

function headersNamed(names: readonly string[]) {
  return Object.fromEntries(names.map(name => [name, {$ref: `#/components/headers/${name}`}]));
}

function headersOf(spec: Described) {
  const names = [
    ...(spec.takesHeaders ?? []),
    ...(spec.idempotent ? ["Idempotency-Key"] : []),
    ...(spec.etag ? [changes(spec) ? "If-Match" : "If-None-Match"] : []),
  ];
  return names.map(name => ({$ref: `#/components/parameters/${name}`}));
}

function parametersOf(query: TSchema | undefined) {
  const properties: Record<string, TSchema> = query?.["properties"] ?? {};
  const required: string[] = query?.["required"] ?? [];
  return Object.entries(properties).map(([name, property]) => {
    const {description, means, ...schema} = property;
    return {
      name,
      in: "query",
      required: required.includes(name),
      // A number in a query string is validated as text, but documented as a number.
      schema: isObject(means) ? means : property.$id === undefined ? schema : property,
      ...(description ? {description} : {}),
    };
  });
}
