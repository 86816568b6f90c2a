import type {DocumentDecoration} from "elysia";
import {problemResponses} from "../openapi/problems.ts";

const message = {
  $id: "JsonRpcMessage",
  type: "object" as const,
  required: ["jsonrpc"],
  properties: {
    jsonrpc: {type: "string" as const, enum: ["2.0"], description: "The version of JSON-RPC."},
    id: {
      description:
        "A string or an integer; null if the request's id could not be read. Absent in a notification, which gets no answer.",
    },
    method: {
      type: "string" as const,
      description: "The method of a request or notification; absent in an answer.",
    },
    params: {type: "object" as const, description: "The parameters of the method. Default: none."},
    result: {type: "object" as const, description: "In an answer: what the method returns."},
    error: {
      type: "object" as const,
      description: "In an answer, in place of `result`: why the method failed.",
      required: ["code", "message"],
      properties: {
        code: {
          type: "integer" as const,
          description:
            "Of JSON-RPC: -32602 for invalid parameters and unknown tools, -32601 for unknown methods.",
        },
        message: {type: "string" as const, description: "What is wrong, in a sentence."},
      },
    },
  },
};
const schema = {anyOf: [message, {type: "array" as const, items: message}]};

/** The description of the MCP endpoint in the OpenAPI document. */
export const detail: DocumentDecoration = {
  tags: ["MCP"],
  summary: "Send an MCP message",
  description:
    "The Model Context Protocol over Streamable HTTP, revisions 2025-06-18, 2025-03-26 and 2024-11-05. A JSON-RPC message is answered by one " +
    "JSON body: there is no stream and no session, and `GET` and `DELETE` are 405. `Accept` must list " +
    "`application/json` and `text/event-stream`. Methods: `initialize`, `ping`, `tools/list` (the tools that the token's scopes allow), `tools/call`. " +
    "An error of a tool is a result with `isError`, whose text says what to correct.",
  security: [{token: []}],
  requestBody: {
    required: true,
    content: {"application/json": {schema, example: {jsonrpc: "2.0", id: 1, method: "tools/list"}}},
  },
  responses: {
    200: {
      description: "The answer to a request, or a list of answers to a batch.",
      content: {"application/json": {schema, example: {jsonrpc: "2.0", id: 1, result: {tools: []}}}},
    },
    202: {description: "A notification or a response was received, which gets no answer."},
    400: {
      description: "The message is not JSON-RPC, or its protocol revision is not supported.",
      content: {
        "application/json": {
          schema: message,
          example: {jsonrpc: "2.0", id: null, error: {code: -32600, message: "The batch is empty."}},
        },
      },
    },
    ...problemResponses([
      "unauthenticated",
      "missing_scope",
      "not_acceptable",
      "request_timeout",
      "payload_too_large",
      "unsupported_media_type",
      "rate_limited",
      "internal_error",
      "database_unavailable",
    ]),
  },
};
