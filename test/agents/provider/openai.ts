import {type Static, Type} from "@sinclair/typebox";
import {type Fault, piecesOf, type Reply} from "./script.ts";

/** The checked parts of the body of `POST /v1/chat/completions`: https://platform.openai.com/docs/api-reference/chat/create */
export const ChatRequest = Type.Object({
  model: Type.String({minLength: 1}),
  stream: Type.Optional(Type.Boolean()),
  stream_options: Type.Optional(Type.Object({include_usage: Type.Optional(Type.Boolean())})),
  max_tokens: Type.Optional(Type.Integer({minimum: 1})),
  max_completion_tokens: Type.Optional(Type.Integer({minimum: 1})),
  messages: Type.Array(
    Type.Object({
      role: Type.Union(["system", "developer", "user", "assistant", "tool"].map(role => Type.Literal(role))),
      tool_call_id: Type.Optional(Type.String()),
      tool_calls: Type.Optional(Type.Array(Type.Object({id: Type.String()}))),
    }),
    {minItems: 1},
  ),
  tools: Type.Optional(
    Type.Array(
      Type.Object({
        type: Type.Literal("function"),
        function: Type.Object({name: Type.String({pattern: "^[a-zA-Z0-9_-]{1,64}$"})}),
      }),
    ),
  ),
});
export type ChatRequest = Static<typeof ChatRequest>;

const ERRORS: Readonly<Record<Fault["status"], [type: string, code: string | null, message: string]>> = {
  307: ["server_error", null, "Temporary redirect"],
  400: ["invalid_request_error", null, "The request is not valid."],
  401: ["invalid_request_error", "invalid_api_key", "Incorrect API key provided."],
  403: ["invalid_request_error", "unsupported_country_region_territory", "Not supported."],
  404: [
    "invalid_request_error",
    "model_not_found",
    "The model does not exist or you do not have access to it.",
  ],
  413: ["invalid_request_error", null, "Request too large."],
  429: ["requests", "rate_limit_exceeded", "Rate limit reached for requests."],
  500: ["server_error", null, "The server had an error while processing your request."],
  503: ["server_error", null, "The engine is currently overloaded, please try again later."],
  529: ["server_error", null, "Overloaded"],
};

export function openAiError({status, message}: Fault): object {
  const [type, code, usual] = ERRORS[status];
  return {error: {message: message ?? usual, type, param: null, code}};
}

export function openAiOverflow(tokens: number, most: number): string {
  return `This model's maximum context length is ${most} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`;
}

/** Why the provider would refuse a readable request; `undefined` if it would not. */
export function openAiFault({messages}: ChatRequest): string | undefined {
  let waiting: string[] = [];
  for (const {role, tool_call_id: id = "", tool_calls: calls = []} of messages) {
    if (role === "tool") {
      if (!waiting.includes(id)) {
        return "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.";
      }
      waiting = waiting.filter(one => one !== id);
      continue;
    }
    if (waiting.length > 0) break;
    waiting = calls.map(call => call.id);
  }
  if (waiting.length === 0) return undefined;
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${waiting.join(", ")}`;
}

const FINISHES: Readonly<Record<Reply["stop"], string>> = {
  end: "stop",
  length: "length",
  refusal: "stop",
  pause: "stop",
  calls: "tool_calls",
};

function usageOf({usage}: Reply): object {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    prompt_tokens_details: {cached_tokens: usage.cacheRead},
    completion_tokens_details: {reasoning_tokens: 0},
  };
}

function textOf({blocks}: Reply): string {
  return blocks.flatMap(block => (block.type === "text" ? [block.text] : [])).join("");
}

function callsOf({blocks}: Reply): {id: string; name: string; json: string}[] {
  return blocks.flatMap(block =>
    block.type === "call" ? [{...block, id: block.id.replace("toolu_", "call_")}] : [],
  );
}

export function openAiCompletion(model: string, reply: Reply): object {
  const calls = callsOf(reply).map(({id, name, json}) => ({
    id,
    type: "function",
    function: {name, arguments: json},
  }));
  const text = textOf(reply);
  const said =
    reply.stop === "refusal"
      ? {content: null, refusal: text}
      : {content: text === "" ? null : text, refusal: null};
  return {
    ...headOf(model, reply, "chat.completion"),
    choices: [
      {
        index: 0,
        message: {role: "assistant", ...said, ...(calls.length > 0 ? {tool_calls: calls} : {})},
        logprobs: null,
        finish_reason: FINISHES[reply.stop],
      },
    ],
    usage: usageOf(reply),
  };
}

/** The chunks of a stream, in order. If the caller asks for usage, it is in the last chunk before `[DONE]`. */
export function openAiStream(model: string, reply: Reply, includeUsage: boolean): string[] {
  const head = headOf(model, reply, "chat.completion.chunk");
  const chunk = (delta: object, finish: string | null = null) =>
    data({
      ...head,
      choices: [{index: 0, delta, logprobs: null, finish_reason: finish}],
      ...(includeUsage ? {usage: null} : {}),
    });
  const text = piecesOf(textOf(reply)).map(piece =>
    chunk(reply.stop === "refusal" ? {refusal: piece} : {content: piece}),
  );
  const calls = callsOf(reply).flatMap(({id, name, json}, index) => [
    chunk({tool_calls: [{index, id, type: "function", function: {name, arguments: ""}}]}),
    ...piecesOf(json).map(piece => chunk({tool_calls: [{index, function: {arguments: piece}}]})),
  ]);
  return [
    chunk({role: "assistant", content: "", refusal: null}),
    ...text,
    ...calls,
    chunk({}, FINISHES[reply.stop]),
    ...(includeUsage ? [data({...head, choices: [], usage: usageOf(reply)})] : []),
    "data: [DONE]\n\n",
  ];
}

export function openAiStreamError(): string {
  return data(openAiError({status: 500}));
}

function headOf(model: string, {id}: Reply, object: string): object {
  return {id: `chatcmpl-${id}`, object, created: 1_780_000_000, model, system_fingerprint: "fp_test"};
}

function data(chunk: object): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
