import {STATUS_CODES} from "node:http";
import {type ErrorCode, STATUS_OF_CODE} from "../shared/errors.ts";

/** When each code is met, for the OpenAPI document. */
const MEANING: Record<ErrorCode, string> = {
  malformed_json: "the body is not JSON",
  unauthenticated: "no token, or one that is unknown, expired or revoked",
  budget_exhausted: "the organization's budget is used up",
  missing_scope: "the token lacks the scope",
  missing_privilege: "the caller lacks the role or the seat that is needed",
  not_found: "missing, or not visible to the caller: the two are not told apart",
  method_not_allowed: "the path does not do this method",
  not_acceptable: "`Accept` names nothing that the call produces",
  conflict: "it contradicts what is there",
  idempotency_conflict:
    "the `Idempotency-Key` came with another request, or its first request is still at work",
  gone: "it was there and is not kept any more",
  precondition_failed: "it was changed since the `ETag` in `If-Match` was read",
  payload_too_large: "the body is larger than the call takes",
  unsupported_media_type: "the body is of another media type",
  invalid_request: "the request does not fit its schema; `errors` names each path",
  connection_failed: "the warehouse connection does not answer",
  unknown_model: "there is no such model",
  unknown_field: "there is no such field",
  ambiguous_model: "several models of that name, none of them in the default project",
  ambiguous_join_path: "several ways to join the models asked for",
  no_join_path: "no way to join the models asked for",
  invalid_filter: "a filter that does not fit its field",
  invalid_order: "an order that does not fit the query",
  rate_limited: "more calls than the token's limit; `Retry-After` says when to try again",
  internal_error: "a fault of ours; the request id finds it in the log",
  warehouse_error: "the warehouse refused the statement",
  worker_unavailable: "no worker is there to run it; `Retry-After` says when to try again",
  query_timeout: "the statement ran past its time limit and was cancelled",
};

/** The problem answers of an operation, one per status. */
export function problemResponses(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(new Set(codes), code => STATUS_OF_CODE[code]);
  return Object.fromEntries(
    [...byStatus].sort(([a], [b]) => a - b).map(([status, list]) => [status, problemResponse(status, list)]),
  );
}

function problemResponse(status: number, codes: readonly ErrorCode[]) {
  return {
    description: codes.map(code => `\`${code}\`: ${MEANING[code]}`).join("; "),
    content: {
      "application/problem+json": {
        schema: {$ref: "#/components/schemas/Problem"},
        example: {
          type: "about:blank",
          title: STATUS_CODES[status],
          status,
          detail: `${codes[0] ? sentence(MEANING[codes[0]]) : ""}`,
          code: codes[0],
          requestId: "req_01993a52-7c1e-7d2a-9c1d-2f5b6a1e4c33",
        },
      },
    },
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replaceAll("`", "")}.`;
}

/** RFC 9457, with the stable `code`. */
export const problemSchema = {
  type: "object",
  description: "RFC 9457. Programs read `code`; people read `detail`.",
  required: ["type", "title", "status", "detail", "code", "requestId"],
  properties: {
    type: {type: "string", description: "Always `about:blank`: `code` tells the kinds apart."},
    title: {type: "string", description: "The status in words."},
    status: {type: "integer", description: "The HTTP status."},
    detail: {type: "string", description: "What is wrong, and what to do about it."},
    code: {type: "string", description: "The stable name of the fault.", enum: Object.keys(STATUS_OF_CODE)},
    errors: {
      type: "array",
      description: "The faults one by one, where there can be several.",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: {
          path: {type: "string", description: "A JSON pointer into the request's body."},
          message: {type: "string", description: "What is wrong there."},
          allowed: {type: "array", items: {type: "string"}, description: "What would have been accepted."},
          suggestions: {
            type: "array",
            items: {type: "string"},
            description: "The nearest names, best first.",
          },
        },
      },
    },
    requestId: {type: "string", description: "Finds the request in the log."},
  },
};
