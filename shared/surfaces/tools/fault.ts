import {translateDeletedActor} from "../../core/audit.ts";
import {type ErrorCode, type ErrorDetail, ServiceError} from "../../core/errors.ts";
import {shorten} from "../../core/one-line.ts";
import {segmentsOf} from "../../semantic/coded-error.ts";
import {cell} from "./table.ts";
import {errorReader, type ToolContext} from "./tool.ts";

/** Hints on what to try next, for codes whose message alone would not help an agent. */
const NEXT: Partial<Record<ErrorCode, string>> = {
  unknown_model: "list_models lists the models, search_fields finds fields of all models.",
  unknown_field: "describe_model lists the fields of a model, search_fields finds them by words.",
  ambiguous_model: "Give one of these as projectId.",
  ambiguous_join_path: "Name the join's role: describe_model lists the roles of a model.",
  no_join_path: "describe_model lists the fields that can be queried together with a model.",
  not_found: "The list tools list what you can see.",
  query_timeout: "Ask for less: a narrower filter, fewer dimensions, a coarser grain.",
  database_unavailable:
    "Wait a few seconds and check whether the call was carried out before you call again.",
  query_crashed_worker: "Ask for less, or for something else; the same query is refused for some minutes.",
  storage_full: "The operator of the service has to free disk space.",
  worker_unavailable: "Call again in a few seconds.",
  rate_limited: "Wait, then call again.",
};

interface ToolFault {
  readonly content: readonly [{readonly type: "text"; readonly text: string}];
  readonly isError: true;
  readonly _meta: {readonly error: object};
}

/**
 * An error in a form that an agent can act on: the code, its place, the received value, the allowed values and similar
 * ones.
 */
export function faultOf(thrown: unknown, args: unknown, context: ToolContext): ToolFault {
  const {actor, runner, requestId} = context;
  const error = translateDeletedActor(thrown, actor);
  if (!(error instanceof ServiceError)) {
    runner.log.error({err: error, requestId}, "a tool failed");
    return faultOf(internal(requestId), args, context);
  }
  const {code, message} = error;
  const {errors = [], adminDetail} = error.details;
  const isForAdmin = errorReader(context)?.orgRole === "admin";
  const sentence = adminDetail && isForAdmin ? `${message} ${adminDetail}` : message;
  const details = errors.map(detail => ({...detail, received: valueAt(args, detail.path)}));
  const lines = [
    `Error ${code}: ${shorten(sentence, 2000)}`,
    ...details.slice(0, 10).map(detail => lineOf(detail, sentence)),
    ...(details.length > 10 ? [`… and ${details.length - 10} more`] : []),
    ...(NEXT[code] ? [NEXT[code]] : []),
  ];
  return {
    content: [{type: "text", text: lines.join("\n")}],
    isError: true,
    _meta: {
      error: {
        code,
        message: sentence,
        ...(details.length > 0 ? {errors: details.slice(0, 10)} : {}),
        requestId,
      },
    },
  };
}

function internal(requestId: string): ServiceError {
  return new ServiceError(
    "internal_error",
    `Something went wrong on our side. The log has the error under the request id ${requestId}.`,
  );
}

function lineOf(detail: ErrorDetail & {received: unknown}, sentence: string): string {
  const {path, message, allowed, suggestions, received} = detail;
  const isRepeated = sentence.includes(message);
  return [
    `- ${path || "/"}`,
    ...(received === undefined ? [] : [`received ${shorten(cell(received), 200)}`]),
    ...(isRepeated ? [] : [shorten(message, 300).replace(/\.$/, "")]),
    ...(suggestions && suggestions.length > 0 ? [`nearest: ${suggestions.join(", ")}`] : []),
    ...(allowed && allowed.length > 0 ? [`allowed: ${shorten(allowed.join(", "), 500)}`] : []),
  ].join("; ");
}

/** The value at a JSON pointer of the arguments, as text of limited length. */
function valueAt(args: unknown, path: string): unknown {
  let value = args;
  for (const key of segmentsOf(path)) {
    if (typeof value !== "object" || value === null) return undefined;
    if (!Object.hasOwn(value, key)) return undefined;
    value = Object.entries(value).find(([name]) => name === key)?.[1];
  }
  if (value === undefined || path === "") return undefined;
  const text = JSON.stringify(value) ?? "";
  return text.length <= 200 ? value : shorten(text, 200);
}
