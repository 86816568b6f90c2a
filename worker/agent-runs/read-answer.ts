import type {AssistantModelMessage, ModelMessage, ToolCallPart} from "ai";

/** The key of a part's options under which this service stores why the call's arguments could not be read. */
const OWN = "service";

/**
 * A model's answer as the run stores it: one message, which has no parts where the answer is empty. Calls whose
 * arguments are not JSON get `fault`. Duplicate ids, which providers refuse to read again, are made different.
 * `inputs` are the arguments of the answer's calls, as text where they could not be read.
 */
export function readAnswer(
  messages: readonly ModelMessage[],
  inputs: readonly unknown[],
  fault: string,
): AssistantModelMessage {
  // The library's own results for unreadable calls are dropped; this service's take their place.
  const parts = messages.flatMap(({role, content}) =>
    role === "assistant" && typeof content !== "string" ? content : [],
  );
  const ids = new Set<string>();
  let index = 0;
  const content = parts.map(part => {
    if (part.type !== "tool-call") return part;
    const isUnread = typeof inputs[index++] === "string";
    const toolCallId = ids.has(part.toolCallId) ? `${part.toolCallId}_${index}` : part.toolCallId;
    ids.add(toolCallId);
    const call: ToolCallPart = {...part, toolCallId};
    return isUnread ? {...call, providerOptions: {...part.providerOptions, [OWN]: {fault}}} : call;
  });
  return {role: "assistant", content};
}

/** Why the arguments of a stored call could not be read; `undefined` where they could. */
export function faultOf({providerOptions}: ToolCallPart): string | undefined {
  const fault = providerOptions?.[OWN]?.fault;
  return typeof fault === "string" ? fault : undefined;
}

/** The messages without blank texts, and without messages that have nothing else: providers refuse both. */
export function sendable(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role !== "assistant" || typeof message.content === "string") return [message];
    const content = message.content.filter(part => part.type !== "text" || part.text.trim() !== "");
    return content.length > 0 ? [{...message, content}] : [];
  });
}
