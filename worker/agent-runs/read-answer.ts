import type {AssistantModelMessage, ModelMessage, ToolCallPart} from "ai";

/** The key, in a part's options, under which this service stores why the arguments of a call could not be read. */
const OWN = "service";

/**
 * A model's answer as the run stores it: one message, which has no parts if the answer is empty. Calls whose arguments
 * are not JSON get `fault`. Duplicate ids are made different, because providers refuse to read them again. `inputs` has
 * the arguments of the answer's calls, as text if they could not be read.
 */
export function readAnswer(
  messages: readonly ModelMessage[],
  inputs: readonly unknown[],
  fault: string,
): AssistantModelMessage {
  // The library's own results for unreadable calls are dropped, and replaced by this service's results.
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

/** The reason why the arguments of a stored call could not be read; `undefined` if they could be read. */
export function faultOf({providerOptions}: ToolCallPart): string | undefined {
  const fault = providerOptions?.[OWN]?.fault;
  return typeof fault === "string" ? fault : undefined;
}

/** The messages without blank texts, and without messages that contain nothing else. Providers refuse both. */
export function sendable(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role !== "assistant" || typeof message.content === "string") return [message];
    const content = message.content.filter(part => part.type !== "text" || part.text.trim() !== "");
    return content.length > 0 ? [{...message, content}] : [];
  });
}
