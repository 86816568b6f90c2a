import type {DocumentDecoration} from "elysia";
import type {ErrorCode} from "../../shared/core/errors.ts";
import {problemResponses} from "./problems.ts";

interface WebhookDoc {
  tag: string;
  summary: string;
  description: string;
  /** A description of the body, and an example. */
  body: string;
  example: object;
  /** The status of an event that was taken, and what that status means. */
  status: 200 | 202;
  taken: string;
  errors: readonly ErrorCode[];
}

/** The description of an endpoint to which another service sends its signed events. */
export function describeWebhook({
  tag,
  summary,
  description,
  body,
  example,
  status,
  taken,
  errors,
}: WebhookDoc): {detail: DocumentDecoration} {
  return {
    detail: {
      tags: [tag],
      summary,
      description,
      security: [],
      requestBody: {
        required: true,
        content: {"application/json": {schema: {type: "object", description: body}, example}},
      },
      responses: {
        [status]: {
          description: taken,
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: {received: {type: "boolean", description: "Always `true`."}},
                required: ["received"],
              },
              example: {received: true},
            },
          },
        },
        ...problemResponses([
          "malformed_request",
          "malformed_json",
          ...errors,
          "not_found",
          "request_timeout",
          "payload_too_large",
          "overloaded",
          "internal_error",
          "database_unavailable",
        ]),
      },
    },
  };
}
