import {
  APICallError,
  isStepCount,
  type JSONSchema7,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  streamText,
  type ToolSet,
  TypeValidationError,
  tool,
  wrapLanguageModel,
} from "ai";
import type {Spent} from "../../shared/automation/agents/budget/reservations.ts";
import {isPassingFault} from "../../shared/core/network.ts";
import type {ToolDefinition} from "../../shared/surfaces/tools/model-context/tool-definitions.ts";
import {readAnswer, sendable} from "./read-answer.ts";

/**
 * A model of a provider. A bare model name is excluded, because the library would send the call to its vendor's
 * gateway.
 */
export type Model = Exclude<LanguageModel, string>;

/** One call of a model. */
export interface ModelCall {
  model: Model;
  instructions: string;
  messages: ModelMessage[];
  tools: ToolSet;
  /** The only tool that the model may call, and must call. */
  mustCall?: string | undefined;
  maxOutputTokens: number;
  timeoutMs: number;
}

/** The outcome of a call. */
export type CallOutcome =
  /** The model has ended its turn. `spent` is absent if the provider did not report the tokens. */
  | {
      kind: "answered";
      message: ModelMessage;
      /** The names of the tools that are called. */
      toolNames: string[];
      spent: Spent | undefined;
      finish: string;
      /** `cut`: the answer reached its longest length. `refused`: the provider or the model refused to answer. */
      ended: "normally" | "cut" | "refused";
    }
  /** The provider rejected the call, so no token was spent. */
  | {
      kind: "rejected";
      why: "busy" | "overflow" | "answer length" | "rights" | "redirect" | "request";
      status: number | undefined;
      retryAfterMs: number | undefined;
      error: unknown;
    }
  /** The call was cut off or took too long, so its cost is unknown. */
  | {kind: "broken_off"; error: unknown};

/** The most characters of one answer: its text, thinking and arguments. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** Calls the model once, and runs none of its tools. Rejects only if `signal` was aborted. */
export async function callModel(call: ModelCall, signal: AbortSignal): Promise<CallOutcome> {
  let failure: unknown;
  let isComplete = false;
  let characters = 0;
  const tooLong = new AbortController();
  try {
    const result = streamText({
      model: call.mustCall === undefined ? call.model : mustCall(call.model, call.mustCall),
      instructions: call.instructions,
      messages: cachedToHere(sendable(call.messages)),
      tools: call.tools,
      maxOutputTokens: call.maxOutputTokens,
      maxRetries: 0,
      stopWhen: isStepCount(1),
      abortSignal: AbortSignal.any([signal, tooLong.signal, AbortSignal.timeout(call.timeoutMs)]),
      onError: () => undefined,
    });
    for await (const part of result.stream) {
      if (part.type === "text-delta" || part.type === "reasoning-delta") characters += part.text.length;
      if (part.type === "tool-input-delta") characters += part.delta.length;
      if (characters > MAX_CHARACTERS) {
        failure ??= new Error(`the answer has more than ${MAX_CHARACTERS} characters`);
        tooLong.abort(failure);
        break;
      }
      if (part.type === "error" && !isOfNewType(part.error)) failure ??= part.error;
      if (part.type === "abort") failure ??= new Error("the call was ended before its answer was complete");
      if (part.type === "finish-step") isComplete = !BROKEN.has(part.finishReason);
    }
    signal.throwIfAborted();
    if (failure === undefined && isComplete) return await answeredOf(result, call.maxOutputTokens);
  } catch (error) {
    signal.throwIfAborted();
    failure ??= error;
  }
  return rejectionFrom(failure) ?? {kind: "broken_off", error: failure};
}

/** The types of events in Anthropic's streams: https://docs.claude.com/en/docs/build-with-claude/streaming#event-types */
const EVENT_TYPES: ReadonlySet<unknown> = new Set([
  "message_start",
  "content_block_start",
  "content_block_delta",
  "content_block_stop",
  "message_delta",
  "message_stop",
  "ping",
  "error",
]);

/**
 * Whether the error is about an event of an unknown type. Anthropic may add types, and clients must ignore such events.
 */
function isOfNewType(error: unknown): boolean {
  if (!TypeValidationError.isInstance(error)) return false;
  const {value} = error;
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  return typeof value.type === "string" && !EVENT_TYPES.has(value.type);
}

/**
 * Marks the messages for Anthropic's prompt cache. The next call of the run begins with the same messages, which
 * Anthropic then reads at a tenth of their price: https://docs.claude.com/en/docs/build-with-claude/prompt-caching.
 * Other providers cache automatically, or not at all.
 */
