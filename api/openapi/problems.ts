import {STATUS_CODES} from "node:http";
import {type ErrorCode, STATUS_OF_CODE} from "../../shared/core/errors.ts";
import type {JsonObject} from "./component-schemas.ts";

/** When each error code occurs, for the OpenAPI document. */
const MEANING: Record<ErrorCode, string> = {
  malformed_json: "the body is not JSON",
  malformed_request: "the Host header or the address is malformed",
  unauthenticated: "no token, or a token that is unknown, expired or revoked",
  budget_exhausted: "the organization's LLM tokens of this month are used up",
  plan_limit: "the organization's plan allows no more, or its subscription is not paid for",
  missing_scope: "the token lacks the scope that the call requires",
  missing_privilege:
    "the caller lacks the role, the seat or the right to the resource that the call requires",
  not_found: "missing, or not visible to the caller; both get the same answer",
  method_not_allowed: "the path does not support this method",
  not_acceptable: "`Accept` allows none of the media types that the call produces",
  conflict: "the request conflicts with the current state",
  idempotency_conflict:
    "the `Idempotency-Key` was used for another request, or its first request is still being processed",
  gone: "the resource existed, but is no longer available",
  precondition_failed: "the resource has changed since the `ETag` in `If-Match` was read",
  request_timeout: "the body did not arrive in time",
  payload_too_large: "the body is larger than the call accepts",
  unsupported_media_type: "the call does not accept the body's media type",
  invalid_request: "the request does not fit its schema; `errors` names each path",
  connection_failed: "the warehouse does not answer over this connection; `detail` says why",
  unknown_model:
    "there is no model of that name that the caller can see; `suggestions` has the nearest names",
  unknown_field: "there is no field of that name; `suggestions` has the nearest names",
  ambiguous_model:
    "several projects have a model of that name, but not the default project: give `projectId`",
  ambiguous_join_path: "several paths of joins lead to a requested field: name the roles",
  no_join_path: "no path of joins leads to a requested field",
  invalid_filter: "a filter's operator or value does not fit its field, or the query",
  invalid_order: "an entry of `orderBy` does not fit the query",
  rate_limited:
    "the token's limit is used up, or too many calls are running; `Retry-After` says when to try again",
  internal_error: "an error inside the service; its log has the details under the request id",
  warehouse_error: "the warehouse refused the statement",
  upstream_error:
    "another service that the call needs (mail, a language model, GitHub or Stripe) refused or broke off",
  database_unavailable:
    "the service's own database does not answer, or refuses for now, because its disk is full or a table is locked. The request may have been carried out; `Retry-After` says when to try again",
  overloaded:
    "too many requests or bytes are being sent to the service at once; `Retry-After` says when to try again",
  query_crashed_worker:
    "two workers crashed while running this query, so the query is refused for ten minutes, or as `Retry-After` says",
  worker_unavailable:
    "no worker is available, or the statement waited too long for its turn, because its connection or the worker was busy; `Retry-After` says when to try again",
  storage_full: "the service's own disk is full, and nothing was stored; try again when there is space",
  query_timeout: "the statement ran past its time limit and was cancelled",
};

/** The problem answers of an operation, one per status, as references, because many operations share them. */
export function problemResponses(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(inOrder(codes), code => STATUS_OF_CODE[code]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, list]) => [status, {$ref: `${RESPONSES}${list.join(SEPARATOR)}`}]),
  );
}

/** Resolves a reference of `problemResponses`: the response's name and content. */
export function responseBehind($ref: string): {name: string; response: JsonObject} | undefined {
  if (!$ref.startsWith(RESPONSES)) return undefined;
  const name = $ref.slice(RESPONSES.length);
  return {name, response: problemResponse(name.split(SEPARATOR).filter(isErrorCode))};
}

const RESPONSES = "#/components/responses/";
const SEPARATOR = "-";
const ORDER = Object.keys(STATUS_OF_CODE);

function inOrder(codes: readonly ErrorCode[]): ErrorCode[] {
  return [...new Set(codes)].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
}

function isErrorCode(name: string): name is ErrorCode {
  return Object.hasOwn(STATUS_OF_CODE, name);
}

function problemResponse(codes: readonly ErrorCode[]): JsonObject {
  const [first = "internal_error"] = codes;
  const status = STATUS_OF_CODE[first];
  return {
    description: codes.map(code => `\`${code}\`: ${MEANING[code]}`).join("; "),
    content: {
      "application/problem+json": {
        schema: {$ref: "#/components/schemas/Problem"},
        example: {
          type: "about:blank",
          title: STATUS_CODES[status],
          status,
          detail: sentence(MEANING[first]),
          code: first,
          requestId: "req_01993a52-7c1e-7d2a-9c1d-2f5b6a1e4c33",
        },
      },
    },
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replaceAll("`", "")}.`;
}

/** The schema of a problem: RFC 9457, with the stable `code`. */
export const problemSchema = {
  type: "object",
  description: "RFC 9457. Programs read `code`; people read `detail`.",
  required: ["type", "title", "status", "detail", "code", "requestId"],
  properties: {
    type: {type: "string", description: "Always `about:blank`; `code` distinguishes the kinds of errors."},
    title: {type: "string", description: "The status in words."},
    status: {type: "integer", description: "The HTTP status."},
    detail: {type: "string", description: "What is wrong, and what to do."},
    code: {type: "string", description: "The stable name of the error.", enum: Object.keys(STATUS_OF_CODE)},
    errors: {
      type: "array",
      description: "Each fault in the request, where its place is known.",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: {
          path: {
            type: "string",
            description: "A JSON pointer into the request's body, or `/` and the name of a query parameter.",
          },
          message: {type: "string", description: "What is wrong there."},
          allowed: {
            type: "array",
            items: {type: "string"},
            description: "The values or keys that are accepted there.",
          },
          suggestions: {
            type: "array",
            items: {type: "string"},
            description: "The nearest names, best first.",
          },
        },
      },
    },
    requestId: {type: "string", description: "The id of the request in the service's log."},
  },
};
