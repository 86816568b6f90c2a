import {type Static, Type} from "@sinclair/typebox";
import {type Fault, piecesOf, type Reply, type Turn} from "./script.ts";

const ContentBlock = Type.Object({
  type: Type.String(),
  id: Type.Optional(Type.String()),
  tool_use_id: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
  input: Type.Optional(Type.Unknown()),
  thinking: Type.Optional(Type.String()),
  signature: Type.Optional(Type.String()),
});

/** The checked parts of the body of `POST /v1/messages`: https://docs.claude.com/en/api/messages */
export const MessagesRequest = Type.Object({
  model: Type.String({minLength: 1}),
  max_tokens: Type.Integer({minimum: 1}),
  stream: Type.Optional(Type.Boolean()),
  system: Type.Optional(Type.Unknown()),
  messages: Type.Array(
    Type.Object({
      role: Type.Union([Type.Literal("user"), Type.Literal("assistant")]),
      content: Type.Union([Type.String(), Type.Array(ContentBlock)]),
    }),
    {minItems: 1},
  ),
  tools: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({pattern: "^[a-zA-Z0-9_-]{1,128}$"}),
        input_schema: Type.Object({type: Type.Literal("object")}),
      }),
    ),
  ),
  tool_choice: Type.Optional(Type.Object({type: Type.String(), name: Type.Optional(Type.String())})),
});
export type MessagesRequest = Static<typeof MessagesRequest>;

const ERROR_TYPES: Readonly<Record<Fault["status"], [type: string, message: string]>> = {
  307: ["api_error", "Temporary redirect"],
  400: ["invalid_request_error", "The request is not valid."],
  401: ["authentication_error", "invalid x-api-key"],
  403: ["permission_error", "Your API key does not have permission to use the specified resource."],
  404: ["not_found_error", "model: unknown"],
  413: ["request_too_large", "Request exceeds the maximum size"],
  429: ["rate_limit_error", "This request would exceed your organization's rate limit."],
  500: ["api_error", "Internal server error"],
  503: ["api_error", "Service unavailable"],
  529: ["overloaded_error", "Overloaded"],
};

export function anthropicError({status, message}: Fault): object {
  const [type, usual] = ERROR_TYPES[status];
  return {
    type: "error",
    error: {type, message: message ?? usual},
    request_id: "req_011CSHoEeqs5C35K2UUqR7Fy",
  };
}

export function anthropicOverflow(tokens: number, most: number): string {
  return `prompt is too long: ${tokens} tokens > ${most} maximum`;
}

/** The turn of a model that must call a tool: the model then calls only that tool, whatever the script says. */
export function anthropicTurn({tool_choice: choice}: MessagesRequest, turn: Turn): Turn {
  const {calls = [], text: _, ...rest} = turn;
  if (choice?.type !== "tool" || choice.name === undefined) return turn;
  const {name} = choice;
  const forced = calls.filter(call => call.name === name);
  return {...rest, calls: forced.length > 0 ? forced : [{name, arguments: {}}]};
}