function cachedToHere(messages: readonly ModelMessage[]): ModelMessage[] {
  const last = messages.at(-1);
  if (!last) return [];
  const anthropic = {cacheControl: {type: "ephemeral"}};
  return [...messages.slice(0, -1), {...last, providerOptions: {anthropic}}];
}

/**
 * The model with `toolChoice` set only in the provider's request. If the library knew of `toolChoice`, it would discard
 * the answer of a model that does something else, and the record of its cost.
 */
function mustCall(model: Model, toolName: string): Model {
  const middleware = {
    transformParams: async <P extends object>({params}: {params: P}) => ({
      ...params,
      toolChoice: {type: "tool" as const, toolName},
    }),
  };
  return wrapLanguageModel({model, middleware});
}

/** The finish reasons of streams that ended too early. */
const BROKEN: ReadonlySet<string> = new Set(["interrupted", "error", "unknown"]);

type Result = ReturnType<typeof streamText<ToolSet>>;

async function answeredOf(result: Result, maxOutputTokens: number): Promise<CallOutcome> {
  const [finish, raw, usage, toolCalls, messages] = await Promise.all([
    result.finishReason,
    result.rawFinishReason,
    result.usage,
    result.toolCalls,
    result.responseMessages,
  ]);
  const {inputTokens: input, outputTokens: output} = usage;
  const isRefused = finish === "content-filter" || raw === "refusal";
  const isCut = finish === "length";
  const fault = isCut
    ? `The call is not complete: your answer was cut at its greatest length of ${maxOutputTokens} tokens. Write less.`
    : "Its arguments are not JSON.";
  return {
    kind: "answered",
    message: readAnswer(
      messages,
      toolCalls.map(call => call.input),
      fault,
    ),
    toolNames: toolCalls.map(({toolName}) => toolName),
    spent: isCount(input) && input > 0 && isCount(output) ? {input, output} : undefined,
    finish: raw ?? finish,
    ended: isRefused ? "refused" : isCut ? "cut" : "normally",
  };
}

/** Whether the value is a number of tokens. Some servers report something else. */
function isCount(tokens: number | undefined): tokens is number {
  return tokens !== undefined && Number.isSafeInteger(tokens) && tokens >= 0;
}

/** A run's tools in the format of the library. The conversion is made once for all calls of the run. */
export function toolSetOf(tools: readonly ToolDefinition[]): ToolSet {
  return Object.fromEntries(
    tools.map(({name, description, inputSchema}) => {
      const schema: JSONSchema7 = JSON.parse(JSON.stringify(inputSchema));
      return [name, tool({description, inputSchema: jsonSchema(schema)})];
    }),
  );
}

/** The messages with which providers refuse a call that allows longer answers than the model can give. */
const ANSWER_LENGTH =
  /maximum allowed number of output tokens|max_(completion_|output_)?tokens is too large/i;
const OVERFLOW = /context|too long|too large|maximum.*tokens|tokens.*(exceed|limit)/i;
const BUSY: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** The provider's rejection of a call, sent instead of a stream; `undefined` for any other error. */
function rejectionFrom(error: unknown): CallOutcome | undefined {
  if (!APICallError.isInstance(error)) return undefined;
  const {statusCode: status, responseHeaders, message, responseBody = ""} = error;
  const known = {kind: "rejected", status, retryAfterMs: retryAfter(responseHeaders), error} as const;
  if (status === undefined) return isUnreached(error) ? {...known, why: "busy"} : undefined;
  if (status >= 300 && status < 400) return {...known, why: "redirect"};
  // The answer had already begun, so its cost is unknown.
  if (status < 400) return undefined;
  if (status === 401 || status === 403) return {...known, why: "rights"};
  if (BUSY.has(status) || isPassingFault(status)) return {...known, why: "busy"};
  if (ANSWER_LENGTH.test(`${message} ${responseBody}`)) return {...known, why: "answer length"};
  if (status === 413 || OVERFLOW.test(`${message} ${responseBody}`)) return {...known, why: "overflow"};
  return {...known, why: "request"};
}

/** Whether the connection could not be made. */
function isUnreached(error: Error): boolean {
  const {cause} = error;
  return cause instanceof Error && "code" in cause && /REFUSED|NOTFOUND|EAI_AGAIN/.test(String(cause.code));
}

/** The pause in milliseconds of a `Retry-After` in seconds: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function retryAfter(headers: Record<string, string> | undefined): number | undefined {
  const seconds = Number(headers?.["retry-after"] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
