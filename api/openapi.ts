import type {TSchema} from "@sinclair/typebox";
import type {Scope} from "../shared/actor.ts";
import type {ErrorCode} from "../shared/errors.ts";
import {STATUS_OF_CODE} from "../shared/errors.ts";

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
  /** The resource has an `ETag`, and its changes take `If-Match`. */
  etag?: boolean;
}

interface Described extends EndpointDoc {
  scope: Scope | null;
  body?: TSchema;
  query?: TSchema;
  status?: number;
}

/** The endpoint as an OpenAPI operation. */
export function describeEndpoint(spec: Described) {
  const {scope} = spec;
  const codes: ErrorCode[] = [
    "unauthenticated",
    ...(scope ? (["missing_scope"] as const) : []),
    ...(spec.body ? (["malformed_json", "payload_too_large", "invalid_request"] as const) : []),
    ...(spec.errors ?? []),
  ];
  return {
    tags: [spec.tag],
    summary: spec.summary,
    description: [spec.description, scope ? `Scope: \`${scope}\`.` : "Any valid token."]
      .filter(Boolean)
      .join("\n\n"),
    security: [{token: []}],
    ...(spec.query ? {parameters: parametersOf(spec.query)} : {}),
    ...(spec.body
      ? {
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: plain(spec.body),
                ...(spec.example === undefined ? {} : {example: spec.example}),
              },
            },
          },
        }
      : {}),
    responses: {
      [spec.status ?? 200]: {
        description: "Success",
        ...(spec.status === 204
          ? {}
          : {
              content: {
                "application/json": {
                  ...(spec.response ? {schema: plain(spec.response)} : {}),
                  ...(spec.answer === undefined ? {} : {example: spec.answer}),
                },
                ...Object.fromEntries((spec.produces ?? []).map(type => [type, {}])),
              },
            }),
      },
      ...problemResponses(codes),
    },
  };
}

function problemResponses(codes: readonly ErrorCode[]) {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const status = STATUS_OF_CODE[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.map(code => `\`${code}\``).join(", "),
        content: {"application/problem+json": {schema: {$ref: "#/components/schemas/Problem"}}},
      },
    ]),
  );
}

function parametersOf(query: TSchema) {
  const properties: Record<string, TSchema> = query["properties"] ?? {};
  const required: string[] = query["required"] ?? [];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query" as const,
    required: required.includes(name),
    schema: plain(schema),
    ...(schema.description ? {description: schema.description} : {}),
  }));
}

/** JSON Schema without TypeBox's own symbols. */
function plain(schema: TSchema): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema));
}