/** Why the provider would refuse a readable request; `undefined` if it would not. */
export function anthropicFault({messages}: MessagesRequest): string | undefined {
  if (messages[0]?.role !== "user") return 'messages: first message must use the "user" role';
  for (const [index, {role, content}] of messages.entries()) {
    if (content.length === 0) return `messages.${index}: all messages must have non-empty content`;
    if (typeof content === "string") continue;
    for (const [part, {type, text = "", input, thinking = "", signature}] of content.entries()) {
      if (type === "text" && text.trim() === "")
        return "messages: text content blocks must contain non-whitespace text";
      if (type === "tool_use" && (typeof input !== "object" || input === null || Array.isArray(input))) {
        return `messages.${index}.content.${part}.tool_use.input: Input should be a valid dictionary`;
      }
      if (type === "thinking" && signature !== signatureOf(thinking)) {
        return `messages.${index}.content.${part}: Invalid \`signature\` in \`thinking\` block`;
      }
    }
    const uses = role === "assistant" ? content.filter(({type}) => type === "tool_use") : [];
    const next = messages[index + 1]?.content ?? [];
    const results =
      typeof next === "string"
        ? []
        : next.flatMap(({type, tool_use_id: id}) => (type === "tool_result" ? [id] : []));
    if (new Set(uses.map(({id}) => id)).size < uses.length) {
      return `messages.${index}.content.1: \`tool_use\` ids must be unique`;
    }
    if (new Set(results).size < results.length) {
      return `messages.${index + 1}.content.1: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${results[0]}`;
    }
    const lost = uses.flatMap(({id}) => (id !== undefined && !results.includes(id) ? [id] : []));
    if (lost.length > 0) {
      return `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${lost.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
    }
  }
  return undefined;
}

const STOPS: Readonly<Record<Reply["stop"], string>> = {
  end: "end_turn",
  length: "max_tokens",
  refusal: "refusal",
  pause: "pause_turn",
  calls: "tool_use",
};

function usageOf({usage}: Reply): object {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: usage.output,
  };
}

export function anthropicMessage(model: string, reply: Reply): object {
  const content = reply.blocks.map(block => {
    if (block.type === "thinking")
      return {type: "thinking", thinking: block.text, signature: signatureOf(block.text)};
    if (block.type === "text") return {type: "text", text: block.text};
    return {type: "tool_use", id: block.id, name: block.name, input: JSON.parse(block.json)};
  });
  const {id, stop} = reply;
  return {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: STOPS[stop],
    stop_sequence: null,
    usage: usageOf(reply),
  };
}

/** The events of a stream, in order. The last two have the reason for the end and the usage. */
export function anthropicStream(model: string, reply: Reply): string[] {
  const started = {
    ...anthropicMessage(model, {...reply, blocks: []}),
    stop_reason: null,
    usage: {...usageOf(reply), output_tokens: 1},
  };
  const blocks = reply.blocks.flatMap((block, index) => {
    const delta = (given: object) => event({type: "content_block_delta", index, delta: given});
    const [content_block, deltas] = ((): [object, string[]] => {
      if (block.type === "thinking") {
        const pieces = piecesOf(block.text).map(thinking => delta({type: "thinking_delta", thinking}));
        const signature = delta({type: "signature_delta", signature: signatureOf(block.text)});
        return [{type: "thinking", thinking: "", signature: ""}, [...pieces, signature]];
      }
      if (block.type === "text") {
        return [
          {type: "text", text: ""},
          piecesOf(block.text).map(text => delta({type: "text_delta", text})),
        ];
      }
      const pieces = piecesOf(block.json).map(json => delta({type: "input_json_delta", partial_json: json}));
      return [
        {type: "tool_use", id: block.id, name: block.name, input: {}},
        [delta({type: "input_json_delta", partial_json: ""}), ...pieces],
      ];
    })();
    return [
      event({type: "content_block_start", index, content_block}),
      ...deltas,
      event({type: "content_block_stop", index}),
    ];
  });
  return [
    event({type: "message_start", message: started}),
    event({type: "ping"}),
    // Anthropic may add types of events, which clients must ignore.
    event({type: "type_of_a_later_version", index: 0, delta: {text: "Nothing"}}),
    ...blocks,
    event({
      type: "message_delta",
      delta: {stop_reason: STOPS[reply.stop], stop_sequence: null},
      usage: {output_tokens: reply.usage.output},
    }),
    event({type: "message_stop"}),
  ];
}

export function anthropicStreamError(): string {
  return event({type: "error", error: {type: "overloaded_error", message: "Overloaded"}});
}

function event(data: {type: string} & Record<string, unknown>): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A caller must send thinking back unchanged. The signature belongs to its text. */
function signatureOf(thinking: string): string {
  return Buffer.from(`signed:${Bun.hash(thinking)}`).toString("base64");
}
